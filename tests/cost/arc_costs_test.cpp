// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/arc_costs.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>

#include "allways/base/error.h"
#include "allways/network/adjacency.h"
#include "cost/fixed_cost.h"
#include "cost/path_bound.h"
#include "cost/potentials.h"
#include "support/random_networks.h"

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

// float32 only where a device has nothing wider.
TEST(ArcCosts, FallsToFloat64AloudWhereNoScaleFits) {
    const RoadNetwork network = ring({"1.090458488", "90"});
    std::string said;
    const auto log = [&](LogLevel level, std::string_view text) {
        said = std::string(is_warning(level) ? "warning: " : "info: ") + std::string(text);
    };
    const ArcCosts costs = build_arc_costs(network, {}, log);
    EXPECT_EQ(costs.type(), CostType::float64);
    EXPECT_EQ(std::get<2>(costs.values)[0], 1.090458488);
    EXPECT_TRUE(said.starts_with("info: ") && said.find("float64") != std::string::npos) << said;
    WorkMeter unmetered;
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    EXPECT_EQ(build_arc_costs(network, adjacency, {}, CostType::float32, log, unmetered).type(), CostType::float32);
    EXPECT_TRUE(said.starts_with("warning: ") && said.find("float32") != std::string::npos) << said;
}

// Files of tables hold 18 digits.
TEST(ArcCosts, MoreDecimalDigitsThanFilesHoldAreFloats) {
    EXPECT_EQ(build_arc_costs(ring({"1e-18", "2e-18"}), {}).scale.digits, 18);
    std::string said;
    const ArcCosts costs =
        build_arc_costs(ring({"1e-19", "2e-19"}), {}, [&](LogLevel, std::string_view text) { said = text; });
    EXPECT_EQ(costs.type(), CostType::float64);
    EXPECT_EQ(costs.scale.digits, 0);
    EXPECT_NE(said.find("19 decimal digits"), std::string::npos) << said;
    EXPECT_THROW(build_arc_costs(ring({"1e-19"}), {.field = "", .type = CostType::int32}), InputError);
}

TEST(ArcCosts, PathSumsDecideNotSingleCosts) {
    // Each cost fits; around the ring they sum to 1.2e9.
    const RoadNetwork network = ring({"400000000", "400000000", "400000000", "1"});
    EXPECT_EQ(build_arc_costs(network, {}).type(), CostType::float64);
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
    WorkMeter meter;
    EXPECT_EQ(cost::path_sum_bound(5, tail, head, cost, meter), 5 + 7 + 0 + 11 + 2);
    EXPECT_EQ(cost::path_sum_bound(0, {}, {}, {}, meter), 0);
}

RoadNetwork network_of(std::size_t node_count, const std::vector<std::array<std::uint32_t, 2>>& arcs) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(node_count);
    for (const auto& [tail, head] : arcs) {
        network.tail.push_back(tail);
        network.head.push_back(head);
    }
    return network;
}

std::optional<std::int64_t> quick_bound(const RoadNetwork& network, const std::vector<std::int32_t>& cost) {
    WorkMeter meter;
    return cost::quick_path_sum_bound(network, build_adjacency(network.node_count(), network.tail), cost, meter);
}

// 0 → 1 → 2 → 0, with costs twice as high in the other direction; 3 leads in, 4 and 5 lead out; no arc leads to 6.
TEST(PathSumBound, LooseOneHoldsForWalksOfFewArcsAndWhatIsOutside) {
    const RoadNetwork network = network_of(7, {{0, 1}, {1, 2}, {2, 0}, {1, 0}, {3, 1}, {2, 4}, {4, 5}, {6, 3}});
    const std::vector<std::int32_t> cost = {2, 3, 7, 20, 11, 13, 17, 19};
    // From 0 the edge is 5; on the way back from there 1 is in the middle. Its walks: 3, 20; to it: 2, 7 + 2. Exits:
    // 20; outside 11 and 17; a start: 19.
    EXPECT_EQ(quick_bound(network, cost), 19 + 9 + 20 + 20 + 11 + 17);
    EXPECT_FALSE(quick_bound({}, {}));
    EXPECT_FALSE(quick_bound(network_of(2, {{0, 1}}), {2}));
}

// A ring of 0, 1, 2, 3 with dead ends 4 → 5, 6 → 7 → 8 and 9 → 10, of which no path takes more than two.
TEST(PathSumBound, LooseOneTakesTheTwoDearestPiecesOutside) {
    const RoadNetwork network =
        network_of(11, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {4, 5}, {1, 6}, {6, 7}, {7, 8}, {2, 9}, {9, 10}});
    EXPECT_EQ(quick_bound(network, {1, 1, 1, 1, 1, 100, 1, 1000, 2000, 1, 10}), 3000 + 100 + 3 + 3 + 1);
}

