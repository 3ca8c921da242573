// Computed lengths, speeds and times as decimals of so many digits.
#pragma once

#include <cmath>

#include "allways/base/decimal.h"

namespace allways {

// `value` to `digits` digits after the point, half away from zero; missing where it is no finite number that 18 digits
// hold.
inline Decimal rounded(double value, int digits) {
    const double scaled = value * std::pow(10.0, digits);
    if (!(std::abs(scaled) < 1e18)) return Decimal::missing();
    return Decimal(std::llround(scaled), digits);
}

}  // namespace allways
