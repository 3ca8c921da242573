// SPDX-License-Identifier: Apache-2.0
// The sweep on the host: each core computes one column block at a time and writes it directly into the caller's table.
//
// The upward pass is done for all columns first. A thread then walks the visits for its column block, keeps one row of
// the block for each depth, and writes every finished row immediately, bypassing the cache wherever a whole line
// belongs to the thread. A line belongs to the block of its first column; so a block also computes some columns of the
// next one, since lines begin at another column in each row.
#pragma once

#include <vector>

#include "allways/base/progress.h"
#include "engine/sweep/column_block.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// Writes all rows of the columns of `range`, and nothing else of the target. Memory in addition to the target: the
// packed problem, a cell for each column and ancestor, and a column block for each thread (sweep_host_bytes). Throws
// Cancelled.
template <class T>
void sweep_on_host(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
                   const SweepHostOptions& options = {});

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
