// SPDX-License-Identifier: Apache-2.0
#include "allways/network/simplify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "allways/base/error.h"
#include "allways/network/road_network.h"
#include "support/network_shapes.h"
#include "support/random_networks.h"

namespace allways {
namespace {

using testing::no_path;
using testing::true_distances;

// A network by hand: nodes 1 … n at (1, 0), (2, 0), …; columns length (m), time (s, 3 digits) and free_speed; texts
// name and facility_type.
class Roads {
public:
    explicit Roads(std::size_t nodes) {
        network.node_ids = IdTable::consecutive(nodes);
        for (std::size_t i = 0; i < nodes; ++i) network.coordinates.push_back({static_cast<double>(i + 1), 0});
        network.columns = {{"length", "m", {}, {}}, {"time", "s", {}, 3}, {"free_speed", "km/h", {}, {}}};
        network.texts = {TextColumn("name"), TextColumn("facility_type")};
    }
    Roads& arc(int id, NodeIndex tail, NodeIndex head, const char* length, const char* time, const char* name,
               bool reversed = false) {
        network.tail.push_back(tail - 1);
        network.head.push_back(head - 1);
        ids_.push_back(id);
        network.arc_ids = IdTable(ids_);
        network.reversed.push_back(reversed);
        const auto value = [](const char* text) { return *text ? *Decimal::parse(text) : Decimal::missing(); };
        network.columns[0].values.push_back(value(length));
        network.columns[1].values.push_back(value(time));
        network.columns[2].values.push_back(value(id % 2 == 0 ? "30" : "50"));
        network.texts[0].add(name);
        network.texts[1].add(id < 3 ? "primary" : "service");
        return *this;
    }
    Roads& edge(int id, NodeIndex tail, NodeIndex head, const char* length, const char* time, const char* name) {
        return arc(id, tail, head, length, time, name).arc(id, head, tail, length, time, name, true);
    }
    RoadNetwork network;

private:
    std::vector<std::int64_t> ids_;
};

std::vector<std::int64_t> ids(const IdTable& table) {
    return table.numbers();
}

TEST(Simplify, LanesAreThoseBeforeTheNextJunction) {
    RoadNetwork network =
        Roads(3).edge(1, 1, 2, "10", "1", "High Street").edge(2, 2, 3, "5", "1", "High Street").network;
    network.texts.emplace_back("turn:lanes");
    for (const char* lanes : {"left|", "", "through|right", "left|right"}) network.texts.back().add(lanes);
    network.texts.emplace_back("service");
    for (const char* service : {"alley", "alley", "driveway", "alley"}) network.texts.back().add(service);
    const RoadNetwork made = simplify(network, {.keep = {0}}).network;
    EXPECT_EQ(made.text("turn:lanes")->text(0), "through|right");
    EXPECT_EQ(made.text("turn:lanes")->text(1), "");
    EXPECT_EQ(made.text("service")->text(0), "");
    EXPECT_EQ(made.text("service")->text(1), "alley");
}

TEST(Simplify, FoldsATwoWayChainIntoOneEdge) {
    const auto made = simplify(Roads(4)
                                   .edge(1, 1, 2, "10", "1.0004", "High Street")
                                   .edge(2, 2, 3, "5.25", "1.0004", "Mill Road")
                                   .edge(3, 3, 4, "0.75", "", "Mill Road")
                                   .network,
                               {.keep = {0}});
    // Times are missing from node 3 on, so node 3 stays.
    EXPECT_EQ(made.folded_nodes, 1u);
    const RoadNetwork& network = made.network;
    EXPECT_EQ(ids(network.node_ids), (std::vector<std::int64_t>{1, 3, 4}));
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 1, 1, 2}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 0, 2, 1}));
    EXPECT_EQ(ids(network.arc_ids), (std::vector<std::int64_t>{1, 1, 3, 3}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1}));
    EXPECT_EQ(network.columns[0].values[0].to_string(), "15.25");
    EXPECT_EQ(network.columns[0].values[1].to_string(), "15.25");
    EXPECT_EQ(network.columns[1].values[0].to_string(), "2");  // each part costs 1.000
    EXPECT_TRUE(network.columns[2].values[0].is_missing());    // 50 and 30 km/h
    EXPECT_EQ(network.columns[2].values[2].to_string(), "50");
    EXPECT_EQ(network.texts[0].text(0), "High Street; Mill Road");
    EXPECT_EQ(network.texts[0].text(1), "Mill Road; High Street");
    EXPECT_EQ(network.texts[1].text(0), "primary");
    EXPECT_EQ(network.shapes.points(0), (std::vector<Coordinate>{{1, 0}, {2, 0}, {3, 0}}));
    EXPECT_EQ(network.shapes.points(1), (std::vector<Coordinate>{{3, 0}, {2, 0}, {1, 0}}));
    EXPECT_EQ(network.shapes.shape_count(), 1u);  // both directions share it
    EXPECT_FALSE(network.shapes.has_shape(2));
    EXPECT_EQ(made.sums, (std::vector<std::string>{"length", "time"}));
    ASSERT_EQ(network.provenance.notes.size(), 1u);
    EXPECT_EQ(network.provenance.notes[0].second, "1 node folded into arcs, 0 of dead ends removed");
}

