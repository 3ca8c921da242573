// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/arc_costs.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"

namespace allways {
namespace {

using Names = std::vector<std::string>;

std::string chosen(const Names& names) {
    const CostChoice choice = choose_cost(names);
    return choice.column ? names[*choice.column] : "";
}

TEST(CostChoice, UsualNamesComeFirstInTheirOrder) {
    EXPECT_EQ(chosen({"lanes", "length", "travel_time", "time", "weight", "cost"}), "cost");
    EXPECT_EQ(chosen({"length", "travel_time", "time", "weight"}), "weight");
    EXPECT_EQ(chosen({"length", "travel_time", "time"}), "time");
    EXPECT_EQ(chosen({"length", "TRAVEL_TIME"}), "TRAVEL_TIME");
    EXPECT_EQ(chosen({"distance", "minutes"}), "minutes");
    EXPECT_EQ(chosen({"length_m", "time_min"}), "time_min");
    EXPECT_EQ(chosen({"x", "y", "fftt"}), "fftt");
}

TEST(CostChoice, NoIdCountFlagSpeedOrCapacity) {
    EXPECT_EQ(chosen({"id", "weight"}), "weight");
    for (const char* other : {"id", "osmid", "way_id", "lanes", "n_lanes", "oneway", "free_speed", "speed_kmh",
                              "capacity", "vehicle_count", "maxspeed", "FID"}) {
        SCOPED_TRACE(other);
        EXPECT_EQ(chosen({other}), "");
        EXPECT_EQ(chosen({other, "effort"}), "effort");
        EXPECT_TRUE(choose_cost(Names{other}).candidates.empty());
    }
}

TEST(CostChoice, SeveralAreNone) {
    const Names names{"id", "effort", "fee"};
    EXPECT_EQ(chosen(names), "");
    EXPECT_EQ(choose_cost(names).candidates, (std::vector<std::size_t>{1, 2}));
    RoadNetwork network;
    for (const std::string& name : names) network.columns.push_back({name, "", {}, {}});
    EXPECT_EQ(usual_cost_column(network), nullptr);
    try {
        cost_column(network);
        FAIL() << "one of several was taken";
    } catch (const InvalidArgument& error) {
        EXPECT_STREQ(error.what(), "several columns may be the cost; set `cost` to one of: effort, fee");
    }
}

TEST(CostChoice, RivalsMayMeanTheSame) {
    const auto rivals = [](const Names& names) { return choose_cost(names).rivals; };
    EXPECT_EQ(rivals({"length", "time", "travel_time"}), std::vector<std::size_t>{2});
    EXPECT_EQ(rivals({"length", "weight"}), std::vector<std::size_t>{0});
    EXPECT_TRUE(rivals({"length", "time"}).empty());          // a time is preferred
    EXPECT_TRUE(rivals({"cost", "time", "weight"}).empty());  // its name says it
}

TEST(CostChoice, ZerosArePassedOver) {
    RoadNetwork network;
    network.columns = {{"cost", "", {Decimal(0, 0), Decimal(0, 2)}, {}},
                       {"length", "", {Decimal(3, 0), Decimal(0, 0)}, {}}};
    EXPECT_EQ(usual_cost_column(network)->name, "length");
    const CostChoice choice = choose_cost(std::span<const ArcColumn>(network.columns));
    EXPECT_EQ(choice.passed_over, std::vector<std::size_t>{0});
    network.columns[1].values[0] = Decimal(0, 0);
    EXPECT_EQ(usual_cost_column(network)->name, "cost");  // nothing else can be chosen
}

}  // namespace
}  // namespace allways
