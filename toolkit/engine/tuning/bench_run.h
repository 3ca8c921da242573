// SPDX-License-Identifier: Apache-2.0
// The problem of the dense benchmark, and a run of it on an executor that the caller made.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// ---- The problem
//
// The problem of the dense benchmark: a directed graph as rows of arcs, and its correct answers.

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

// ---- Rows
//
// The dense benchmark's problem as rows for an executor, and the check of the result.

// Fills in the rows of the problem, and keeps the columns of the checked targets from the answer.
template <class T>
class BenchRows {
public:
    BenchRows(const BenchProblem& problem, const CellFormat& cell)
        : problem_(problem), n_(static_cast<std::uint32_t>(problem.size())), cell_(cell) {
        for (const std::uint32_t target : {0u, n_ / 2, n_ - 1}) {
            if (n_ != 0 && (targets_.empty() || targets_.back() != target)) targets_.push_back(target);
        }
        cells_.resize(targets_.size() * n_);
        if (cell.hops == HopMode::array) hops_.resize(cells_.size());
    }

    RowStream stream() {
        RowStream stream;
        stream.fill = [this](std::size_t node, void* cells, std::uint32_t* hops) {
            fill(static_cast<std::uint32_t>(node), static_cast<T*>(cells), hops);
        };
        stream.take = [this](std::size_t node, const void* cells, const std::uint32_t* hops) {
            take(node, static_cast<const T*>(cells), hops);
        };
        return stream;
    }

    // Throws Error if a target's column is wrong. Returns the number of columns compared.
    std::size_t check() const {
        std::vector<std::vector<std::int64_t>> expected;
        for (const std::uint32_t target : targets_) expected.push_back(problem_.distances_to(target));
        std::vector<BenchArc> arcs(n_);
        for (std::uint32_t from = 0; from < n_; ++from) {
            problem_.out_arcs(from, arcs);
            for (std::size_t t = 0; t < targets_.size(); ++t) check_pair(from, t, arcs, expected[t]);
        }
        return targets_.size();
    }

    // A sum over all cells that tells two tables apart, in whatever order their rows come; without the hop array, which
    // may differ where paths of a matrix tie. The rows that come from now on are counted, or not.
    void count_in_checksum(bool counted) { counted_ = counted; }
    std::uint64_t checksum() const { return checksum_; }

    T unreachable() const {
        return has_first_arcs() ? static_cast<T>(unreachable_key(cell_.first_arc_bits)) : unreachable_cost<T>;
    }

private:
    bool has_first_arcs() const { return cell_.hops == HopMode::first_arc; }
    T cell(std::int64_t distance, std::int32_t first_arc) const {
        return static_cast<T>(has_first_arcs() ? distance << cell_.first_arc_bits | first_arc : distance);
    }
    std::int32_t diagonal_first_arc() const { return (1 << cell_.first_arc_bits) - 1; }

    // Called by several threads at a time.
    void fill(std::uint32_t from, T* cells, std::uint32_t* hops) const {
        thread_local std::vector<BenchArc> arcs;
        arcs.resize(n_);
        problem_.out_arcs(from, arcs);
        for (std::uint32_t to = 0; to < n_; ++to) {
            cells[to] = arcs[to].exists() ? cell(arcs[to].cost, arcs[to].first_arc) : unreachable();
            if (hops) hops[to] = arcs[to].exists() ? to : no_hop;
        }
        cells[from] = cell(0, diagonal_first_arc());
    }

    void take(std::size_t from, const T* cells, const std::uint32_t* hops) {
        for (std::size_t t = 0; t < targets_.size(); ++t) {
            cells_[t * n_ + from] = cells[targets_[t]];
            if (hops) hops_[t * n_ + from] = hops[targets_[t]];
        }
        if (counted_) checksum_ += row_checksum(from, cells);
    }

    std::uint64_t row_checksum(std::size_t from, const T* cells) const {
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // 2⁶⁴ ÷ the golden ratio
        std::uint64_t sum = from + 1;
        for (std::uint32_t to = 0; to < n_; ++to) {
            using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
            sum = (sum ^ std::bit_cast<Bits>(cells[to])) * odd;
            sum ^= sum >> 32;
        }
        return sum;
    }

    // `arcs`: those from `from`; `expected`: distances to the target.
    void check_pair(std::uint32_t from, std::size_t t, const std::vector<BenchArc>& arcs,
                    const std::vector<std::int64_t>& expected) const {
        const std::uint32_t target = targets_[t];
        const T got = cells_[t * n_ + from];
        const bool reached = expected[from] != no_distance;
        const auto is_tight = [&](std::uint32_t hop) {
            return arcs[hop].exists() && expected[hop] != no_distance &&
                   arcs[hop].cost + expected[hop] == expected[from];
        };
        std::int32_t first_arc = diagonal_first_arc();  // the lowest among the first arcs of shortest paths
        for (std::uint32_t hop = 0; has_first_arcs() && from != target && hop < n_; ++hop) {
            if (is_tight(hop)) first_arc = std::min(first_arc, arcs[hop].first_arc);
        }
        bool right = got == (reached ? cell(expected[from], first_arc) : unreachable());
        if (cell_.hops == HopMode::array && from != target) {
            const std::uint32_t hop = hops_[t * n_ + from];
            right = right && (reached ? hop < n_ && is_tight(hop) : hop == no_hop);
        }
        if (!right) {
            throw Error(format("the benchmark's answer is wrong: from {} to {} it has {}, Dijkstra {}", from, target,
                               got, reached ? cell(expected[from], first_arc) : unreachable()));
        }
    }

    const BenchProblem& problem_;
    std::uint32_t n_;
    CellFormat cell_;
    std::vector<std::uint32_t> targets_;
    std::vector<T> cells_;  // [target][from]
    std::vector<std::uint32_t> hops_;
    bool counted_ = false;
    std::atomic<std::uint64_t> checksum_ = 0;
};

// ---- A run

// Works as run_bench, but ignores the options device, tuning and folders, and leaves driver and ceiling of the result
// empty.
BenchResult run_bench_on(Executor& executor, const BenchOptions& options);

BenchCosts costs_of(const BenchOptions& options);
// `first_arc_bits`: of the problem; 0: first arcs are left out.
CellFormat format_of(const BenchOptions& options, int first_arc_bits);
// Returns the upper of the two middle values for an even number of values.
double median(std::vector<double> values);

}  // namespace allways::engine
