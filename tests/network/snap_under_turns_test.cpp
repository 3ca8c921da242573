// SPDX-License-Identifier: Apache-2.0
// Snapping under turn rules: places that legal drives reach from the largest component, and leave into it.
#include <gtest/gtest.h>

#include <algorithm>

#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/network/snap.h"
#include "support/four_roads.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

using testing::four_roads;
using testing::from_crossing;
using testing::to_crossing;

SnapOptions snap_options(SnapOptions::Component component = SnapOptions::Component::largest) {
    SnapOptions chosen;
    chosen.component = component;
    chosen.tolerance = 0;
    return chosen;
}

void forbid(RoadNetwork& network, ArcIndex from, ArcIndex to) {
    const ArcIndex pair[] = {from, to};
    network.turns.add(TurnRules::Kind::forbidden, pair);
}

// No drive turns into arm 4, or none out of it.
RoadNetwork with_closed_arm(bool into, bool out) {
    RoadNetwork network = four_roads();
    for (const NodeIndex arm : {1u, 2u, 3u}) {
        if (into) forbid(network, to_crossing(arm), from_crossing(4));
        if (out) forbid(network, to_crossing(4), from_crossing(arm));
    }
    return network;
}

constexpr Coordinate in_arm_4{-0.0006, 0};

TEST(SnapUnderTurns, PassesOverRoadsThatNoDriveReachesOrLeaves) {
    EXPECT_EQ(Snapper(four_roads(), {}, snap_options()).snap(in_arm_4).arc, to_crossing(4));
    for (const auto& [into, out] : {std::pair(true, false), {false, true}, {true, true}}) {
        const RoadNetwork network = with_closed_arm(into, out);
        const SnappedPoint found = Snapper(network, {}, snap_options()).snap(in_arm_4);
        EXPECT_EQ(found.node, 0u) << "the crossing is the nearest place that drives reach and leave";
        EXPECT_EQ(Snapper(network, {}, snap_options(SnapOptions::Component::any)).snap(in_arm_4).arc, to_crossing(4));
        SnapOptions onto_nodes = snap_options();
        onto_nodes.onto = SnapOptions::Onto::nodes;
        EXPECT_EQ(Snapper(network, {}, onto_nodes).snap({-0.001, 0}).node, 0u);
        RoadNetwork free = network;
        free.turns = {};
        EXPECT_EQ(Snapper(free, {}, snap_options()).snap(in_arm_4).arc, to_crossing(4)) << "without turn rules";
    }
}

TEST(SnapUnderTurns, NamesPointsThatHaveNothingNear) {
    SnapOptions near = snap_options();
    near.radius = 10;
    const Snapper snapper(with_closed_arm(true, false), {}, near);
    const SnappedPoint found = snapper.snap(in_arm_4);
    EXPECT_FALSE(found.snapped);
    EXPECT_GT(found.distance, 60);
}

TEST(SnapUnderTurns, TakesRoadsThatAreReachedOneWayAndLeftTheOther) {
    // A drive gets into the street between 4 and 6 from node 4 alone, and out of it at node 6 alone.
    RoadNetwork network = four_roads();
    network.node_ids = IdTable::consecutive(7, 0);
    network.coordinates.push_back({-0.001, -0.001});
    std::vector<std::int64_t> ids = network.arc_ids.numbers();
    const auto add = [&](NodeIndex a, NodeIndex b, bool reversed) {
        network.tail.push_back(a);
        network.head.push_back(b);
        network.reversed.push_back(reversed);
        network.columns[0].values.emplace_back(10, 0);
        ids.push_back(ids.back() + (reversed ? 0 : 1));
        return static_cast<ArcIndex>(network.tail.size() - 1);
    };
    const ArcIndex down = add(4, 6, false);
    const ArcIndex up = add(6, 4, true);
    const ArcIndex in = add(3, 6, false);
    const ArcIndex out = add(6, 3, true);
    network.arc_ids = IdTable(std::move(ids));
    forbid(network, in, up);
    forbid(network, up, to_crossing(4));
    network.turns.may_turn_round.assign(7, 0);
    const Coordinate inside{-0.001, -0.0005};
    EXPECT_EQ(Snapper(network, {}, snap_options()).snap(inside).arc, down);
    RoadNetwork left_nowhere = network;
    forbid(left_nowhere, down, out);
    EXPECT_NE(Snapper(left_nowhere, {}, snap_options()).snap(inside).arc, down);
}

TEST(SnapUnderTurns, RefusesRulesThatDoNotFit) {
    RoadNetwork network = four_roads();
    forbid(network, to_crossing(1), to_crossing(2));
    EXPECT_THROW(Snapper(network, {}, snap_options()), InvalidArgument);
}

// All snapped points reach each other, whatever the rules.
TEST(SnapUnderTurns, PlacesReachEachOtherInRandomNetworks) {
    int reached = 0;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = testing::random_turn_network(seed);
        Random random(seed);
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            network.coordinates.push_back(
                {static_cast<double>(random.below(1000)), static_cast<double>(random.below(1000))});
        }
        for (std::uint8_t& mark : network.no_through) mark = mark ? 2 : 0;  // barriers
        SnapOptions chosen = snap_options();
        chosen.radius = 1e9;
        chosen.onto = random.chance(0.2) ? SnapOptions::Onto::nodes : SnapOptions::Onto::arcs;
        std::vector<SnappedPoint> points;
        try {
            const Snapper snapper(network, {}, chosen);
            for (int i = 0; i < 12; ++i) {
                points.push_back(
                    snapper.snap({static_cast<double>(random.below(1000)), static_cast<double>(random.below(1000))}));
            }
        } catch (const InvalidArgument&) {
            continue;  // no component
        }
        if (!points[0].snapped) continue;
        const std::vector<std::optional<int>> digits{3};
        const PointNetwork made = with_points(network, points, digits);
        const DistanceTable table = solve(made.network, {.schedule = "blocked", .device = "reference"});
        for (const NodeIndex from : made.node_of_point) {
            for (const NodeIndex to : made.node_of_point) {
                ASSERT_TRUE(table.is_reachable(from, to)) << from << " to " << to;
                ++reached;
            }
        }
    }
    EXPECT_GT(reached, 40000);
}

}  // namespace
}  // namespace allways
