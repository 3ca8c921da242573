// The sweep on the host: each core computes one column block at a time and writes it straight into the caller's table.
//
// The upward pass is done for all columns first. A thread then walks the visits for its column block, keeps one row of
// the block for each depth, and writes every finished row immediately, bypassing the cache where a whole line belongs
// to the thread. A line belongs to the block of its first column; so a block also computes some columns of the next
// one, since lines begin at another column in each row.
#pragma once

#include "allways/base/progress.h"
#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_target.h"

namespace allways::engine {

struct SweepHostOptions {
    unsigned threads = 0;                   // 0: as many as the machine has
    std::size_t block_columns = 0;          // columns a thread takes at once, at most 8,000; 0: the measured best
    const SweepKernels* kernels = nullptr;  // null: the widest that the processor supports
    ProgressCallback progress = {};         // stage "solve", in pairs
};

// Writes all rows of the columns of `range`, and nothing else of the target. Memory beside the target: the packed
// problem, a cell for each column and ancestor, and a column block for each thread (sweep_host_bytes). Throws
// Cancelled.
template <class T>
void sweep_on_host(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
                   const SweepHostOptions& options = {});

// The most host memory that a whole sweep of `columns` columns over the elimination's nodes takes beside table, factor
// and problem, for a plan before anything is factorized. `rows_beyond_core`: rows that are no nodes of the elimination.
// `most_upward_cells`: if columns come in ranges, the most cells in the upward pass of one range.
std::uint64_t sweep_host_bytes(const ordering::Elimination& elimination, CostType type, std::size_t columns,
                               std::size_t rows_beyond_core, std::uint64_t most_upward_cells = ~std::uint64_t{0});

}  // namespace allways::engine
