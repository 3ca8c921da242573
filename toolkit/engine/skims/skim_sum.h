// SPDX-License-Identifier: Apache-2.0
// The arithmetic of sums of fields: int32 while all sums fit the cells of a table, otherwise float64, in which integers
// below 2⁵³ are exact.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "allways/base/cost_type.h"
#include "result/skim_walk.h"

namespace allways::engine {

// The sum if a value is missing, or if an int32 cell does not hold it.
template <class S>
inline constexpr S no_sum = std::is_integral_v<S> ? std::numeric_limits<S>::min() : std::numeric_limits<S>::quiet_NaN();

// Returns true for the values of int32 cells, including no_sum.
constexpr bool is_cell(std::int64_t sum) {
    return sum > -std::int64_t{unreachable_cost<std::int32_t>} && sum < unreachable_cost<std::int32_t>;
}

template <class S>
S sum_of_value(std::int64_t value) {
    if constexpr (std::is_integral_v<S>) {
        return is_cell(value) ? static_cast<S>(value) : no_sum<S>;
    } else {
        return value == result::SkimField::missing ? no_sum<S> : static_cast<S>(value);
    }
}

template <class S>
S added_sums(S a, S b) {
    if constexpr (std::is_integral_v<S>) {
        const std::int64_t sum = std::int64_t{a} + b;
        return is_cell(a) && is_cell(b) && is_cell(sum) ? static_cast<S>(sum) : no_sum<S>;
    } else {
        return a + b;
    }
}

}  // namespace allways::engine
