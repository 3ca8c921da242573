// SPDX-License-Identifier: Apache-2.0
// Junctions whose right directions are known by hand: sides of forks, ramps and merges; turns; U-turns.
#include "street_map.h"

namespace allways::tools {
namespace {

using test::steps_in;
using test::Street;
using test::Texts;
using test::told_in;

TEST(RouteJunctions, ForksNameTheSideOfTheBranch) {
    // Both branches bear left, both bear right, or one goes straight on: the side is that of the other branch.
    const std::vector<Street> streets{{1, 2, "A"}, {2, 3, "B"}, {2, 4, "C"}};
    struct Case {
        Coordinate left;
        Coordinate right;
    };
    const std::vector<Case> cases{{{200, 60}, {200, 35}},
                                  {{200, -35}, {200, -60}},
                                  {{200, 27}, {200, 10}},
                                  {{200, -10}, {200, -27}},
                                  {{200, 30}, {200, -30}}};
    for (const auto& [left, right] : cases) {
        const std::vector<Coordinate> places{{0, 0}, {100, 0}, left, right};
        EXPECT_EQ(steps_in(places, streets, {"1", "3"}), Texts{"fork slight left"}) << left.y;
        EXPECT_EQ(steps_in(places, streets, {"1", "4"}), Texts{"fork slight right"}) << left.y;
        EXPECT_EQ(told_in(places, streets, {"1", "3"})[1], "keep left onto B");
        EXPECT_EQ(told_in(places, streets, {"1", "4"})[1], "keep right onto C");
    }
}

TEST(RouteJunctions, ForksOfThreeHaveAMiddle) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {200, 40}, {200, 8}, {200, -24}};
    const std::vector<Street> streets{{1, 2, "A"}, {2, 3, "B"}, {2, 4, "C"}, {2, 5, "D"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "3"}), Texts{"fork slight left"});
    EXPECT_EQ(steps_in(places, streets, {"1", "4"}), Texts{"fork straight"});
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), Texts{"fork slight right"});
    EXPECT_EQ(told_in(places, streets, {"1", "4"})[1], "keep in the middle onto C");
}

TEST(RouteJunctions, BranchesThatPartLateHaveASide) {
    // For 20 m the branches leave side by side; only their further course shows which one is on the left.
    test::TownBuilder town("EPSG:4326");
    const auto at = [](double x, double y) { return Coordinate{7 + x / 81323, 43 + y / 111195}; };
    town.street(1, 2, "A", "primary", false);
    town.street(2, 3, "B", "primary", false, {at(100, 0), at(120, 0.3), at(200, 20)});
    town.street(2, 4, "C", "primary", false, {at(100, 0), at(120, 0), at(200, -20)});
    RoadNetwork network = town.finish();
    network.coordinates[0] = at(0, 0);
    network.coordinates[1] = at(100, 0);
    network.coordinates[2] = at(200, 20);
    network.coordinates[3] = at(200, -20);
    EXPECT_EQ(test::told(network, {"1", "3"})[1], "keep left onto B");
    EXPECT_EQ(test::told(network, {"1", "4"})[1], "keep right onto C");
}

TEST(RouteJunctions, AForkOfOneStreetStaysOnIt) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {300, 60}, {300, -60}};
    EXPECT_EQ(told_in(places, {{1, 2, "A"}, {2, 3, "A"}, {2, 4, "A"}}, {"1", "3"})[1], "keep left on A");
}

