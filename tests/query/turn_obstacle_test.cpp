// SPDX-License-Identifier: Apache-2.0
// Verification and explanation of paths under turn rules.
#include "allways/query/no_path.h"

#include <gtest/gtest.h>

#include "allways/engine/solve.h"
#include "allways/query/verification.h"
#include "support/four_roads.h"

namespace allways {
namespace {

using testing::four_roads;
using testing::from_crossing;
using testing::to_crossing;

using Arcs = std::vector<ArcIndex>;
using Kind = TurnObstacle::Kind;

RoadNetwork with_rule(TurnRules::Kind kind, const Arcs& arcs) {
    RoadNetwork network = four_roads();
    network.turns.add(kind, arcs, "rule 1");
    network.turns.may_turn_round.assign(6, 0);
    return network;
}

DistanceTable without_hops_of(const DistanceTable& table, NextHops hops) {
    DistanceTable changed(table.cells(), table.node_count(), table.scale(), table.node_ids());
    changed.set_next_hops(std::move(hops), table.arcs());
    changed.set_coordinates(table.coordinates(), table.crs());
    return changed;
}

TEST(VerifyTurns, FindsAPathThatBreaksARule) {
    const RoadNetwork network = with_rule(TurnRules::Kind::forbidden, {to_crossing(1), from_crossing(2)});
    const DistanceTable table = solve(network);
    EXPECT_EQ(verify(table, network).mismatches(), 0u);
    EXPECT_EQ(table.raw_distance(1, 2), 40.0);  // by the dead end 4

    // From the state behind arm 1 straight to arm 2.
    NextHops hops = table.next_hops();
    ASSERT_GT(hops.row_count(), 6u);
    for (std::size_t state = 6; state < hops.row_count(); ++state) {
        if (table.arcs().states.node[state] == 0 && table.arcs().states.steps(state)[1] == no_node)
            hops.set(state, 2, 1);
    }
    EXPECT_GT(verify(without_hops_of(table, hops), network).mismatches(), 0u);
}

TEST(VerifyTurns, FindsATableSolvedUnderOtherRules) {
    const RoadNetwork network = with_rule(TurnRules::Kind::forbidden, {to_crossing(1), from_crossing(2)});
    const VerificationReport report = verify(solve(four_roads()), network);
    ASSERT_GT(report.mismatches(), 0u);
    EXPECT_EQ(report.examples.front(),
              "turn rules: the table was solved under other turn rules than those of the source");
    EXPECT_GT(verify(solve(network), four_roads()).mismatches(), 0u);
}

TEST(TurnObstacle, NamesTheRule) {
    const RoadNetwork network = with_rule(TurnRules::Kind::forbidden, {to_crossing(1), from_crossing(2)});
    const PathSource source{RoadNetwork(network)};
    const auto obstacle = find_turn_obstacle(source, 1, 2);
    ASSERT_TRUE(obstacle);
    EXPECT_EQ(obstacle->kind, Kind::forbidden_turn);
    EXPECT_EQ(obstacle->source, "rule 1");
    EXPECT_EQ(obstacle->node, 0u);
    EXPECT_EQ(obstacle->without.raw_distance, 20.0);
    EXPECT_FALSE(find_turn_obstacle(source, 1, 3));
    EXPECT_FALSE(find_turn_obstacle(PathSource(four_roads()), 1, 2));
}

TEST(TurnObstacle, OneOfSeveralMandatoryTurnsIsEnough) {
    RoadNetwork network = with_rule(TurnRules::Kind::mandatory, {to_crossing(1), from_crossing(3)});
    network.turns.add(TurnRules::Kind::mandatory, Arcs{to_crossing(1), from_crossing(2)}, "rule 2");
    EXPECT_FALSE(find_turn_obstacle(PathSource(RoadNetwork(network)), 1, 2));
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), from_crossing(2)}, "rule 3");
    const auto obstacle = find_turn_obstacle(PathSource(RoadNetwork(network)), 1, 2);
    ASSERT_TRUE(obstacle);
    EXPECT_EQ(obstacle->kind, Kind::forbidden_turn);
    EXPECT_EQ(obstacle->source, "rule 3");
}

TEST(TurnObstacle, MandatoryTurnsZonesPricesAndNoPath) {
    const RoadNetwork only = with_rule(TurnRules::Kind::mandatory, {to_crossing(1), from_crossing(4)});
    const auto demanded = find_turn_obstacle(PathSource(RoadNetwork(only)), 1, 2);
    ASSERT_TRUE(demanded);
    EXPECT_EQ(demanded->kind, Kind::mandatory_turn);

    RoadNetwork zone = four_roads();
    zone.turns.destination_only.assign(12, 0);
    for (const ArcIndex arc : {8u, 9u, 10u, 11u}) zone.turns.destination_only[arc] = 1;  // 2-5-3
    zone.columns[0].values[to_crossing(2)] = Decimal(100, 0);
    const PathSource in_zone{RoadNetwork(zone)};
    EXPECT_EQ(in_zone.raw_distance(2, 3), 110.0);
    const auto street = find_turn_obstacle(in_zone, 2, 3);
    ASSERT_TRUE(street);
    EXPECT_EQ(street->kind, Kind::zone);
    EXPECT_EQ(in_zone.raw_distance(2, 5), 20.0);

    RoadNetwork dear = four_roads();
    dear.turns.costs.push_back({to_crossing(1), from_crossing(2), Decimal(7, 0)});
    const PathSource priced{RoadNetwork(dear)};
    EXPECT_EQ(priced.raw_distance(1, 2), 27.0);
    const auto price = find_turn_obstacle(priced, 1, 2);
    ASSERT_TRUE(price);
    EXPECT_EQ(price->kind, Kind::price);

    RoadNetwork closed = four_roads();
    for (NodeIndex arm = 2; arm <= 4; ++arm) {
        closed.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), from_crossing(arm)});
    }
    closed.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), from_crossing(1)});
    const PathSource shut{RoadNetwork(closed)};
    EXPECT_FALSE(shut.path(1, 2).reachable);
    EXPECT_TRUE(find_turn_obstacle(shut, 1, 2));
}

}  // namespace
}  // namespace allways
