// SPDX-License-Identifier: Apache-2.0
// Computed lengths, speeds and times as decimals with a given number of digits.
#pragma once

#include <cmath>

#include "allways/base/decimal.h"

namespace allways::importers {

// Rounds `value` to `digits` digits after the point, half away from zero; missing unless it is finite and fits 18
// digits.
inline Decimal rounded(double value, int digits) {
    const double scaled = value * std::pow(10.0, digits);
    if (!(std::abs(scaled) < 1e18)) return Decimal::missing();
    return Decimal(std::llround(scaled), digits);
}

}  // namespace allways::importers
