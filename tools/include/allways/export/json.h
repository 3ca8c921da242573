// Allways' values as JSON, for programs that use nlohmann/json.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/base/ids.h"
#include "allways/base/units.h"

namespace allways {

// JSON as text: on one line, or with `indent` spaces a level. Ids and names of files may hold bytes that are no UTF-8,
// which JSON cannot hold: each becomes U+FFFD.
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);
std::string json_text(const std::string& text);

// A number, or null where unreachable.
nlohmann::ordered_json natural_json(double raw, const CostScale& scale);
// The same for a number that is natural already.
nlohmann::ordered_json number_json(double value);
// An id as the file has it: numbers stay numbers.
nlohmann::ordered_json id_json(const IdTable& ids, std::uint32_t index);

}  // namespace allways
