#include "allways/cost/arc_costs.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "cost/path_bound.h"
#include "cost/potentials.h"

namespace allways {
namespace {

// A ring 1 -> 2 -> … -> n -> 1 with the given costs.
RoadNetwork ring(const std::vector<std::string>& costs, bool whole = false) {
    RoadNetwork network;
    const auto n = static_cast<NodeIndex>(costs.size());
    network.node_ids = IdTable::consecutive(n);
    network.arc_ids = IdTable::consecutive(n);
    ArcColumn column{"cost", "", {}, {}};
    for (NodeIndex i = 0; i < n; ++i) {
        network.tail.push_back(i);
        network.head.push_back((i + 1) % n);
        column.values.push_back(costs[i].empty() ? Decimal::missing() : *Decimal::parse(costs[i]));
    }
    network.columns.push_back(std::move(column));
    network.provenance = {"ring.txt", "test", "", whole};
    return network;
}

TEST(ArcCosts, SmallestDigitsThatHoldEveryCost) {
    const ArcCosts costs = build_arc_costs(ring({"1.5", "2", "0.125"}), {});
    EXPECT_EQ(costs.type(), CostType::int32);
    EXPECT_EQ(costs.scale.digits, 3);
    EXPECT_EQ(std::get<0>(costs.values), (std::vector<std::int32_t>{1500, 2000, 125}));
}

TEST(ArcCosts, ResolutionRoundsMeasuredValues) {
    RoadNetwork network = ring({"1.23456", "2"});
    network.columns[0].resolution_digits = 3;
    const ArcCosts costs = build_arc_costs(network, {});
    EXPECT_EQ(std::get<0>(costs.values), (std::vector<std::int32_t>{1235, 2000}));
}

TEST(ArcCosts, MissingIsUnreachableNotZero) {
    const ArcCosts costs = build_arc_costs(ring({"1", "", "0"}), {});
    EXPECT_EQ(std::get<0>(costs.values), (std::vector<std::int32_t>{1, unreachable_cost<std::int32_t>, 0}));
}

TEST(ArcCosts, FallsToFloat32AloudWhereNoScaleFits) {
    std::string said;
    const ArcCosts costs = build_arc_costs(ring({"1.090458488", "90"}), {},
                                           [&](LogLevel, std::string_view text) { said = text; });
    EXPECT_EQ(costs.type(), CostType::float32);
    EXPECT_EQ(std::get<1>(costs.values)[0], 1.090458488f);
    EXPECT_NE(said.find("float32"), std::string::npos) << said;
}

// Files of tables hold 18 digits.
TEST(ArcCosts, MoreDecimalDigitsThanFilesHoldAreFloats) {
    EXPECT_EQ(build_arc_costs(ring({"1e-18", "2e-18"}), {}).scale.digits, 18);
    std::string said;
    const ArcCosts costs = build_arc_costs(ring({"1e-19", "2e-19"}), {}, [&](LogLevel, std::string_view text) { said = text; });
    EXPECT_EQ(costs.type(), CostType::float32);
    EXPECT_EQ(costs.scale.digits, 0);
    EXPECT_NE(said.find("19 decimal digits"), std::string::npos) << said;
    EXPECT_THROW(build_arc_costs(ring({"1e-19"}), {.field = "", .type = CostType::int32}), InputError);
}

TEST(ArcCosts, PathSumsDecideNotSingleCosts) {
    // Each cost fits; around the ring they sum to 1.2e9.
    const RoadNetwork network = ring({"400000000", "400000000", "400000000", "1"});
    EXPECT_EQ(build_arc_costs(network, {}).type(), CostType::float32);
    // The same sum over (n-1)·max would refuse this one, whose paths are short.
    std::vector<std::string> costs(5000, "10");
    costs[0] = "900000";
    EXPECT_EQ(build_arc_costs(ring(costs), {}).type(), CostType::int32);
}

TEST(ArcCosts, ExplicitInt32AndWholeNumberFormatsAreRefusedNotChanged) {
    CostOptions exact;
    exact.type = CostType::int32;
    try {
        build_arc_costs(ring({"1", "2000000000"}), exact);
        FAIL() << "expected an InputError";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("arc 2"), std::string::npos) << error.what();
    }
    try {
        build_arc_costs(ring({"1000000000", "1000000000", "5"}, true), {});
        FAIL() << "expected an InputError";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("float64"), std::string::npos) << error.what();
    }
}

TEST(ArcCosts, UnknownFieldNamesTheKnownOnes) {
    CostOptions options;
    options.field = "speed";
    try {
        build_arc_costs(ring({"1"}), options);
        FAIL() << "expected an InvalidArgument";
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string(error.what()).find("cost"), std::string::npos);
    }
}

TEST(ArcCosts, TooBigForAFloatIsAnError) {
    CostOptions options;
    options.type = CostType::float32;
    EXPECT_THROW(build_arc_costs(ring({"1e60", "1"}), options), InputError);
    options.type = CostType::float64;
    EXPECT_EQ(std::get<2>(build_arc_costs(ring({"1e60", "1"}), options).values)[0], 1e60);
}

TEST(PathSumBound, ChainsComponents) {
    // 0 <-> 1 -> 2 -> 3 <-> 4: inside 0,1: 2+3; crossing 7 and 11; inside 3,4: 1+1.
    const std::vector<std::uint32_t> tail = {0, 1, 1, 2, 3, 4};
    const std::vector<std::uint32_t> head = {1, 0, 2, 3, 4, 3};
    const std::vector<std::int64_t> cost = {2, 3, 7, 11, 1, 1};
    EXPECT_EQ(cost::path_sum_bound(5, tail, head, cost), 5 + 7 + 0 + 11 + 2);
    EXPECT_EQ(cost::path_sum_bound(0, {}, {}, {}), 0);
}

TEST(Potentials, MakeCostsNonNegativeOrNameTheCycle) {
    const std::vector<std::uint32_t> tail = {0, 1, 2, 0};
    const std::vector<std::uint32_t> head = {1, 2, 0, 2};
    std::vector<std::int64_t> costs = {4, -7, 3, 1};
    const auto each = [&](auto&& visit) {
        for (std::size_t i = 0; i < tail.size(); ++i) visit(tail[i], head[i], costs[i]);
    };
    const auto potentials = cost::find_potentials<std::int64_t>(3, each);
    ASSERT_TRUE(potentials.cycle.empty());
    each([&](std::uint32_t t, std::uint32_t h, std::int64_t c) { EXPECT_GE(c + potentials.of[t] - potentials.of[h], 0); });
    costs[0] = 3;
    const auto negative = cost::find_potentials<std::int64_t>(3, each);
    ASSERT_EQ(negative.cycle.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(negative.cycle[(i + 1) % 3], (negative.cycle[i] + 1) % 3);
}

}  // namespace
}  // namespace allways