TEST(RouteJunctions, ExitsLieBesideTheRoadThatGoesOn) {
    // The motorway bends to the left or the right, and its exit with it.
    for (const double bend : {-40.0, 0.0, 40.0}) {
        const std::vector<Coordinate> places{{0, 0}, {500, 0}, {700, bend}, {700, bend - 25}, {700, bend + 25}};
        const std::vector<Street> right{
            {1, 2, "M1", "motorway", false}, {2, 3, "M1", "motorway", false}, {2, 4, "", "motorway_link", false}};
        EXPECT_EQ(steps_in(places, right, {"1", "4"}), Texts{"off ramp slight right"}) << bend;
        EXPECT_EQ(told_in(places, right, {"1", "4"})[1], "take the exit on the right") << bend;
        const std::vector<Street> left{
            {1, 2, "M1", "motorway", false}, {2, 3, "M1", "motorway", false}, {2, 5, "", "motorway_link", false}};
        EXPECT_EQ(steps_in(places, left, {"1", "5"}), Texts{"off ramp slight left"}) << bend;
    }
}

TEST(RouteJunctions, AnExitLiesBesideTheRoadAheadAndNotBesideSideStreets) {
    // A street leaves to the left, far from the motorway's course; the exit is on the right.
    const std::vector<Coordinate> places{{0, 0}, {500, 0}, {700, 0}, {700, 25}, {500, -100}, {900, 60}};
    const std::vector<Street> streets{{1, 2, "M1", "trunk", false},
                                      {2, 3, "M1", "trunk", false},
                                      {2, 4, "", "trunk_link", false},
                                      {2, 5, "Side Street", "unclassified", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "4"}), Texts{"off ramp slight left"});
    // From a street, two ramps lead back on the right, and the trunk road on the left.
    EXPECT_EQ(steps_in({{0, -100}, {0, 0}, {-80, 100}, {80, -60}, {80, -70}},
                       {{1, 2, "Street", "residential"},
                        {2, 3, "M1", "trunk", false},
                        {2, 4, "", "trunk_link", false},
                        {2, 5, "", "trunk_link", false}},
                       {"1", "4"}),
              Texts{"on ramp sharp right"});
}

TEST(RouteJunctions, ExitsAndRampsThatPartSlowlyHaveASide) {
    // After 100 m the two are 3 m apart, and only the pieces behind them tell on which side they lie.
    for (const double side : {-1.0, 1.0}) {
        const std::vector<Coordinate> places{{0, 0}, {500, 0}, {600, 0}, {1000, 0}, {600, 3 * side}, {1000, 40 * side}};
        const auto roads = [](const char* kind, const char* name) {
            return std::vector<Street>{{1, 2, name, kind, false},
                                       {2, 3, name, kind, false},
                                       {3, 4, name, kind, false},
                                       {2, 5, "", "motorway_link", false},
                                       {5, 6, "", "motorway_link", false}};
        };
        const std::string word = side < 0 ? "slight right" : "slight left";
        EXPECT_EQ(steps_in(places, roads("motorway", "M1"), {"1", "6"}), Texts{"off ramp " + word});
        EXPECT_EQ(steps_in(places, roads("motorway", "M1"), {"1", "4"}), Texts{});
        EXPECT_EQ(steps_in(places, roads("motorway_link", ""), {"1", "6"}), Texts{"fork " + word});
        EXPECT_EQ(told_in(places, roads("motorway_link", ""), {"1", "4"})[1], side < 0 ? "keep left" : "keep right");
    }
}

TEST(RouteJunctions, ASlipOfThePenIsNoSide) {
    // Half a metre to the left over the first metres, then to the right.
    EXPECT_EQ(told_in({{0, 0}, {500, 0}, {900, 0}, {900, -60}},
                      {{1, 2, "M1", "motorway", false},
                       {2, 3, "M1", "motorway", false},
                       {2, 4, "", "motorway_link", false, "", "", {{510, 0.6}, {600, -12}}}},
                      {"1", "4"})[1],
              "take the exit on the right");
}

