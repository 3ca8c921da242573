// SPDX-License-Identifier: Apache-2.0
// Reads integers between blanks, which most lines of a network consist of.
#pragma once

#include <charconv>
#include <cstdint>
#include <span>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace allways::importers {

// Removes an integer from the front of [next, end). Returns false if there is no integer that fits 64 bits.
inline bool take_whole(const char*& next, const char* end, std::int64_t& number) {
    constexpr std::ptrdiff_t safe_digits = 18;  // cannot overflow
    const char* digits = next != end && *next == '-' ? next + 1 : next;
    const char* at = digits;
    std::int64_t value = 0;
    for (; at != end && *at >= '0' && *at <= '9' && at - digits < safe_digits; ++at) value = value * 10 + (*at - '0');
    if (at == digits) return false;
    if (at - digits == safe_digits) {
        const auto parsed = std::from_chars(next, end, number);
        next = parsed.ptr;
        return parsed.ec == std::errc{};
    }
    number = digits == next ? value : -value;
    next = at;
    return true;
}

// Reads a text that consists of exactly as many integers as the span holds, each after blanks, which are optional
// before the first. Returns false for any other text.
inline bool read_wholes(std::string_view text, std::span<std::int64_t> numbers) {
    const char* next = text.data();
    const char* end = text.data() + text.size();
    const auto skip_blanks = [&] {
        const char* from = next;
        while (next != end && is_blank(*next)) ++next;
        return next != from;
    };
    skip_blanks();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!take_whole(next, end, numbers[i])) return false;
        if (!skip_blanks() && next != end) return false;
    }
    return next == end;
}

}  // namespace allways::importers
