// SPDX-License-Identifier: Apache-2.0
#include "allways/network/components.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_networks.h"

namespace allways {
namespace {

RoadNetwork build_network(std::size_t nodes, const std::vector<std::pair<NodeIndex, NodeIndex>>& arcs) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(nodes);
    network.columns.push_back({"length", "m", {}, {}});
    for (const auto& [tail, head] : arcs) {
        network.tail.push_back(tail);
        network.head.push_back(head);
        network.columns[0].values.emplace_back(15, 1);
    }
    network.arc_ids = IdTable::consecutive(arcs.size());
    return network;
}

TEST(ComponentList, PutsTheLargestFirst) {
    // 0, a ring 1 2 3, a pair 4 5, and an arc from the ring to the pair.
    RoadNetwork network = build_network(6, {{1, 2}, {2, 3}, {3, 1}, {4, 5}, {5, 4}, {3, 4}});
    network.coordinates = {{9, 9}, {0, 0}, {2, 1}, {1, -1}, {5, 5}, {5, 6}};
    network.reversed = {0, 0, 0, 0, 1, 0};
    const ComponentList strong = list_components(network, Connection::strong);
    ASSERT_EQ(strong.components.size(), 3u);
    EXPECT_EQ(strong.of, (std::vector<std::uint32_t>{2, 0, 0, 0, 1, 1}));
    EXPECT_EQ(strong.components[0].nodes, 3u);
    EXPECT_EQ(strong.components[0].arcs, 3u);
    EXPECT_EQ(strong.components[0].example, 1u);
    EXPECT_EQ(strong.components[0].length->to_string(), "4.5");
    EXPECT_EQ(strong.components[1].length->to_string(), "1.5");  // one road, both ways
    EXPECT_EQ(strong.components[0].extent.low, (Coordinate{0, -1}));
    EXPECT_EQ(strong.components[0].extent.high, (Coordinate{2, 1}));
    const ComponentList weak = list_components(network, Connection::weak);
    EXPECT_EQ(weak.of, (std::vector<std::uint32_t>{1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(weak.components[0].arcs, 6u);
}

TEST(ComponentList, NoThroughNodesJoinNothing) {
    // Two pairs 0 1 and 2 3, and a zone 4 with arcs from and to both; a zone 5 that is only entered.
    RoadNetwork network = build_network(6, {{0, 1}, {1, 0}, {2, 3}, {3, 2}, {4, 0}, {0, 4}, {4, 2}, {3, 4}, {1, 5}});
    network.no_through = {0, 0, 0, 0, 1, 1};
    const ComponentList strong = list_components(network, Connection::strong);
    EXPECT_EQ(strong.of, (std::vector<std::uint32_t>{0, 0, 1, 1, 0, 2}));
    const ComponentList weak = list_components(network, Connection::weak);
    EXPECT_EQ(weak.of, (std::vector<std::uint32_t>{0, 0, 1, 1, 0, 0}));
    network.no_through.assign(6, 1);
    EXPECT_EQ(list_components(network, Connection::weak).components.size(), 6u);
}

TEST(ComponentList, OfNothingIsEmptyAndWhatIsMissingIsNotKnown) {
    EXPECT_TRUE(list_components({}, Connection::strong).components.empty());
    RoadNetwork network = build_network(2, {{0, 1}, {1, 0}});
    network.columns[0].values[1] = Decimal::missing();
    EXPECT_FALSE(list_components(network, Connection::strong).components[0].length.has_value());
    EXPECT_TRUE(list_components(network, Connection::strong).components[0].extent.is_empty());
}

// Passable nodes are in one component if and only if they reach each other through passable nodes.
TEST(ComponentListProperties, AreThoseThatPathsTell) {
    for (const auto& kind : testing::network_kinds()) {
        RoadNetwork network = testing::random_network(kind, 30, 7);
        const ComponentList list = list_components(network, Connection::strong);
        std::vector<std::vector<std::int64_t>> distance;
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            distance.push_back(testing::true_distances(network, node));
        }
        for (NodeIndex i = 0; i < network.node_count(); ++i) {
            for (NodeIndex j = 0; j < network.node_count(); ++j) {
                const bool mutual = distance[i][j] != testing::no_path && distance[j][i] != testing::no_path;
                const bool same = list.of[i] == list.of[j];
                if (network.is_no_through(i) || network.is_no_through(j)) continue;
                ASSERT_EQ(same, mutual) << kind.name << ": " << i << ", " << j;
            }
        }
        EXPECT_TRUE(std::ranges::is_sorted(list.components, std::ranges::greater(), &ComponentList::Entry::nodes));
    }
}

}  // namespace
}  // namespace allways
