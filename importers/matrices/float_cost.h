// SPDX-License-Identifier: Apache-2.0
// Converts decimals of a file to floats that hold them.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "allways/base/decimal.h"
#include "allways/base/format.h"

namespace allways::importers {

// Returns the nearest T, or nothing if the value exceeds T's largest: infinity would turn a cost into a missing arc.
template <class T>
std::optional<T> float_cost(const Decimal& value) {
    T result;
    if constexpr (std::is_same_v<T, float>) {
        result = value.to_float();
    } else {
        result = value.to_double();
    }
    if (!std::isfinite(result)) return std::nullopt;
    return result;
}

// Returns "1.5e39", for values whose plain notation would fill a line.
inline std::string scientific_text(const Decimal& value) {
    const std::string digits = std::to_string(value.digits());
    const std::size_t first = value.digits() < 0 ? 2 : 1;
    const auto exponent = static_cast<std::int64_t>(digits.size() - first) - value.scale();
    return format("{}{}{}e{}", digits.substr(0, first), digits.size() > first ? "." : "", digits.substr(first),
                  exponent);
}

}  // namespace allways::importers
