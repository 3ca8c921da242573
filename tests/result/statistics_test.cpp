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

}  // namespace
}  // namespace allways
