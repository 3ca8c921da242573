// SPDX-License-Identifier: Apache-2.0
// The problem of the dense benchmark: a directed graph as rows of arcs, and its correct answers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "allways/engine/bench.h"

namespace allways::engine {

// One ordered pair of nodes.
struct BenchArc {
    std::int32_t cost = -1;      // negative: no arc
    std::int32_t first_arc = 0;  // 0 … 2^first_arc_bits - 2; the largest value is that of the diagonal
    bool exists() const { return cost >= 0; }
};

inline constexpr std::int64_t no_distance = -1;

class BenchProblem {
public:
    virtual ~BenchProblem() = default;
    virtual std::size_t size() const = 0;  // nodes, n
    virtual int first_arc_bits() const = 0;

    // Fills in the n arcs from one node, by head; there is no arc to the node itself. O(n).
    virtual void out_arcs(std::uint32_t from, std::span<BenchArc> arcs) const = 0;

    // Distances from every node to `target` by Dijkstra's algorithm, or no_distance.
    virtual std::vector<std::int64_t> distances_to(std::uint32_t target) const = 0;
};

// small: costs and first arcs for cells of 16 bits. usual: distances stay below 2^23, exact in float32 too. large:
// int32 costs 100 times as large or more, whose distances fill the cells.
enum class BenchCosts { small, usual, large };

std::unique_ptr<BenchProblem> make_bench_problem(BenchGraph graph, std::size_t n, BenchCosts costs, std::uint64_t seed);

}  // namespace allways::engine