TEST(Simplify, KeepsWhereDirectionsChangeAndWhereItIsTold) {
    RoadNetwork network = Roads(6)
                              .arc(1, 1, 2, "1", "1", "")
                              .arc(2, 2, 3, "1", "1", "")   // 2: one way through
                              .edge(3, 3, 4, "1", "1", "")  // 3: a one-way street ends in a two-way one
                              .edge(4, 4, 5, "1", "1", "")  // 4: told to stay
                              .edge(5, 5, 6, "1", "1", "")  // 5: closed to paths
                              .network;
    network.no_through = {0, 0, 0, 0, 1, 0};
    network.elimination_order = {1, 3, 0, 2, 5};
    const auto made = simplify(network, {.keep = {3}});
    EXPECT_EQ(ids(made.network.node_ids), (std::vector<std::int64_t>{1, 3, 4, 5, 6}));
    EXPECT_EQ(made.network.elimination_order, (std::vector<NodeIndex>{2, 0, 1, 4}));
    EXPECT_EQ(why_order_misfits(made.network, made.network.elimination_order), "");
    EXPECT_EQ(made.network.texts[1].text(0), "primary");
}

TEST(Simplify, JoinsOnlyClassesThatAgree) {
    const auto made = simplify(Roads(3).edge(2, 1, 2, "1", "1", "").edge(4, 2, 3, "1", "1", "Lane").network);
    EXPECT_EQ(made.network.texts[0].text(0), "Lane");
    EXPECT_EQ(made.network.texts[1].text(0), "");
    EXPECT_EQ(made.network.columns[2].values[0].to_string(), "30");
}

