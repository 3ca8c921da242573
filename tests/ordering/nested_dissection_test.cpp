#include "ordering/nested_dissection.h"

#include <gtest/gtest.h>

#include "ordering/level_cuts.h"
#include "ordering/metis_order.h"
#include "ordering_support.h"

namespace allways::testing {

namespace {

using Order = std::vector<std::uint32_t>;

void expect_permutation(Order order, std::size_t n) {
    ASSERT_EQ(order.size(), n);
    std::sort(order.begin(), order.end());
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(order[i], i);
}

double mean_up_degree(const ArcRows& rows, const Order& order) {
    return static_cast<double>(ordering::eliminate(rows.graph(), order).fill()) / static_cast<double>(order.size());
}

TEST(NestedDissection, OrdersEveryGraph) {
    std::uint64_t seed = 0;
    for (const NetworkFamily& family : network_families()) {
        for (const std::size_t n : {0, 1, 2, 3, 9, 40, 150, 400}) {
            if (n == 0 && family.name == "streets") continue;
            SCOPED_TRACE(family.name + " n " + std::to_string(n) + " seed " + std::to_string(++seed));
            const RoadNetwork network = family.make(n, seed);
            const ArcRows rows = arc_rows(network);
            const auto found = ordering::nested_dissection(rows.graph(), network.coordinates);
            expect_permutation(found.order, rows.node_count());
            EXPECT_FALSE(found.method.empty());
            EXPECT_EQ(ordering::nested_dissection(rows.graph(), network.coordinates).order, found.order);
            const auto neighbours = ordering::undirected(rows.graph());
            expect_permutation(ordering::level_cuts_order(neighbours), rows.node_count());
            if (const auto order = ordering::metis_order(neighbours)) expect_permutation(*order, rows.node_count());
        }
    }
}

// A grid of n nodes has n·log n fill in the best order; row by row it is n·√n.
TEST(NestedDissection, LeavesLittleFillInGrids) {
    const std::size_t n = 50 * 50;
    const ArcRows rows = arc_rows(network_of(grid(n), n, 9, 1));
    const auto neighbours = ordering::undirected(rows.graph());
    EXPECT_GT(mean_up_degree(rows, random_order(n, 1)), 60);
    EXPECT_LT(mean_up_degree(rows, ordering::level_cuts_order(neighbours)), 20);
    EXPECT_LT(mean_up_degree(rows, ordering::nested_dissection(rows.graph(), {}).order), 20);
    if (const auto order = ordering::metis_order(neighbours)) {
        EXPECT_LT(mean_up_degree(rows, *order), 17);
    }
}

// Trees need no fill, and cut at the right nodes no height either.
TEST(NestedDissection, LeavesNoFillInStarsAndPaths) {
    const ArcRows hub = arc_rows(network_of(star(100), 100, 9, 1));
    EXPECT_EQ(ordering::eliminate(hub.graph(), ordering::level_cuts_order(ordering::undirected(hub.graph()))).fill(), 99u);
    NodePairs path;
    for (std::uint64_t v = 0; v + 1 < 1000; ++v) path.emplace_back(v, v + 1);
    const ArcRows line = arc_rows(network_of(path, 1000, 9, 1));
    const auto e = ordering::eliminate(line.graph(), ordering::level_cuts_order(ordering::undirected(line.graph())));
    EXPECT_EQ(e.height(), 10u);
}

}  // namespace

}  // namespace allways::testing
