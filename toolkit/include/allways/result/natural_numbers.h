// SPDX-License-Identifier: Apache-2.0
// Raw numbers of many cells as natural ones.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/result/natural_scale.h"

namespace allways {

// Each in the unit of `scale`; +inf where there is no path, NaN where a sum is not known. Runs on all cores.
ALLWAYS_API std::vector<double> natural_numbers(const CostView& raw, const NaturalScale& scale);

}  // namespace allways