TEST(RouteJunctions, ASideThatIsNotKnownIsNotSaid) {
    const std::vector<Coordinate> places{{0, 0}, {500, 0}, {1500, 0}, {1500, 1}};
    const std::vector<Street> exit{
        {1, 2, "M1", "motorway", false}, {2, 3, "M1", "motorway", false}, {2, 4, "", "motorway_link", false}};
    EXPECT_EQ(steps_in(places, exit, {"1", "4"}), Texts{"off ramp straight"});
    EXPECT_EQ(told_in(places, exit, {"1", "4"})[1], "take the exit");
    const std::vector<Street> fork{
        {1, 2, "", "motorway_link", false}, {2, 3, "L", "motorway_link", false}, {2, 4, "R", "motorway_link", false}};
    EXPECT_EQ(steps_in(places, fork, {"1", "4"}), Texts{"fork straight"});
    EXPECT_EQ(told_in(places, fork, {"1", "4"})[1], "continue onto R");
    // Two ways along one line to one place are no choice.
    const std::vector<Street> twice{
        {1, 2, "M1", "motorway", false}, {2, 3, "M1", "motorway", false}, {2, 3, "", "motorway_link", false}};
    EXPECT_EQ(steps_in(places, twice, {"1", "3"}), Texts{});
}

TEST(RouteJunctions, EveryMotorwayExitIsAnExit) {
    // A short one that forks, one that ends at a street, and one that joins a street.
    const std::vector<Coordinate> places{{0, 0},     {500, 0},    {900, 0},   {590, -14}, {690, -20}, {690, -60},
                                         {580, -12}, {580, -120}, {700, -12}, {480, -12}, {580, 100}};
    const auto with = [&](std::vector<Street> more) {
        more.insert(more.begin(), {{1, 2, "M1", "motorway", false}, {2, 3, "M1", "motorway", false}});
        return more;
    };
    const auto fork = with(
        {{2, 4, "", "motorway_link", false}, {4, 5, "", "motorway_link", false}, {4, 6, "", "motorway_link", false}});
    EXPECT_EQ(steps_in(places, fork, {"1", "5"}), (Texts{"off ramp slight right", "fork slight left"}));
    EXPECT_EQ(steps_in(places, fork, {"1", "6"}), (Texts{"off ramp slight right", "fork slight right"}));
    const auto street = with({{2, 7, "", "motorway_link", false}, {7, 8, "B", "primary"}, {7, 11, "B", "primary"}});
    EXPECT_EQ(steps_in(places, street, {"1", "8"}), (Texts{"off ramp slight right", "turn right"}));
    const auto lane = with({{2, 7, "", "motorway_link", false}, {10, 7, "B", "primary"}, {7, 9, "B", "primary"}});
    EXPECT_EQ(steps_in(places, lane, {"1", "9"})[0], "off ramp slight right");
}

TEST(RouteJunctions, AMotorwayExitMayLeadRoundACorner) {
    const std::vector<Coordinate> places{{0, 0}, {500, 0}, {900, 0}, {580, -12}, {580, -200}};
    const auto with = [&](const Street& behind) {
        return std::vector<Street>{{1, 2, "M1", "motorway", false},
                                   {2, 3, "M1", "motorway", false},
                                   {2, 4, "", "motorway_link", false},
                                   behind};
    };
    EXPECT_EQ(steps_in(places, with({4, 5, "", "motorway_link", false}), {"1", "5"}), Texts{"off ramp slight right"});
    const auto street = with({4, 5, "B", "primary", false});
    EXPECT_EQ(told_in(places, street, {"1", "5"})[1], "take the exit on the right towards B");
    EXPECT_EQ(steps_in(places, street, {"1", "5"}), (Texts{"off ramp slight right", "new name right"}));
}

TEST(RouteJunctions, ARampLeadsAcrossTheOtherCarriageway) {
    // Between the carriageways one might turn round; nobody looks for a fork there.
    const std::vector<Coordinate> places{{0, 0}, {200, 0}, {400, 0}, {198, 15}, {180, 300}, {100, 40}, {296, -10}};
    EXPECT_EQ(steps_in(places,
                       {{1, 2, "A", "secondary", false},
                        {2, 3, "A", "secondary", false},
                        {7, 4, "A", "secondary", false},
                        {4, 6, "A", "secondary", false},
                        {2, 4, "", "motorway_link", false},
                        {4, 5, "", "motorway_link", false}},
                       {"1", "5"}),
              Texts{"on ramp left"});
}

