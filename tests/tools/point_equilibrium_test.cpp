// SPDX-License-Identifier: Apache-2.0
// Equilibria as users state them: columns by their names, classes, skims, and the published optima of real networks.
#include "allways/points/point_equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "allways/base/error.h"
#include "allways/importers/read.h"
#include "allways/points/point_assignment.h"
#include "support/network_shapes.h"
#include "support/shared_data.h"

namespace allways {
namespace {

ArcColumn column(const std::string& name, const std::vector<const char*>& texts, const std::string& unit = "") {
    ArcColumn made{name, unit, {}, {}};
    for (const char* text : texts) made.values.push_back(*text == 0 ? Decimal::missing() : *Decimal::parse(text));
    return made;
}

// Two roads from node 1 to node 2, and one back.
RoadNetwork roads(std::vector<ArcColumn> columns) {
    RoadNetwork network = testing::build_network({{0, 1}, {0, 1}, {1, 0}}, 2, 9, 1);
    network.node_ids = IdTable::consecutive(2);
    network.columns = std::move(columns);
    return network;
}

std::vector<std::string> logged(const RoadNetwork& network, EquilibriumChoice choice) {
    std::vector<std::string> lines;
    volume_delay(network, choice, "time", "roads", [&](LogLevel level, std::string_view line) {
        lines.push_back((level == LogLevel::guess ? "guess: " : "") + std::string(line));
    });
    return lines;
}

const ArcColumn times = column("time", {"10", "20", "5"}, "min");
const ArcColumn capacities = column("capacity", {"100", "", "0"});

TEST(VolumeDelayColumns, AreFoundByTheNamesOfEachFormat) {
    const std::vector<std::pair<const char*, const char*>> spellings{
        {"alpha", "beta"}, {"b", "power"}, {"B", "Power"}, {"VDF_alpha1", "VDF_beta1"}, {"vdf_alpha", "vdf_beta"}};
    for (const auto& [alpha, beta] : spellings) {
        const RoadNetwork network =
            roads({times, capacities, column(alpha, {"0.5", "", "0"}), column(beta, {"2", "", ""})});
        const VolumeDelay delay = volume_delay(network, {.vdf = VolumeDelayForm::bpr}, "time", "roads");
        EXPECT_DOUBLE_EQ(delay.time(0, 200), 10 * (1 + 0.5 * 4)) << alpha;
        EXPECT_DOUBLE_EQ(delay.time(1, 200), 20) << alpha;  // without a capacity
        EXPECT_DOUBLE_EQ(delay.time(2, 200), 5) << alpha;
    }
}

TEST(VolumeDelayColumns, MissingOnesAreGuessedForBprAlone) {
    const RoadNetwork network = roads({times, capacities});
    const auto lines = logged(network, {.vdf = VolumeDelayForm::bpr});
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[1],
              "guess: no column has a usual name, so alpha is 0.15, beta is 4 on every arc; `alpha`, `beta` or `lanes` "
              "states it");
    EXPECT_EQ(logged(network, {.vdf = VolumeDelayForm::bpr, .alpha = "0.2", .beta = "3"}).size(), 1u);
    EXPECT_THROW(volume_delay(network, {.vdf = VolumeDelayForm::akcelik}, "time", "roads"), InvalidArgument);
}

TEST(VolumeDelayColumns, CapacitiesOfLanes) {
    RoadNetwork network = roads({times, capacities, column("lanes", {"2", "1", "1"})});
    const EquilibriumChoice choice{.vdf = VolumeDelayForm::bpr, .alpha = "1", .beta = "1"};
    EXPECT_DOUBLE_EQ(volume_delay(network, choice, "time", "roads").time(0, 100), 20);
    EquilibriumChoice by_lane = choice;
    by_lane.lanes = "lanes";
    EXPECT_DOUBLE_EQ(volume_delay(network, by_lane, "time", "roads").time(0, 100), 15);
    network.provenance.format = "gmns";
    EXPECT_DOUBLE_EQ(volume_delay(network, choice, "time", "roads").time(0, 100), 15);
}

TEST(VolumeDelayColumns, WrongValuesNameTheArc) {
    const auto message = [](const ArcColumn& alpha, const ArcColumn& capacity, VolumeDelayForm form) -> std::string {
        try {
            volume_delay(roads({times, capacity, alpha, column("beta", {"1", "1", "1"})}), {.vdf = form}, "time",
                         "roads");
            return "";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    const auto bpr = VolumeDelayForm::bpr;
    EXPECT_EQ(message(column("alpha", {"-1", "1", "1"}), capacities, bpr),
              "roads: expected alpha from 0, found -1 at arc 1");
    EXPECT_EQ(message(column("alpha", {"", "1", "1"}), capacities, bpr),
              "roads: expected alpha from 0, found none at arc 1");
    EXPECT_EQ(message(column("alpha", {"1", "1", "1"}), column("capacity", {"1", "-2", "1"}), bpr),
              "roads: expected a capacity from 0, found -2 at arc 2");
    EXPECT_EQ(message(column("alpha", {"1", "1", "1"}), capacities, VolumeDelayForm::conical),
              "roads: expected alpha above 1, found 1 at arc 1");
    EXPECT_EQ(message(column("alpha", {"2", "1", "1"}), capacities, VolumeDelayForm::inrets),
              "roads: expected alpha up to 1, found 2 at arc 1");
}

PairLists trips_between_nodes(double trips) {
    PairLists lists;
    lists.origins.names = {"1"};
    lists.destinations.names = {"2"};
    lists.pairs = {{0, 0}};
    lists.trips = {trips};
    return lists;
}

// 10 + v / 10 = 20 + 4 + w / 5, v + w = 300: v = 740 / 3
TEST(PointEquilibrium, LoadsTimesAndSkims) {
    const RoadNetwork network = roads({times, column("capacity", {"100", "100", "100"}), column("toll", {"0", "2", ""}),
                                       column("length", {"3", "4", "3"}, "km")});
    PointAssignmentRequest request{.pairs = trips_between_nodes(300)};
    request.equilibrium = {
        .vdf = VolumeDelayForm::bpr, .alpha = "1", .beta = "1", .fixed_cost = "2 * toll", .gap = 1e-8};
    request.wants_skims = true;
    request.skims = {"length"};
    request.solve.cost = "time";
    const PointAssignment found = assign_point_trips(network, request);
    ASSERT_TRUE(found.equilibrium && found.equilibrium->is_reached);
    const double first = 740.0 / 3;
    EXPECT_NEAR(found.loads.arc_loads[0], first, 1e-4);
    EXPECT_NEAR(found.loads.node_loads[0], 300, 1e-9);
    EXPECT_NEAR(found.loads.node_loads[1], 300, 1e-9);
    EXPECT_NEAR(natural_value(found.loads.raw_cost, found.loads.scale), 300 * (10 + first / 10), 1e-2);
    ASSERT_TRUE(found.skims);
    EXPECT_EQ(found.skims->scale().name, "cost");
    EXPECT_NEAR(natural_value(static_cast<double>(found.skims->values<std::int32_t>()[0]), found.skims->scale()),
                10 + first / 10, 1e-4);
    ASSERT_EQ(found.skims->skims().size(), 2u);
    EXPECT_EQ(found.skims->skims()[0].scale.name, "time");
    EXPECT_EQ(found.skims->skims()[1].scale.name, "length");
    EXPECT_EQ(network.columns.front(), times);
}

TEST(PointEquilibrium, EndsWhereTheCallerSays) {
    const RoadNetwork network = roads({times, column("capacity", {"100", "100", "100"})});
    PointAssignmentRequest request{.pairs = trips_between_nodes(300)};
    request.equilibrium = {.vdf = VolumeDelayForm::bpr, .alpha = "1", .beta = "1", .gap = 0};
    request.go_on = [](const EquilibriumStep&) { return false; };
    const PointAssignment found = assign_point_trips(network, request);
    EXPECT_EQ(found.equilibrium->steps.size(), 1u);
    EXPECT_FALSE(found.equilibrium->is_reached);
    EXPECT_DOUBLE_EQ(found.loads.arc_loads[0] + found.loads.arc_loads[1], 300);
}

// ---- networks of TNTP, whose optima are published

struct Published {
    const char* name;
    const char* fixed_cost;
    double optimum;
    double gap;  // that bfw reaches soon
};

class TntpEquilibrium : public ::testing::TestWithParam<Published> {};

TEST_P(TntpEquilibrium, BoundsHoldThePublishedOptimum) {
    const Published& published = GetParam();
    const std::string base = std::string("tntp/") + published.name;
    const auto net = testing::shared_data(base + "_net.tntp");
    const auto demand = testing::shared_data(base + "_trips.tntp");
    if (!net || !demand) GTEST_SKIP() << testing::no_shared_data;
    const Input input = read_input(*net);
    ReadOptions keep;
    keep.keep_diagonal = true;
    const Input matrix = read_input(*demand, keep);
    PointAssignmentRequest request{.pairs = trips_in(std::span(&matrix, 1), {*demand})};
    request.solve.cost = "time";
    const auto check = [&](EquilibriumMethod method, double gap) {
        request.equilibrium = {
            .vdf = VolumeDelayForm::bpr, .fixed_cost = published.fixed_cost, .method = method, .gap = gap};
        const PointAssignment found = assign_point_trips(std::get<RoadNetwork>(input), request);
        ASSERT_TRUE(found.equilibrium->is_reached);
        const EquilibriumStep& last = found.equilibrium->steps.back();
        EXPECT_LE(last.bound, published.optimum * (1 + 1e-12));
        EXPECT_GE(last.objective, published.optimum * (1 - 1e-12));
        EXPECT_NEAR(last.objective, published.optimum, gap * last.total_cost + 1e-9 * published.optimum);
        EXPECT_EQ(found.loads.unreachable, 0);
    };
    check(EquilibriumMethod::bfw, published.gap);
    check(EquilibriumMethod::tapas, 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Networks, TntpEquilibrium,
                         ::testing::Values(Published{"SiouxFalls", "", 4231335.287107440, 1e-5},
                                           Published{"Anaheim", "", 1286032.1710960, 1e-6},
                                           Published{"ChicagoSketch", "0.02 * toll + 0.04 * length", 17313018.7387477,
                                                     1e-4},
                                           Published{"Winnipeg", "", 827911.494629963, 1e-4}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace allways
