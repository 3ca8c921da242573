// SPDX-License-Identifier: Apache-2.0
// A skim: a further field summed along the shortest paths of a table, such as the length of the fastest paths.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/units.h"
#include "allways/result/cell_numbers.h"

namespace allways {

// One value for each cell of its table, in the same layout: the sum of a field over the arcs of that cell's path. Raw
// values × 10^-scale.digits are in scale.unit: int32 if all sums are exact in it, else float64. unreachable_cost<T> if
// there is no path; 0 from a node to itself.
struct ALLWAYS_API Skim {
    CostScale scale;  // its name is the field's
    CellNumbers values;

    // Natural units; +inf where there is no path.
    double value(std::uint64_t cell) const;
};

// Throws InvalidArgument, naming the existing skims, if no skim has the name.
ALLWAYS_API const Skim& find_skim(const std::vector<Skim>& skims, std::string_view name);

// Adds a skim to a table with `cells` cells and this cost. Throws InvalidArgument if there is not one value for each
// cell, or if another skim or the cost has its name.
ALLWAYS_API void append_skim(std::vector<Skim>& skims, Skim skim, const CostScale& cost, std::uint64_t cells);

}  // namespace allways
