// SPDX-License-Identifier: Apache-2.0
// Turn rules carried to networks made from others, and rules that do not fit.
#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/network/components.h"
#include "allways/network/snap.h"
#include "network/turns/build_turn_states.h"
#include "support/four_roads.h"

namespace allways {
namespace {

using testing::four_roads;
using testing::from_crossing;
using testing::to_crossing;

using Arcs = std::vector<ArcIndex>;

TurnStates states_of(const RoadNetwork& network) {
    return network::build_turn_states(network, build_adjacency(network.node_count(), network.tail),
                                      network.columns.front());
}

std::string message_of(const RoadNetwork& network) {
    try {
        states_of(network);
    } catch (const InvalidArgument& error) {
        return error.what();
    }
    return "";
}

TEST(TurnRules, OnlyNodesWhereARuleBitesAreSplit) {
    RoadNetwork network = four_roads();
    EXPECT_TRUE(states_of(network).empty());
    network.turns.may_turn_round.assign(6, 0);
    EXPECT_TRUE(states_of(network).empty()) << "turning round never pays without another rule";
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), from_crossing(2)});
    network.turns.may_turn_round.clear();
    const TurnStates states = states_of(network);
    ASSERT_EQ(states.size(), 7u);
    EXPECT_EQ(states.node.back(), 0u);
    EXPECT_EQ(states.steps(6)[1], no_node);  // towards arm 2
    EXPECT_NE(states.steps(0)[1], no_node);
}

TEST(TurnRules, PricesNeedACostWithAUnit) {
    RoadNetwork network = four_roads();
    network.turns.costs = {{to_crossing(1), from_crossing(2), Decimal(60, 0)}};
    EXPECT_FALSE(states_of(network).empty());
    network.columns.front().unit.clear();
    EXPECT_NE(message_of(network).find("`cost_unit`"), std::string::npos);
    network.turns.costs.front().seconds = Decimal(0, 0);
    EXPECT_EQ(message_of(network), "") << "nothing to pay";
    network.turns.costs.front().seconds = Decimal(60, 0);
    network.columns.front().unit = "m";
    EXPECT_TRUE(states_of(network).empty()) << "prices do not add to lengths";
}

// Streets from node 1 to `arms` others. From each of them the turn into the next one is forbidden.
RoadNetwork star(NodeIndex arms) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(arms + 1);
    for (NodeIndex arm = 1; arm <= arms; ++arm) {
        network.tail.insert(network.tail.end(), {arm, 0});
        network.head.insert(network.head.end(), {0, arm});
        network.turns.add(TurnRules::Kind::forbidden, Arcs{2 * (arm - 1), 2 * (arm % arms) + 1});
    }
    network.arc_ids = IdTable::consecutive(network.tail.size());
    network.columns = {{"time", "s", std::vector<Decimal>(network.tail.size(), Decimal(1, 0)), {}}};
    return network;
}

TEST(TurnRules, StatesOfAStarNeedRoom) {
    const RoadNetwork network = star(300);
    EXPECT_EQ(states_of(network).size(), 301u + 300u);
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    try {
        network::build_turn_states(network, adjacency, network.columns.front(), std::uint64_t{1} << 20);
        FAIL() << "300 states of 300 steps need more than 1 MiB";
    } catch (const CapacityError& error) {
        EXPECT_NE(std::string(error.what()).find("the states of node 1 have 300 steps each"), std::string::npos)
            << error.what();
        EXPECT_GT(error.needed(), error.available());
    }
}

TEST(TurnRules, RefusesWhatDoesNotFit) {
    RoadNetwork network = four_roads();
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), to_crossing(2)}, "row 7");
    EXPECT_EQ(message_of(network), "turn rule 'row 7': arc 2 does not begin where arc 1 ends");
    network.turns = {};
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1)});
    EXPECT_EQ(message_of(network), "a turn rule has 1 arcs, expected two or more");
    network.turns = {};
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), 99});
    EXPECT_EQ(message_of(network), "a turn rule names arc index 99 of a network with 12 arcs");
    network.turns = {};
    network.turns.may_turn_round.assign(3, 1);
    EXPECT_EQ(message_of(network), "expected 6 marks `may_turn_round` in the turn rules, found 3");
    network.turns = {};
    network.turns.costs.push_back({to_crossing(1), from_crossing(2), Decimal(-5, 0)});
    EXPECT_EQ(message_of(network), "the turn from arc 1 to arc 2 costs -5 seconds, expected 0 or more");
}

