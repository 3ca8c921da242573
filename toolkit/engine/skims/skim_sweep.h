// SPDX-License-Identifier: Apache-2.0
// All columns of a problem with sums, a block for each thread at a time.
#pragma once

#include <functional>

#include "engine/skims/skim_block.h"

namespace allways::engine {

// Columns that a thread sweeps at once: all blocks are about equally wide.
template <class T, class S>
std::size_t sums_width(std::size_t columns, std::size_t height, std::size_t sum_rows);

// Writes all rows to the target. `done(columns)` hears of progress, from one thread at a time, and may throw. Returns
// false if sums do not fit S; the target then holds anything.
template <class T, class S>
bool sweep_sums(const SkimProblem<T, S>& problem, const SkimTarget<T, S>& target,
                const std::function<void(std::size_t columns)>& done);

}  // namespace allways::engine
