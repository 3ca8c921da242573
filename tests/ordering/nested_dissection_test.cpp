#include "ordering/nested_dissection.h"

#include <gtest/gtest.h>

#include "ordering/dissection_stages.h"
#include "ordering/min_fill.h"
#include "ordering_support.h"

namespace allways::testing {

namespace {

using Nodes = std::vector<std::uint32_t>;

void expect_permutation(Nodes order, std::size_t n) {
    ASSERT_EQ(order.size(), n);
    std::sort(order.begin(), order.end());
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(order[i], i);
}

ordering::Elimination eliminated(const ArcRows& rows) {
    return ordering::eliminate(rows.graph(), ordering::nested_dissection(rows.graph()).order);
}

ArcRows path(std::size_t n) {
    NodePairs arcs;
    for (std::uint64_t v = 0; v + 1 < n; ++v) arcs.emplace_back(v, v + 1);
    return arc_rows(extract_network(arcs, n, 9, 1));
}

TEST(NestedDissection, OrdersEveryGraphTheSameForAnyThreads) {
    std::uint64_t seed = 0;
    for (const NetworkFamily& family : network_families()) {
        for (const std::size_t n : {0, 1, 2, 3, 9, 40, 300, 700}) {
            if (n == 0 && family.name == "streets") continue;
            SCOPED_TRACE(family.name + " n " + std::to_string(n) + " seed " + std::to_string(++seed));
            const ArcRows rows = arc_rows(family.make(n, seed));
            const Nodes order = ordering::nested_dissection(rows.graph()).order;
            expect_permutation(order, rows.node_count());
            for (const unsigned threads : {1, 3})
                EXPECT_EQ(ordering::nested_dissection(rows.graph(), threads).order, order);
        }
    }
}

TEST(NestedDissection, AddsNoArcsToStars) {
    const ordering::Elimination e = eliminated(arc_rows(extract_network(star(100'000), 100'000, 9, 1)));
    EXPECT_EQ(e.fill(), 99'999u);
    EXPECT_EQ(e.height(), 2u);
}

// A path in the order of its nodes would be as high as it is long.
TEST(NestedDissection, KeepsPathsAndTreesLow) {
    const ordering::Elimination line = eliminated(path(10'000));
    EXPECT_LT(line.height(), 40u);
    EXPECT_LT(line.fill(), 20'000u);
    const ordering::Elimination wood = eliminated(arc_rows(extract_network(tree(10'000, 1), 10'000, 9, 1)));
    EXPECT_LT(wood.height(), 40u);
    EXPECT_LT(wood.fill(), 20'000u);
}

// Bounds are a tenth above what is left today. METIS 5.1 leaves 15.0 and 5.6 (bench/log.md).
TEST(NestedDissection, LeavesLittleFill) {
    const ordering::Elimination squares = eliminated(arc_rows(extract_network(grid(50 * 50), 50 * 50, 9, 1)));
    EXPECT_LT(static_cast<double>(squares.fill()) / (50 * 50), 14.5);
    const ordering::Elimination streets = eliminated(arc_rows(generate_streets({.nodes = 20'000})));
    EXPECT_LT(static_cast<double>(streets.fill()) / 20'000, 4.6);
    EXPECT_LT(streets.height(), 200u);
}

// Past its bound on work the greedy order must still end, with every node in its place.
TEST(MinFill, EndsWhenItsWorkIsDone) {
    const std::size_t n = 2500;
    NodePairs arcs;
    Random random(1);
    for (std::uint64_t v = 0; v < n; ++v) {
        for (int i = 0; i < 4; ++i) arcs.emplace_back(v, random.below(n));
    }
    const ArcRows rows = arc_rows(extract_network(arcs, n, 9, 1));
    const ordering::Dissection found = ordering::nested_dissection(rows.graph());
    expect_permutation(found.order, n);
    EXPECT_NE(found.method.find("nodes by degree"), std::string::npos) << found.method;
}

TEST(NestedDissection, TellsItsMethod) {
    const ArcRows streets = arc_rows(generate_streets({.nodes = 20'000}));
    EXPECT_EQ(ordering::nested_dissection(streets.graph()).method, "minimum fill and 8 levels of cuts");
    EXPECT_EQ(ordering::nested_dissection(path(10).graph()).method, "minimum fill and 0 levels of cuts");
}

// By hand: two triangles that share node 2. Nodes 0, 1, 3, 4 lack no arcs between neighbours, node 2 lacks four.
TEST(MinFill, TakesTheNodeThatAddsTheFewestArcs) {
    const ArcRows rows = arc_rows(extract_network({{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}}, 5, 9, 1));
    ordering::MinFill elimination(ordering::undirected(rows.graph()));
    elimination.eliminate(Nodes{2, 0});
    EXPECT_EQ(elimination.rest(), (Nodes{1, 3, 4}));
    elimination.eliminate(Nodes{1, 3, 4});
    const Nodes order = elimination.take_order();
    expect_permutation(order, 5);
    EXPECT_EQ(order[0], 0u);
    EXPECT_EQ(order[1], 2u);
}

TEST(MinFill, LeavesNodesWithMoreNeighboursThanAskedFor) {
    const std::size_t n = 30 * 30;
    const ArcRows rows = arc_rows(extract_network(grid(n), n, 9, 1));
    ordering::MinFill elimination(ordering::undirected(rows.graph()));
    Nodes all(n);
    std::iota(all.begin(), all.end(), 0u);
    elimination.eliminate(all, 3);
    const Nodes rest = elimination.rest();
    const ordering::UndirectedGraph left = elimination.graph_of(rest);
    ASSERT_EQ(left.node_count(), rest.size());
    ASSERT_GT(rest.size(), n / 4);
    for (std::uint32_t v = 0; v < rest.size(); ++v) EXPECT_GT(left.neighbours(v).size(), 3u);
    // The arcs between them are those of the true elimination.
    Nodes order = elimination.take_order();
    const auto truth = brute_force_fill(rows, order);
    for (std::uint32_t v = 0; v < rest.size(); ++v) {
        Nodes neighbours;
        for (const std::uint32_t w : left.neighbours(v)) neighbours.push_back(rest[w]);
        EXPECT_EQ(neighbours, Nodes(truth[rest[v]].begin(), truth[rest[v]].end()));
    }
}

// Without the nodes of the last turns, what is left falls into pieces, each level's at most three quarters of those of
// the level above, down to those that are not cut any further.
TEST(DissectionStages, PartWhatComesBefore) {
    const std::size_t n = 60 * 60;
    const ArcRows rows = arc_rows(extract_network(grid(n), n, 9, 1));
    const ordering::UndirectedGraph graph = ordering::undirected(rows.graph());
    const auto stages = ordering::dissection_stages(graph, 2);
    ASSERT_GT(stages.size(), 3u);
    EXPECT_LT(stages.back().size(), 2 * 60u);
    Nodes all;
    Nodes stage_of(n);
    for (std::uint32_t s = 0; s < stages.size(); ++s) {
        EXPECT_FALSE(stages[s].empty());
        all.insert(all.end(), stages[s].begin(), stages[s].end());
        for (const std::uint32_t v : stages[s]) stage_of[v] = s;
    }
    expect_permutation(all, n);
    std::size_t largest_before = n;
    for (std::size_t s = stages.size(); s-- > 1;) {
        Nodes seen(n, 0);
        std::size_t largest = 0;
        for (std::uint32_t start = 0; start < n; ++start) {
            if (seen[start] || stage_of[start] >= s) continue;
            Nodes queue{start};
            seen[start] = 1;
            for (std::size_t i = 0; i < queue.size(); ++i) {
                for (const std::uint32_t w : graph.neighbours(queue[i])) {
                    if (seen[w] || stage_of[w] >= s) continue;
                    seen[w] = 1;
                    queue.push_back(w);
                }
            }
            largest = std::max(largest, queue.size());
        }
        EXPECT_LE(largest, std::max<std::size_t>(199, largest_before * 3 / 4));
        largest_before = largest;
    }
    EXPECT_LT(largest_before, 200u);
}

}  // namespace

}  // namespace allways::testing
