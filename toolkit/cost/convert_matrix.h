// A cost matrix in another number type, and whether its path sums fit the one it has.
#pragma once

#include "allways/cost/cost_matrix.h"

namespace allways::cost {

// To int32 only where every cost is a whole number that fits; a float matrix of whole numbers keeps its values.
// From int32 fixed point the scale's digits are taken back. Throws InvalidArgument naming the first cell that does
// not convert.
CostMatrix convert_matrix(const CostMatrix& matrix, CostType type);

// Throws InvalidArgument where a shortest path of an int32 matrix can cost more than int32 holds. The quick bound
// (n-1)·max is tried first, then path_sum_bound over the arcs.
void require_int32_fits(const CostMatrix& matrix);

}  // namespace allways::cost
