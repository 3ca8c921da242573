// SPDX-License-Identifier: Apache-2.0
// Networks with one feature each are written in every network format and read back: either everything is equal, or the
// difference is reported by its name, or the format refuses. Features that are kept are not reported.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "base/text.h"
#include "cost/fixed_cost.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

// 1 → 2 → 3 → 4 → 1 with shortcuts 1 → 3 and 2 → 4, whole costs without a unit: every format holds it.
RoadNetwork plain_network() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(4);
    network.tail = {0, 0, 1, 1, 2, 3};
    network.head = {1, 2, 2, 3, 3, 0};
    network.arc_ids = IdTable::consecutive(6);
    network.columns.push_back({"cost", "", {}, std::nullopt});
    for (const int cost : {3, 8, 4, 9, 2, 7}) network.columns[0].values.emplace_back(cost, 0);
    return network;
}

ArcColumn column(const char* name, const char* unit, std::initializer_list<const char*> values) {
    ArcColumn made{name, unit, {}, std::nullopt};
    for (const char* value : values) made.values.push_back(*value == 0 ? Decimal::missing() : *Decimal::parse(value));
    return made;
}

TextColumn text(const char* name, std::initializer_list<const char*> values) {
    TextColumn made(name);
    for (const char* value : values) made.add(value);
    return made;
}

struct Feature {
    const char* name;
    std::function<void(RoadNetwork&)> add;
};

