// SPDX-License-Identifier: Apache-2.0
// Random problems for executors, in the plain n×n form of the truth, and their way in and out of tiles.
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/dense/dense_problem.h"
#include "engine/dense/executor.h"
#include "engine/dense/schedule.h"

namespace allways::testing {

using namespace allways::engine;

inline constexpr int test_first_arc_bits = 5;

// n nodes, the last `border` of them never passed. cells: n×n, row-major.
template <class T>
struct TileProblem {
    std::size_t n = 0;
    std::size_t border = 0;
    CellFormat format;
    std::vector<T> cells;
    std::vector<std::uint32_t> hops;  // for a hop array: the head of the arc, no_hop elsewhere

    std::size_t pivots() const { return n - border; }
    T unreachable() const {
        if constexpr (std::is_integral_v<T>) {
            if (format.hops == HopMode::first_arc) return unreachable_key(format.first_arc_bits);
        }
        return unreachable_cost<T>;
    }
};

// Sparse for larger n (8 arcs a node), so that many pairs take several arcs; small costs, so that there are ties.
template <class T>
TileProblem<T> random_problem(std::size_t n, std::size_t border, HopMode mode, std::uint64_t seed) {
    TileProblem<T> problem{.n = n, .border = border, .format = {}, .cells = {}, .hops = {}};
    problem.format = {cost_type_of<T>, mode, mode == HopMode::first_arc ? test_first_arc_bits : 0};
    problem.cells.assign(n * n, problem.unreachable());
    if (mode == HopMode::array) problem.hops.assign(n * n, no_hop);
    std::mt19937_64 random(seed);
    const auto cost = [&]() -> T {
        if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(1 + random() % 50);
        } else {
            return static_cast<T>(1 + random() % 5000) / T(97);
        }
    };
    for (std::size_t i = 0; i < n; ++i) {
        for (std::uint32_t arc = 0; arc < 8 && n > 1; ++arc) {
            const std::size_t j = random() % n;
            if (j == i) continue;
            T cell = cost();
            if constexpr (std::is_integral_v<T>) {
                if (mode == HopMode::first_arc) {
                    cell = static_cast<T>(cell << test_first_arc_bits | static_cast<T>(arc));
                }
            }
            problem.cells[i * n + j] = std::min(problem.cells[i * n + j], cell);
            if (mode == HopMode::array) problem.hops[i * n + j] = static_cast<std::uint32_t>(j);
        }
        problem.cells[i * n + i] = mode == HopMode::first_arc ? static_cast<T>((1 << test_first_arc_bits) - 1) : T(0);
    }
    return problem;
}

// All-pairs shortest paths by the plain triple loop: the reference for every executor. cells: n×n, row-major,
// [from][to]; only nodes 0 … pivots-1 are passed. `hops`: the hop array, or empty. Floyd 1962, "Algorithm 97: Shortest
// path".
template <class T>
void floyd_warshall(std::span<T> cells, std::size_t n, std::size_t pivots, std::span<std::uint32_t> hops = {},
                    int first_arc_bits = 0) {
    for (std::size_t k = 0; k < pivots; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                T onward = cells[k * n + j];
                if constexpr (std::is_integral_v<T>) onward &= ~((1 << first_arc_bits) - 1);
                const T sum = cells[i * n + k] + onward;
                if (!(sum < cells[i * n + j])) continue;
                cells[i * n + j] = sum;
                if (!hops.empty()) hops[i * n + j] = hops[i * n + k];
            }
        }
    }
}

// Solved by the plain loop.
template <class T>
TileProblem<T> solved_by_plain_loop(TileProblem<T> problem) {
    floyd_warshall<T>(problem.cells, problem.n, problem.pivots(), problem.hops, problem.format.first_arc_bits);
    return problem;
}

// Solved by an executor.
template <class T>
TileProblem<T> solved_by(Executor& executor, const TileProblem<T>& problem, const Schedule& schedule,
                         const TileLayout& layout, const ProgressCallback& progress = {}) {
    TileProblem<T> solved = problem;
    RowStream stream;
    stream.fill = [&](std::size_t node, void* cells, std::uint32_t* hops) {
        std::copy_n(problem.cells.data() + node * problem.n, problem.n, static_cast<T*>(cells));
        if (hops) std::copy_n(problem.hops.data() + node * problem.n, problem.n, hops);
    };
    stream.take = [&](std::size_t node, const void* cells, const std::uint32_t* hops) {
        std::copy_n(static_cast<const T*>(cells), problem.n, solved.cells.data() + node * problem.n);
        if (hops) std::copy_n(hops, problem.n, solved.hops.data() + node * problem.n);
    };
    const RowStream own = compact_stream(stream, layout, problem.format);
    executor.execute(schedule, layout, problem.format, own, progress);
    return solved;
}

template <class T>
TileProblem<T> solved_by(Executor& executor, const TileProblem<T>& problem, std::size_t tile,
                         const ProgressCallback& progress = {}, const std::string& schedule = "blocked",
                         std::uint32_t group = 1, std::uint32_t streamed_pivots = 0) {
    const TileLayout layout{.pivot_count = problem.pivots(), .border_count = problem.border, .tile = tile};
    return solved_by(executor, problem,
                     make_schedule_for(executor, schedule, layout, problem.format, group, streamed_pivots), layout,
                     progress);
}

}  // namespace allways::testing
