// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace allways {

// Returns true if numbers from 0 are integers whose total fits int32, so that any of them can be added as such.
inline bool add_up_in_int32(std::span<const double> numbers) {
    double total = 0;
    for (const double number : numbers) {
        total += number;
        if (number != std::floor(number) || total > std::numeric_limits<std::int32_t>::max()) return false;
    }
    return true;
}

}  // namespace allways
