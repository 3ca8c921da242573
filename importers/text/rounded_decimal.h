// SPDX-License-Identifier: Apache-2.0
// Computed lengths, speeds and times as decimals with a given number of digits.
#pragma once

#include <cmath>

#include "allways/base/decimal.h"

namespace allways::importers {

// Rounds `value` to `digits` digits after the point, half away from zero; missing unless it is finite and fits 18
// digits.
inline Decimal rounded(double value, int digits) {
    double power = 1;
    for (int i = 0; i < digits; ++i) power *= 10;
    const double scaled = value * power;
    if (!(std::abs(scaled) < 1e18)) return Decimal::missing();
    return Decimal(std::llround(scaled), digits);
}

}  // namespace allways::importers