TEST(PathSumBound, LooseOneHoldsOnRandomNetworks) {
    std::size_t found = 0;
    for (const auto& kind : testing::network_kinds()) {
        for (const std::uint64_t seed : {1, 2, 3, 4}) {
            const RoadNetwork network = testing::random_network(kind, 30 * seed, seed);
            std::vector<std::int32_t> cost;
            for (const Decimal& value : network.columns[0].values) {
                cost.push_back(static_cast<std::int32_t>(std::abs(value.rounded_fixed_point(0).value_or(0))));
            }
            const auto loose = quick_bound(network, cost);
            if (!loose) continue;
            std::int64_t largest = 0;
            const std::size_t n = network.node_count();
            for (NodeIndex from = 0; from < n; ++from) {
                std::vector<std::int64_t> distance(n, std::numeric_limits<std::int64_t>::max() / 2);
                distance[from] = 0;
                for (bool changed = true; changed;) {
                    changed = false;
                    for (std::size_t arc = 0; arc < cost.size(); ++arc) {
                        const std::int64_t sum = distance[network.tail[arc]] + cost[arc];
                        if (sum >= distance[network.head[arc]]) continue;
                        distance[network.head[arc]] = sum;
                        changed = true;
                    }
                }
                for (const std::int64_t reached : distance) {
                    if (reached < std::numeric_limits<std::int64_t>::max() / 4) largest = std::max(largest, reached);
                }
            }
            EXPECT_GE(*loose, largest);
            ++found;
        }
    }
    EXPECT_GT(found, 5u);
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
    each([&](std::uint32_t t, std::uint32_t h, std::int64_t c) {
        EXPECT_GE(c + potentials.of[t] - potentials.of[h], 0);
    });
    costs[0] = 3;
    const auto negative = cost::find_potentials<std::int64_t>(3, each);
    ASSERT_EQ(negative.cycle.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(negative.cycle[(i + 1) % 3], (negative.cycle[i] + 1) % 3);
}

// Returns the nodes of the negative cycle found in a network's costs, or none.
std::size_t negative_cycle_length(const RoadNetwork& network, CostType type, const std::string& name = "cost") {
    const ArcCosts costs = build_arc_costs(network, {"cost", type});
    return std::visit(
        [&]<class T>(const std::vector<T>& values) {
            using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
            const auto arcs = cost::usable_arcs<Wide>(
                network, [&](std::size_t arc) { return Wide(values[arc]); }, [](std::size_t) { return true; });
            return cost::network_potentials(network, arcs, values, name).cycle.size();
        },
        costs.values);
}

TEST(Potentials, DecideByTheDecimalsInEveryCostType) {
    struct Case {
        std::vector<std::string> costs;
        bool negative;
        bool fits_int32;
    };
    const std::vector<Case> cases = {
        {{"0.1", "0.2", "-0.3"}, false, true},
        {{"0.1", "0.2", "-0.299999"}, false, true},
        {{"0.1", "0.2", "-0.300001"}, true, true},
        {{"0.1", "0.2", "-0.300000000000000001"}, true, false},  // the same floats as -0.3
        {{"0.1", "0.2", "-0.299999999999999999"}, false, false},
        {{"1e37", "-1e37", "0"}, false, false},
        {{"1e37", "0.001", "-1e37", "0"}, false, false},
        {{"1e37", "-0.001", "-1e37", "0"}, true, false},  // lost beside 1e37
        {{"-0.001", "1e37", "1e37", "-2e37", "0.0009"}, true, false},
        {{"0.001", "1e37", "-3e37", "2e37", "-0.0009"}, false, false},
        {{"16777216", "1", "1", "-16777217"}, false, true},  // 2^24 and 2^24 + 1 are the same float32
        {{"16777216", "1", "-16777217"}, false, true},
        {{"16777216", "0.5", "-16777217"}, true, true},
    };
    for (const Case& each : cases) {
        const RoadNetwork network = ring(each.costs);
        for (const CostType type : {CostType::int32, CostType::float32, CostType::float64}) {
            if (type == CostType::int32 && !each.fits_int32) continue;
            EXPECT_EQ(negative_cycle_length(network, type), each.negative ? each.costs.size() : 0)
                << each.costs.front() << " … " << each.costs.back() << ", " << allways::name(type);
        }
    }
}

TEST(Potentials, FindASmallCycleBesideLargeCosts) {
    // 1 -> 2 -> 3 -> 1 costs -1; an arc of -1e37 leads to each of its nodes.
    RoadNetwork network = ring({"1", "1", "-3"});
    network.node_ids = IdTable::consecutive(4);
    network.arc_ids = IdTable::consecutive(6);
    for (const NodeIndex node : {0u, 1u, 2u}) {
        network.tail.push_back(3);
        network.head.push_back(node);
        network.columns[0].values.push_back(*Decimal::parse("-1e37"));
    }
    EXPECT_EQ(negative_cycle_length(network, CostType::float32), 3u);
    EXPECT_EQ(negative_cycle_length(network, CostType::float64), 3u);
}

TEST(Potentials, FloatsWithoutDecimalsAreNegativeHoweverTheyWereRounded) {
    const std::string none = "no such column";
    EXPECT_EQ(negative_cycle_length(ring({"0.1", "0.2", "-0.3"}), CostType::float32, none), 0u);
    EXPECT_EQ(negative_cycle_length(ring({"0.1", "0.2", "-0.3"}), CostType::float64, none), 0u);
    EXPECT_EQ(negative_cycle_length(ring({"0.1", "0.2", "-0.3001"}), CostType::float32, none), 3u);
    EXPECT_EQ(negative_cycle_length(ring({"1e37", "-0.001", "-1e37"}), CostType::float64, none), 0u);
    EXPECT_EQ(negative_cycle_length(ring({"1e-37", "-1e-3", "1e-30"}), CostType::float64, none), 3u);
    EXPECT_EQ(negative_cycle_length(ring({"1e300", "-2e300", "1e-300"}), CostType::float64, none), 3u);
}

}  // namespace
}  // namespace allways
