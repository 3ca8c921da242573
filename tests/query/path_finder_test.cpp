// SPDX-License-Identifier: Apache-2.0
#include "query/path_finder.h"

#include <cmath>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "brute_force.h"

namespace allways {
namespace {

using query::PathFinder;
using test::BruteForce;
using test::Example;
using test::far;
using test::make_example;
using test::random_example;

PathFinder finder_of(const RoadNetwork& network, const ArcCosts& costs) {
    return PathFinder(cost::ExpandedNetwork(network, costs.scale.name), costs);
}

Path shortest_path(const RoadNetwork& network, const ArcCosts& costs, NodeIndex from, NodeIndex to) {
    return finder_of(network, costs).shortest_path(from, to);
}

std::vector<std::uint64_t> arcs_of(const Path& path) {
    std::vector<std::uint64_t> arcs;
    for (const PathLeg& leg : path.legs) arcs.push_back(leg.arc);
    return arcs;
}

TEST(PathFinder, LowestOrdinalAmongTies) {
    // 0 -> 1 -> 3 and 0 -> 2 -> 3 cost the same; 0's arc to 2 comes first in the file.
    const Example example = make_example(4, {0, 0, 1, 2}, {2, 1, 3, 3}, {1, 1, 1, 1});
    const Path path = shortest_path(example.network, example.costs, 0, 3);
    EXPECT_EQ(arcs_of(path), (std::vector<std::uint64_t>{0, 3}));
    EXPECT_EQ(path.raw_distance, 2);
}

TEST(PathFinder, NoThroughNodesAreOnlyFirstOrLast) {
    const Example example = make_example(4, {0, 1, 0, 2, 3}, {1, 2, 2, 3, 0}, {1, 1, 5, 1, 1}, {0, 1, 0, 0});
    EXPECT_EQ(shortest_path(example.network, example.costs, 0, 2).raw_distance, 5);
    EXPECT_EQ(shortest_path(example.network, example.costs, 0, 1).raw_distance, 1);
    EXPECT_EQ(shortest_path(example.network, example.costs, 1, 3).raw_distance, 2);
}

TEST(PathFinder, ZeroCostCycleIsWalkedOnceToItsExit) {
    // 0, 1, 2 in a ring of zero cost; only 2 leads on to 3.
    const Example example = make_example(4, {0, 1, 2, 2, 1}, {1, 2, 0, 3, 0}, {0, 0, 0, 4, 0});
    const Path path = shortest_path(example.network, example.costs, 0, 3);
    ASSERT_EQ(path.legs.size(), 3u);
    EXPECT_EQ(path.legs[1].to, 2u);
    EXPECT_EQ(path.raw_distance, 4);
}

TEST(PathFinder, UnreachableSameNodeAndBadIndex) {
    const Example example = make_example(3, {0, 1}, {1, 1}, {2, 0});
    const Path none = shortest_path(example.network, example.costs, 1, 0);
    EXPECT_FALSE(none.reachable);
    EXPECT_TRUE(std::isinf(none.raw_distance));
    const Path stay = shortest_path(example.network, example.costs, 2, 2);
    EXPECT_TRUE(stay.reachable);
    EXPECT_TRUE(stay.legs.empty());
    EXPECT_THROW(shortest_path(example.network, example.costs, 0, 3), InvalidArgument);
}

TEST(PathFinder, NegativeCycleIsNamed) {
    const Example example = make_example(3, {0, 1, 2, 1}, {1, 2, 1, 0}, {1, -2, 1, 5});
    try {
        finder_of(example.network, example.costs);
        FAIL() << "expected a negative cycle";
    } catch (const NegativeCycleError& error) {
        EXPECT_EQ(error.cycle().size(), 2u);
        EXPECT_NE(std::string(error.what()).find("101"), std::string::npos);
    }
}

TEST(PathFinder, NegativeCycleThroughANoThroughNodeIsNone) {
    const Example example = make_example(3, {0, 1, 2}, {1, 0, 1}, {1, -2, 1}, {0, 1, 0});
    EXPECT_EQ(shortest_path(example.network, example.costs, 1, 0).raw_distance, -2);
    EXPECT_EQ(shortest_path(example.network, example.costs, 2, 0).reachable, false);
}

TEST(PathFinder, FloatCosts) {
    Example example = make_example(4, {0, 0, 1, 2, 3}, {1, 2, 3, 3, 0}, {0, 0, 0, 0, 0});
    example.costs.values = std::vector<float>{0.5f, 0.25f, 0.5f, 0.5f, -0.25f};
    const Path path = shortest_path(example.network, example.costs, 0, 3);
    EXPECT_EQ(arcs_of(path), (std::vector<std::uint64_t>{1, 3}));
    EXPECT_EQ(path.raw_distance, 0.75);
    EXPECT_EQ(shortest_path(example.network, example.costs, 2, 1).raw_distance, 0.75);
}

// The paths are those of the canonical next hops, arc by arc.
TEST(PathFinder, AgreesWithTheRuleOnRandomNetworks) {
    for (unsigned seed = 0; seed < 600; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const Example example = random_example(random, seed % 2 == 1);
        const BruteForce brute(example.network, example.costs);
        const DistanceTable table = brute.table();
        const PathFinder finder = finder_of(example.network, example.costs);
        EXPECT_EQ(finder.arcs().head, table.arcs().head);
        for (NodeIndex i = 0; i < table.node_count(); ++i) {
            for (NodeIndex j = 0; j < table.node_count(); ++j) {
                const Path found = finder.shortest_path(i, j);
                const Path wanted = table.path(i, j);
                ASSERT_EQ(found.reachable, wanted.reachable) << i << " -> " << j;
                ASSERT_EQ(found.raw_distance, wanted.raw_distance) << i << " -> " << j;
                ASSERT_EQ(arcs_of(found), arcs_of(wanted)) << i << " -> " << j;
            }
        }
    }
}

}  // namespace
}  // namespace allways
