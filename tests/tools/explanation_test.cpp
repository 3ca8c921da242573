// SPDX-License-Identifier: Apache-2.0
// Explanations as values: the numbers beside the sentences.
#include "allways/routes/explanation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "route_support.h"

namespace allways {
namespace {

TEST(Explanation, HasThePathsNumbers) {
    const auto source = test::source_of(test::small_town());
    const Explanation made = explain(source, Stop{0, {}}, Stop{4, {}});
    const Path path = source.path(0, 4);
    ASSERT_TRUE(made.reachable);
    EXPECT_EQ(made.raw_distance, path.raw_distance);
    EXPECT_EQ(made.arcs, path.legs.size());
    EXPECT_EQ(made.from.place, "node 1");
    EXPECT_FALSE(made.from.distance);
    ASSERT_TRUE(made.costliest);
    double highest = 0;
    for (const PathLeg& leg : path.legs) highest = std::max(highest, leg.raw_cost);
    EXPECT_EQ(made.costliest->cost, highest);
    EXPECT_GE(made.raw_distance_without_costliest, made.raw_distance);
    EXPECT_NE(explanation_text(made).find(made.why), std::string::npos);
}

TEST(Explanation, SaysWhyThereIsNoPath) {
    const auto source = test::source_of(test::small_town());
    const Explanation made = explain(source, Stop{10, {}}, Stop{0, {}});  // a way leads into 11, but none out of it
    EXPECT_FALSE(made.reachable);
    EXPECT_TRUE(std::isinf(made.raw_distance));
    EXPECT_EQ(made.why, "no arc with a cost leaves 11");
    EXPECT_EQ(made.reached_from_start, 1u);
    EXPECT_FALSE(made.costliest);
}

TEST(Explanation, OfOnePlace) {
    const auto source = test::source_of(test::small_town());
    const Explanation made = explain(source, Stop{3, {}}, Stop{3, {}});
    EXPECT_TRUE(made.reachable);
    EXPECT_EQ(made.why, "both ends are the same place");
    EXPECT_FALSE(made.costliest);
}

}  // namespace
}  // namespace allways
