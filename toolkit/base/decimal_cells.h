// SPDX-License-Identifier: Apache-2.0
// Integers as floats of their decimals, and back: 1536 with 3 digits is 1.536, the number that a table's file holds.
#pragma once

#include <cstdint>
#include <span>

namespace allways {

// Rounding restores every integer below this limit from its decimal as T: there, adjacent floats are at most one unit
// of the last digit apart. In float32 the limit is 2^24 for no digits, 16,384,000 for 3 (milliseconds as seconds) and
// 10,485,760 for 1 (decimetres as metres); in float64 all of int32.
template <class T>
double whole_limit(int digits);

// Stores number / 10^digits, correctly rounded; unreachable numbers become `absent`. The others are below
// whole_limit<T>(digits).
template <class T>
void decimals_of(std::span<const std::int32_t> numbers, int digits, T absent, T* into);

// Stores the integer that each decimal was made of; NaN and +inf become unreachable. Returns false if some decimal was
// not made of an integer; then `into` is undefined.
template <class T>
bool whole_from_decimals(std::span<const T> decimals, int digits, std::int32_t* into);

}  // namespace allways