TEST(RouteJunctions, AShortForkBeforeATurnIsTold) {
    const std::vector<Coordinate> places{{0, 0}, {300, 0}, {360, 15}, {360, -15}, {360, 200}, {360, -200}};
    const std::vector<Street> streets{{1, 2, "A"}, {2, 3, "A"}, {2, 4, "A"}, {3, 5, "B"}, {4, 6, "C"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), (Texts{"fork slight left", "new name left"}));
    EXPECT_EQ(steps_in(places, streets, {"1", "6"}), (Texts{"fork slight right", "new name right"}));
}

TEST(RouteJunctions, ALinkThatIsCrossedToTheOtherSideIsATurnToThatSide) {
    // 21 m to the right and then to the left: on the whole, the road bears left.
    const std::vector<Coordinate> places{{0, 0}, {200, 0}, {212, -17}, {296, 43}, {115, -80}, {300, -120}};
    EXPECT_EQ(steps_in(places,
                       {{1, 2, "A", "primary"},
                        {2, 3, "S", "primary_link"},
                        {3, 4, "F", "primary"},
                        {2, 5, "S", "residential"},
                        {3, 6, "S", "tertiary"}},
                       {"1", "4"}),
              Texts{"turn slight left"});
}

TEST(RouteJunctions, AShortExitOfATrunkRoadThatLeadsOnIsAnExit) {
    const std::vector<Coordinate> places{{0, 0}, {500, 0}, {900, 0}, {590, -15}, {800, -20}, {400, -25}};
    const std::vector<Street> streets{{1, 2, "T", "trunk", false},
                                      {2, 3, "T", "trunk", false},
                                      {2, 4, "", "trunk_link", false},
                                      {4, 5, "B", "secondary", false},
                                      {6, 4, "B", "secondary", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), Texts{"off ramp slight right"});
    EXPECT_EQ(told_in(places, streets, {"1", "5"})[1], "take the exit on the right onto B");
}

TEST(RouteJunctions, ALinkOutOfAnUnderpassIsTold) {
    // Above the underpass the same street goes on.
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {400, 0}, {190, -40}, {400, -40}, {0, -45}};
    const std::vector<Street> streets{{1, 2, "A", "primary", false},
                                      {2, 3, "A", "primary", false},
                                      {2, 4, "", "primary_link", false},
                                      {6, 4, "A", "primary", false},
                                      {4, 5, "A", "primary", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), Texts{"fork slight right"});
    EXPECT_EQ(told_in(places, streets, {"1", "5"})[1], "keep right on A");
    EXPECT_EQ(steps_in(places, streets, {"1", "3"}), Texts{});
}

TEST(RouteJunctions, LinksThatForkFarFromTheirEndAreNoTurningLanes) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {300, 0}, {180, -40}, {330, -80}, {330, -140}};
    const std::vector<Street> streets{{1, 2, "A", "primary", false},
                                      {2, 3, "A", "primary", false},
                                      {2, 4, "", "primary_link", false},
                                      {4, 5, "", "primary_link", false},
                                      {4, 6, "", "primary_link", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), (Texts{"turn slight right", "fork slight left"}));
}

TEST(RouteJunctions, ASharpTurnIntoARampHasItsOwnSide) {
    // Northwards; a street turns back still farther to the left than the ramp.
    const std::vector<Coordinate> places{{0, -100}, {0, 0}, {-80, -67}, {-40, -80}};
    const std::vector<Street> streets{
        {1, 2, "A", "primary"}, {2, 3, "", "trunk_link", false}, {2, 4, "B", "primary", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "3"}), Texts{"on ramp sharp left"});
    EXPECT_EQ(told_in(places, streets, {"1", "3"})[1], "take the ramp on the left");
}

