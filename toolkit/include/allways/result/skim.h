// A second number along the shortest paths of a table: the length of the fastest path, not the shortest length.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/units.h"

namespace allways {

// One value for each cell of the table it belongs to, in the same layout: the sum of a field over the arcs of that
// cell's path. Raw values × 10^-scale.digits are in scale.unit: int32 where all sums are exact in it, else float64.
// unreachable_cost<T> where there is no path; 0 from a node to itself.
struct Skim {
    CostScale scale;  // its name is the field's
    CostVector values;
};

// Adds a skim to those of a table of so many cells with this cost. Throws InvalidArgument where there is not one value
// for each cell, or another skim or the cost has its name.
void append_skim(std::vector<Skim>& skims, Skim skim, const CostScale& cost, std::uint64_t cells);

}  // namespace allways
