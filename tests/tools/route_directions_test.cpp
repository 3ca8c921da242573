#include "routes/directions.h"

#include "route_support.h"

namespace allways::tools {
namespace {

using test::route_of;
using test::small_town;
using test::source_of;

std::vector<std::string> told(const RoadNetwork& network, const std::vector<std::string>& stops) {
    const auto found = test::asked(network, {stops});
    const RoadFacts facts(found.source->arcs());
    std::vector<std::string> texts;
    for (const Instruction& one : directions(*found.source, facts, found.routes[0])) texts.push_back(one.text);
    return texts;
}

using Texts = std::vector<std::string>;

TEST(RouteDirections, RoadByRoad) {
    EXPECT_EQ(told(small_town(), {"1", "10"}),
              (Texts{"start on High Street", "turn left onto Mill Lane", "at the roundabout take exit 2 onto Quay Road",
                     "take the ferry Lake Ferry", "arrive at 10"}));
    EXPECT_EQ(told(small_town("EPSG:32632"), {"1", "10"}), told(small_town(), {"1", "10"}));
}

TEST(RouteDirections, TheOtherWayRound) {
    EXPECT_EQ(told(small_town(), {"10", "1"}),
              (Texts{"take the ferry Lake Ferry", "straight onto Quay Road",
                     "at the roundabout take exit 1 onto Mill Lane", "turn right onto High Street", "arrive at 1"}));
}

TEST(RouteDirections, StopsOnTheWayAndUTurns) {
    EXPECT_EQ(told(small_town(), {"1", "2", "@7.002,43", "2"}),
              (Texts{"start on High Street", "pass 2", "continue on High Street", "pass @7.002,43",
                     "U-turn onto High Street", "arrive at 2"}));
    EXPECT_EQ(told(small_town(), {"4", "4"}), Texts{"arrive at 4"});
}

TEST(RouteDirections, RoundaboutsAtTheEnds) {
    EXPECT_EQ(told(small_town(), {"4", "7"}), (Texts{"start on Mill Lane", "enter the roundabout", "arrive at 7"}));
    EXPECT_EQ(told(small_town(), {"5", "8"}),
              (Texts{"leave the roundabout onto unnamed living street", "arrive at 8"}));
    EXPECT_EQ(told(small_town(), {"5", "7"}), (Texts{"start in the roundabout", "arrive at 7"}));
}

TEST(RouteDirections, WithoutCoordinatesNoTurns) {
    RoadNetwork bare = small_town();
    bare.coordinates.clear();
    bare.shapes = {};
    EXPECT_EQ(told(bare, {"1", "4"}), (Texts{"start on High Street", "continue onto Mill Lane", "arrive at 4"}));
}

TEST(RouteDirections, UnnamedRoadsPartWhereTheyTurn) {
    RoadNetwork town = small_town();
    town.texts[0] = TextColumn("name");
    for (std::size_t arc = 0; arc < town.arc_count(); ++arc) town.texts[0].add("");
    for (const char* text : {"primary", "residential"}) {
        town.texts[1] = TextColumn("facility_type");
        for (std::size_t arc = 0; arc < town.arc_count(); ++arc) town.texts[1].add(text);
        const std::string road = std::string("unnamed ") + text + " road";
        EXPECT_EQ(told(town, {"1", "4"}), (Texts{"start on " + road, "turn left onto " + road, "arrive at 4"}));
    }
}

TEST(RouteDirections, TextWithLengthsTimesAndSums) {
    const auto source = source_of(small_town());
    EXPECT_EQ(test::written(*source, {route_of(*source, {"1", "4"})}, "text"),
              "1 -> 4: time 31.5 s, 3 arcs, 300 m, 32 s\n"
              "  start on High Street      200 m  21 s  200 m  21 s\n"
              "  turn left onto Mill Lane  100 m  11 s  300 m  32 s\n"
              "  arrive at 4                            300 m  32 s\n");
    const std::string arcs = test::written(*source, {route_of(*source, {"1", "2"})}, "text", "arcs");
    EXPECT_EQ(arcs,
              "1 -> 2: time 10.5 s, 1 arc\n"
              "           1 -> 2                10.5          10.5  arc 100\n");
    // Of the ferry the length is not known: absent, not 0.
    const std::string ferry = test::written(*source, {route_of(*source, {"9", "10"})}, "text");
    EXPECT_NE(ferry.find("9 -> 10: time 600 s, 1 arc, 10:00 min\n"), std::string::npos) << ferry;
}

}  // namespace
}  // namespace allways::tools
