// SPDX-License-Identifier: Apache-2.0
// A graph as the float32 table that some papers compute in, and the answer back as integers. Exact: distances are below
// 2²⁴ (see experiment.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "papers/experiment.h"

namespace allways::papers {

// side×side cells, side ≥ n: the graph's, with +inf for `unreachable` and for all cells beyond its n rows and columns.
std::vector<float> float_cells(const Graph& graph, std::size_t side);

// Copies the first n rows and columns of side×side cells to `distances` (n×n); +inf becomes `unreachable`.
void take_float_cells(std::span<const float> cells, std::size_t side, std::size_t n,
                      std::vector<std::int32_t>& distances);

}  // namespace allways::papers
