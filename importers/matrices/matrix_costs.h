// SPDX-License-Identifier: Apache-2.0
// Costs of a matrix: memory for as many as a file claims, and decimals as floats that hold them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "base/threads/large_vector.h"

namespace allways::importers {

// Returns rows·columns costs of 0; each side is below 2^32. Throws CapacityError if there is not enough memory,
// Cancelled.
template <class T>
std::vector<T> matrix_costs(std::size_t rows, std::size_t columns, const ProgressCallback& progress = {}) {
    const auto refuse = [&] {
        throw CapacityError(format("a matrix of {} × {} costs does not fit into memory", rows, columns),
                            rows * columns * sizeof(T), 0);
    };
    try {
        return large_vector<T>(rows * columns, T{}, progress);
    } catch (const std::bad_alloc&) {
        refuse();
    } catch (const std::length_error&) {
        refuse();
    }
    return {};
}

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
