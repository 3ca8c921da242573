#include "allways/result/natural_scale.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

struct Unit {
    std::string_view symbol;
    std::string_view kind;
    std::int64_t size;  // in the smallest unit of its kind: milliseconds, tenths of a millimetre
};
constexpr std::array<Unit, 11> units{{{"ms", "time", 1},
                                      {"s", "time", 1000},
                                      {"min", "time", 60000},
                                      {"h", "time", 3600000},
                                      {"mm", "length", 10},
                                      {"cm", "length", 100},
                                      {"dm", "length", 1000},
                                      {"m", "length", 10000},
                                      {"km", "length", 10000000},
                                      {"ft", "length", 3048},
                                      {"mi", "length", 16093440}}};

const Unit& find_unit(const std::string& symbol) {
    const auto* found = std::ranges::find(units, symbol, &Unit::symbol);
    if (found != units.end()) return *found;
    throw InvalidArgument(
        format("unit '{}' cannot be converted; known are ms, s, min, h, mm, cm, dm, m, km, ft, mi", symbol));
}

}  // namespace

void check_unit(const std::string& unit) {
    if (!unit.empty()) find_unit(unit);
}

std::string_view unit_kind(std::string_view unit) {
    const auto* found = std::ranges::find(units, unit, &Unit::symbol);
    return found == units.end() ? std::string_view() : found->kind;
}

NaturalScale::NaturalScale(const CostScale& scale, const std::string& unit)
    : name_(scale.name), unit_(unit.empty() ? scale.unit : unit), digits_(scale.digits) {
    std::int64_t divisor = 1;
    if (unit_ != scale.unit) {
        if (scale.unit.empty())
            throw InvalidArgument(format("this table states no unit, so '{}' cannot be made of it", unit_));
        const Unit& from = find_unit(scale.unit);
        const Unit& to = find_unit(unit_);
        if (from.kind != to.kind) throw InvalidArgument(format("'{}' cannot be converted to '{}'", scale.unit, unit_));
        const std::int64_t common = std::gcd(from.size, to.size);
        multiplier_ = from.size / common;
        divisor = to.size / common;
    }
    // A divisor of twos and fives is a power of ten after both sides are multiplied by more of them.
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
                format("{} with {} decimals cannot be made whole; choose a smaller unit, or raw", name_, digits_));
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

}  // namespace allways
