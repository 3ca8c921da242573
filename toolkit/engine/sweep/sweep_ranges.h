// SPDX-License-Identifier: Apache-2.0
// Computes a whole table of some rows and columns by sweeps over ranges of columns.
#pragma once

#include <vector>

#include "engine/sweep/sweep_host.h"

namespace allways::engine {

// The upward pass processes columns in ranges of this many cells, so that memory does not grow with destinations times
// the tree's height. One range serves 50,000 destinations in a country's main roads.
inline constexpr std::uint64_t most_upward_cells = std::uint64_t{1} << 25;

// Returns rows × columns, row-major. Rows and columns are anything that the problem ties to the core. Throws Cancelled.
// `threads`: 0 for as many as the machine has.
template <class T>
std::vector<T> sweep_in_ranges(const SweepProblem<T>& problem, const ProgressCallback& progress, unsigned threads = 0);

}  // namespace allways::engine
