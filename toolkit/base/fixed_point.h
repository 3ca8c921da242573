// SPDX-License-Identifier: Apache-2.0
// Decimals as exact int32 costs: value × 10^digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/decimal.h"
#include "base/threads/work_meter.h"

namespace allways {

// The most decimal digits that exact costs can keep: the limit of table and factor files. Costs that need more become
// floats.
inline constexpr int most_cost_digits = 18;

// The largest number of digits after the decimal point among the numbers; missing numbers do not count.
ALLWAYS_API int decimal_digits(std::span<const Decimal> numbers);

struct FixedPoint {
    int digits = 0;
    std::vector<std::int32_t> values;   // unreachable_cost for missing numbers
    std::optional<std::size_t> misfit;  // index of the first number that does not fit int32; values end before it
};

// Rounds half up to `digits` digits after the decimal point. Nothing fits with more than most_cost_digits. O(n).
ALLWAYS_API FixedPoint to_fixed_point(std::span<const Decimal> numbers, int digits);

// Variants for use in longer work, which reports progress and can be cancelled.
int decimal_digits(std::span<const Decimal> numbers, WorkMeter& meter);
FixedPoint to_fixed_point(std::span<const Decimal> numbers, int digits, WorkMeter& meter);

}  // namespace allways
