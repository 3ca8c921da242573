// SPDX-License-Identifier: Apache-2.0
// Costs and distances as text in natural units (seconds, metres, or the file's own).
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/units.h"
#include "allways/result/natural_scale.h"

namespace allways {

// Exact for int32, the shortest text that reads back for floats; "inf" if unreachable.
ALLWAYS_API std::string natural_text(double raw, CostType type, const CostScale& scale);
// The same for sums of many costs: floats are cut to the digits that are certain despite rounding, 6 or 15 (float64).
ALLWAYS_API std::string sum_text(double raw, CostType type, const CostScale& scale);
// The same in the unit of the scale: exact if the costs' own unit is an integer multiple of it.
ALLWAYS_API std::string natural_text(double raw, CostType type, const NaturalScale& scale);
ALLWAYS_API std::string sum_text(double raw, CostType type, const NaturalScale& scale);
// Returns " min", or an empty text without a unit.
ALLWAYS_API std::string unit_suffix(const CostScale& scale);

}  // namespace allways
