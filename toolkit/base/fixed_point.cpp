#include "allways/base/fixed_point.h"

#include <algorithm>

#include "allways/base/cost_type.h"

namespace allways {

int decimal_digits(std::span<const Decimal> numbers) {
    int digits = 0;
    for (const Decimal& number : numbers) {
        if (!number.is_missing()) digits = std::max(digits, number.scale());
    }
    return digits;
}

FixedPoint to_fixed_point(std::span<const Decimal> numbers, int digits) {
    constexpr std::int64_t limit = unreachable_cost<std::int32_t>;
    FixedPoint fixed{digits, {}, {}};
    fixed.values.reserve(numbers.size());
    for (const Decimal& number : numbers) {
        if (number.is_missing()) {
            fixed.values.push_back(unreachable_cost<std::int32_t>);
            continue;
        }
        const auto value = digits > most_cost_digits ? std::nullopt : number.rounded_fixed_point(digits);
        if (!value || *value >= limit || *value <= -limit) {
            fixed.misfit = fixed.values.size();
            return fixed;
        }
        fixed.values.push_back(static_cast<std::int32_t>(*value));
    }
    return fixed;
}

}  // namespace allways
