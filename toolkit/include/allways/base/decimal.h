// SPDX-License-Identifier: Apache-2.0
// Exact decimal numbers: costs are read as decimals and never pass through double, so that a fixed-point
// cost is right to the last digit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/shared_array.h"

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

// The decimals of a column, stored as they are or as the doubles of a mapped file, which are converted one by one when
// read.
class DecimalArray {
public:
    using value_type = Decimal;

    class const_iterator {
    public:
        using value_type = Decimal;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;

        const_iterator() = default;
        const_iterator(const DecimalArray& of, std::size_t at) : of_(&of), at_(at) {}
        Decimal operator*() const { return (*of_)[at_]; }
        const_iterator& operator++() { return ++at_, *this; }
        const_iterator operator++(int) { return {*of_, at_++}; }
        friend bool operator==(const const_iterator& a, const const_iterator& b) { return a.at_ == b.at_; }

    private:
        const DecimalArray* of_ = nullptr;
        std::size_t at_ = 0;
    };

    DecimalArray() = default;
    DecimalArray(std::vector<Decimal> decimals) : decimals_(std::move(decimals)) {}
    DecimalArray(std::initializer_list<Decimal> decimals) : decimals_(decimals) {}
    // NaN means a missing value.
    explicit DecimalArray(SharedArray<double> doubles) : doubles_(std::move(doubles)) {}

    std::size_t size() const { return decimals_.empty() ? doubles_.size() : decimals_.size(); }
    bool empty() const { return size() == 0; }
    Decimal operator[](std::size_t i) const {
        return decimals_.empty() ? Decimal::from_double(doubles_[i]) : decimals_[i];
    }
    const_iterator begin() const { return {*this, 0}; }
    const_iterator end() const { return {*this, size()}; }
    std::vector<Decimal> decimals() const {
        if (decimals_.empty()) return {begin(), end()};
        return {decimals_.begin(), decimals_.end()};
    }
    // Copies made after this share the memory.
    void share() {
        decimals_.share();
        doubles_.share();
    }

    friend bool operator==(const DecimalArray& a, const DecimalArray& b) { return std::ranges::equal(a, b); }

private:
    SharedArray<Decimal> decimals_;
    SharedArray<double> doubles_;
};

}  // namespace allways
