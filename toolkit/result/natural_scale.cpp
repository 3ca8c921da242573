// SPDX-License-Identifier: Apache-2.0
#include "allways/result/natural_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/fixed_point_text.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"

namespace allways {

namespace {

// Accepts only lengths and times: tables have no speeds.
const Unit& known_unit(const std::string& symbol) {
    const Unit* unit = find_unit(symbol);
    if (unit != nullptr && unit->kind != Unit::Kind::speed) return *unit;
    throw InvalidArgument(
        format("unit '{}' cannot be converted; expected ms, s, min, h, mm, cm, dm, m, km, ft, mi", symbol));
}

}  // namespace

void check_unit(const std::string& unit) {
    if (!unit.empty()) known_unit(unit);
}

NaturalScale::NaturalScale(const CostScale& scale, const std::string& unit)
    : name_(scale.name), unit_(unit.empty() ? scale.unit : unit), digits_(scale.digits) {
    std::int64_t divisor = 1;
    if (unit_ != scale.unit) {
        if (scale.unit.empty())
            throw InvalidArgument(format("this table states no unit, so it cannot be converted to '{}'", unit_));
        const Unit& from = known_unit(scale.unit);
        const Unit& to = known_unit(unit_);
        if (from.kind != to.kind)
            throw InvalidArgument(
                format("the cost '{}' is in {}, which cannot be converted to '{}'", scale.name, scale.unit, unit_));
        const std::int64_t common = std::gcd(from.size, to.size);
        multiplier_ = from.size / common;
        divisor = to.size / common;
    }
    // If the divisor is a product of twos and fives, multiplying both sides by more of them makes it a power of ten.
    std::int64_t multiplier = multiplier_;
    std::int64_t rest = divisor;
    int digits = digits_;
    for (; rest % 10 == 0; rest /= 10) ++digits;
    for (; rest % 5 == 0; rest /= 5, ++digits) multiplier *= 2;
    for (; rest % 2 == 0; rest /= 2, ++digits) multiplier *= 5;
    is_decimal_ = rest == 1;
    if (is_decimal_) {
        multiplier_ = multiplier;
        digits_ = digits;
        divisor = 1;
    }
    for (; digits_ > 0 && multiplier_ % 10 == 0; --digits_) multiplier_ /= 10;
    rest_ = divisor;
    divisor_ = static_cast<double>(divisor) * std::pow(10.0, digits_);
}

std::int64_t NaturalScale::divisor() const {
    std::int64_t divisor = rest_;
    for (int i = 0; i < digits_; ++i) {
        if (divisor > std::numeric_limits<std::int64_t>::max() / 10) {
            throw InvalidArgument(
                format("{} with {} decimals does not fit 64 bits; choose a smaller unit, or raw", name_, digits_));
        }
        divisor *= 10;
    }
    return divisor;
}

std::int64_t NaturalScale::raw_limit(const Decimal& natural) const {
    __extension__ using Wide = __int128;  // raw ≤ natural × rest × 10^digits / multiplier
    constexpr Wide most = std::numeric_limits<std::int64_t>::max();
    Wide numerator = Wide{natural.digits()} * rest_;
    Wide denominator = multiplier_;
    const std::int64_t beyond =
        natural.digits() < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    int tens = digits_ - natural.scale();
    for (; tens > 0 && numerator != 0; --tens) {
        if (numerator > most * denominator || numerator < -most * denominator) return beyond;
        numerator *= 10;
    }
    for (; tens < 0; ++tens) {
        if (denominator > most * most / 10) return natural.digits() < 0 ? -1 : 0;
        denominator *= 10;
    }
    Wide quotient = numerator / denominator;
    if (quotient * denominator > numerator) --quotient;
    return quotient > most || quotient < -most ? beyond : static_cast<std::int64_t>(quotient);
}

Decimal natural_limit(double limit, const std::string& unit, const CostScale& scale) {
    const Decimal given = Decimal::from_double(limit);
    if (unit.empty()) return given;
    if (scale.unit.empty()) {
        throw InvalidArgument(
            format("the cost '{}' states no unit, so cutoffs are plain numbers; leave out `unit`", scale.name));
    }
    const NaturalScale wanted(scale, unit);  // throws for units of different kinds
    const NaturalScale conversion({scale.name, wanted.unit(), 0}, scale.unit);
    return conversion.is_decimal() ? given * Decimal(conversion.multiplier(), conversion.digits())
                                   : Decimal::from_double(conversion.value(limit));
}

void check_cutoffs(std::span<const double> cutoffs) {
    double before = 0;
    for (const double cutoff : cutoffs) {
        if (!(cutoff > before) || !std::isfinite(cutoff)) {
            throw InvalidArgument(
                format("`cutoffs`: expected growing numbers above 0, such as 300,600, found '{}'", cutoff));
        }
        before = cutoff;
    }
}

double raw_cutoff(double cutoff, const std::string& unit, const CostScale& scale) {
    const double raw = (natural_limit(cutoff, unit, scale) * Decimal(1, -scale.digits)).to_double();
    if (!std::isfinite(raw)) throw InvalidArgument(format("`cutoffs` '{}' is larger than any cost can be", cutoff));
    return raw;
}

// ---- as text

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

std::vector<double> natural_numbers(const CostView& raw, const NaturalScale& scale) {
    return std::visit(
        [&](const auto& cells) {
            auto numbers = large_vector<double>(cells.size());
            constexpr std::size_t cells_of_a_job = std::size_t{1} << 16;
            parallel_for((cells.size() + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
                const std::size_t last = std::min(cells.size(), (job + 1) * cells_of_a_job);
                for (std::size_t i = job * cells_of_a_job; i < last; ++i) numbers[i] = scale.value(raw_value(cells[i]));
            });
            return numbers;
        },
        raw);
}

}  // namespace allways
