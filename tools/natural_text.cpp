#include "natural_text.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "allways/base/decimal.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "export/plain_number.h"

namespace allways::tools {

namespace {

template <class Float>
std::string plain_text(Float number) {
    char text[plain_room];
    return {text, put_plain(text, number)};
}

}  // namespace

std::string natural_text(double raw, CostType type, const CostScale& scale) {
    if (!std::isfinite(raw)) return "inf";
    switch (type) {
        case CostType::int32: return fixed_point_text(static_cast<std::int64_t>(raw), scale.digits);
        case CostType::float32: return plain_text(static_cast<float>(raw));
        case CostType::float64: break;
    }
    return plain_text(raw);
}

std::string sum_text(double raw, CostType type, const CostScale& scale) {
    if (!std::isfinite(raw) || type == CostType::int32) return natural_text(raw, type, scale);
    const auto rounded = Decimal::parse(type == CostType::float32 ? format("{:.6g}", raw) : format("{:.15g}", raw));
    return plain_text(rounded->to_double());
}

nlohmann::ordered_json number_json(double value) {
    if (!std::isfinite(value)) return nullptr;
    // Whole values without a point: 18, not 18.0.
    constexpr double exact = 9007199254740992.0;
    if (value == std::trunc(value) && std::abs(value) < exact) return static_cast<std::int64_t>(value);
    return value;
}

nlohmann::ordered_json natural_json(double raw, const CostScale& scale) {
    return number_json(std::isfinite(raw) ? natural_value(raw, scale) : raw);
}

nlohmann::ordered_json id_json(const IdTable& ids, std::uint32_t index) {
    if (ids.is_numeric()) return ids.numbers()[index];
    return ids.text(index);
}

std::string unit_suffix(const CostScale& scale) { return scale.unit.empty() ? "" : " " + scale.unit; }

}  // namespace allways::tools
