// SPDX-License-Identifier: Apache-2.0
#include "base/fixed_point_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include "allways/base/decimal.h"

namespace allways {

namespace {

constexpr std::uint64_t ten_to_the_8 = 100'000'000;
constexpr std::uint64_t all_zeros = 0x3030'3030'3030'3030;  // the text "00000000"

// Returns the eight decimal digits of a number below 10^8, one per byte, the first in the lowest byte. Quotients are
// products, for two and then four numbers in a word at once: x / 100 = x · 10486 >> 20 below 10^4, and x / 10 = x · 103
// >> 10 below 100.
std::uint64_t eight_digits(std::uint64_t number) {
    const std::uint64_t fours = number / 10000 | (number % 10000) << 32;
    const std::uint64_t hundreds = (fours * 10486 >> 20) & 0x0000'007f'0000'007f;
    const std::uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
    const std::uint64_t tens = (twos * 103 >> 10) & 0x000f'000f'000f'000f;
    return tens | (twos - 10 * tens) << 8;
}

char* put_whole(char* at, std::uint64_t number) {
    constexpr std::size_t longest = 20;
    return std::to_chars(at, at + longest, number).ptr;
}

// At most 7 of at most 8 digits follow the decimal point, so each side of the point is one word, which is stored whole
// and then overwritten from the end of its text.
char* put_short(char* at, std::uint64_t magnitude, int digits) {
    const std::uint64_t word = eight_digits(magnitude);
    const int before = 8 - digits;
    const std::uint64_t last_before = std::uint64_t{1} << 8 * (before - 1);  // this digit stays, even if it is zero
    const int leading = std::countr_zero(word | last_before) / 8;
    const std::uint64_t whole = (word | all_zeros) >> 8 * leading;
    std::memcpy(at, &whole, sizeof whole);
    at += before - leading;
    *at = '.';
    const std::uint64_t fraction = digits == 0 ? 0 : word >> 8 * before;
    const std::uint64_t text = fraction | all_zeros;
    std::memcpy(at + 1, &text, sizeof text);
    return fraction == 0 ? at : at + 9 - std::countl_zero(fraction) / 8;
}

char* put_long(char* at, std::uint64_t magnitude, int digits) {
    char text[20];
    char* const end = text + sizeof text;
    char* begin = end;
    for (int i = 0; i < digits; ++i, magnitude /= 10) *--begin = static_cast<char>('0' + magnitude % 10);
    const char* last = end;
    while (last > begin && last[-1] == '0') --last;
    at = put_whole(at, magnitude);
    if (last == begin) return at;
    *at++ = '.';
    return std::copy(static_cast<const char*>(begin), last, at);
}

}  // namespace

FixedPointText::Groups::Groups() {
    const auto text = [](std::string_view characters) {
        Text packed = std::uint64_t{characters.size()} << 56;
        std::memcpy(&packed, characters.data(), characters.size());
        return packed;
    };
    for (int group = 0; group < 1000; ++group) {
        const std::string all = std::to_string(1000 + group).substr(1);
        number[group] = text(std::to_string(group));
        digits[group] = text(all);
        for (int count = 0; count < 4; ++count) {
            const std::string behind = all.substr(static_cast<std::size_t>(3 - count));
            const std::size_t last = behind.find_last_not_of('0');
            fraction[count][group] =
                text(last == std::string::npos ? "" : std::string(".").append(behind, 0, last + 1));
        }
    }
}

FixedPointText::FixedPointText(int digits) : digits_(digits) {
    if (std::endian::native != std::endian::little || digits < 0 || digits > 3) return;
    static const Groups groups;
    groups_ = &groups;
    below_ = below_all;
    for (int i = 0; i < digits; ++i) power_ *= 10;
    // Rounded up, by less than 1: quotients of numbers below 2^30 are off by less than 2^-18, so integer quotients are
    // exact.
    reciprocal_ = ((std::uint64_t{1} << reciprocal_bits) + power_ - 1) / power_;
}

char* put_fixed_point(char* at, std::int64_t value, int digits) {
    constexpr int most_digits = 18;
    if (digits > most_digits) {
        const std::string text = fixed_point_text(value, digits);
        return std::copy(text.begin(), text.end(), at);
    }
    std::uint64_t magnitude = static_cast<std::uint64_t>(value);
    if (value < 0) {
        *at++ = '-';
        magnitude = 0 - magnitude;
    }
    // The words of put_short have the number's first digit in the lowest byte.
    if (std::endian::native == std::endian::little && magnitude < ten_to_the_8 && digits >= 0 && digits < 8) {
        return put_short(at, magnitude, digits);
    }
    return put_long(at, magnitude, digits);
}

}  // namespace allways
