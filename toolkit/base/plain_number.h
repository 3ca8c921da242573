// SPDX-License-Identifier: Apache-2.0
// Floats as text, without an exponent while that stays short.
#pragma once

#include <cstddef>

namespace allways {

// Characters that put_plain needs.
inline constexpr std::size_t plain_room = 48;

// Writes the fewest digits that read back as the same number, and the nearest of such decimals: "2000000000", not
// "2e+09", from 1e-5 up to 1e15; beyond that as std::to_chars does. Returns the end; may overwrite the room after it.
char* put_plain(char* at, float number);
char* put_plain(char* at, double number);

}  // namespace allways
