// SPDX-License-Identifier: Apache-2.0
#include "base/fixed_point_text.h"

#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "allways/base/decimal.h"

namespace allways::tools {
namespace {

std::string text(std::int64_t value, int digits) {
    const FixedPointText writer(digits);
    std::string one(fixed_point_room(digits), '?'), of_many(writer.room(), '?');
    one.resize(static_cast<std::size_t>(put_fixed_point(one.data(), value, digits) - one.data()));
    of_many.resize(static_cast<std::size_t>(writer.put(of_many.data(), value) - of_many.data()));
    EXPECT_EQ(of_many, one) << value << " with " << digits;
    return of_many;
}

TEST(FixedPointText, ByHand) {
    EXPECT_EQ(text(1500, 3), "1.5");
    EXPECT_EQ(text(-1, 3), "-0.001");
    EXPECT_EQ(text(0, 0), "0");
    EXPECT_EQ(text(0, 7), "0");
    EXPECT_EQ(text(100, 2), "1");
    EXPECT_EQ(text(12345678, 0), "12345678");
    EXPECT_EQ(text(90, 0), "90");
    EXPECT_EQ(text(99999999, 7), "9.9999999");
    EXPECT_EQ(text(std::numeric_limits<std::int64_t>::min(), 18), "-9.223372036854775808");
}

// Around every power of ten, where the number of digits changes, and at random; compared with text made digit by digit.
TEST(FixedPointText, AgreesWithTheSlowOne) {
    std::mt19937_64 random(7);
    for (int digits = 0; digits <= 19; ++digits) {
        std::int64_t power = 1;
        for (int i = 0; i <= 18; ++i, power *= i <= 18 ? 10 : 1) {
            for (const std::int64_t value : {power - 1, power, power + 1, power / 2, -power}) {
                ASSERT_EQ(text(value, digits), fixed_point_text(value, digits)) << value << " with " << digits;
            }
        }
        for (int i = 0; i < 2000; ++i) {
            const auto value = static_cast<std::int64_t>(random() >> random() % 64);
            ASSERT_EQ(text(value, digits), fixed_point_text(value, digits)) << value << " with " << digits;
        }
    }
}

TEST(FixedPointText, EveryFourDigits) {
    for (std::int64_t value = 0; value < 10000; ++value) {
        ASSERT_EQ(text(value * 10000 + 9999 - value, 4), fixed_point_text(value * 10000 + 9999 - value, 4)) << value;
    }
}

}  // namespace
}  // namespace allways::tools
