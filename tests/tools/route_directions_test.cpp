// SPDX-License-Identifier: Apache-2.0
#include "allways/base/format.h"
#include "street_map.h"

namespace allways::tools {
namespace {

using test::route_of;
using test::small_town;
using test::source_of;
using test::Street;
using test::Texts;
using test::told;
using test::told_in;

TEST(RouteDirections, RoadByRoad) {
    EXPECT_EQ(told(small_town(), {"1", "10"}),
              (Texts{"head east on High Street", "turn left onto Mill Lane",
                     "at the roundabout take exit 2 onto Quay Road", "take the ferry Lake Ferry", "arrive at 10"}));
    EXPECT_EQ(told(small_town("EPSG:32632"), {"1", "10"}), told(small_town(), {"1", "10"}));
}

TEST(RouteDirections, TheOtherWayRound) {
    EXPECT_EQ(told(small_town(), {"10", "1"}),
              (Texts{"take the ferry Lake Ferry", "leave the ferry onto Quay Road",
                     "at the roundabout take exit 1 onto Mill Lane", "turn right onto High Street", "arrive at 1"}));
}

TEST(RouteDirections, StopsOnTheWayAndUTurns) {
    EXPECT_EQ(told(small_town(), {"1", "2", "@7.002,43", "2"}),
              (Texts{"head east on High Street", "pass 2", "continue on High Street", "pass @7.002,43",
                     "make a U-turn on High Street", "arrive at 2"}));
    EXPECT_EQ(told(small_town(), {"4", "4"}), Texts{"arrive at 4"});
}

TEST(RouteDirections, RoundaboutsAtTheEnds) {
    EXPECT_EQ(told(small_town(), {"4", "7"}),
              (Texts{"head north on Mill Lane", "enter the roundabout", "arrive at 7"}));
    EXPECT_EQ(
        told(small_town(), {"5", "8"}),
        (Texts{"start in the roundabout", "leave the roundabout at exit 1 onto unnamed living street", "arrive at 8"}));
    EXPECT_EQ(told(small_town(), {"5", "7"}), (Texts{"start in the roundabout", "arrive at 7"}));
}

TEST(RouteDirections, WithoutCoordinatesNoTurns) {
    RoadNetwork bare = small_town();
    bare.coordinates.clear();
    bare.shapes = {};
    EXPECT_EQ(told(bare, {"1", "4"}), (Texts{"start on High Street", "continue onto Mill Lane", "arrive at 4"}));
}

TEST(RouteDirections, UnnamedRoadsBendWithoutAWord) {
    RoadNetwork town = small_town();
    town.texts[0] = TextColumn("name");
    for (std::size_t arc = 0; arc < town.arc_count(); ++arc) town.texts[0].add("");
    for (const char* text : {"primary", "residential"}) {
        town.texts[1] = TextColumn("facility_type");
        for (std::size_t arc = 0; arc < town.arc_count(); ++arc) town.texts[1].add(text);
        const std::string road = std::string("unnamed ") + text + " road";
        EXPECT_EQ(told(town, {"1", "4"}), (Texts{"head east on " + road, "arrive at 4"}));
    }
}

TEST(RouteDirections, TextWithLengthsTimesAndSums) {
    const auto source = source_of(small_town());
    EXPECT_EQ(test::written(source, {route_of(source, {"1", "4"})}, "text"),
              "1 -> 4: time 31.5 s, 3 arcs, 300 m, 32 s\n"
              "  head east on High Street  200 m  21 s  200 m  21 s\n"
              "  turn left onto Mill Lane  100 m  11 s  300 m  32 s\n"
              "  arrive at 4                            300 m  32 s\n");
    const std::string arcs = test::written(source, {route_of(source, {"1", "2"})}, "text", "arcs");
    EXPECT_EQ(arcs,
              "1 -> 2: time 10.5 s, 1 arc\n"
              "           1 -> 2                10.5          10.5  arc 100\n");
    // The length of the ferry is unknown: absent, not 0.
    const std::string ferry = test::written(source, {route_of(source, {"9", "10"})}, "text");
    EXPECT_NE(ferry.find("9 -> 10: time 600 s, 1 arc, 10:00 min\n"), std::string::npos) << ferry;
}

// West to east, a street between each two.
Texts told_along(const std::vector<Street>& streets, const std::vector<double>& lengths) {
    std::vector<Coordinate> places{{0, 0}};
    for (const double length : lengths) places.push_back({places.back().x + length, 0});
    return told_in(places, streets, {"1", std::to_string(places.size())});
}

TEST(RouteDirections, NamesThatChangeStraightOn) {
    EXPECT_EQ(told_along({{1, 2, "A"}, {2, 3, ""}, {3, 4, "A"}}, {200, 100, 200}),
              (Texts{"head east on A", "arrive at 4"}));
    EXPECT_EQ(told_along({{1, 2, "A"}, {2, 3, ""}, {3, 4, "B"}}, {200, 100, 200}),
              (Texts{"head east on A", "continue onto B", "arrive at 4"}));
    // Names that last too short to be mentioned, and changes of name that most of the name makes obvious.
    EXPECT_EQ(told_along({{1, 2, "A"}, {2, 3, "B"}, {3, 4, "C"}}, {200, 40, 200}),
              (Texts{"head east on A", "continue onto C", "arrive at 4"}));
    EXPECT_EQ(told_along({{1, 2, "A"}, {2, 3, "B"}, {3, 4, "A"}}, {200, 40, 200}),
              (Texts{"head east on A", "arrive at 4"}));
    EXPECT_EQ(told_along({{1, 2, "A", "primary", true, "7"}, {2, 3, "", "primary", true, "E 1;7"}}, {200, 200}),
              (Texts{"head east on A (7)", "arrive at 3"}));
    EXPECT_EQ(told_along({{1, 2, "High street"}, {2, 3, "High Street North"}}, {200, 200}),
              (Texts{"head east on High street", "arrive at 3"}));
    // A short unnamed piece is the beginning of what follows, a long one is not.
    EXPECT_EQ(told_along({{1, 2, ""}, {2, 3, "B"}}, {40, 200}), (Texts{"head east on B", "arrive at 3"}));
    EXPECT_EQ(told_along({{1, 2, ""}, {2, 3, "B"}}, {400, 200}),
              (Texts{"head east on unnamed residential road", "continue onto B", "arrive at 3"}));
}

TEST(RouteDirections, NumbersStandBesideNames) {
    EXPECT_EQ(told_along({{1, 2, "Main Street", "primary", true, "B 1;E 5"},
                          {2, 3, "Hill;Dale", "unclassified"},
                          {3, 4, "", "unclassified", true, "7;8"}},
                         {200, 200, 200}),
              (Texts{"head east on Main Street (B 1, E 5)", "continue onto Hill, Dale", "continue onto 7, 8",
                     "arrive at 4"}));
    EXPECT_EQ(told_along({{1, 2, "A 1 North", "primary", true, "A 1"}}, {200})[0], "head east on A 1 North");
    EXPECT_EQ(told_along({{1, 2, "", "unclassified"}}, {200})[0], "head east on unnamed road");
}

TEST(RouteDirections, RampsOfMotorways) {
    const std::vector<Coordinate> places{{0, 0}, {500, 0}, {1000, 0}, {700, -60}, {700, -300}, {700, 300}, {300, -60}};
    const std::vector<Street> streets{{1, 2, "M1", "motorway", false},    {2, 3, "M1", "motorway", false},
                                      {2, 4, "", "motorway_link", false}, {4, 5, "Mill Road", "primary"},
                                      {4, 6, "Mill Road", "primary"},     {7, 2, "", "motorway_link", false},
                                      {7, 5, "Mill Road", "primary"}};
    EXPECT_EQ(told_in(places, streets, {"1", "5"}),
              (Texts{"head east on M1", "take the exit on the right towards Mill Road", "turn right onto Mill Road",
                     "arrive at 5"}));
    EXPECT_EQ(told_in(places, streets, {"5", "3"}),
              (Texts{"head north-west on Mill Road", "merge left onto M1", "arrive at 3"}));
    EXPECT_EQ(told_in(places, streets, {"1", "3"}), (Texts{"head east on M1", "arrive at 3"}));
}

TEST(RouteDirections, RampsWithAChoice) {
    const std::vector<Coordinate> places{{0, 0}, {200, 0}, {400, 0}, {400, -60}, {700, -60}, {100, -60}};
    EXPECT_EQ(told_in(places,
                      {{1, 2, "Mill Road", "primary"},
                       {2, 3, "Mill Road", "primary"},
                       {2, 4, "", "motorway_link", false},
                       {4, 5, "M1", "motorway", false},
                       {6, 4, "M1", "motorway", false}},
                      {"1", "5"}),
              (Texts{"head east on Mill Road", "take the ramp on the right towards M1", "merge right onto M1",
                     "arrive at 5"}));
}

TEST(RouteDirections, StaggeredCrossings) {
    const std::vector<Coordinate> places{{0, 0}, {300, 0}, {300, 2}, {600, 2}, {300, -100}, {300, 102}};
    std::vector<Street> streets{{1, 2, "A"}, {2, 3, "Main"}, {3, 4, "A"}, {2, 5, "Main"}, {3, 6, "Main"}};
    EXPECT_EQ(told_in(places, streets, {"1", "4"}), (Texts{"head east on A", "arrive at 4"}));
    streets[2].name = "B";
    EXPECT_EQ(told_in(places, streets, {"1", "4"}), (Texts{"head east on A", "continue onto B", "arrive at 4"}));
    // Arms that are farther apart are two turns.
    const std::vector<Coordinate> apart{{0, 0}, {100, 0}, {100, 15}, {300, 15}, {100, -100}, {100, 115}};
    EXPECT_EQ(told_in(apart, streets, {"1", "4"}),
              (Texts{"head east on A", "turn left onto Main", "turn right onto B", "arrive at 4"}));
    const std::vector<Coordinate> far{{0, 0}, {100, 0}, {100, 80}, {200, 80}, {100, -100}, {100, 180}};
    EXPECT_EQ(told_in(far, streets, {"1", "6"}), (Texts{"head east on A", "turn left onto Main", "arrive at 6"}));
}

TEST(RouteDirections, UTurnsOverTheMiddle) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {200, 0}, {200, 15}, {100, 15}, {0, 15}};
    EXPECT_EQ(told_in(places,
                      {{1, 2, "A", "primary", false},
                       {2, 3, "A", "primary", false},
                       {4, 5, "A", "primary", false},
                       {5, 6, "A", "primary", false},
                       {2, 5, "", "primary"}},
                      {"1", "6"}),
              (Texts{"head east on A", "make a U-turn on A", "arrive at 6"}));
}

