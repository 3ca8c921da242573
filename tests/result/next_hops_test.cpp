// SPDX-License-Identifier: Apache-2.0
#include "allways/result/next_hops.h"

#include <gtest/gtest.h>

namespace allways {
namespace {

TEST(NextHops, WidthFollowsTheNumberOfSteps) {
    EXPECT_EQ(NextHops::bytes_for(0), 1u);
    EXPECT_EQ(NextHops::bytes_for(254), 1u);
    EXPECT_EQ(NextHops::bytes_for(255), 2u);
    EXPECT_EQ(NextHops::bytes_for(65535), 2u);
    EXPECT_EQ(NextHops::bytes_for(65536), 4u);
    EXPECT_EQ(NextHops(NextHops::Kind::arc_ordinal, 2, 300).bytes_per_hop(), 2u);
}

TEST(NextHops, StartAsNoneAndKeepWhatIsSet) {
    for (const std::size_t steps : {4u, 300u, 70000u}) {
        NextHops hops(NextHops::Kind::node_index, 3, steps);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(hops.at(i, j), NextHops::none);
        }
        const auto largest = static_cast<std::uint32_t>(steps - 1);
        hops.set(1, 2, largest);
        EXPECT_EQ(hops.at(1, 2), largest);
        EXPECT_EQ(hops.at(2, 1), NextHops::none);
        hops.set(1, 2, NextHops::none);
        EXPECT_EQ(hops.at(1, 2), NextHops::none);
    }
}

TEST(NextHops, EmptyTable) {
    EXPECT_EQ(NextHops(NextHops::Kind::node_index, 0, 0).bytes_per_hop(), 1u);
}

}  // namespace
}  // namespace allways
