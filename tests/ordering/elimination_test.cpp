// SPDX-License-Identifier: Apache-2.0
#include "ordering/elimination.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "ordering/nested_dissection.h"
#include "ordering_support.h"

namespace allways::testing {

namespace {

void expect_elimination_of(const ordering::Elimination& e, const ArcRows& rows,
                           const std::vector<std::uint32_t>& order) {
    const std::size_t n = rows.node_count();
    ASSERT_EQ(e.node_count(), n);
    ASSERT_EQ(e.first_up.size(), n + 1);
    const auto truth = brute_force_fill(rows, order);
    for (std::uint32_t v = 0; v < n; ++v) {
        EXPECT_EQ(e.rank_of[e.node_at[v]], v);
        std::vector<std::uint32_t> expected;
        for (const std::uint32_t node : truth[e.node_at[v]]) expected.push_back(e.rank_of[node]);
        std::sort(expected.begin(), expected.end());
        const auto ups = e.ups(v);
        ASSERT_EQ(std::vector<std::uint32_t>(ups.begin(), ups.end()), expected) << "rank " << v;
        EXPECT_EQ(e.parent[v], ups.empty() ? ordering::no_parent : ups.front());
        if (!ups.empty()) {
            EXPECT_GT(ups.front(), v);
            EXPECT_EQ(e.depth[v], e.depth[ups.front()] + 1);
        } else {
            EXPECT_EQ(e.depth[v], 0u);
        }
        // A postorder: exactly the subtree lies in v - subtree_size + 1 … v.
        ASSERT_LE(e.subtree_size[v], v + 1);
        for (std::uint32_t u = 0; u < n; ++u) {
            std::uint32_t ancestor = u;
            while (ancestor < v) ancestor = e.parent[ancestor];
            EXPECT_EQ(ancestor == v, u <= v && u + e.subtree_size[v] > v) << u << " below " << v;
        }
    }
}

void expect_same(const ordering::Elimination& a, const ordering::Elimination& b) {
    EXPECT_EQ(a.node_at, b.node_at);
    EXPECT_EQ(a.rank_of, b.rank_of);
    EXPECT_EQ(a.parent, b.parent);
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.subtree_size, b.subtree_size);
    EXPECT_EQ(a.first_up, b.first_up);
}

// Large enough for several parts and subtrees; one order has its cuts last, the other is a postorder of its tree.
TEST(Elimination, IsTheSameForAnyThreads) {
    const ArcRows rows = arc_rows(generate_streets({.nodes = 150'000}));
    auto order = ordering::nested_dissection(rows.graph()).order;
    for (int repeat = 0; repeat < 2; ++repeat) {
        const ordering::Elimination e = ordering::eliminate(rows.graph(), order, 1);
        for (const unsigned threads : {2, 3, 7}) {
            const ordering::Elimination other = ordering::eliminate(rows.graph(), order, threads);
            expect_same(other, e);
            EXPECT_EQ(other.up, e.up);
        }
        for (const bool wanted : {false, true}) {
            const auto decided = ordering::eliminate(rows.graph(), order, 3, {}, [&](const auto& forecast) {
                expect_same(forecast, e);
                EXPECT_TRUE(forecast.up.empty());
                return wanted;
            });
            expect_same(decided, e);
            EXPECT_EQ(decided.up, wanted ? e.up : std::vector<std::uint32_t>());
        }
        order = e.node_at;
    }
}

TEST(Elimination, EqualsTakingNodesOutOneByOne) {
    std::uint64_t seed = 0;
    for (const NetworkFamily& family : network_families()) {
        for (const std::size_t n : {1, 2, 3, 7, 16, 33}) {
            for (int repeat = 0; repeat < 2; ++repeat) {
                SCOPED_TRACE(family.name + " n " + std::to_string(n) + " seed " + std::to_string(++seed));
                const ArcRows rows = arc_rows(family.make(n, seed));
                const auto order = random_order(rows.node_count(), seed);
                const ordering::Elimination e = ordering::eliminate(rows.graph(), order);
                expect_elimination_of(e, rows, order);
                const ordering::Elimination again = ordering::eliminate(rows.graph(), e.node_at);
                expect_same(again, e);
                EXPECT_EQ(again.up, e.up);
                const ordering::Elimination forecast =
                    ordering::eliminate(rows.graph(), order, 0, {}, [](const auto&) { return false; });
                expect_same(forecast, e);
                EXPECT_TRUE(forecast.up.empty());
                EXPECT_EQ(forecast.fill(), e.up.size());
            }
        }
    }
    EXPECT_GE(seed, 200u);
}

TEST(Elimination, OfNothing) {
    const ordering::Elimination e = ordering::eliminate({}, {});
    EXPECT_EQ(e.node_count(), 0u);
    EXPECT_EQ(e.fill(), 0u);
    EXPECT_EQ(e.height(), 0u);
}

// Every order of a complete graph is as good: node k of n has n - 1 - k upper neighbours.
TEST(Elimination, OfACompleteGraph) {
    const ArcRows rows = arc_rows(generate_random_network({.nodes = 10, .probability = 1}));
    const ordering::Elimination e = ordering::eliminate(rows.graph(), random_order(10, 1));
    EXPECT_EQ(e.fill(), 45u);
    EXPECT_EQ(e.triangles(), 120u);
    EXPECT_EQ(e.height(), 10u);
}

// A path 0 ─ 1 ─ 2 ─ 3 ─ 4, its middle last: a tree of height 3 without new arcs.
TEST(Elimination, OfAPathByItsMiddle) {
    const ArcRows rows = arc_rows(build_network({{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 5, 1, 1));
    const std::vector<std::uint32_t> order = {0, 1, 4, 3, 2};
    const ordering::Elimination e = ordering::eliminate(rows.graph(), order);
    EXPECT_EQ(e.node_at, order);
    EXPECT_EQ(e.fill(), 4u);
    EXPECT_EQ(e.triangles(), 0u);
    EXPECT_EQ(e.height(), 3u);
    EXPECT_EQ(e.parent, (std::vector<std::uint32_t>{1, 4, 3, 4, ordering::no_parent}));
    EXPECT_EQ(e.subtree_size, (std::vector<std::uint32_t>{1, 2, 1, 2, 5}));
}

TEST(Elimination, RefusesWhatIsNoPermutation) {
    const ArcRows rows = arc_rows(build_network({{0, 1}, {1, 2}}, 3, 1, 1));
    for (const std::vector<std::uint32_t>& order :
         {std::vector<std::uint32_t>{0, 1}, {0, 1, 1}, {0, 1, 3}, {0, 1, 2, 3}, {}}) {
        EXPECT_THROW(ordering::eliminate(rows.graph(), order), InvalidArgument);
    }
}

}  // namespace

}  // namespace allways::testing
