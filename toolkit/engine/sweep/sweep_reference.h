// SPDX-License-Identifier: Apache-2.0
// The sweep by plain loops, column by column: the reference for faster sweeps.
#pragma once

#include "engine/sweep/sweep_target.h"

namespace allways::engine {

// Writes all rows of the columns of `range`. One thread; O(columns · (fill + rows)).
template <class T>
void sweep_by_plain_loops(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target);

}  // namespace allways::engine
