// SPDX-License-Identifier: Apache-2.0
#include "allways/result/statistics.h"

#include <limits>

#include <gtest/gtest.h>

#include "five_nodes.h"

namespace allways {
namespace {

TEST(Statistics, FiveNodes) {
    const TableStatistics found = statistics(test::five_node_table());
    EXPECT_EQ(found.nodes, 5u);
    EXPECT_EQ(found.pairs, 20u);
    EXPECT_EQ(found.reachable, 7u);
    EXPECT_EQ(found.unreachable, 13u);
    EXPECT_EQ(found.zero, 0u);
    EXPECT_DOUBLE_EQ(found.mean, 1.8 / 7);
    ASSERT_TRUE(found.diameter);
    EXPECT_DOUBLE_EQ(found.diameter->distance, 0.5);
    EXPECT_EQ(found.diameter->from, 0u);
    EXPECT_EQ(found.diameter->to, 3u);
    EXPECT_FALSE(found.radius);  // node 4 is out of everyone's reach
}

TEST(Statistics, RadiusNeedsANodeThatReachesAll) {
    constexpr float x = std::numeric_limits<float>::infinity();
    const DistanceTable table(std::vector<float>{0, 0, 2.5f, 4, 0, 1.5f, x, x, 0}, 3, {}, IdTable::consecutive(3));
    const TableStatistics found = statistics(table);
    EXPECT_EQ(found.zero, 1u);
    EXPECT_EQ(found.unreachable, 2u);
    ASSERT_TRUE(found.radius);
    EXPECT_EQ(found.radius->distance, 2.5);
    EXPECT_EQ(found.radius->center, 0u);
    EXPECT_EQ(found.diameter->distance, 4);
    EXPECT_EQ(found.diameter->from, 1u);
    EXPECT_EQ(found.mean, 2);
}

TEST(Statistics, NegativeDistances) {
    const DistanceTable table(std::vector<std::int32_t>{0, -5, 7, 0}, 2, {}, IdTable::consecutive(2));
    const TableStatistics found = statistics(table);
    EXPECT_EQ(found.mean, 1);
    EXPECT_EQ(found.diameter->distance, 7);
    EXPECT_EQ(found.radius->distance, -5);
}

TEST(Statistics, NothingToMeasure) {
    for (const std::size_t n : {0u, 1u}) {
        const DistanceTable table(std::vector<double>(n * n, 0.0), n, {}, IdTable::consecutive(n));
        const TableStatistics found = statistics(table);
        EXPECT_EQ(found.pairs, 0u);
        EXPECT_EQ(found.mean, 0);
        EXPECT_FALSE(found.diameter);
        EXPECT_FALSE(found.radius);
    }
}

TEST(Statistics, OfOriginsByDestinations) {
    constexpr float x = std::numeric_limits<float>::infinity();
    const OriginDestinationTable table(std::vector<float>{1, x, 0,  //
                                                          x, x, x},
                                       {"time", "s", 0}, IdTable::consecutive(2), IdTable::consecutive(3, 7));
    const PartStatistics found = statistics(table);
    EXPECT_EQ(found.pairs, 6u);
    EXPECT_EQ(found.reachable, 2u);
    EXPECT_EQ(found.unreachable, 4u);
    EXPECT_EQ(found.zero, 1u);
    EXPECT_EQ(found.mean, 0.5);
    EXPECT_EQ(found.origins_without_destination, 1u);
    EXPECT_EQ(found.destinations_without_origin, 1u);
    ASSERT_TRUE(found.largest);
    EXPECT_EQ(found.largest->distance, 1);
    EXPECT_EQ(found.largest->origin, 0u);
    EXPECT_EQ(found.largest->destination, 0u);
    EXPECT_FALSE(statistics(OriginDestinationTable(std::vector<double>{}, {}, {}, IdTable::consecutive(3))).largest);
}

TEST(Statistics, OfAMatrixWithoutADiagonal) {
    const double x = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> costs{x, 15, 20, x};
    const TableStatistics found = statistics(std::span<const double>(costs), 2, 1);
    EXPECT_EQ(found.reachable, 2u);
    EXPECT_DOUBLE_EQ(found.mean, 1.75);
    EXPECT_EQ(found.diameter->distance, 2);
    EXPECT_EQ(found.radius->distance, 1.5);
}

TEST(Statistics, OfASkim) {
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    const Skim skim{{"length", "m", 1}, std::vector<std::int32_t>{0, 30, x, 0}};
    const SkimStatistics found = statistics(skim, 2, true);
    EXPECT_EQ(found.values, 1u);
    EXPECT_EQ(found.smallest, 3);
    EXPECT_EQ(found.largest, 3);
    EXPECT_EQ(found.mean, 3);
    EXPECT_EQ(statistics(skim, 2, false).values, 3u);
    EXPECT_EQ(statistics(skim, 2, false).smallest, 0);
    EXPECT_EQ(statistics(Skim{{}, std::vector<double>{}}, 0, true).values, 0u);
}

}  // namespace
}  // namespace allways
