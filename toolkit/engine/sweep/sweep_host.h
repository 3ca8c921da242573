// The sweep on the host: all cores, each with a strip of columns at a time, written straight into the caller's table.
//
// A thread lifts its strip's columns, walks the visits, keeps one row of the strip for each depth, and writes every row
// as soon as it is finished, past the cache where a whole line of it is the thread's own. A line belongs to the strip
// that its first column belongs to; so a strip computes some columns of the next one as well, since lines begin at
// another column in each row.
#pragma once

#include "allways/base/progress.h"
#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_target.h"

namespace allways::engine {

struct SweepHostOptions {
    unsigned threads = 0;                   // 0: as many as the machine has
    std::size_t strip = 0;                  // columns a thread takes at once, at most 8,000; 0: as measured to be best
    const SweepKernels* kernels = nullptr;  // null: the widest that the processor runs
    ProgressCallback progress = {};         // stage "solve", in pairs
};

// Writes all rows of the columns of `range`; nothing else of the target is touched. Memory beside the target's: the
// packed problem, a cell for each column and ancestor, and a strip for each thread (sweep_host_bytes). Throws
// Cancelled.
template <class T>
void sweep_on_host(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
                   const SweepHostOptions& options = {});

// Host memory that the whole of a sweep of so many columns over the elimination's nodes takes beside table, factor and
// problem, at most: for a plan before anything is factorized. `tapped_rows`: that are no nodes of the elimination.
// `most_lifted`: where columns come in ranges, cells that one range lifts at most.
std::uint64_t sweep_host_bytes(const ordering::Elimination& elimination, CostType type, std::size_t columns,
                               std::size_t tapped_rows, std::uint64_t most_lifted = ~std::uint64_t{0});

}  // namespace allways::engine