TEST(RouteJunctions, ARoadThatSwingsOutBeforeATurnTurnsOnce) {
    // 20 m before the turn to the left, the branch of the street that leads there bends to the right.
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {118, -12}, {150, 90}, {200, -60}, {200, 0}};
    const std::vector<Street> streets{{1, 2, "A"}, {2, 3, "A"}, {3, 4, "B"}, {3, 5, "A"}, {2, 6, "A"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "4"}).size(), 1u);
    EXPECT_EQ(steps_in(places, streets, {"1", "4"})[0], "turn left");
}

TEST(RouteJunctions, ARoadThatMeetsItselfTurnsThere) {
    // Like a P: the street goes round and comes back to itself, where the traveller turns right to leave it.
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {200, 0}};
    const std::vector<Street> streets{{1, 2, "A"},
                                      {2, 3, "A", "residential", false},
                                      {3, 2, "A", "residential", true, "", "", {{200, 80}, {100, 80}}}};
    EXPECT_EQ(steps_in(places, streets, {"3", "1"}), Texts{"continue right"});
    // In one piece, too: at its node both ends of the loop are roads of the junction.
    const RoadNetwork loop = test::street_map(
        places, {{1, 2, "A"}, {2, 2, "A", "residential", true, "", "", {{200, 0}, {200, 80}, {100, 80}}}});
    const auto found = test::asked(loop, {{"1", "2"}});
    const RoadFacts facts(found.source.arcs(), found.source.scale());
    const Directions directions(found.source, facts);
    const Junction roads = directions.junctions().at_end_of(found.routes[0].legs[0]);
    ASSERT_EQ(roads.size(), 3u);
    EXPECT_TRUE(roads[0].is_back);
    EXPECT_NEAR(roads[1].angle, -90, 1);
    EXPECT_NEAR(roads[2].angle, 0, 1);
}

TEST(RouteJunctions, SignsOfRamps) {
    RoadNetwork network = test::street_map(
        {{0, 0}, {500, 0}, {700, 0}, {700, -25}},
        {{1, 2, "M1", "motorway", false}, {2, 3, "M1", "motorway", false}, {2, 4, "", "motorway_link", false}});
    for (const auto& [name, sign] :
         {std::pair{"destination", "Airport;Harbour"}, {"destination:ref", "A 1; E 25"}, {"junction:ref", "23"}}) {
        network.texts.emplace_back(name);
        for (const char* text : {"", "", sign}) network.texts.back().add(text);
    }
    EXPECT_EQ(test::told(network, {"1", "4"})[1], "take exit 23 on the right towards A 1, E 25: Airport, Harbour");
    network.texts.back() = TextColumn("junction:ref");
    for (const char* text : {"", "", "24a;24b"}) network.texts.back().add(text);
    EXPECT_EQ(test::told(network, {"1", "4"})[1],
              "take exit 24a, 24b on the right towards A 1, E 25: Airport, Harbour");
}

TEST(RouteJunctions, RampsThatForkHaveSides) {
    const std::vector<Coordinate> places{{0, 0}, {500, 0}, {700, -25}, {900, 0}, {900, -40}, {700, 0}};
    const std::vector<Street> streets{{1, 2, "M1", "motorway", false},
                                      {2, 6, "M1", "motorway", false},
                                      {2, 3, "", "motorway_link", false},
                                      {3, 4, "", "motorway_link", false},
                                      {3, 5, "", "motorway_link", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "4"}), (Texts{"off ramp slight right", "fork slight left"}));
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), (Texts{"off ramp slight right", "fork slight right"}));
}