TEST(TurnRules, PartsOfANetworkKeepTheirRules) {
    RoadNetwork network = four_roads();
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), from_crossing(2)}, "kept");
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(4), from_crossing(3)}, "cut off");
    network.turns.add(TurnRules::Kind::mandatory, Arcs{to_crossing(2), from_crossing(4)}, "demands what is cut off");
    network.turns.costs.push_back({to_crossing(1), from_crossing(3), Decimal(4, 0)});
    network.turns.destination_only.assign(12, 0);
    network.turns.destination_only[from_crossing(3)] = 1;
    network.turns.may_turn_round = {0, 1, 0, 1, 0, 1};
    const std::uint8_t keep[] = {1, 1, 1, 1, 0, 1};  // without arm 4
    const RoadNetwork part = induced_subnetwork(network, keep);
    ASSERT_EQ(part.turns.size(), 4u);
    EXPECT_EQ(part.turns.sources.text(0), "kept");
    for (std::size_t i = 1; i < 4; ++i) {  // no way on from arm 2 is left
        EXPECT_EQ(part.turns.sources.text(i), "demands what is cut off");
        EXPECT_EQ(part.turns.kinds[i], TurnRules::Kind::forbidden);
        EXPECT_EQ(part.turns.sequence(i).front(), to_crossing(2));
    }
    ASSERT_EQ(part.turns.costs.size(), 1u);
    EXPECT_EQ(part.turns.costs[0].seconds, Decimal(4, 0));
    EXPECT_EQ(part.turns.destination_only[from_crossing(3)], 1);
    EXPECT_EQ(part.turns.may_turn_round, (std::vector<std::uint8_t>{0, 1, 0, 1, 1}));
}

TEST(TurnRules, OneOfSeveralMandatoryTurnsIsEnough) {
    RoadNetwork network = four_roads();
    network.turns.add(TurnRules::Kind::mandatory, Arcs{to_crossing(2), from_crossing(4)}, "cut off");
    network.turns.add(TurnRules::Kind::mandatory, Arcs{to_crossing(2), from_crossing(3)}, "kept");
    const std::uint8_t keep[] = {1, 1, 1, 1, 0, 1};  // without arm 4
    const RoadNetwork part = induced_subnetwork(network, keep);
    ASSERT_EQ(part.turns.size(), 1u);
    EXPECT_EQ(part.turns.sources.text(0), "kept");
    EXPECT_EQ(part.turns.kinds[0], TurnRules::Kind::mandatory);
}

TEST(TurnRules, PointsInsideRoadsKeepWhatTheirEndsForbid) {
    RoadNetwork network = four_roads();
    network.turns.add(TurnRules::Kind::forbidden, Arcs{to_crossing(1), from_crossing(2)});
    network.turns.costs.push_back({to_crossing(1), from_crossing(3), Decimal(4, 0)});
    network.turns.may_turn_round.assign(6, 0);
    const Snapper snapper(network, {}, {});
    const SnappedPoint points[] = {snapper.snap({0, 0.0005}), snapper.snap({0.0005, 0}), snapper.snap({0, -0.0005})};
    const std::optional<int> digits[] = {3};
    const PointNetwork made = with_points(network, points, digits);
    const TurnRules& turns = made.network.turns;
    ASSERT_EQ(turns.size(), 4u);  // whole arcs, and parts of the first, of the last and of both
    for (std::size_t i = 0; i < turns.size(); ++i) {
        EXPECT_EQ(made.network.head[turns.sequence(i)[0]], 0u);
        EXPECT_EQ(made.network.tail[turns.sequence(i)[1]], 0u);
    }
    EXPECT_EQ(turns.costs.size(), 4u);
    EXPECT_EQ(turns.may_turn_round.size(), made.network.node_count());
    EXPECT_FALSE(states_of(made.network).empty());
}

}  // namespace
}  // namespace allways
