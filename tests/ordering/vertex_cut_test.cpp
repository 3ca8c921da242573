// SPDX-License-Identifier: Apache-2.0
#include "ordering/vertex_cut.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>

#include "ordering_support.h"

namespace allways::testing {

namespace {

using Nodes = std::vector<std::uint32_t>;

// Returns true if some path joins the two ends without the nodes of `removed` (bits).
bool joined(const ordering::UndirectedGraph& graph, const Nodes& line, std::size_t end, std::uint32_t removed) {
    const auto n = static_cast<std::uint32_t>(line.size());
    std::uint32_t target = 0;
    for (std::size_t i = 0; i < end; ++i) target |= 1u << line[n - 1 - i];
    Nodes queue;
    std::uint32_t seen = removed;
    for (std::size_t i = 0; i < end; ++i) {
        if (removed >> line[i] & 1) continue;
        queue.push_back(line[i]);
        seen |= 1u << line[i];
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (target >> queue[i] & 1) return true;
        for (const std::uint32_t w : graph.neighbours(queue[i])) {
            if (seen >> w & 1) continue;
            seen |= 1u << w;
            queue.push_back(w);
        }
    }
    return false;
}

std::uint32_t bits(const Nodes& nodes) {
    std::uint32_t set = 0;
    for (const std::uint32_t v : nodes) set |= 1u << v;
    return set;
}

ordering::UndirectedGraph random_connected(std::size_t n, double share, Random& random) {
    NodePairs arcs = tree(n, random.below(1000));
    for (std::uint64_t a = 0; a < n; ++a) {
        for (std::uint64_t b = 0; b < a; ++b) {
            if (random.chance(share)) arcs.emplace_back(a, b);
        }
    }
    return ordering::undirected(arc_rows(build_network(arcs, n, 9, 1)).graph());
}

// Against every set of nodes.
TEST(VertexCut, IsTheSmallest) {
    Random random(7);
    WorkMeter meter;
    std::size_t with_cut = 0;
    for (int repeat = 0; repeat < 600; ++repeat) {
        const std::size_t n = 4 + random.below(8);
        const auto graph = random_connected(n, repeat % 3 == 0 ? 0.1 : 0.3, random);
        const Nodes line = random_order(n, static_cast<std::uint64_t>(repeat));
        const std::size_t end = 1 + random.below(n / 3);
        SCOPED_TRACE("repeat " + std::to_string(repeat) + " n " + std::to_string(n) + " end " + std::to_string(end));

        std::uint32_t ends = 0;
        for (std::size_t i = 0; i < end; ++i) ends |= 1u << line[i] | 1u << line[n - 1 - i];
        std::size_t smallest = n;
        for (std::uint32_t set = 0; set < 1u << n; ++set) {
            if ((set & ends) == 0 && !joined(graph, line, end, set)) {
                smallest = std::min<std::size_t>(smallest, static_cast<std::size_t>(std::popcount(set)));
            }
        }
        std::atomic<std::size_t> most{n};
        const Nodes cut = ordering::vertex_cut(graph, line, end, most, meter);
        ASSERT_FALSE(cut.empty());
        EXPECT_FALSE(joined(graph, line, end, bits(cut)));
        EXPECT_EQ(static_cast<std::size_t>(std::popcount(bits(cut))), cut.size());
        EXPECT_EQ(most, cut.size());
        if (smallest == n) continue;  // some arc joins the ends
        ++with_cut;
        EXPECT_EQ(cut.size(), smallest);
        EXPECT_EQ(bits(cut) & ends, 0u);
        most = smallest - 1;
        EXPECT_TRUE(ordering::vertex_cut(graph, line, end, most, meter).empty());
        EXPECT_EQ(most, smallest - 1);
    }
    EXPECT_GT(with_cut, 100u);
}

TEST(VertexCut, TakesTheEvenerOfTheNearestCuts) {
    // 0 ─ 1 ─ … ─ 9, where 6 … 9 all are joined to each other: each of 2 … 6 is a cut. 2 is nearest to the first end.
    NodePairs arcs;
    for (std::uint64_t v = 0; v < 9; ++v) arcs.emplace_back(v, v + 1);
    for (std::uint64_t a = 6; a < 10; ++a) {
        for (std::uint64_t b = a + 2; b < 10; ++b) arcs.emplace_back(a, b);
    }
    const auto graph = ordering::undirected(arc_rows(build_network(arcs, 10, 9, 1)).graph());
    Nodes line(10);
    std::iota(line.begin(), line.end(), 0u);
    std::atomic<std::size_t> most{10};
    WorkMeter meter;
    EXPECT_EQ(ordering::vertex_cut(graph, line, 2, most, meter), Nodes{6});
}

}  // namespace

}  // namespace allways::testing