TEST(RouteJunctions, MergesLeadTowardsTheMainRoad) {
    for (const double side : {-1.0, 1.0}) {
        const std::vector<Coordinate> places{{0, 0}, {500, 0}, {1000, 0}, {300, side * 25}};
        const std::vector<Street> streets{
            {1, 2, "M1", "motorway", false}, {2, 3, "M1", "motorway", false}, {4, 2, "", "motorway_link", false}};
        EXPECT_EQ(steps_in(places, streets, {"4", "3"}), Texts{side < 0 ? "merge slight left" : "merge slight right"});
        EXPECT_EQ(told_in(places, streets, {"4", "3"})[1], side < 0 ? "merge left onto M1" : "merge right onto M1");
    }
    // A long lane joins a street; it may end at more of an angle than the street bends.
    EXPECT_EQ(
        steps_in({{0, 0}, {500, 0}, {1000, 0}, {300, -150}},
                 {{1, 2, "A", "primary", false}, {2, 3, "A", "primary", false}, {4, 2, "", "primary_link", false}},
                 {"4", "3"}),
        Texts{"merge slight left"});
    // So does a street that leads onto a trunk road without a ramp; who stays on the trunk road is told nothing.
    const std::vector<Street> street{
        {1, 2, "T", "trunk", false}, {2, 3, "T", "trunk", false}, {4, 2, "B", "tertiary", false}};
    const std::vector<Coordinate> places{{0, 0}, {500, 0}, {1000, 0}, {300, 150}};
    EXPECT_EQ(steps_in(places, street, {"4", "3"}), Texts{"merge slight right"});
    EXPECT_EQ(steps_in(places, street, {"1", "3"}), Texts{});
    // A ramp that becomes the motorway joins nothing.
    EXPECT_EQ(told_in({{0, 0}, {500, 0}, {1000, 0}},
                      {{1, 2, "", "motorway_link", false}, {2, 3, "M1", "motorway", false}}, {"1", "3"})[1],
              "continue onto M1");
}

TEST(RouteJunctions, EveryTurnAtATIsTold) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {100, 200}, {100, -200}, {190, 60}};
    const std::vector<Street> same{{1, 2, "A"}, {2, 3, "A"}, {2, 4, "A"}};
    EXPECT_EQ(steps_in(places, same, {"1", "3"}), Texts{"continue left"});
    const std::vector<Street> unnamed{{1, 2, ""}, {2, 3, ""}, {2, 4, ""}};
    EXPECT_EQ(steps_in(places, unnamed, {"1", "4"}), Texts{"turn right"});
    // The end of the road is worth a word after another junction.
    const std::vector<Coordinate> long_road{{0, 0}, {100, 0}, {200, 0}, {200, 200}, {200, -200}, {100, 100}};
    EXPECT_EQ(steps_in(long_road, {{1, 2, ""}, {2, 3, ""}, {3, 4, ""}, {3, 5, ""}, {2, 6, "B"}}, {"1", "5"}),
              Texts{"end of road right"});
    // The street bends at a Y, whose other branch is another street, or a way that nobody takes for the street.
    const std::vector<Street> bends{{1, 2, "A"}, {2, 3, "A"}, {2, 5, "B"}};
    EXPECT_EQ(steps_in(places, bends, {"1", "3"}), Texts{"continue left"});
    const std::vector<Street> yard{{1, 2, "A"}, {2, 3, "A"}, {2, 4, "", "service"}};
    EXPECT_EQ(steps_in(places, yard, {"1", "3"}), Texts{"continue left"});
    // A bend without a choice needs no word.
    EXPECT_EQ(steps_in(places, {{1, 2, "A"}, {2, 3, "A"}}, {"1", "3"}), Texts{});
}

TEST(RouteJunctions, AStreetMayGoOnRoundACornerAtItsEnd) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {200, 0}, {200, 100}, {200, -100}, {100, 100}};
    const std::vector<Street> streets{{1, 2, "A"}, {2, 3, "A"}, {3, 4, "A"}, {3, 5, "B"}, {2, 6, "C"}};
    EXPECT_EQ(told_in(places, streets, {"1", "4"})[1], "at the end of the road turn left to stay on A");
    EXPECT_EQ(told_in(places, streets, {"1", "5"})[1], "at the end of the road turn right onto B");
}

