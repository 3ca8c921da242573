// SPDX-License-Identifier: Apache-2.0
#include "allways/export/json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "allways/cost/arc_costs.h"

namespace allways {

std::string json_text(const nlohmann::ordered_json& value, int indent) {
    return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_text(const std::string& text) {
    return json_text(nlohmann::ordered_json(text));
}

nlohmann::ordered_json number_json(double value) {
    if (!std::isfinite(value)) return nullptr;
    // Writes whole values without a decimal point: 18, not 18.0.
    constexpr double exact = 9007199254740992.0;
    if (value == std::trunc(value) && std::abs(value) < exact) return static_cast<std::int64_t>(value);
    return value;
}

nlohmann::ordered_json natural_json(double raw, const CostScale& scale) {
    return number_json(std::isfinite(raw) ? natural_value(raw, scale) : raw);
}

nlohmann::ordered_json natural_json(double raw, const NaturalScale& scale) {
    return number_json(std::isfinite(raw) ? scale.value(raw) : raw);
}

nlohmann::ordered_json id_json(const IdTable& ids, std::uint32_t index) {
    if (ids.is_numeric()) return ids.numbers()[index];
    return ids.text(index);
}

}  // namespace allways