TEST(Simplify, LeavesTwoNodesOfARingAndItsParallelArcs) {
    Roads roads(5);
    for (int i = 0; i < 5; ++i) {
        roads.edge(i + 1, static_cast<NodeIndex>(i + 1), static_cast<NodeIndex>((i + 1) % 5 + 1), "1", "1", "");
    }
    const auto ring = simplify(roads.network);
    EXPECT_EQ(ids(ring.network.node_ids), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(ring.network.tail, (std::vector<NodeIndex>{0, 1, 1, 0}));
    EXPECT_EQ(ring.network.columns[0].values[2].to_string(), "4");
    EXPECT_EQ(simplify(roads.network, {.dead_ends = true}).network.node_count(), 1u);
}

TEST(Simplify, KeepsNodesWithASelfLoop) {
    const auto made =
        simplify(Roads(3).edge(1, 1, 2, "1", "1", "").edge(2, 2, 3, "1", "1", "").arc(3, 2, 2, "1", "1", "").network);
    EXPECT_EQ(made.network.node_count(), 3u);
    EXPECT_EQ(made.network.arc_count(), 5u);
}

TEST(Simplify, RemovesDeadEndsUpToWhatIsKept) {
    // 1 - 2 - 3 - 1 with a branch 3 - 4 - 5 and 4 - 6, and a ring 4 - 7 - 8 - 4; 9 is isolated.
    const RoadNetwork network = Roads(9)
                                    .edge(1, 1, 2, "1", "1", "")
                                    .edge(2, 2, 3, "1", "1", "")
                                    .edge(3, 3, 1, "1", "1", "")
                                    .edge(4, 3, 4, "1", "1", "")
                                    .edge(5, 4, 5, "1", "1", "")
                                    .edge(6, 4, 6, "1", "1", "")
                                    .edge(7, 4, 7, "1", "1", "")
                                    .edge(8, 7, 8, "1", "1", "")
                                    .edge(9, 8, 4, "1", "1", "")
                                    .network;
    EXPECT_EQ(ids(simplify(network, {.keep = {0, 1}, .dead_ends = true}).network.node_ids),
              (std::vector<std::int64_t>{1, 2, 9}));
    const auto made = simplify(network, {.keep = {0, 1, 5}, .dead_ends = true});
    EXPECT_EQ(ids(made.network.node_ids), (std::vector<std::int64_t>{1, 2, 3, 6, 9}));
    EXPECT_EQ(made.dead_end_nodes + made.folded_nodes, 4u);
}

TEST(Simplify, TellsWhatAddsUp) {
    const auto column = [](const char* name, const char* unit) { return ArcColumn{name, unit, {}, {}}; };
    EXPECT_TRUE(is_additive(column("free_flow_time", "")));
    EXPECT_TRUE(is_additive(column("Cost_2", "")));
    EXPECT_TRUE(is_additive(column("delay", "s")));
    EXPECT_TRUE(is_additive(column("length_field", "m")));
    EXPECT_FALSE(is_additive(column("free_speed", "km/h")));
    EXPECT_FALSE(is_additive(column("timed_lanes", "")));
    EXPECT_TRUE(is_additive(column("delay_dist", "mi")));
    EXPECT_FALSE(is_additive(column("width", "m")));
    const RoadNetwork network = Roads(3).edge(1, 1, 2, "1", "1", "").edge(2, 2, 3, "1", "1", "").network;
    const auto made = simplify(network, {.sums = {"free_speed"}});
    EXPECT_EQ(made.network.columns[2].values[0].to_string(), "80");
    EXPECT_EQ(made.network.columns[0].values[0].to_string(), "2");
    EXPECT_THROW(simplify(network, {.sums = {"climb"}}), InvalidArgument);
    EXPECT_THROW(simplify(network, {.keep = {3}}), InvalidArgument);
}

// The network with each arc in up to three parts, the directions of an edge at the same places.
RoadNetwork split(const RoadNetwork& whole, std::uint64_t seed) {
    Random random(seed);
    RoadNetwork network = whole;
    std::vector<std::int64_t> node_ids = whole.node_ids.numbers();
    std::int64_t next_node = *std::ranges::max_element(node_ids) + 1;
    std::int64_t next_arc = 1 + (whole.arc_count() == 0 ? 0 : *std::ranges::max_element(whole.arc_ids.numbers()));
    std::vector<std::int64_t> arc_ids;
    network.tail.clear();
    network.head.clear();
    network.reversed.clear();
    for (auto& column : network.columns) column.values.clear();
    network.texts.clear();
    for (const auto& column : whole.texts) network.texts.emplace_back(column.name());
    const auto is_edge = [&](std::size_t arc) {
        return !whole.reversed.empty() && arc + 1 < whole.arc_count() && whole.reversed[arc + 1];
    };
    const auto add = [&](std::size_t arc, std::size_t part, std::size_t parts, NodeIndex from, NodeIndex to,
                         std::int64_t id) {
        network.tail.push_back(from);
        network.head.push_back(to);
        arc_ids.push_back(id);
        network.reversed.push_back(whole.reversed.empty() ? 0 : whole.reversed[arc]);
        for (std::size_t c = 0; c < whole.columns.size(); ++c) {
            const std::int64_t value = whole.columns[c].values[arc].fixed_point(0).value();
            const auto share = value / static_cast<std::int64_t>(parts);
            network.columns[c].values.emplace_back(
                part == 0 ? value - share * static_cast<std::int64_t>(parts - 1) : share, 0);
        }
        for (std::size_t t = 0; t < whole.texts.size(); ++t) network.texts[t].add(whole.texts[t].text(arc));
    };
    for (std::size_t arc = 0; arc < whole.arc_count(); ++arc) {
        const std::size_t parts = whole.tail[arc] == whole.head[arc] ? 1 : 1 + random.below(3);
        NodeIndex from = whole.tail[arc];
        for (std::size_t part = 0; part < parts; ++part) {
            const bool last = part + 1 == parts;
            const NodeIndex to = last ? whole.head[arc] : static_cast<NodeIndex>(node_ids.size());
            if (!last) node_ids.push_back(next_node++);
            const std::int64_t id = part == 0 ? whole.arc_ids.numbers()[arc] : next_arc++;
            add(arc, part, parts, from, to, id);
            if (is_edge(arc)) add(arc + 1, part, parts, to, from, id);
            from = to;
        }
        if (is_edge(arc)) ++arc;
    }
    network.node_ids = IdTable(node_ids);
    network.arc_ids = IdTable(arc_ids);
    if (whole.reversed.empty()) network.reversed.clear();
    if (!network.no_through.empty()) network.no_through.resize(node_ids.size(), 0);
    network.coordinates.clear();
    network.elimination_order.clear();
    return network;
}

// Distances between the remaining nodes, by their ids, for every column.
void expect_same_distances(const RoadNetwork& whole, const RoadNetwork& part) {
    for (std::size_t c = 0; c < whole.columns.size(); ++c) {
        if (!is_additive(whole.columns[c])) continue;
        RoadNetwork one = whole;
        RoadNetwork other = part;
        std::swap(one.columns[0], one.columns[c]);
        std::swap(other.columns[0], other.columns[c]);
        for (NodeIndex from = 0; from < part.node_count(); ++from) {
            const auto expected = true_distances(one, *whole.node_ids.find(part.node_ids.text(from)));
            const auto found = true_distances(other, from);
            for (NodeIndex to = 0; to < part.node_count(); ++to) {
                ASSERT_EQ(found[to], expected[*whole.node_ids.find(part.node_ids.text(to))])
                    << whole.provenance.source << ": " << part.node_ids.text(from) << " to " << part.node_ids.text(to);
            }
        }
    }
}

// Streets have more columns; those of the others are one.
RoadNetwork with_whole_numbers(RoadNetwork network) {
    std::erase_if(network.columns, [](const ArcColumn& column) {
        return !std::ranges::all_of(column.values,
                                    [](const Decimal& value) { return value.fixed_point(0).has_value(); });
    });
    return network;
}

TEST(SimplifyProperties, DistancesOfWhatIsLeftAreThoseOfTheWhole) {
    std::size_t folded = 0;
    std::size_t dead_ends = 0;
    for (const auto& family : testing::network_families()) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE(family.name + " seed " + std::to_string(seed));
            RoadNetwork network = family.make(14, seed);
            if (network.columns.size() > 1 || family.name == "streets") {
                for (auto& column : network.columns) {
                    for (auto& value : column.values) value = Decimal(value.rounded_fixed_point(0).value(), 0);
                    column.resolution_digits.reset();
                }
            }
            network = split(network, seed);
            const auto chains = simplify(network);
            folded += chains.folded_nodes;
            expect_same_distances(network, chains.network);
            const auto trimmed = simplify(network, {.keep = {0, 3}, .dead_ends = true});
            dead_ends += trimmed.dead_end_nodes;
            expect_same_distances(network, trimmed.network);
            EXPECT_TRUE(trimmed.network.node_ids.find(network.node_ids.text(3)).has_value());
        }
    }
    EXPECT_GT(folded, 1000u);
    EXPECT_GT(dead_ends, 50u);
}

TEST(SimplifyProperties, SplitArcsBecomeWholeAgain) {
    for (const auto& family : testing::network_families()) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            SCOPED_TRACE(family.name + " seed " + std::to_string(seed));
            RoadNetwork made = with_whole_numbers(family.make(20, seed));
            made.coordinates.clear();
            made.shapes = {};
            const RoadNetwork network = simplify(made).network;
            const RoadNetwork again = simplify(split(network, seed)).network;
            EXPECT_EQ(again.node_ids, network.node_ids);
            EXPECT_EQ(again.no_through, network.no_through);
            EXPECT_EQ(again.tail, network.tail);
            EXPECT_EQ(again.head, network.head);
            EXPECT_EQ(again.arc_ids, network.arc_ids);
            EXPECT_EQ(again.reversed, network.reversed);
            EXPECT_EQ(again.columns, network.columns);
            EXPECT_EQ(again.texts, network.texts);
        }
    }
}

}  // namespace
}  // namespace allways