const Feature features[] = {
    {"Plain", [](RoadNetwork&) {}},
    {"NoThrough",
     [](RoadNetwork& n) {
         n.no_through = {0, 1, 0, 0};
     }},
    {"FirstNodesAreCentroids",
     [](RoadNetwork& n) {
         n.no_through = {1, 1, 0, 0};
     }},
    {"NotAllCentroidsAreFirst",
     [](RoadNetwork& n) {
         n.no_through = {1, 0, 1, 0};
     }},
    {"NoThroughIds",
     [](RoadNetwork& n) {
         n.no_through = {0, 1, 0, 0};
         n.node_ids = IdTable(std::vector<std::string>{"a", "b", "c", "d"});
     }},
    {"ParallelArcs",
     [](RoadNetwork& n) {
         n.tail.push_back(0);
         n.head.push_back(1);
         n.arc_ids = IdTable::consecutive(7);
         n.columns[0].values.emplace_back(1, 0);
     }},
    {"MissingCost", [](RoadNetwork& n) { n.columns[0].values[2] = Decimal::missing(); }},
    {"ZeroCost", [](RoadNetwork& n) { n.columns[0].values[2] = n.columns[0].values[4] = Decimal(0, 0); }},
    {"NegativeCost", [](RoadNetwork& n) { n.columns[0].values[4] = Decimal(-1, 0); }},
    {"Fraction", [](RoadNetwork& n) { n.columns[0].values[4] = Decimal(25, 1); }},
    {"SelfLoop", [](RoadNetwork& n) { n.head[3] = 1; }},
    {"Columns",
     [](RoadNetwork& n) {
         n.columns = {column("toll", "", {"1", "2", "3", "4", "5", "6"}), n.columns[0]};
     }},
    {"TimeAndLength",
     [](RoadNetwork& n) {
         n.columns = {column("length", "m", {"1", "2", "3", "4", "5", "6"}),
                      column("time", "s", {"9", "1", "9", "1", "9", "1"})};
     }},
    {"Milliseconds",
     [](RoadNetwork& n) {
         n.columns[0] = column("time", "ms", {"9", "1", "9", "1", "9", "1"});
     }},
    {"LengthAndSpeed",
     [](RoadNetwork& n) {
         n.columns = {column("length", "m", {"1", "2", "3", "4", "5", "6"}),
                      column("free_speed", "km/h", {"9", "1", "9", "1", "9", "1"})};
     }},
    {"Resolution",
     [](RoadNetwork& n) {
         n.columns[0] = column("cost", "", {"3.14159", "8", "4", "9", "2", "7"});
         n.columns[0].resolution_digits = 1;
     }},
    {"WeightBesideToll",
     [](RoadNetwork& n) {
         n.columns = {column("toll", "", {"1", "2", "3", "4", "5", "6"}),
                      column("weight", "", {"9", "1", "9", "1", "9", "1"})};
     }},
    {"TollAlone", [](RoadNetwork& n) { n.columns[0].name = "toll"; }},
    {"ReverseCost",
     [](RoadNetwork& n) {
         n.columns.push_back(column("reverse_cost", "", {"9", "1", "9", "1", "9", "1"}));
     }},
    {"ReservedNames",
     [](RoadNetwork& n) {
         for (const char* name : {"from", "arc_id", "osmid", "geometry", "directed", "X1", ""}) {
             n.columns.push_back(column(name, "", {"9", "1", "9", "1", "9", "1"}));
         }
     }},
    {"ColumnAndTextOfOneName",
     [](RoadNetwork& n) {
         n.columns.push_back(column("ref", "", {"9", "1", "9", "1", "9", "1"}));
         n.texts = {text("ref", {"A", "B", "C", "D", "E", "F"})};
     }},
    {"NodeIds",
     [](RoadNetwork& n) {
         n.node_ids = IdTable(std::vector<std::int64_t>{40, 10, 30, 7});
     }},
    {"AwkwardIds",
     [](RoadNetwork& n) {
         n.node_ids = IdTable(std::vector<std::string>{"#1", " a", "a ", "x,\"y\" & <z>"});
     }},
    {"NumbersAsTexts",
     [](RoadNetwork& n) {
         n.node_ids = IdTable(std::vector<std::string>{"007", "7", "+7", "1e3"});
     }},
    {"ArcIds",
     [](RoadNetwork& n) {
         n.arc_ids = IdTable(std::vector<std::string>{"#1", "%2", "a b", "a", "b\"c", "d,e"});
     }},
    {"Edges",
     [](RoadNetwork& n) {
         n.tail.push_back(0);
         n.head.push_back(3);
         n.arc_ids = IdTable(std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 6});
         n.reversed = {0, 0, 0, 0, 0, 0, 1};
         n.columns[0].values.push_back(n.columns[0].values[5]);
     }},
    {"IsolatedNode", [](RoadNetwork& n) { n.node_ids = IdTable::consecutive(5); }},
    {"Degrees",
     [](RoadNetwork& n) {
         n.coordinates = {{8.5, 47.1}, {8.6, 47.2}, {8.7, 47.25}, {8.8, 47}};
         n.provenance.crs = "EPSG:4326";
     }},
    {"Metres",
     [](RoadNetwork& n) {
         n.coordinates = {{500000, 5200000.5}, {500100, 5200000}, {500200, 5200100}, {500300, 5200000}};
         n.provenance.crs = "EPSG:32632";
     }},
    {"Shapes",
     [](RoadNetwork& n) {
         n.coordinates = {{8.5, 47.1}, {8.6, 47.2}, {8.7, 47.25}, {8.8, 47}};
         n.provenance.crs = "EPSG:4326";
         const auto shape = n.shapes.add_shape(std::vector<Coordinate>{{8.5, 47.1}, {8.55, 47.3}, {8.6, 47.2}});
         n.shapes.add_arc(shape);
         for (int arc = 1; arc < 6; ++arc) n.shapes.add_arc(ArcShapes::no_shape);
     }},
    {"Texts",
     [](RoadNetwork& n) {
         n.texts = {text("name", {"", "Main, \"Old\" St", "b c", "Rue <É>", "#5", "f"})};
     }},
    {"TurnRules",
     [](RoadNetwork& n) {
         n.turns.add(TurnRules::Kind::forbidden, std::array<ArcIndex, 2>{0, 2});
         n.turns.costs = {{2, 4, Decimal(5, 0)}};
     }},
    {"LongTurnRule",
     [](RoadNetwork& n) {
         n.turns.add(TurnRules::Kind::mandatory, std::array<ArcIndex, 3>{0, 2, 4});
     }},
    {"DestinationOnly", [](RoadNetwork& n) { n.turns.destination_only = {1, 0, 0, 0, 0, 0}; }},
    {"MayTurnRound",
     [](RoadNetwork& n) {
         n.turns.may_turn_round = {1, 0, 0, 0};
     }},
    {"Notes",
     [](RoadNetwork& n) {
         n.provenance.notes = {{"attribution", "somebody"}};
     }},
    {"Order",
     [](RoadNetwork& n) {
         n.elimination_order = {0, 1, 2, 3};
     }},
};

constexpr double no_path = std::numeric_limits<double>::infinity();

