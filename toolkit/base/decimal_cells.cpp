// SPDX-License-Identifier: Apache-2.0
#include "base/decimal_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "allways/base/cost_type.h"

namespace allways {

namespace {

// The loops have no branches, so that the compiler vectorises them (see CMakeLists.txt).
template <class Quotient, class T>
void divide(std::span<const std::int32_t> numbers, Quotient power, T absent, T* into) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto decimal = static_cast<T>(static_cast<Quotient>(numbers[i]) / power);
        into[i] = numbers[i] < unreachable_cost<std::int32_t> ? decimal : absent;
    }
}

// 10^10 = 2^10 · 9,765,625 is the largest power of ten that float32 holds.
constexpr int most_float_digits = 10;

}  // namespace

// Floats below a power of two P are at most P·2^-24 (float64: 2^-53) apart. Where that is at most a step of 10^-digits,
// half of it, the error of a decimal, is less than half a step; if they are equal, both are powers of two and there is
// no error.
template <class T>
double whole_limit(int digits) {
    const double step = std::pow(10.0, -digits);
    const int precision = std::numeric_limits<T>::digits;
    const double most = std::ldexp(1.0, precision + static_cast<int>(std::floor(std::log2(step))));
    return std::min<double>(std::floor(most * std::pow(10.0, digits)), unreachable_cost<std::int32_t>);
}

// Numbers below 2^24 and powers of ten are floats, so that float32 divides them as exactly as float64 does, and twice
// as fast.
template <class T>
void decimals_of(std::span<const std::int32_t> numbers, int digits, T absent, T* into) {
    if constexpr (std::is_same_v<T, float>) {
        if (digits <= most_float_digits) {
            return divide(numbers, static_cast<float>(std::pow(10.0, digits)), absent, into);
        }
    }
    divide(numbers, std::pow(10.0, digits), absent, into);
}

template <class T>
bool whole_from_decimals(std::span<const T> decimals, int digits, std::int32_t* into) {
    constexpr std::int32_t unreachable = unreachable_cost<std::int32_t>;
    const double power = std::pow(10.0, digits);
    std::int32_t wrong = 0;
    for (std::size_t i = 0; i < decimals.size(); ++i) {
        const double number = static_cast<double>(decimals[i]) * power;
        const double known = std::abs(number) < unreachable ? number : 0;  // NaN is not known either
        const auto whole = static_cast<std::int32_t>(known + std::copysign(0.5, known));
        const bool absent = !(decimals[i] <= std::numeric_limits<T>::max());
        const bool is_made_of = static_cast<T>(whole / power) == decimals[i];
        wrong |= absent | is_made_of ? 0 : 1;
        into[i] = absent ? unreachable : whole;
    }
    return wrong == 0;
}

template double whole_limit<float>(int);
template double whole_limit<double>(int);
template void decimals_of(std::span<const std::int32_t>, int, float, float*);
template void decimals_of(std::span<const std::int32_t>, int, double, double*);
template bool whole_from_decimals(std::span<const float>, int, std::int32_t*);
template bool whole_from_decimals(std::span<const double>, int, std::int32_t*);

}  // namespace allways
