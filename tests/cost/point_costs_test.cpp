// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/arc_costs.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"

namespace allways {
namespace {

// A ring of three nodes with one column.
RoadNetwork ring(const char* name, const char* unit, const std::vector<std::string>& values) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.arc_ids = IdTable::consecutive(3);
    network.tail = {0, 1, 2};
    network.head = {1, 2, 0};
    ArcColumn column{name, unit, {}, {}};
    for (const std::string& value : values) column.values.push_back(*Decimal::parse(value));
    network.columns.push_back(std::move(column));
    return network;
}

int digits_of(const RoadNetwork& network, const CostOptions& options = {}) {
    return *split_precision(network, options)[0];
}

TEST(PointDigits, GiveAUsualArcAThousandSteps) {
    EXPECT_EQ(digits_of(ring("cost", "", {"1", "1", "1"})), 3);
    EXPECT_EQ(digits_of(ring("length", "m", {"90", "120", "80"})), 2);
    EXPECT_EQ(digits_of(ring("time", "h", {"0.5", "0.25", "0.5"})), 4);
    EXPECT_EQ(digits_of(ring("cost", "", {"0", "0", "0"})), 0);
}

TEST(PointDigits, AreNeverFewerThanTheColumnNeeds) {
    EXPECT_EQ(digits_of(ring("time", "s", {"44.123456", "60", "70"})), 6);
}

TEST(PointDigits, StopWhereInt32Does) {
    // A path of 13,000,002 and parts of two more arcs: ten times as much fits 2^30, a hundred times does not.
    EXPECT_EQ(digits_of(ring("cost", "", {"1", "1", "13000000"})), 1);
    EXPECT_EQ(digits_of(ring("cost", "", {"1", "1", "13000000"}), {"", CostType::float64}), 3);
}

TEST(PointDigits, AreForColumnsThatAddUpAlongARoad) {
    RoadNetwork network = ring("time", "s", {"1", "1", "1"});
    const std::vector<Decimal> values(3, Decimal(5, 0));
    network.columns.push_back({"free_speed", "km/h", values, {}});
    network.columns.push_back({"bumps", "", values, {}});
    network.columns.push_back({"climb", "m", values, {}});
    const std::vector<std::string> sums{"bumps"};
    const auto digits = split_precision(network, {}, sums);
    EXPECT_FALSE(digits[1]);
    EXPECT_TRUE(digits[2]);
    EXPECT_TRUE(digits[3]);
    EXPECT_FALSE(split_precision(network, {})[2]);
    EXPECT_THROW(split_precision(network, {}, std::vector<std::string>{"tool"}), InvalidArgument);
}

}  // namespace
}  // namespace allways