// All pairs by node id, by trying every passable node in between.
std::map<std::pair<std::string, std::string>, double> distances(const RoadNetwork& network, const ArcColumn& cost) {
    const std::size_t n = network.node_count();
    std::vector<double> table(n * n, no_path);
    for (std::size_t i = 0; i < n; ++i) table[i * n + i] = 0;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        double& cell = table[network.tail[arc] * n + network.head[arc]];
        if (!cost.values[arc].is_missing()) cell = std::min(cell, cost.values[arc].to_double());
    }
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n && !network.is_no_through(static_cast<NodeIndex>(k)); ++i) {
            for (std::size_t j = 0; j < n; ++j)
                table[i * n + j] = std::min(table[i * n + j], table[i * n + k] + table[k * n + j]);
        }
    }
    std::map<std::pair<std::string, std::string>, double> by_id;
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            by_id[{network.node_ids.text(i), network.node_ids.text(j)}] = std::round(table[i * n + j] * 1e9) / 1e9;
        }
    }
    return by_id;
}

std::vector<std::string> id_texts(const IdTable& ids) {
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < ids.size(); ++i) all.push_back(ids.text(i));
    return all;
}

// A difference between two networks, with a word from the message that reports it.
struct Trait {
    const char* word;
    std::function<std::string(const RoadNetwork&)> of;
};

std::string joined_texts(std::vector<std::string> all) {
    std::ranges::sort(all);
    std::string joined;
    for (const std::string& one : all) joined += one + "\n";
    return joined;
}

const Trait traits[] = {
    {"no-through", [](const RoadNetwork& n) { return format("{}", std::ranges::count(n.no_through, 1)); }},
    {"turn rule",
     [](const RoadNetwork& n) {
         std::vector<std::string> all;
         for (std::size_t i = 0; i < n.turns.size(); ++i) {
             std::string rule(n.turns.kinds[i] == TurnRules::Kind::mandatory ? "mandatory" : "forbidden");
             for (const ArcIndex arc : n.turns.sequence(i)) rule += format(" {}", arc);
             all.push_back(rule);
         }
         for (const auto& cost : n.turns.costs)
             all.push_back(format("{} {} {}", cost.from, cost.to, cost.seconds.to_string()));
         return joined_texts(all);
     }},
    {"for destinations only",
     [](const RoadNetwork& n) { return format("{}", std::ranges::count(n.turns.destination_only, 1)); }},
    {"may turn round",
     [](const RoadNetwork& n) { return format("{}", std::ranges::count(n.turns.may_turn_round, 1)); }},
    {"without arcs", [](const RoadNetwork& n) { return format("{}", n.node_count()); }},
    {"the ids of nodes", [](const RoadNetwork& n) { return joined_texts(id_texts(n.node_ids)); }},
    {"the ids of arcs", [](const RoadNetwork& n) { return joined_texts(id_texts(n.arc_ids)); }},
    {"two ways of one road", [](const RoadNetwork& n) { return format("{}", std::ranges::count(n.reversed, 1)); }},
    {"coordinates",
     [](const RoadNetwork& n) {
         std::vector<std::string> all;
         for (const Coordinate& at : n.coordinates) all.push_back(format("{:.6f} {:.6f}", at.x, at.y));
         return joined_texts(all);
     }},
    {"the lines of roads",
     [](const RoadNetwork& n) {
         std::vector<std::string> all;
         for (std::size_t arc = 0; arc < n.shapes.arc_count(); ++arc) {
             for (const Coordinate& at : n.shapes.points(arc)) all.push_back(format("{} {}", at.x, at.y));
         }
         return joined_texts(all);
     }},
    {"the text",
     [](const RoadNetwork& n) {
         std::vector<std::string> all;
         for (const TextColumn& column : n.texts) {
             for (std::size_t arc = 0; arc < n.arc_count(); ++arc) all.push_back(std::string(column.text(arc)));
         }
         return joined_texts(all);
     }},
    {"the notes",
     [](const RoadNetwork& n) {
         const auto is_own = [](const auto& note) {
             return note.first == "attribution";
         };  // formats add some of theirs
         return format("{}", std::ranges::count_if(n.provenance.notes, is_own));
     }},
    {"the elimination order", [](const RoadNetwork& n) { return format("{}", n.elimination_order.size()); }},
};

// The numbers of the nodes if centroids are first.
IdTable numbered_centroids_first(const RoadNetwork& network) {
    std::vector<std::int64_t> numbers(network.node_count());
    std::int64_t next = 0;
    for (const bool centroids : {true, false}) {
        for (NodeIndex node = 0; node < network.node_count(); ++node)
            if (is_centroid(network, node) == centroids) numbers[node] = ++next;
    }
    return IdTable(std::move(numbers));
}

struct Case {
    const Feature& feature;
    const OutputFormat& format;

