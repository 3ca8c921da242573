// SPDX-License-Identifier: Apache-2.0
#include "ordering/nested_dissection.h"

#include <gtest/gtest.h>

#include "ordering/dissection_stages.h"
#include "ordering/min_fill.h"
#include "ordering/undirected_graph.h"
#include "ordering/vertex_cut.h"
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
    return arc_rows(build_network(arcs, n, 9, 1));
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

// Large enough for several clusters, rough cuts and many jobs: streets, and islands of all sizes.
TEST(NestedDissection, OrdersLargeGraphsTheSameForAnyThreads) {
    NodePairs islands;
    std::uint64_t n = 0;
    for (const std::uint64_t size : {220 * 220, 100 * 100, 40'000, 1, 2, 500}) {
        for (const auto& [a, b] : size == 40'000 ? tree(size, 3) : grid(size)) islands.emplace_back(n + a, n + b);
        n += size;
    }
    for (const ArcRows& rows :
         {arc_rows(generate_streets({.nodes = 160'000})), arc_rows(build_network(islands, n, 9, 1))}) {
        SCOPED_TRACE(rows.node_count());
        const Nodes order = ordering::nested_dissection(rows.graph(), 1).order;
        expect_permutation(order, rows.node_count());
        for (const unsigned threads : {2, 3, 7})
            EXPECT_EQ(ordering::nested_dissection(rows.graph(), threads).order, order);
    }
}

TEST(NestedDissection, ReportsProgressAndStopsWhenAsked) {
    const ArcRows rows = arc_rows(generate_streets({.nodes = 100'000}));
    std::vector<Progress> reports;
    const ProgressCallback watch = [&](const Progress& progress) {
        EXPECT_EQ(progress.stage, "order");
        reports.push_back({"order", progress.done, progress.total});
        return true;
    };
    const Nodes order = ordering::nested_dissection(rows.graph(), 2, watch).order;
    EXPECT_EQ(order, ordering::nested_dissection(rows.graph(), 2).order);
    ASSERT_GE(reports.size(), 2u);
    EXPECT_EQ(reports.front().done, 0u);
    EXPECT_EQ(reports.back().done, reports.back().total);
    for (std::size_t i = 1; i < reports.size(); ++i) {
        EXPECT_EQ(reports[i].total, reports[0].total);
        EXPECT_GE(reports[i].done, reports[i - 1].done);
    }
    const auto stop_after = [&](int calls) { return [calls](const Progress&) mutable { return calls-- > 0; }; };
    EXPECT_THROW(ordering::nested_dissection(rows.graph(), 2, stop_after(0)), Cancelled);
    EXPECT_THROW(ordering::nested_dissection(rows.graph(), 2, stop_after(1)), Cancelled);
    EXPECT_THROW(
        ordering::nested_dissection(rows.graph(), 2, [](const Progress&) -> bool { throw InvalidArgument("mine"); }),
        InvalidArgument);
}

TEST(NestedDissection, AddsNoArcsToStars) {
    const ordering::Elimination e = eliminated(arc_rows(build_network(star(100'000), 100'000, 9, 1)));
    EXPECT_EQ(e.fill(), 99'999u);
    EXPECT_EQ(e.height(), 2u);
}

// A path in the order of its nodes would be as high as it is long.
TEST(NestedDissection, KeepsPathsAndTreesLow) {
    const ordering::Elimination line = eliminated(path(10'000));
    EXPECT_LT(line.height(), 40u);
    EXPECT_LT(line.fill(), 20'000u);
    const ordering::Elimination wood = eliminated(arc_rows(build_network(tree(10'000, 1), 10'000, 9, 1)));
    EXPECT_LT(wood.height(), 40u);
    EXPECT_LT(wood.fill(), 20'000u);
}

// Bounds are a tenth above the present fill. METIS 5.1 leaves 15.0 and 5.6 (bench/log/ordering.md).
TEST(NestedDissection, LeavesLittleFill) {
    const ordering::Elimination squares = eliminated(arc_rows(build_network(grid(50 * 50), 50 * 50, 9, 1)));
    EXPECT_LT(static_cast<double>(squares.fill()) / (50 * 50), 14.5);
    const ordering::Elimination streets = eliminated(arc_rows(generate_streets({.nodes = 20'000})));
    EXPECT_LT(static_cast<double>(streets.fill()) / 20'000, 4.6);
    EXPECT_LT(streets.height(), 200u);
}

// Beyond its bound on work the greedy order must still end, with every node in the order.
TEST(MinFill, EndsWhenItsWorkIsDone) {
    const std::size_t n = 2500;
    NodePairs arcs;
    Random random(1);
    for (std::uint64_t v = 0; v < n; ++v) {
        for (int i = 0; i < 4; ++i) arcs.emplace_back(v, random.below(n));
    }
    const ArcRows rows = arc_rows(build_network(arcs, n, 9, 1));
    const ordering::Dissection found = ordering::nested_dissection(rows.graph());
    expect_permutation(found.order, n);
    EXPECT_NE(found.method.find("nodes by degree"), std::string::npos) << found.method;
}

TEST(NestedDissection, TellsItsMethod) {
    const ArcRows streets = arc_rows(generate_streets({.nodes = 20'000}));
    EXPECT_EQ(ordering::nested_dissection(streets.graph()).method, "minimum fill and 7 levels of cuts");
    EXPECT_EQ(ordering::nested_dissection(path(10).graph()).method, "minimum fill and 0 levels of cuts");
}

// By hand: two triangles that share node 2. Nodes 0, 1, 3, 4 lack no arcs between neighbours, node 2 lacks four.
TEST(MinFill, TakesTheNodeThatAddsTheFewestArcs) {
    const ArcRows rows = arc_rows(build_network({{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}}, 5, 9, 1));
    ordering::MinFill elimination(ordering::undirected(rows.graph()));
    WorkMeter meter;
    elimination.eliminate(Nodes{2, 0}, ordering::MinFill::any_degree, meter);
    EXPECT_EQ(elimination.rest(), (Nodes{1, 3, 4}));
    elimination.eliminate(Nodes{1, 3, 4}, ordering::MinFill::any_degree, meter);
    const Nodes order = elimination.take_order();
    expect_permutation(order, 5);
    EXPECT_EQ(order[0], 0u);
    EXPECT_EQ(order[1], 2u);
}

// Against a plain elimination in which the border is a clique from the start.
TEST(MinFill, TakesTheFewestArcsOutsideTheBorder) {
    Random random(5);
    for (int repeat = 0; repeat < 200; ++repeat) {
        const std::uint32_t n = 4 + random.below(14);
        const std::uint32_t border = random.below(n / 2);
        SCOPED_TRACE("repeat " + std::to_string(repeat) + " n " + std::to_string(n));
        NodePairs arcs;
        for (std::uint64_t a = 0; a < n; ++a) {
            for (std::uint64_t b = 0; b < a; ++b) {
                if (random.below(10) < 3) arcs.emplace_back(a, b);
            }
        }
        const ArcRows rows = arc_rows(build_network(arcs, n, 9, 1));
        ordering::MinFill elimination(ordering::undirected(rows.graph()), border);
        Nodes inner(n - border);
        std::iota(inner.begin(), inner.end(), 0u);
        WorkMeter meter;
        elimination.eliminate(inner, ordering::MinFill::any_degree, meter);
        EXPECT_EQ(elimination.ordered_by_degree(), 0u);
        EXPECT_TRUE(elimination.rest().empty());
        const Nodes order = elimination.take_order();
        expect_permutation(order, n - border);

        auto joined = brute_force_fill(rows, {});
        for (std::uint32_t a = n - border; a < n; ++a) {
            for (std::uint32_t b = n - border; b < a; ++b) {
                joined[a].insert(b);
                joined[b].insert(a);
            }
        }
        const auto missing = [&](std::uint32_t v) {
            std::size_t count = 0;
            for (const std::uint32_t a : joined[v]) {
                for (const std::uint32_t b : joined[v]) count += a < b && !joined[a].contains(b);
            }
            return count;
        };
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::size_t taken = missing(order[i]);
            for (std::size_t j = i + 1; j < order.size(); ++j) EXPECT_LE(taken, missing(order[j]) + 1);
            const auto clique = joined[order[i]];
            for (const std::uint32_t a : clique) {
                joined[a].erase(order[i]);
                for (const std::uint32_t b : clique) {
                    if (a != b) joined[a].insert(b);
                }
            }
        }
    }
}

TEST(MinFill, LeavesNodesWithMoreNeighboursThanAskedFor) {
    const std::size_t n = 30 * 30;
    const ArcRows rows = arc_rows(build_network(grid(n), n, 9, 1));
    ordering::MinFill elimination(ordering::undirected(rows.graph()));
    Nodes all(n);
    std::iota(all.begin(), all.end(), 0u);
    WorkMeter meter;
    elimination.eliminate(all, 3, meter);
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

TEST(Clusters, AreConnectedAndTheSameForAnyThreads) {
    NodePairs arcs = grid(120 * 120);
    for (const auto& [a, b] : grid(9 * 9)) arcs.emplace_back(120 * 120 + a, 120 * 120 + b);
    const std::size_t n = 120 * 120 + 9 * 9 + 1;
    const ordering::UndirectedGraph graph = ordering::undirected(arc_rows(build_network(arcs, n, 9, 1)).graph());
    const ordering::Clusters found = ordering::clusters(graph, 500, 1, 1);
    EXPECT_EQ(ordering::clusters(graph, 500, 1, 5).of, found.of);
    EXPECT_NE(ordering::clusters(graph, 500, 2, 1).of, found.of);
    EXPECT_GE(found.count(), n / 500);
    expect_permutation(found.nodes, n);
    for (std::uint32_t c = 0; c < found.count(); ++c) {
        const auto members = found.members(c);
        ASSERT_FALSE(members.empty());
        std::set<std::uint32_t> seen{members[0]};
        Nodes queue{members[0]};
        for (std::size_t i = 0; i < queue.size(); ++i) {
            EXPECT_EQ(found.of[queue[i]], c);
            EXPECT_EQ(members[found.place[queue[i]]], queue[i]);
            for (const std::uint32_t w : graph.neighbours(queue[i])) {
                if (found.of[w] == c && seen.insert(w).second) queue.push_back(w);
            }
        }
        if (members[0] < 120 * 120) {
            EXPECT_EQ(seen.size(), members.size());
        }
    }
}

TEST(Contraction, LeavesTheArcsOfItsElimination) {
    const std::size_t n = 100'000;
    const ArcRows rows = arc_rows(generate_streets({.nodes = n}));
    WorkMeter meter;
    const ordering::Contraction left = ordering::contract(ordering::undirected(rows.graph()), 3, 2, meter);
    Nodes order = left.eliminated;
    order.insert(order.end(), left.kept.begin(), left.kept.end());
    expect_permutation(order, n);
    EXPECT_GT(left.eliminated.size(), n / 2);
    const auto truth = brute_force_fill(rows, left.eliminated);
    std::size_t with_few = 0;
    for (std::uint32_t i = 0; i < left.kept.size(); ++i) {
        Nodes neighbours;
        for (const std::uint32_t w : left.graph.neighbours(i)) neighbours.push_back(left.kept[w]);
        std::sort(neighbours.begin(), neighbours.end());
        ASSERT_EQ(neighbours, Nodes(truth[left.kept[i]].begin(), truth[left.kept[i]].end()));
        with_few += neighbours.size() <= 3;
    }
    EXPECT_LT(with_few, left.kept.size() / 100);
}

// A grid of 60 × 40, its columns of 4 nodes as clusters: the cut must be one row across.
TEST(CoarseCut, SeparatesTheSidesOfARoughCut) {
    NodePairs arcs;
    const auto at = [](std::uint64_t x, std::uint64_t y) { return x * 40 + y; };
    for (std::uint64_t x = 0; x < 60; ++x) {
        for (std::uint64_t y = 0; y < 40; ++y) {
            if (x + 1 < 60 && (x != 25 || y < 7)) arcs.emplace_back(at(x, y), at(x + 1, y));
            if (y + 1 < 40) arcs.emplace_back(at(x, y), at(x, y + 1));
        }
    }
    const auto graph = ordering::undirected(arc_rows(build_network(arcs, 2400, 9, 1)).graph());
    Nodes cluster(2400);
    for (std::uint32_t v = 0; v < 2400; ++v) cluster[v] = v / 4;
    const ordering::CoarseGraph coarse = ordering::coarse_graph(graph, cluster, 600);
    ASSERT_EQ(coarse.graph.node_count(), 600u);
    EXPECT_EQ(coarse.nodes, Nodes(600, 4));
    EXPECT_EQ(Nodes(coarse.graph.neighbours(0).begin(), coarse.graph.neighbours(0).end()), (Nodes{1, 10}));
    EXPECT_EQ((Nodes{coarse.arcs[0], coarse.arcs[1]}), (Nodes{1, 4}));
    Nodes line(600);
    std::iota(line.begin(), line.end(), 0u);
    WorkMeter meter;
    // Between the columns 25 and 26 only 7 arcs are left, in two clusters' rows.
    const ordering::RoughCut rough = ordering::rough_cut(coarse, line, meter);
    for (std::uint32_t c = 0; c < 600; ++c) EXPECT_EQ(rough.is_first[c], c / 10 <= 25) << c;
    std::atomic<std::size_t> most{600};
    const Nodes cut = ordering::exact_cut(graph, cluster, coarse, rough, most, meter);
    EXPECT_EQ(cut.size(), 7u);
    EXPECT_EQ(most, 7u);
    std::set<std::uint32_t> seen(cut.begin(), cut.end());
    EXPECT_EQ(seen.size(), 7u);
    Nodes queue{0};
    if (seen.contains(0)) queue.clear();
    for (std::size_t i = 0; i < queue.size(); ++i) {
        EXPECT_LT(queue[i] / 40, 26u + 7u);  // a corner may be cut off along a diagonal
        for (const std::uint32_t w : graph.neighbours(queue[i])) {
            if (seen.insert(w).second) queue.push_back(w);
        }
    }
    most = 6;
    EXPECT_TRUE(ordering::exact_cut(graph, cluster, coarse, rough, most, meter).empty());
}

// Without the nodes that are eliminated last, the graph falls into pieces. The pieces of each level have at most three
// quarters of the size of those above, down to pieces that are not cut further.
TEST(DissectionStages, PartWhatComesBefore) {
    const std::size_t n = 60 * 60;
    const ArcRows rows = arc_rows(build_network(grid(n), n, 9, 1));
    const ordering::UndirectedGraph graph = ordering::undirected(rows.graph());
    WorkMeter meter;
    const auto stages = ordering::dissection_stages(graph, 2, meter);
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
