// SPDX-License-Identifier: Apache-2.0
// Orders stored in networks: solvers use them, with the same results, or ignore them and log why.
#include "allways/engine/factorize.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/engine/table_stream.h"
#include "allways/network/road_network.h"
#include "result/factor_arrays.h"
#include "support/network_shapes.h"

namespace allways::testing {

namespace {

constexpr const char* kept = "kept with the network";

void expect_same(const DistanceTable& a, const DistanceTable& b) {
    for (NodeIndex from = 0; from < a.node_count(); ++from) {
        for (NodeIndex to = 0; to < a.node_count(); ++to) {
            ASSERT_EQ(a.raw_distance(from, to), b.raw_distance(from, to)) << from << " to " << to;
        }
    }
    ASSERT_TRUE(a.next_hops().storage() == b.next_hops().storage());
}

SolveOptions sweep_of(const RoadNetwork& network) {
    return {.cost = network.columns[0].name, .cost_type = CostType::int32, .schedule = "sweep", .device = "cpu"};
}

TEST(FindOrder, FitsAndGivesTheSameTables) {
    int used = 0;
    for (const NetworkFamily& family : network_families()) {
        for (const std::uint64_t seed : {1, 2, 3}) {
            SCOPED_TRACE(family.name + ", seed " + std::to_string(seed));
            RoadNetwork network = family.make(10 * seed + 1, seed);
            const Solution without = solve_with_report(network, sweep_of(network));
            EXPECT_TRUE(without.report.order.starts_with("minimum fill")) << without.report.order;
            network.elimination_order = find_order(network);
            ASSERT_EQ(why_order_misfits(network, network.elimination_order), "");
            const Solution with = solve_with_report(network, sweep_of(network));
            if (!network.elimination_order.empty()) {
                EXPECT_EQ(with.report.order, kept);
                ++used;
            }
            expect_same(with.value, without.value);
            std::ranges::reverse(network.elimination_order);  // a poor one
            expect_same(solve(network, sweep_of(network)), without.value);
        }
    }
    EXPECT_GE(used, 30);
}

TEST(FindOrder, KnowsNoCosts) {
    RoadNetwork network = generate_streets({.nodes = 200, .seed = 2});
    const auto order = find_order(network);
    for (Decimal& value : network.columns[0].values) value = Decimal(0, 0);
    network.elimination_order = order;
    std::ranges::reverse(network.elimination_order);
    EXPECT_EQ(find_order(network), order);
}

TEST(FindOrder, OfNoNodesIsEmpty) {
    EXPECT_TRUE(find_order(RoadNetwork{}).empty());
    RoadNetwork network = generate_streets({.nodes = 20, .seed = 2});
    network.no_through.assign(20, 1);
    EXPECT_TRUE(find_order(network).empty());
    EXPECT_EQ(why_order_misfits(network, {}), "");
}

TEST(FindOrder, IsTakenByWhoeverOrders) {
    RoadNetwork network = generate_streets({.nodes = 2000, .seed = 1});
    const std::vector<NodeIndex> ends{0, 7, 1999};
    const BetweenSolution fresh = solve_between(network, ends, ends);
    EXPECT_TRUE(fresh.report.order.starts_with("minimum fill")) << fresh.report.order;
    const NetworkFactor for_paths = *factorize_for_paths(network, 1000);
    network.elimination_order = find_order(network);
    std::ranges::rotate(network.elimination_order,
                        network.elimination_order.begin() + 1);  // an order that the search would not find

    const BetweenSolution between = solve_between(network, ends, ends);
    EXPECT_EQ(between.report.order, kept);
    for (std::size_t row = 0; row < ends.size(); ++row) {
        for (std::size_t column = 0; column < ends.size(); ++column) {
            EXPECT_EQ(between.value.distance(row, column), fresh.value.distance(row, column));
        }
    }
    EXPECT_EQ(factorize_with_report(network).report.order, kept);
    EXPECT_EQ(plan(network, {.schedule = "sweep", .device = "cpu"}).order, kept);
    EXPECT_EQ(TableStream(network, {}).report().order, kept);
    EXPECT_NE(factorize_for_paths(network, 1000)->arrays().order, for_paths.arrays().order);
    EXPECT_EQ(plan(network, {.schedule = "blocked", .device = "reference"}).order, "");
}

TEST(FindOrder, IsLeftAsideAloudWhereItDoesNotFit) {
    RoadNetwork network = build_network(grid(9), 9, 5, 1);
    const auto order = find_order(network);
    const Factored fresh = factorize_with_report(network);
    const auto aside = [&](const std::string& part, std::vector<NodeIndex> other) {
        network.elimination_order = std::move(other);
        std::string said;
        SolveOptions options;
        options.log = [&](LogLevel level, std::string_view message) {
            if (is_warning(level)) said += message;
        };
        const Factored made = factorize_with_report(network, options);
        EXPECT_NE(said.find("ignoring the network's elimination order"), std::string::npos) << said;
        EXPECT_NE(said.find(part), std::string::npos) << said;
        EXPECT_TRUE(made.report.order.starts_with("minimum fill")) << made.report.order;
        return made;
    };
    EXPECT_EQ(aside("9 passable nodes once; found 8", {order.begin(), order.end() - 1}).value.arrays().up,
              fresh.value.arrays().up);
    auto twice = order;
    twice[3] = twice[4];
    EXPECT_EQ(aside("occurs twice", twice).value.arrays().up, fresh.value.arrays().up);
    auto beyond = order;
    beyond[0] = 9;
    EXPECT_EQ(aside("a node of index 9", beyond).value.arrays().up, fresh.value.arrays().up);
    network.no_through.assign(9, 0);
    network.no_through[order[2]] = 1;
    aside("is not passable", order);
}

}  // namespace

}  // namespace allways::testing
