// A cost matrix in another number type.
#pragma once

#include "allways/cost/cost_matrix.h"

namespace allways::cost {

// To int32 only where every cost is an integer that fits; a float matrix of integers keeps its values.
// From int32 fixed point the scale's digits are taken back. Throws InputError, with the matrix's source, naming the
// first cell that does not convert.
CostMatrix convert_matrix(const CostMatrix& matrix, CostType type);

}  // namespace allways::cost
