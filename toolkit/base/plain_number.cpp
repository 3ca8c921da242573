// SPDX-License-Identifier: Apache-2.0
#include "base/plain_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/fixed_point_text.h"

namespace allways {

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
