// Fixed-point numbers as exact decimal text, fast: tables hold billions of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allways {

// Room that put_fixed_point needs for that many digits after the point.
constexpr std::size_t fixed_point_room(int digits) {
    return 32 + static_cast<std::size_t>(digits > 0 ? digits : 0);
}

// Writes value × 10^-digits without trailing zeros ("1.5", "-0.001", "12"); returns the end of the text. May overwrite
// the room after it, up to fixed_point_room.
char* put_fixed_point(char* at, std::int64_t value, int digits);

}  // namespace allways
