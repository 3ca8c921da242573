// Costs and distances as text and JSON in natural units (seconds, metres, or the file's own).
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/base/cost_type.h"
#include "allways/base/ids.h"
#include "allways/base/units.h"

namespace allways::tools {

// Exact for int32, the shortest text that reads back for floats; "inf" where unreachable.
std::string natural_text(double raw, CostType type, const CostScale& scale);
// The same for sums of many costs: of floats the digits that rounding leaves certain, 6 of float32 and 15 of float64.
std::string sum_text(double raw, CostType type, const CostScale& scale);
// A number, or null where unreachable.
nlohmann::ordered_json natural_json(double raw, const CostScale& scale);
// The same for a number that is natural already.
nlohmann::ordered_json number_json(double value);
// An id as the file has it: numbers stay numbers.
nlohmann::ordered_json id_json(const IdTable& ids, std::uint32_t index);
// " min", or nothing without a unit.
std::string unit_suffix(const CostScale& scale);

}  // namespace allways::tools
