// SPDX-License-Identifier: Apache-2.0
// Converts the raw numbers of many cells to natural ones.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/result/natural_scale.h"

namespace allways {

// Returns each number in the unit of `scale`; +inf if there is no path, NaN if a sum is unknown. Runs on all cores.
ALLWAYS_API std::vector<double> natural_numbers(const CostView& raw, const NaturalScale& scale);

}  // namespace allways
