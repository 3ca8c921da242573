// SPDX-License-Identifier: Apache-2.0
#include "allways/base/units.h"

#include <gtest/gtest.h>

namespace allways {
namespace {

TEST(Units, AreFoundBySymbolAndKind) {
    ASSERT_NE(find_unit("mi"), nullptr);
    EXPECT_EQ(find_unit("mi")->size, 16'093'440);  // 1609.344 m
    EXPECT_EQ(find_unit("mi", Unit::Kind::length), find_unit("mi"));
    EXPECT_EQ(find_unit("mi", Unit::Kind::speed), nullptr);
    EXPECT_EQ(find_unit("mile"), nullptr);
    EXPECT_EQ(find_unit(""), nullptr);
}

// 1 ft/s is 60 ft/min; a mile an hour is a mile in an hour.
TEST(Units, SpeedsAreLengthsAnHour) {
    EXPECT_EQ(find_unit("ft/s")->size, 60 * find_unit("ft/min")->size);
    EXPECT_EQ(find_unit("mph")->size, find_unit("mi")->size);
    EXPECT_EQ(find_unit("km/h")->size, sizes_per_kmh);
    EXPECT_EQ(find_unit("m/s")->size, 3600 * sizes_per_metre);
}

}  // namespace
}  // namespace allways