TEST(RouteDirections, LanesForTurningAreThatTurn) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {140, 0}, {140, -40}, {140, -200}, {300, 0}};
    EXPECT_EQ(told_in(places,
                      {{1, 2, "A", "primary"},
                       {2, 3, "A", "primary"},
                       {3, 6, "A", "primary"},
                       {4, 5, "B", "primary"},
                       {2, 4, "", "primary_link", false}},
                      {"1", "5"}),
              (Texts{"head east on A", "turn right onto B", "arrive at 5"}));
}

TEST(RouteDirections, ForksAndRoadsThatTurn) {
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {200, 50}, {200, -50}, {100, 100}};
    EXPECT_EQ(told_in(places, {{1, 2, "A"}, {2, 3, "B"}, {2, 4, "C"}}, {"1", "3"}),
              (Texts{"head east on A", "keep left onto B", "arrive at 3"}));
    EXPECT_EQ(told_in(places, {{1, 2, "A"}, {2, 5, "A"}, {2, 3, "B"}}, {"1", "5"}),
              (Texts{"head east on A", "turn left to stay on A", "arrive at 5"}));
    EXPECT_EQ(told_in(places, {{1, 2, "A"}, {2, 3, "A"}, {2, 4, "", "service"}}, {"1", "3"}),
              (Texts{"head east on A", "arrive at 3"}));
}

