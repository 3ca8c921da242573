// Floats as text without an exponent where that is short enough to read.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>

namespace allways::tools {

// The fewest digits that read back as the same number: "2000000000", not "2e+09", from 1e-5 up to 1e15. Needs 32
// characters; returns their end. No locale.
template <std::floating_point Float>
char* put_plain(char* begin, char* end, Float number) {
    const Float magnitude = std::abs(number);
    const bool plain = magnitude == 0 || (magnitude >= Float(1e-5) && magnitude < Float(1e15));
    return plain ? std::to_chars(begin, end, number, std::chars_format::fixed).ptr
                 : std::to_chars(begin, end, number).ptr;
}

}  // namespace allways::tools
