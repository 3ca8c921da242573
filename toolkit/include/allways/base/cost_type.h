// SPDX-License-Identifier: Apache-2.0
// The three number types a cost or a distance can have, and the value each uses for "unreachable".
// Everything downstream (matrices, engines, tables) is parameterised by one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/shared_array.h"

namespace allways {

enum class CostType { int32, float32, float64 };

// Unreachable is a value, not an error: +inf for floats and 2^30 - 1 for int32, so that the sum of two
// unreachable int32 costs still fits.
template <class T>
inline constexpr T unreachable_cost = std::is_integral_v<T> ? static_cast<T>((std::int64_t{1} << 30) - 1)
                                                            : std::numeric_limits<T>::infinity();

template <class T>
constexpr bool is_reachable(T cost) {
    return cost < unreachable_cost<T>;
}

// The cost as a double: +inf for unreachable; NaN stays NaN.
template <class T>
double raw_value(T cost) {
    if constexpr (std::is_integral_v<T>) {
        if (!is_reachable(cost)) return std::numeric_limits<double>::infinity();
    }
    return static_cast<double>(cost);
}

template <class T>
inline constexpr CostType cost_type_of = std::is_same_v<T, std::int32_t> ? CostType::int32
                                         : std::is_same_v<T, float>      ? CostType::float32
                                                                         : CostType::float64;

// A vector of costs of one of the three types; the alternative's index equals the CostType's value.
using CostVector = std::variant<std::vector<std::int32_t>, std::vector<float>, std::vector<double>>;

inline CostType type_of(const CostVector& costs) {
    return static_cast<CostType>(costs.index());
}

// The same arrays in memory that may belong to a mapped file.
using CostArray = std::variant<SharedArray<std::int32_t>, SharedArray<float>, SharedArray<double>>;

inline CostType type_of(const CostArray& costs) {
    return static_cast<CostType>(costs.index());
}
inline CostVector own(const CostArray& costs) {
    return std::visit([](const auto& values) -> CostVector { return std::vector(values.begin(), values.end()); },
                      costs);
}
inline CostArray shared(CostVector costs) {
    return std::visit([](auto& values) -> CostArray { return SharedArray(std::move(values)); }, costs);
}

// The same arrays, borrowed from either.
using CostView = std::variant<std::span<const std::int32_t>, std::span<const float>, std::span<const double>>;

inline CostType type_of(const CostView& costs) {
    return static_cast<CostType>(costs.index());
}
inline CostView view(const CostVector& costs) {
    return std::visit([](const auto& values) -> CostView { return std::span(values); }, costs);
}
inline CostView view(const CostArray& costs) {
    return std::visit([](const auto& values) -> CostView { return std::span(values.data(), values.size()); }, costs);
}

// Calls `function.template operator()<T>()` with the C++ type of `type`.
template <class Function>
decltype(auto) with_cost_type(CostType type, Function&& function) {
    switch (type) {
        case CostType::int32: return function.template operator()<std::int32_t>();
        case CostType::float32: return function.template operator()<float>();
        case CostType::float64: break;
    }
    return function.template operator()<double>();
}

// The type in which sweeps and factors compute costs that are stored as `type`: float64 for float32.
constexpr CostType sweep_type(CostType type) {
    return type == CostType::int32 ? CostType::int32 : CostType::float64;
}
// The same as with_cost_type for that type, int32 or double.
template <class Function>
decltype(auto) with_sweep_type(CostType type, Function&& function) {
    if (type == CostType::int32) return function.template operator()<std::int32_t>();
    return function.template operator()<double>();
}

// Each number rounded to the nearest float32. O(n), on all cores.
ALLWAYS_API std::vector<float> in_float32(std::span<const double> numbers);

// The name of a type: "int32", "float32", "float64".
ALLWAYS_API std::string_view name(CostType type);
ALLWAYS_API std::optional<CostType> parse_cost_type(std::string_view text);
// Bytes of one cost.
ALLWAYS_API std::size_t size_of(CostType type);

}  // namespace allways
