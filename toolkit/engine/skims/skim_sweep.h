// SPDX-License-Identifier: Apache-2.0
// Sweeps all columns of a problem with sums; each thread computes one block at a time.
#pragma once

#include <functional>

#include "engine/skims/skim_block.h"

namespace allways::engine {

// Returns the number of columns that a thread sweeps at once; all blocks are about equally wide. `threads`: 0 for all.
template <class T, class S>
std::size_t sums_width(std::size_t columns, std::size_t height, std::size_t sum_rows, unsigned threads = 0);

// Writes all rows to the target. `done(columns)` is called with progress, from one thread at a time, and may throw.
// Returns false if sums do not fit S; the content of the target is then undefined.
template <class T, class S>
bool sweep_sums(const SkimProblem<T, S>& problem, const SkimTarget<T, S>& target,
                const std::function<void(std::size_t columns)>& done, unsigned threads = 0);

}  // namespace allways::engine
