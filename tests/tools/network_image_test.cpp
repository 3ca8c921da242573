// SPDX-License-Identifier: Apache-2.0
// Networks as the image of an HDF5 file, which is the copy in a GeoPackage: the same network comes back, and whatever
// the bytes, the reader fails only with an error.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/network/make_network.h"
#include "export/formats/formats.h"
#include "matrices/omx_file.h"
#include "support/random_networks.h"

namespace allways::tools {

using namespace importers;
namespace {

RoadNetwork some_network(std::uint64_t seed) {
    RoadNetwork network = generate_streets({.nodes = 60, .seed = seed});
    Random random(seed);
    network.texts.emplace_back("name");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        network.texts[0].add(random.chance(0.5) ? "" : std::to_string(random.below(20)));
        const auto shape = random.chance(0.5) ? ArcShapes::no_shape
                                              : network.shapes.add_shape(std::vector<Coordinate>{
                                                    {1, 2}, {static_cast<double>(random.below(1000)) / 100, 3}});
        network.shapes.add_arc(shape, random.chance(0.5));
    }
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        for (ArcIndex next = 0; next < network.arc_count() && network.turns.size() < 20; ++next) {
            if (network.head[arc] != network.tail[next] || !random.chance(0.2)) continue;
            network.turns.add(TurnRules::Kind::forbidden, std::vector<ArcIndex>{arc, next}, "rule");
            network.turns.costs.push_back({arc, next, Decimal(15, 1)});
        }
    }
    return network;
}

TEST(NetworkImage, ComesBack) {
    const RoadNetwork network = some_network(3);
    const std::string bytes = network_image(network);
    const RoadNetwork back = read_network_image(bytes, "copy");
    EXPECT_EQ(back.node_ids, network.node_ids);
    EXPECT_EQ(back.coordinates, network.coordinates);
    EXPECT_EQ(back.head, network.head);
    EXPECT_EQ(back.columns, network.columns);
    EXPECT_EQ(back.texts, network.texts);
    EXPECT_EQ(back.shapes.shapes_of_arcs(), network.shapes.shapes_of_arcs());
    EXPECT_EQ(back.turns, network.turns);
    EXPECT_EQ(network_image(back), bytes);
    // Columns grow on where they ended.
    RoadNetwork longer = back;
    longer.texts[0].add("7");
    longer.texts[0].add("another");
    EXPECT_EQ(longer.texts[0].text(network.arc_count()), "7");
    EXPECT_EQ(longer.texts[0].text(network.arc_count() + 1), "another");
    EXPECT_EQ(longer.texts[0].texts().size(), network.texts[0].texts().size() + 1);
}

