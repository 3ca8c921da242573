// SPDX-License-Identifier: Apache-2.0
#include "base/counted.h"

#include <gtest/gtest.h>

namespace allways {
namespace {

TEST(Counted, TellsOneFromMany) {
    EXPECT_EQ(counted(0, "point"), "0 points");
    EXPECT_EQ(counted(1, "point"), "1 point");
    EXPECT_EQ(counted(12982, "point"), "12,982 points");
    EXPECT_EQ(counted(1, "point lies", "points lie"), "1 point lies");
    EXPECT_EQ(counted(2, "point lies", "points lie"), "2 points lie");
    EXPECT_EQ(by_count(1, "is", "are"), "is");
    EXPECT_EQ(by_count(0, "is", "are"), "are");
}

}  // namespace
}  // namespace allways
