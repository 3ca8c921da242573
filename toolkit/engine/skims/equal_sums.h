// Comparisons of a row of cells with sums, several at once: few of them are equal.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allways::engine {

inline constexpr std::size_t equal_sums_at_once = 16;

// Returns true if cells[i] = value + more[i] for any i < equal_sums_at_once, where the bits of `mask` are cleared in
// more[i].
bool any_equal_sum(const std::int32_t* cells, const std::int32_t* more, std::int32_t value, std::int32_t mask);
bool any_equal_sum(const float* cells, const float* more, float value, std::int32_t mask);
bool any_equal_sum(const double* cells, const double* more, double value, std::int32_t mask);

}  // namespace allways::engine
