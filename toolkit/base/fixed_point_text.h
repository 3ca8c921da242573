// Fixed-point numbers as exact decimal text, fast: tables hold billions of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allways {

// Room that put_fixed_point needs for so many digits behind the point.
constexpr std::size_t fixed_point_room(int digits) {
    return 32 + static_cast<std::size_t>(digits > 0 ? digits : 0);
}

// value × 10^-digits without trailing zeros ("1.5", "-0.001", "12"); returns the end of the text. The room behind it,
// up to fixed_point_room, may be overwritten.
char* put_fixed_point(char* at, std::int64_t value, int digits);

}  // namespace allways
