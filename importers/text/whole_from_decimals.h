// Fixed point from doubles that were made of it: the table's original numbers from a file of natural ones.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "allways/base/cost_type.h"

namespace allways::importers {

// Stores number × 10^digits of each number, NaN as unreachable. Returns false if a number has more than `digits` digits
// or exceeds int32; then `into` is undefined.
inline bool whole_from_decimals(std::span<const double> numbers, int digits, std::int32_t* into) {
    const double power = std::pow(10.0, digits);
    for (const double number : numbers) {
        const double whole = std::nearbyint(number * power);
        if (std::isnan(number)) {
            *into++ = unreachable_cost<std::int32_t>;
        } else if (std::abs(whole) < unreachable_cost<std::int32_t> && whole / power == number) {
            *into++ = static_cast<std::int32_t>(whole);
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace allways::importers
