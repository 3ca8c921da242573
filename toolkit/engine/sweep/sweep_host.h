// SPDX-License-Identifier: Apache-2.0
// The sweep on the host: each core computes one column block at a time and writes it directly into the caller's table.
//
// The upward pass is done for all columns first. A thread then walks the visits for its column block, keeps one row of
// the block for each depth, and writes every finished row immediately, bypassing the cache wherever a whole line
// belongs to the thread. A line belongs to the block of its first column; so a block also computes some columns of the
// next one, since lines begin at another column in each row.
#pragma once

#include <memory>
#include <vector>

#include "allways/base/progress.h"
#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

struct SweepHostOptions {
    unsigned threads = 0;                   // 0: as many as the machine has
    std::size_t block_columns = 0;          // columns per block, at most 8,000; 0: the measured best
    const SweepKernels* kernels = nullptr;  // null: the widest that the processor supports
    ProgressCallback progress = {};         // stage "solve", in pairs
};

// Writes all rows of the columns of `range`, and nothing else of the target. Memory in addition to the target: the
// packed problem, a cell for each column and ancestor, and a column block for each thread (sweep_host_bytes). Throws
// Cancelled.
template <class T>
void sweep_on_host(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
                   const SweepHostOptions& options = {});

// A sweep over all columns in steps, each of which computes the next rows, for tables whose rows are handed on as they
// are computed. Between steps every column block keeps its stack, so nothing is computed twice.
template <class T>
class SweepWalk {
public:
    // The problem's rows must be in the order of the walk (walk_order). `hop_bytes`: that of the targets, 0 without
    // hops. Throws InvalidArgument for rows in another order. The problem must outlive this.
    SweepWalk(const SweepProblem<T>& problem, std::size_t hop_bytes, const SweepHostOptions& options = {});
    ~SweepWalk();
    SweepWalk(const SweepWalk&) = delete;
    SweepWalk& operator=(const SweepWalk&) = delete;

    // Computes at most `most` of the next rows and returns their number, 0 at the end. target.first_row must be the
    // number of rows computed before. Throws InvalidArgument if one visit completes more rows than `most`
    // (most_rows_of_a_visit), and Cancelled.
    std::size_t step(std::size_t most, const SweepTarget<T>& target);

private:
    class Steps;
    std::unique_ptr<Steps> steps_;
};

// The host memory of a SweepWalk over all of an elimination's nodes and `columns` columns, in addition to the problem
// and the factor: the upward pass, and the stacks of all column blocks. `slots`: rows beyond the core that are in
// progress at once.
std::uint64_t sweep_walk_bytes(const ordering::Elimination& elimination, CostType type, std::size_t columns,
                               std::size_t slots);

// The most host memory that a whole sweep of `columns` columns over the elimination's nodes takes in addition to table,
// factor and problem, for planning before anything is factorized. `rows_beyond_core`: rows that are not nodes of the
// elimination. `upward_cells`: if columns are processed in ranges, the most cells in the upward pass of one range.
std::uint64_t sweep_host_bytes(const ordering::Elimination& elimination, CostType type, std::size_t columns,
                               std::size_t rows_beyond_core, std::uint64_t upward_cells = ~std::uint64_t{0});

// The upward pass processes columns in ranges of this many cells, so that memory does not grow with destinations times
// the tree's height. One range serves 50,000 destinations in a country's main roads.
inline constexpr std::uint64_t most_upward_cells = std::uint64_t{1} << 25;

// Returns rows × columns, row-major, by sweeps over ranges of columns. Rows and columns are anything that the problem
// ties to the core. Throws Cancelled. `threads`: 0 for as many as the machine has.
template <class T>
std::vector<T> sweep_in_ranges(const SweepProblem<T>& problem, const ProgressCallback& progress, unsigned threads = 0);

// ---- The sweep by plain loops, column by column: the reference for faster sweeps

// Writes all rows of the columns of `range`. One thread; O(columns · (fill + rows)).
template <class T>
void sweep_by_plain_loops(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target);

}  // namespace allways::engine
