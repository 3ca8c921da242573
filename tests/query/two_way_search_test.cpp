// SPDX-License-Identifier: Apache-2.0
// The search from both ends against full searches from one end.
#include "query/path_finder.h"

#include <gtest/gtest.h>

#include "support/network_shapes.h"

namespace allways::query {
namespace {

constexpr std::int64_t unreachable = SearchGraph<std::int64_t>::unreachable;

TEST(TwoWaySearch, DistancesAlongPathsAreExactAndOthersNotTooSmall) {
    std::size_t along = 0;
    for (const auto& family : testing::network_families()) {
        for (const std::uint64_t seed : {1, 2, 3}) {
            const RoadNetwork network = family.make(40 + 20 * seed, seed);
            const ArcCosts costs = build_arc_costs(network, {});
            if (costs.type() != CostType::int32) continue;
            SCOPED_TRACE(family.name + " " + std::to_string(seed));
            const auto graph = build_search_graph<std::int64_t>(network, costs);
            const HopRule rule(graph);
            Random random(seed);
            for (int round = 0; round < 40; ++round) {
                const auto from = static_cast<NodeIndex>(random.below(network.node_count()));
                const auto to = static_cast<NodeIndex>(random.below(network.node_count()));
                if (from == to) continue;
                const auto ahead = search(graph, from, Direction::from_root);
                const auto behind = search(graph, to, Direction::to_root);
                const std::vector<std::int64_t> found = distances_along_paths(graph, from, to);
                ASSERT_EQ(found[from], behind.distance[from]);
                if (found[from] == unreachable) continue;
                const std::int64_t total = found[from];
                for (NodeIndex node = 0; node < network.node_count(); ++node) {
                    ASSERT_GE(found[node], node == to ? 0 : behind.distance[node]);
                    const bool ends = node == from || node == to;
                    if (!ends && !graph.is_passable(node)) continue;
                    if (ahead.distance[node] == unreachable || behind.distance[node] == unreachable) continue;
                    if (ahead.distance[node] + behind.distance[node] != total) continue;
                    ASSERT_EQ(found[node], behind.distance[node]);
                    if (node == to) continue;
                    ASSERT_EQ(rule.next(node, to, [&](NodeIndex at) { return found[at]; }),
                              rule.next(node, to, [&](NodeIndex at) { return behind.distance[at]; }));
                    ++along;
                }
            }
        }
    }
    EXPECT_GT(along, 10'000u);
}

}  // namespace
}  // namespace allways::query
