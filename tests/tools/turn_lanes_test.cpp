// SPDX-License-Identifier: Apache-2.0
// Lanes before a junction, and those that lead along the way.
#include "routes/junctions.h"

#include "street_map.h"

namespace allways::tools {
namespace {

// Words and validity of the lanes for the way from node 1 over node 2 to `to`: "left:no straight,right:yes".
std::string lanes_towards(const char* lanes, NodeIndex to,
                          std::vector<Coordinate> ends = {{200, 0}, {100, 100}, {100, -100}}) {
    std::vector<Coordinate> places{{0, 0}, {100, 0}};
    std::vector<test::Street> streets{{1, 2, "A", "primary", false}};
    for (const Coordinate end : ends) {
        places.push_back(end);
        streets.push_back({2, static_cast<NodeIndex>(places.size()), "", "primary", false});
    }
    RoadNetwork network = test::street_map(places, streets);
    network.texts.emplace_back("turn:lanes");
    network.texts.back().add(lanes);
    for (std::size_t end = 0; end < ends.size(); ++end) network.texts.back().add("");
    const auto found = test::asked(network, {{"1", std::to_string(to)}});
    const RoadFacts facts(found.source.arcs(), found.source.scale());
    const Directions directions(found.source, facts);
    const auto& legs = found.routes[0].legs;
    const Junction roads = directions.junctions().at_end_of(legs[0]);
    std::string text;
    for (const JunctionRoad& road : roads) {
        if (road.leg.arc != legs[1].arc) continue;
        for (const TurnLane& lane : turn_lanes(facts.lanes(legs[0]), roads, road)) {
            text += text.empty() ? "" : " ";
            for (std::size_t at = 0; at < lane.indications.size(); ++at) {
                text += (at > 0 ? "," : "") + std::string(lane.indications[at]);
            }
            text += lane.valid ? ":yes" : ":no";
        }
    }
    return text;
}

TEST(TurnLanes, LeadAlongTheWayTheyPointTo) {
    EXPECT_EQ(lanes_towards("left|through;right", 3), "left:no straight,right:yes");
    EXPECT_EQ(lanes_towards("left|through;right", 4), "left:yes straight,right:no");
    EXPECT_EQ(lanes_towards("left|through;right", 5), "left:no straight,right:yes");
}

TEST(TurnLanes, WithoutAnArrowTheyLeadStraightOnOrWhereNoOtherPoints) {
    EXPECT_EQ(lanes_towards("|right", 3), "none:yes right:no");
    EXPECT_EQ(lanes_towards("none|right", 4), "none:yes right:no");
    EXPECT_EQ(lanes_towards("|right", 5), "none:no right:yes");
    EXPECT_EQ(lanes_towards("left|through||right", 3), "left:no straight:yes none:yes right:no");
    EXPECT_EQ(lanes_towards("left|through||right", 4), "left:yes straight:no none:no right:no");
    EXPECT_EQ(lanes_towards("none|none|right", 3), "none:yes none:yes right:no");
    EXPECT_EQ(lanes_towards("none|none|right", 4), "none:yes none:no right:no");
    EXPECT_EQ(lanes_towards("left||", 5), "left:no none:no none:yes");
}

TEST(TurnLanes, BelongToRoadsInTheirOrder) {
    // An exit hardly bends, but its lane has an arrow to the right; the lane without one leads on.
    const std::vector<Coordinate> exit{{200, 2}, {200, -14}};
    EXPECT_EQ(lanes_towards("none|right", 4, exit), "none:no right:yes");
    EXPECT_EQ(lanes_towards("none|right", 3, exit), "none:yes right:no");
    EXPECT_EQ(lanes_towards("none|right", 4, {{200, 2}, {200, 0}}), "none:no right:yes");
    EXPECT_EQ(lanes_towards("none|none|slight_right;through", 4, exit), "none:no none:no straight,slight right:yes");
    // The left road bends by 30 degrees; the right one has no lane of its own.
    const std::vector<Coordinate> bend{{187, 50}, {194, -34}, {83, -98}};
    EXPECT_EQ(lanes_towards("left|through", 3, bend), "left:yes straight:no");
    EXPECT_EQ(lanes_towards("left|through", 4, bend), "left:no straight:yes");
    // Of three arrows two are for the two roads here.
    EXPECT_EQ(lanes_towards("left|through|right", 3, {{187, 50}, {194, -34}}), "left:yes straight:no right:no");
}

TEST(TurnLanes, ListTheirArrowsInOneOrder) {
    EXPECT_EQ(lanes_towards("reverse;left|right;through|", 3), "left,uturn:no straight,right:yes none:yes");
    EXPECT_EQ(lanes_towards("left;merge_to_right;through|right", 3), "straight,left:yes right:no");
}

TEST(TurnLanes, AreLeftOutWhereNoneLeadsThere) {
    EXPECT_EQ(lanes_towards("", 3), "");
    EXPECT_EQ(lanes_towards("right|right", 4), "");
    EXPECT_EQ(lanes_towards("reverse|left|through|right", 3), "uturn:no left:no straight:yes right:no");
}

TEST(TurnLanes, EntriesObeyTurnRestrictions) {
    RoadNetwork network =
        test::street_map({{0, 0}, {100, 0}, {200, 0}, {100, 100}, {100, -100}}, {{1, 2, "A", "primary", false},
                                                                                 {2, 3, "A", "primary", false},
                                                                                 {2, 4, "B", "primary", false},
                                                                                 {5, 2, "C", "primary", false}});
    network.turns.add(TurnRules::Kind::forbidden, std::vector<ArcIndex>{0, 2});
    const auto found = test::asked(network, {{"1", "3"}});
    const RoadFacts facts(found.source.arcs(), found.source.scale());
    const Directions directions(found.source, facts);
    std::vector<bool> entries;
    for (const JunctionRoad& road : directions.junctions().at_end_of(found.routes[0].legs[0])) {
        entries.push_back(road.enterable);
    }
    // The way back, then from left to right: B is forbidden, A goes on, C only leads in.
    EXPECT_EQ(entries, (std::vector<bool>{false, false, true, false}));
}

}  // namespace
}  // namespace allways::tools
