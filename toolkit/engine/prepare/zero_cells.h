// SPDX-License-Identifier: Apache-2.0
// Zeros of a matrix that probably mean no arc.
#pragma once

#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"

namespace allways::engine {

// Warns if most of a matrix's cells are 0, as in a dense adjacency matrix: they are taken as arcs of cost 0. So many
// zeros form a cycle, so only a matrix with a zero-cost class needs the test. O(n²).
void warn_of_zeros(const CostMatrix& matrix, const LogCallback& log);

}  // namespace allways::engine