TEST(RouteJunctions, TwoTurnsCloseTogetherAreTwo) {
    // Left and right at two junctions 25 m apart, along another street.
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {100, 25}, {300, 25}, {100, -100}, {100, 125}};
    const std::vector<Street> streets{{1, 2, "A"}, {2, 3, "Main"}, {3, 4, "B"}, {2, 5, "Main"}, {3, 6, "Main"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "4"}), (Texts{"turn left", "turn right"}));
    // Two lefts 10 m apart that lead onto a third road.
    const std::vector<Coordinate> block{{0, 0}, {100, 0}, {100, 10}, {0, 40}, {200, 0}, {100, 100}};
    const std::vector<Street> around{{1, 2, "A"}, {2, 3, "", "primary"}, {3, 4, "B"}, {2, 5, "A"}, {3, 6, "C"}};
    EXPECT_EQ(steps_in(block, around, {"1", "4"}), (Texts{"turn left", "turn left"}));
}

TEST(RouteJunctions, TurnsAtTheEndOfATurningLaneAreTold) {
    // The lane is 70 m long and ends at a junction of its own, where the traveller turns again.
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {300, 0}, {160, -40}, {160, -200}, {240, -40}};
    const std::vector<Street> streets{{1, 2, "A", "primary"},
                                      {2, 3, "A", "primary"},
                                      {2, 4, "", "primary_link", false},
                                      {4, 5, "B", "primary"},
                                      {4, 6, "C", "primary"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), (Texts{"turn slight right", "turn right"}));
}

TEST(RouteJunctions, ALoopIsNoTurningLane) {
    // A link leaves A on the left and turns round to the right, across the beginning of a bridge, down to B.
    const std::vector<Coordinate> places{{60, -33}, {0, 0},    {-32, 15}, {-53, 44}, {-33, 53},
                                         {-25, 29}, {-12, -5}, {-60, 95}, {-30, 33}, {50, -35}};
    const std::vector<Street> streets{
        {1, 2, "A", "primary", false},     {2, 9, "A", "primary", false},     {2, 3, "", "primary_link", false},
        {3, 4, "", "primary_link", false}, {4, 5, "", "primary_link", false}, {5, 6, "", "primary_link", false},
        {6, 7, "", "primary_link", false}, {7, 10, "B", "primary", false},    {5, 8, "Bridge", "primary", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "7"}), (Texts{"turn slight left", "turn right"}));
}

TEST(RouteJunctions, ALinkToAParallelRoadIsTurnedInto) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {140, -40}, {170, -60}, {300, -60}, {300, 0}};
    const std::vector<Street> streets{{1, 2, "A", "primary", false},
                                      {2, 6, "A", "primary", false},
                                      {2, 3, "", "primary_link", false},
                                      {3, 4, "", "primary_link", false},
                                      {4, 5, "B", "primary", false}};
    EXPECT_EQ(steps_in(places, streets, {"1", "5"})[0], "turn right");
}

TEST(RouteJunctions, UTurnsWhereCarriagewaysJoin) {
    // 2 → 3 and 4 → 2 are the carriageways of the street that goes on beyond 2.
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {0, 15}, {0, -15}};
    const std::vector<Street> streets{
        {1, 2, "A", "primary", false}, {2, 3, "A", "primary", false}, {4, 2, "A", "primary", false}};
    const std::vector<Coordinate> joined{{200, 0}, {100, 0}, {60, 12}, {60, -12}};
    EXPECT_EQ(steps_in(joined, {{2, 1, "A", "primary"}, {2, 3, "A", "primary", false}, {4, 2, "A", "primary", false}},
                       {"4", "3"}),
              Texts{"continue uturn"});
    EXPECT_EQ(told_in(joined, {{2, 1, "A", "primary"}, {2, 3, "A", "primary", false}, {4, 2, "A", "primary", false}},
                      {"4", "3"})[1],
              "make a U-turn on A");
}

