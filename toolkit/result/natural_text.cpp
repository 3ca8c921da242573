// SPDX-License-Identifier: Apache-2.0
#include "allways/result/natural_text.h"

#include <cmath>

#include "allways/base/decimal.h"
#include "allways/base/format.h"
#include "base/plain_number.h"

namespace allways {

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

std::string natural_text(double raw, CostType type, const NaturalScale& scale) {
    if (!std::isfinite(raw)) return "inf";
    if (type == CostType::float32) return plain_text(static_cast<float>(scale.value(raw)));
    if (type == CostType::float64 || !scale.is_decimal()) return plain_text(scale.value(raw));
    return fixed_point_text(static_cast<std::int64_t>(raw) * scale.multiplier(), scale.digits());
}

std::string sum_text(double raw, CostType type, const NaturalScale& scale) {
    if (!std::isfinite(raw) || type == CostType::int32) return natural_text(raw, type, scale);
    return sum_text(scale.value(raw), type, CostScale{});
}

std::string unit_suffix(const CostScale& scale) {
    return scale.unit.empty() ? "" : " " + scale.unit;
}

}  // namespace allways
