// SPDX-License-Identifier: Apache-2.0
// Exact decimal numbers: costs are read as decimals and never pass through double, so that a fixed-point
// cost is right to the last digit.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

// digits × 10^-scale, normalised: no trailing zeros in digits unless the value is 0, whose scale is 0.
// A value with more than 18 significant digits is rounded to 18.
class ALLWAYS_API Decimal {
public:
    constexpr Decimal() = default;                               // zero
    Decimal(std::int64_t digits, int scale);                     // normalises
    static Decimal missing();                                    // "no value here": not zero
    static std::optional<Decimal> parse(std::string_view text);  // "-1.50e3", ".85", "+2."; blanks not allowed
    static Decimal from_double(double value);                    // the shortest decimal that reads back as `value`

    bool is_missing() const { return scale_ == missing_scale; }
    std::int64_t digits() const { return digits_; }
    int scale() const { return scale_; }

    // Returns the value × 10^k as an integer, or nothing if it is not an integer or does not fit 64 bits.
    std::optional<std::int64_t> fixed_point(int k) const;
    // Returns the value × 10^k rounded half away from zero, or nothing if that does not fit 64 bits.
    std::optional<std::int64_t> rounded_fixed_point(int k) const;
    double to_double() const;       // correctly rounded
    float to_float() const;         // correctly rounded from the decimal, not from a double
    std::string to_string() const;  // plain notation: "-0.15", "12000"

    friend bool operator==(const Decimal&, const Decimal&) = default;
    // Exact if the result has at most 18 significant digits; missing if either operand is.
    friend ALLWAYS_API Decimal operator+(const Decimal& a, const Decimal& b);
    friend ALLWAYS_API Decimal operator*(const Decimal& a, const Decimal& b);
    friend ALLWAYS_API Decimal operator/(const Decimal& a, const Decimal& b);  // b: not 0

private:
    static constexpr int missing_scale = std::numeric_limits<int>::min();
    std::int64_t digits_ = 0;
    int scale_ = 0;
};

// A fixed-point number as exact decimal text: value × 10^-digits, trailing zeros dropped ("1500", 3 -> "1.5").
ALLWAYS_API std::string fixed_point_text(std::int64_t value, int digits);

}  // namespace allways
