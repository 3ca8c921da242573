// SPDX-License-Identifier: Apache-2.0
// Allways' values as JSON, for programs that use nlohmann/json.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/base/units.h"
#include "allways/result/natural_scale.h"

namespace allways {

// JSON as text: on one line, or with `indent` spaces per level. Invalid UTF-8, as in ids and file names, becomes
// U+FFFD, because JSON cannot hold it.
ALLWAYS_API std::string json_text(const nlohmann::ordered_json& value, int indent = -1);
ALLWAYS_API std::string json_text(const std::string& text);

// A natural number from a raw one; null if unreachable.
ALLWAYS_API nlohmann::ordered_json natural_json(double raw, const CostScale& scale);
ALLWAYS_API nlohmann::ordered_json natural_json(double raw, const NaturalScale& scale);
// The same for a number that is already natural.
ALLWAYS_API nlohmann::ordered_json number_json(double value);
// An id as in the file: numbers stay numbers.
ALLWAYS_API nlohmann::ordered_json id_json(const IdTable& ids, std::uint32_t index);

}  // namespace allways