    friend std::ostream& operator<<(std::ostream& out, const Case& one) {
        return out << one.feature.name << " as " << one.format.name;
    }
};

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const Feature& feature : features) {
        for (const OutputFormat& format : output_formats()) {
            // Layers of lines refuse a network without coordinates; layer_files_test.cpp has what they lose.
            const bool is_layer = format.name == "shp" || format.name == "fgb";
            if (format.has(FormatTrait::networks) && !is_layer) cases.push_back({feature, format});
        }
    }
    return cases;
}

class NetworkLosses : public ::testing::TestWithParam<Case> {
protected:
    bool told(std::string_view word) const {
        return std::ranges::any_of(said_, [&](const std::string& line) { return line.find(word) != line.npos; });
    }
    // False if it was refused.
    bool write(const RoadNetwork& network, bool lossy) {
        said_.clear();
        ExportOptions options{.format = GetParam().format.name, .overwrite = true, .lossy = lossy};
        options.log = [&](LogLevel level, std::string_view message) {
            if (is_warning(level)) said_.emplace_back(message);
        };
        try {
            write_network(network, path(), options);
        } catch (const InvalidArgument& error) {
            said_.emplace_back(error.what());
            return false;
        }
        return true;
    }
    std::string path() const { return folder_.file("net" + GetParam().format.suffixes.front()); }

    ScratchFolder folder_;
    std::vector<std::string> said_;
};

TEST_P(NetworkLosses, AreToldOrRefused) {
    RoadNetwork network = plain_network();
    GetParam().feature.add(network);
    if (!write(network, false)) {
        // Refusing is for what changes distances, and by its name.
        const auto words = {"no-through", "turn rule", "for destinations only", "may turn round"};
        const auto* word = std::ranges::find_if(words, [&](const char* one) { return told(one); });
        EXPECT_TRUE(word != words.end() || told("integers")) << said_.back();
        EXPECT_TRUE(folder_.names().empty());
        if (word == words.end()) return;
        ASSERT_TRUE(write(network, true));
        EXPECT_TRUE(told(*word));
    }
    const std::string all = joined_texts(said_);
    ReadOptions read;
    if (GetParam().format.name == "edge-list") read.format = "edge-list";
    const RoadNetwork back = read_network(path(), read);

    for (const Trait& trait : traits) {
        if (told("without arcs") && std::string_view(trait.word) == "the ids of nodes") continue;
        if ((told("parallel arc") || told("arc without")) && std::string_view(trait.word) == "the ids of arcs")
            continue;
        // Exactly the reported traits differ.
        EXPECT_EQ(trait.of(back) != trait.of(network), told(trait.word)) << trait.word << " in: " << all;
    }
    if (told("no-through")) return;
    const auto by_ids = [&](const RoadNetwork& one, const ArcColumn& cost) {
        RoadNetwork named = one;
        if (told("the ids of nodes")) named.node_ids = IdTable::consecutive(one.node_count());
        if (told("they are renumbered") && &one == &network) named.node_ids = numbered_centroids_first(one);
        auto found = distances(named, cost);
        if (told("without arcs"))
            std::erase_if(found, [](const auto& cell) { return cell.first.first == "5" || cell.first.second == "5"; });
        return found;
    };
    const auto& written = cost_column(network, "");
    const auto& taken = cost_column(back, "");
    EXPECT_EQ(by_ids(back, taken) != by_ids(network, written), told("without `cost`")) << all;
    if (GetParam().format.has(FormatTrait::one_cost)) return;
    for (const ArcColumn& own : network.columns) {
        const ArcColumn* same = back.column(own.name);
        if (same == nullptr) same = back.column(lower_case(own.name));
        if (same == nullptr && told("the column") && told(own.name)) continue;
        if (same == nullptr || told(format("written as '{}_2'", own.name))) {
            EXPECT_TRUE(told(format("the name '{}'", own.name))) << own.name << " is gone, and told: " << all;
            continue;
        }
        EXPECT_EQ(by_ids(back, *same), by_ids(network, own)) << own.name;
        EXPECT_EQ(same->unit != own.unit, told("the units of")) << own.name << ": " << all;
    }
}

INSTANTIATE_TEST_SUITE_P(EveryFormat, NetworkLosses, ::testing::ValuesIn(all_cases()), [](const auto& one) {
    std::string name = std::string(one.param.feature.name) + "_" + one.param.format.name;
    std::ranges::replace(name, '-', '_');
    return name;
});

}  // namespace
}  // namespace allways::tools
