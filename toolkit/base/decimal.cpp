// SPDX-License-Identifier: Apache-2.0
#include "allways/base/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace allways {

namespace {

constexpr int max_digits = 18;  // 10^18 < 2^63

constexpr auto powers_of_ten = [] {
    std::array<std::int64_t, max_digits + 1> powers{};
    powers[0] = 1;
    for (int i = 1; i <= max_digits; ++i) powers[i] = powers[i - 1] * 10;
    return powers;
}();

__extension__ using Wide = __int128;  // products of two 18-digit numbers, and sums of any two 19 digits apart

// Rounds half away from zero to 18 digits.
Decimal to_decimal(Wide digits, int scale) {
    Wide divisor = 1;
    for (; digits / divisor > powers_of_ten[max_digits] - 1 || digits / divisor < 1 - powers_of_ten[max_digits];
         --scale) {
        divisor *= 10;
    }
    const Wide half = digits < 0 ? -divisor / 2 : divisor / 2;
    return {static_cast<std::int64_t>(divisor == 1 ? digits : (digits + half) / divisor), scale};
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string scientific(std::int64_t digits, int scale) {
    return std::to_string(digits) + "e" + std::to_string(-scale);
}

template <class Float>
Float to_floating(std::int64_t digits, int scale) {
    const std::string text = scientific(digits, scale);
    Float value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    // Out of range: from_chars leaves the value unchanged; the nearest representable is 0 or infinity.
    if (result.ec == std::errc::result_out_of_range) {
        value = scale > 0 ? Float{0} : std::copysign(std::numeric_limits<Float>::infinity(), Float(digits));
    }
    return value;
}

}  // namespace

Decimal::Decimal(std::int64_t digits, int scale) : digits_(digits), scale_(scale) {
    if (digits_ == 0) scale_ = 0;
    while (digits_ != 0 && digits_ % 10 == 0) {
        digits_ /= 10;
        --scale_;
    }
}

Decimal Decimal::missing() {
    Decimal decimal;
    decimal.scale_ = missing_scale;
    return decimal;
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
    std::size_t at = 0;
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) ++at;

    std::int64_t digits = 0;
    int kept = 0;  // significant digits in `digits`
    int scale = 0;
    bool any = false;
    bool point = false;
    bool round_up = false;
    bool dropped = false;  // a digit beyond the 18th has been seen
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(c)) break;
        any = true;
        if (kept < max_digits) {
            digits = digits * 10 + (c - '0');
            if (digits != 0) ++kept;
            if (point) ++scale;
        } else {
            if (!dropped) round_up = c >= '5';
            dropped = true;
            if (!point) --scale;
        }
    }
    if (!any) return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && text[at] == '+') ++at;
        int exponent = 0;
        const auto result = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
        if (result.ec != std::errc() || exponent > 10000 || exponent < -10000) return std::nullopt;
        at = static_cast<std::size_t>(result.ptr - text.data());
        scale -= exponent;
    }
    if (at != text.size()) return std::nullopt;
    if (round_up) ++digits;
    return Decimal(negative ? -digits : digits, scale);
}

Decimal Decimal::from_double(double value) {
    if (!std::isfinite(value)) return missing();
    // Two decimals of up to 15 digits are never nearest to the same double, so one that reads back is the shortest.
    constexpr double largest = 1e15;
    for (const int scale : {0, 1, 2, 3, 6, 9}) {
        const double power = static_cast<double>(powers_of_ten[static_cast<std::size_t>(scale)]);
        const double digits = std::nearbyint(value * power);
        if (!(std::abs(digits) < largest)) break;
        if (digits / power == value) return Decimal(static_cast<std::int64_t>(digits), scale);
    }
    std::array<char, 64> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return *parse({buffer.data(), result.ptr});
}

std::optional<std::int64_t> Decimal::fixed_point(int k) const {
    if (is_missing()) return std::nullopt;
    const int shift = k - scale_;
    if (digits_ == 0) return 0;
    if (shift < 0 || shift > max_digits) return std::nullopt;  // normalised: a negative shift leaves a fraction
    std::int64_t result = 0;
    if (__builtin_mul_overflow(digits_, powers_of_ten[shift], &result)) return std::nullopt;
    return result;
}

