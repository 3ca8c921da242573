// SPDX-License-Identifier: Apache-2.0
#include "base/decimal_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "allways/base/cost_type.h"

namespace allways {
namespace {

constexpr std::int32_t unreachable = unreachable_cost<std::int32_t>;

template <class T>
bool survive(const std::vector<std::int32_t>& numbers, int digits) {
    std::vector<T> decimals(numbers.size());
    decimals_of(std::span(numbers), digits, std::numeric_limits<T>::quiet_NaN(), decimals.data());
    std::vector<std::int32_t> restored(numbers.size());
    return whole_from_decimals(std::span<const T>(decimals), digits, restored.data()) && restored == numbers;
}

// Every integer from -last to last, in blocks.
template <class T>
bool all_survive(std::int32_t last, int digits, std::int32_t step = 1) {
    std::vector<std::int32_t> block;
    for (std::int64_t number = -std::int64_t{last}; number <= last; number += step) {
        block.push_back(static_cast<std::int32_t>(number));
        if (block.size() < (1u << 16) && number + step <= last) continue;
        if (!survive<T>(block, digits)) return false;
        block.clear();
    }
    return true;
}

TEST(DecimalCells, EveryIntegerBelowTheLimitSurvivesFloat32) {
    for (const int digits : {0, 1, 2, 3, 4, 6, 7, 9}) {
        const double limit = whole_limit<float>(digits);
        EXPECT_GT(limit, 0x1p23) << digits;
        EXPECT_LE(limit, 0x1p24) << digits;
        EXPECT_TRUE(all_survive<float>(static_cast<std::int32_t>(limit) - 1, digits)) << digits;
    }
}

// A limit of 2^24 units would be too high: floats beyond 16,384 s are 2 ms apart.
TEST(DecimalCells, TheLimitIsTheTightOne) {
    EXPECT_EQ(whole_limit<float>(0), 16'777'216);
    EXPECT_EQ(whole_limit<float>(1), 10'485'760);
    EXPECT_EQ(whole_limit<float>(3), 16'384'000);
    for (const int digits : {0, 1, 3, 6}) {
        const auto limit = static_cast<std::int32_t>(whole_limit<float>(digits));
        EXPECT_FALSE(survive<float>({limit, limit + 1, limit + 2, limit + 3}, digits)) << digits;
    }
}

TEST(DecimalCells, EveryInt32SurvivesFloat64) {
    for (int digits = 0; digits <= 18; ++digits) {
        EXPECT_EQ(whole_limit<double>(digits), unreachable) << digits;
        EXPECT_TRUE(all_survive<double>(unreachable - 1, digits, 99'991)) << digits;
        EXPECT_TRUE(survive<double>({unreachable - 1, 1 - unreachable, unreachable - 2, 0, 1, -1}, digits)) << digits;
    }
}

TEST(DecimalCells, DecimalsAreRoundedAsTheirTextsAre) {
    const std::vector<std::int32_t> numbers{1536, 1, -100, 0, unreachable};
    std::vector<float> floats(5);
    decimals_of<float>(std::span(numbers), 3, std::numeric_limits<float>::infinity(), floats.data());
    EXPECT_EQ(floats, (std::vector<float>{1.536f, 0.001f, -0.1f, 0, std::numeric_limits<float>::infinity()}));
    std::vector<double> doubles(5);
    decimals_of<double>(std::span(numbers), 3, -1, doubles.data());
    EXPECT_EQ(doubles, (std::vector<double>{1.536, 0.001, -0.1, 0, -1}));
}

TEST(DecimalCells, WhatWasMadeOfNoIntegerIsNoticed) {
    const float next = std::nextafter(1.5f, 2.0f);
    std::int32_t restored = 0;
    for (const float wrong : {next, 1e30f, -1e30f, -std::numeric_limits<float>::infinity(), 1.5e-5f}) {
        EXPECT_FALSE(whole_from_decimals(std::span<const float>(&wrong, 1), 3, &restored)) << wrong;
    }
    for (const float absent : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        EXPECT_TRUE(whole_from_decimals(std::span<const float>(&absent, 1), 3, &restored));
        EXPECT_EQ(restored, unreachable);
    }
}

}  // namespace
}  // namespace allways
