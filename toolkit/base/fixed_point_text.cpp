// SPDX-License-Identifier: Apache-2.0
#include "base/fixed_point_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
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

// ---- floats

namespace {

template <class Float>
char* put_any(char* at, Float number) {
    const Float magnitude = std::abs(number);
    const bool plain = magnitude == 0 || (magnitude >= Float(1e-5) && magnitude < Float(1e15));
    char* const end = at + plain_room;
    return plain ? std::to_chars(at, end, number, std::chars_format::fixed).ptr : std::to_chars(at, end, number).ptr;
}

constexpr std::array<double, 11> power_of_10 = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};

constexpr int least_exponent = -10;  // numbers from 2^-10, the usual range of tables
constexpr int most_exponent = 23;    // below 2^24, where the gap between floats is at most 1

// For each exponent, the fewest digits after the point with which decimals are at least as dense as floats.
constexpr auto enough_digits = [] {
    std::array<std::int8_t, most_exponent - least_exponent + 1> digits{};
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const auto floats_per_unit = static_cast<double>(std::uint64_t{1} << (digits.size() - 1 - i));
        while (power_of_10[static_cast<std::size_t>(digits[i])] < floats_per_unit) ++digits[i];
    }
    return digits;
}();

struct ShortDecimal {
    std::int64_t value;
    int digits;
};

// Finds the shortest decimal of a float, several times as fast as the general method, because doubles hold every
// intermediate result: 24 bits times 10^10, which has 24 bits apart from its factors of two. Drops digits one by one
// while a decimal with fewer digits is nearer than half a gap. Returns nothing if this is uncertain: outside these
// exponents, for powers of two, whose gaps differ, and on ties.
std::optional<ShortDecimal> short_decimal(std::uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 23 & 0xff) - 127;
    if (exponent < least_exponent || exponent > most_exponent || (bits & 0x7fffff) == 0) return std::nullopt;
    const double magnitude = std::bit_cast<float>(bits & 0x7fffffff);
    const double half_gap = std::bit_cast<double>(static_cast<std::uint64_t>(exponent - 24 + 1023) << 52);
    ShortDecimal best{-1, enough_digits[static_cast<std::size_t>(exponent - least_exponent)]};
    for (int digits = best.digits; digits >= 0; --digits) {
        const double power = power_of_10[static_cast<std::size_t>(digits)];
        const double scaled = magnitude * power;
        const auto nearest = static_cast<std::int64_t>(scaled + 0.5);
        const double away = std::abs(scaled - static_cast<double>(nearest));
        if (away == 0.5 || away == half_gap * power) return std::nullopt;
        if (away > half_gap * power) break;
        best = {nearest, digits};
    }
    return best;
}

}  // namespace

char* put_plain(char* at, float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const auto decimal = short_decimal(bits);
    if (!decimal) return put_any(at, number);
    return put_fixed_point(at, bits >> 31 ? -decimal->value : decimal->value, decimal->digits);
}

char* put_plain(char* at, double number) {
    return put_any(at, number);
}

}  // namespace allways
