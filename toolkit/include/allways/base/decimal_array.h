// SPDX-License-Identifier: Apache-2.0
// The decimals of a column, stored as they are or as the doubles of a mapped file, which are converted one by one when
// read.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/shared_array.h"

namespace allways {

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