// Every field, among them those that tables lack or store as doubles.
TEST(NetworkImage, KeepsEveryField) {
    RoadNetwork network = some_network(4);
    const std::size_t m = network.arc_count();
    std::vector<Decimal> values(m, Decimal(-7, 300));
    values[0] = Decimal::missing();
    values[1] = Decimal(123'456'789'012'345'678, -6);
    values[2] = Decimal(std::numeric_limits<std::int64_t>::max() / 10, 17);
    network.columns.push_back({"far \xff", "km", values, -2});
    network.columns.push_back({"", "", std::vector<Decimal>(m, Decimal()), std::nullopt});
    network.no_through.assign(network.node_count(), 0);
    network.no_through[1] = NoThrough::centroid;
    network.elimination_order.clear();
    for (NodeIndex node = static_cast<NodeIndex>(network.node_count()); node-- > 0;) {
        if (node != 1) network.elimination_order.push_back(node);
    }
    network.reversed.assign(m, 0);
    network.reversed[3] = 1;
    network.turns.add(TurnRules::Kind::mandatory, network.turns.sequence(0), "");
    network.turns.costs[0].seconds = Decimal(123'456'789'012'345'678, 9);
    network.turns.destination_only.assign(m, 1);
    network.turns.may_turn_round.assign(network.node_count(), 1);
    network.coordinates[0] = {-0.0, 1e-300};
    network.provenance.crs = "EPSG:2223";
    network.provenance.coordinate_unit = Provenance::CoordinateUnit::length;
    network.provenance.metres_per_unit = 0.3048;
    network.provenance.whole_numbers = true;
    network.provenance.notes = {{"b", "same"}, {"a", "same"}, {"", ""}, {"b", std::string(100'000, 'x')}};
    std::vector<std::string> ids;
    for (std::size_t arc = 0; arc < m; ++arc) ids.push_back(std::to_string(arc / 2));
    network.arc_ids = IdTable(ids);
    const RoadNetwork back = read_network_image(network_image(network), "copy");
    EXPECT_EQ(back.node_ids, network.node_ids);
    EXPECT_EQ(back.arc_ids, network.arc_ids);
    EXPECT_EQ(back.coordinates, network.coordinates);
    EXPECT_TRUE(std::signbit(back.coordinates[0].x));
    EXPECT_EQ(back.no_through, network.no_through);
    EXPECT_EQ(back.elimination_order, network.elimination_order);
    EXPECT_EQ(back.tail, network.tail);
    EXPECT_EQ(back.head, network.head);
    EXPECT_EQ(back.reversed, network.reversed);
    EXPECT_EQ(back.columns, network.columns);
    EXPECT_EQ(back.texts, network.texts);
    EXPECT_EQ(back.shapes.all_points(), network.shapes.all_points());
    EXPECT_EQ(back.shapes.backward_of_arcs(), network.shapes.backward_of_arcs());
    EXPECT_EQ(back.turns, network.turns);
    EXPECT_EQ(back.provenance.crs, network.provenance.crs);
    EXPECT_EQ(back.provenance.coordinate_unit, network.provenance.coordinate_unit);
    EXPECT_EQ(back.provenance.metres_per_unit, network.provenance.metres_per_unit);
    EXPECT_EQ(back.provenance.whole_numbers, network.provenance.whole_numbers);
    EXPECT_EQ(back.provenance.notes, network.provenance.notes);
}

// Returns true if the bytes are another network, whose indexes are all in range.
bool is_network(std::string_view bytes) {
    try {
        const RoadNetwork network = read_network_image(bytes, "copy");
        for (const NodeIndex node : network.head) EXPECT_LT(node, network.node_count());
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) network.shapes.points(arc);
        return true;
    } catch (const DamagedContent&) {
    } catch (const InputError&) {
    }
    return false;
}

TEST(NetworkImage, OtherBytesAreDamagedOrAnotherNetwork) {
    const std::string bytes = network_image(some_network(5));
    EXPECT_TRUE(is_network(bytes));
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 300) {
        EXPECT_FALSE(is_network(std::string_view(bytes).substr(0, size))) << size;
    }
    EXPECT_FALSE(is_network(bytes + "x"));
    Random random(9);
    int damaged = 0;
    for (int round = 0; round < 1500; ++round) {
        std::string other = bytes;
        for (std::uint64_t change = 1 + random.below(3); change > 0; --change) {
            other[random.below(other.size())] = static_cast<char>(random.below(256));
        }
        damaged += is_network(other) ? 0 : 1;
    }
    EXPECT_GT(damaged, 100);
}

// Larger datasets are compressed; damage in them is an error too.
TEST(NetworkImage, LargerDatasetsAreCompressed) {
    const RoadNetwork network = generate_streets({.nodes = 3'000});
    const std::string bytes = network_image(network);
    EXPECT_LT(bytes.size(), network.arc_count() * 20);
    EXPECT_EQ(read_network_image(bytes, "copy").columns, network.columns);
    Random random(2);
    for (int round = 0; round < 100; ++round) {
        std::string other = bytes;
        other[random.below(other.size())] = static_cast<char>(random.below(256));
        (void)is_network(other);
    }
}

}  // namespace
}  // namespace allways::tools
