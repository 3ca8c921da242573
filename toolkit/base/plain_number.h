// Floats as text without an exponent where that is short enough to read.
#pragma once

#include <cstddef>

namespace allways {

// Room that put_plain needs.
inline constexpr std::size_t plain_room = 48;

// The fewest digits that read back as the same number, of those the nearest: "2000000000", not "2e+09", from 1e-5 up to
// 1e15. As std::to_chars has it. Returns the end of the text; the room behind it may be overwritten. No locale.
char* put_plain(char* at, float number);
char* put_plain(char* at, double number);

}  // namespace allways