std::optional<std::int64_t> Decimal::rounded_fixed_point(int k) const {
    if (is_missing()) return std::nullopt;
    const int drop = scale_ - k;
    if (drop <= 0) return fixed_point(k);
    if (drop > max_digits) return 0;
    const std::int64_t divisor = powers_of_ten[drop];
    const std::int64_t half = divisor / 2;
    const std::int64_t remainder = digits_ % divisor;
    return digits_ / divisor + (remainder >= half ? 1 : 0) - (remainder <= -half ? 1 : 0);
}

Decimal operator+(const Decimal& a, const Decimal& b) {
    if (a.is_missing() || b.is_missing()) return Decimal::missing();
    if (a.digits_ == 0) return b;
    if (b.digits_ == 0) return a;
    const Decimal& coarse = a.scale_ < b.scale_ ? a : b;
    const Decimal& fine = a.scale_ < b.scale_ ? b : a;
    constexpr int most_apart = 19;  // a number further below the coarse number's last digit is rounded away
    const int scale = std::min(fine.scale_, coarse.scale_ + most_apart);
    Wide sum = coarse.digits_;
    for (int at = coarse.scale_; at < scale; ++at) sum *= 10;
    return to_decimal(sum + *fine.rounded_fixed_point(scale), scale);
}

Decimal operator*(const Decimal& a, const Decimal& b) {
    if (a.is_missing() || b.is_missing()) return Decimal::missing();
    return to_decimal(Wide{a.digits_} * b.digits_, a.scale_ + b.scale_);
}

Decimal operator/(const Decimal& a, const Decimal& b) {
    if (a.is_missing() || b.is_missing()) return Decimal::missing();
    // The quotient has at least 19 digits, so that digits beyond it cannot change how it is rounded to 18.
    constexpr Wide enough = Wide{powers_of_ten[max_digits]} * powers_of_ten[max_digits];
    Wide digits = a.digits_;
    int scale = a.scale_ - b.scale_;
    for (; digits != 0 && digits < enough && digits > -enough; ++scale) digits *= 10;
    return to_decimal(digits / b.digits_, scale);
}

double Decimal::to_double() const {
    if (is_missing()) return std::numeric_limits<double>::quiet_NaN();
    // Both operands are exact in double, so the division or product rounds once.
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (digits_ > -exact && digits_ < exact && scale_ >= -max_digits && scale_ <= max_digits) {
        const auto digits = static_cast<double>(digits_);
        const auto power = static_cast<double>(powers_of_ten[static_cast<std::size_t>(std::abs(scale_))]);
        return scale_ < 0 ? digits * power : digits / power;
    }
    return to_floating<double>(digits_, scale_);
}

float Decimal::to_float() const {
    if (is_missing()) return std::numeric_limits<float>::quiet_NaN();
    return to_floating<float>(digits_, scale_);
}

std::string Decimal::to_string() const {
    if (is_missing()) return "";
    if (scale_ > 0) return fixed_point_text(digits_, scale_);
    return std::to_string(digits_) + std::string(static_cast<std::size_t>(-scale_), '0');
}

std::string fixed_point_text(std::int64_t value, int digits) {
    const std::string text = std::to_string(value);
    if (digits <= 0) return text;
    const auto places = static_cast<std::size_t>(digits);
    const bool negative = value < 0;
    std::string_view number = std::string_view(text).substr(negative ? 1 : 0);
    const std::string padded = std::string(number.size() > places ? 0 : places + 1 - number.size(), '0').append(number);
    number = padded;
    std::string_view fraction = number.substr(number.size() - places);
    fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);

    std::string result(negative ? "-" : "");
    result.append(number.substr(0, number.size() - places));
    if (!fraction.empty()) result.append(".").append(fraction);
    return result;
}

}  // namespace allways