TEST(RouteDirections, TheSideOfTheArrival) {
    EXPECT_EQ(told(small_town(), {"1", "@7.0015,43.0001"}),
              (Texts{"head east on High Street", "arrive at @7.0015,43.0001, on the left"}));
    EXPECT_EQ(told(small_town("EPSG:32632"), {"3", "@7.0015,43.0001"}),
              (Texts{"head west on High Street", "arrive at @7.0015,43.0001, on the right"}));
}

TEST(RouteDirections, StopsOnRoadsMakeNoJunctions) {
    // A street bends by 11 degrees at 2 and by 90 degrees at 3; a lane leaves it at 2.
    const std::vector<Coordinate> places{{0, 0}, {100, 0}, {200, 20}, {180, 120}, {100, -100}};
    const auto at = [](double x, double y) { return allways::format("@{},{}", 7 + x / 81323, 43 + y / 111195); };
    for (const bool both_ways : {true, false}) {
        const std::vector<Street> streets{{1, 2, "A", "residential", both_ways},
                                          {2, 3, "A", "residential", both_ways},
                                          {3, 4, "A", "residential", both_ways},
                                          {2, 5, "B"},
                                          {4, 1, "C", "residential", false}};
        for (const double near : {4.0, 50.0}) {  // metres from the junctions
            const std::string before_2 = at(100 - near, 0);
            const std::string behind_2 = at(100 + near * 0.98, near * 0.196);
            const std::string before_3 = at(200 - near * 0.98, 20 - near * 0.196);
            const std::string behind_3 = at(200 - near * 0.196, 20 + near * 0.98);
            for (const auto& [from, to] : {std::pair{before_2, std::string("3")}, std::pair{std::string("1"), behind_2},
                                           std::pair{before_2, behind_2}}) {
                EXPECT_EQ(told_in(places, streets, {from, to}), (Texts{"head east on A", "arrive at " + to})) << from;
            }
            EXPECT_EQ(told_in(places, streets, {before_3, behind_3}),
                      (Texts{"head east on A", "arrive at " + behind_3}));
        }
    }
}

}  // namespace
}  // namespace allways::tools
