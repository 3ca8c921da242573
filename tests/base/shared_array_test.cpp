// SPDX-License-Identifier: Apache-2.0
#include "allways/base/shared_array.h"

#include <gtest/gtest.h>

#include <limits>

#include "allways/base/decimal.h"
#include "allways/base/error.h"

namespace allways {
namespace {

TEST(SharedArray, BorrowsUntilItIsChanged) {
    auto owner = std::make_shared<std::vector<int>>(std::vector<int>{1, 2, 3});
    const std::weak_ptr<std::vector<int>> alive = owner;
    SharedArray<int> first(std::span<const int>(*owner), owner);
    SharedArray<int> second = first;
    EXPECT_EQ(second.data(), owner->data());
    owner.reset();
    second.push_back(4);
    EXPECT_EQ(second, (std::vector<int>{1, 2, 3, 4}));
    EXPECT_EQ(first, (std::vector<int>{1, 2, 3}));
    EXPECT_FALSE(second.is_borrowed());
    EXPECT_FALSE(alive.expired());
    first.clear();
    EXPECT_TRUE(first.empty());
    EXPECT_TRUE(alive.expired());
}

TEST(SharedArray, CopiesOfItsOwnAreApart) {
    SharedArray<int> first{5, 6};
    SharedArray<int> second = first;
    second.edit()[0] = 7;
    EXPECT_EQ(first[0], 5);
    EXPECT_EQ(second, (std::vector<int>{7, 6}));
}

TEST(DecimalArray, ReadsDoublesAsDecimals) {
    const DecimalArray stored(SharedArray<double>{0.1, 2.5, std::numeric_limits<double>::quiet_NaN()});
    const DecimalArray own{*Decimal::parse("0.1"), *Decimal::parse("2.5"), Decimal::missing()};
    EXPECT_EQ(stored, own);
    EXPECT_EQ(stored.decimals(), own.decimals());
    EXPECT_EQ(stored[1], Decimal(25, 1));
    EXPECT_TRUE(DecimalArray().empty());
}

}  // namespace
}  // namespace allways