TEST(RouteJunctions, UTurnsAcrossAStreetWithAName) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {200, 0}, {200, 15}, {100, 15}, {0, 15}, {100, -80}};
    const std::vector<Street> streets{{1, 2, "A", "primary", false}, {2, 3, "A", "primary", false},
                                      {4, 5, "A", "primary", false}, {5, 6, "A", "primary", false},
                                      {2, 5, "Cross", "primary"},    {7, 2, "Cross", "primary"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "6"}), Texts{"continue uturn"});
}

TEST(RouteJunctions, NamesThatChangeOnANumberedRoad) {
    EXPECT_EQ(told_in({{0, 0}, {200, 0}, {400, 0}},
                      {{1, 2, "A", "primary", true, "7"}, {2, 3, "B", "primary", true, "7"}}, {"1", "3"}),
              (Texts{"head east on A (7)", "continue onto B (7)", "arrive at 3"}));
    EXPECT_EQ(told_in({{0, 0}, {200, 0}, {200, 200}}, {{1, 2, "A", "road"}, {2, 3, "", "road"}}, {"3", "1"})[0],
              "head south on unnamed road");
}

TEST(RouteJunctions, TheObviousRoadNeedsNoWord) {
    // Of the same class and name, and much straighter than the other one, which is a turn beside it.
    const std::vector<Coordinate> places{{0, 0}, {200, 0}, {500, 10}, {400, -90}};
    const std::vector<Street> streets{{1, 2, "A", "primary"}, {2, 3, "A", "primary"}, {2, 4, "B", "primary"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "3"}), Texts{});
    EXPECT_EQ(steps_in(places, streets, {"1", "4"}), Texts{"turn slight right"});
    // A service road is no branch of a fork, nor is a link beside its road.
    const std::vector<Coordinate> fork{{0, 0}, {200, 0}, {400, 40}, {400, -40}};
    for (const char* kind : {"service", "primary_link"}) {
        const std::vector<Street> beside{{1, 2, "A", "primary"}, {2, 3, "A", "primary"}, {2, 4, "", kind}};
        EXPECT_EQ(steps_in(fork, beside, {"1", "3"}), Texts{}) << kind;
        EXPECT_EQ(steps_in(fork, beside, {"1", "4"}).size(), 1u) << kind;
        EXPECT_EQ(steps_in(fork, beside, {"1", "4"})[0].substr(0, 4), "turn") << kind;
    }
}

TEST(RouteJunctions, NamesThatDifferByAPointOfTheCompassAreOne) {
    const std::vector<Coordinate> places{{0, 0}, {200, 0}, {400, 0}};
    EXPECT_EQ(steps_in(places, {{1, 2, "42 N"}, {2, 3, "42 S"}}, {"1", "3"}), Texts{});
    EXPECT_EQ(steps_in(places, {{1, 2, "West 42"}, {2, 3, "East 42"}}, {"1", "3"}), Texts{});
    EXPECT_EQ(steps_in(places, {{1, 2, "42 N"}, {2, 3, "43 N"}}, {"1", "3"}), Texts{"new name straight"});
}

TEST(RouteJunctions, TwoTurnsToOneSideHaveTheirOwnWords) {
    const std::vector<Coordinate> places{{0, 0}, {200, 0}, {400, 0}, {200, -200}, {300, -200}};
    const std::vector<Street> streets{
        {1, 2, "A", "primary"}, {2, 3, "A", "primary"}, {2, 4, "B", "primary"}, {2, 5, "C", "primary"}};
    EXPECT_EQ(steps_in(places, streets, {"1", "4"}), Texts{"turn right"});
    EXPECT_EQ(steps_in(places, streets, {"1", "5"}), Texts{"turn slight right"});
}

}  // namespace
}  // namespace allways::tools
