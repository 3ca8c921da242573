// SPDX-License-Identifier: Apache-2.0
// Roundabouts: exits, names of rings, starts inside.
#include "street_map.h"

namespace allways::tools {
namespace {

using test::directions_of;
using test::Street;
using test::street_map;
using test::Texts;
using test::told_in;

// A ring of four nodes, driven counterclockwise, with a road in each direction: 5 in the south, 6 in the east, 7 in the
// north and 8 in the west, 100 m from the centre.
std::vector<Coordinate> ring_places(double radius) {
    return {{0, -radius}, {radius, 0}, {0, radius}, {-radius, 0}, {0, -100}, {100, 0}, {0, 100}, {-100, 0}};
}
std::vector<Street> ring(const char* name, const char* east_kind = "residential") {
    return {{1, 2, name, "primary", false, "R", "roundabout"}, {2, 3, name, "primary", false, "R", "roundabout"},
            {3, 4, name, "primary", false, "R", "roundabout"}, {4, 1, name, "primary", false, "R", "roundabout"},
            {5, 1, "South Road", "primary", true, "1"},        {2, 6, "East Road", east_kind, true, "2"},
            {3, 7, "North Road", "primary", true, "3"},        {4, 8, "West Road", "primary", true, "4"}};
}

TEST(RouteRoundabouts, ExitsAreCountedFromTheEntry) {
    EXPECT_EQ(told_in(ring_places(12), ring(""), {"5", "7"})[1], "at the roundabout take exit 2 onto North Road (3)");
    EXPECT_EQ(told_in(ring_places(12), ring(""), {"5", "8"})[1], "at the roundabout take exit 3 onto West Road (4)");
}

TEST(RouteRoundabouts, ServiceRoadsAreNoExitsUnlessTaken) {
    for (const char* kind : {"service", "parking", "track"}) {
        const auto streets = ring("", kind);
        EXPECT_EQ(told_in(ring_places(12), streets, {"5", "7"})[1],
                  "at the roundabout take exit 1 onto North Road (3)");
        EXPECT_EQ(told_in(ring_places(12), streets, {"5", "6"})[1], "at the roundabout take exit 1 onto East Road (2)");
    }
    auto yard = ring("", "service");
    for (std::size_t leg = 0; leg < 4; ++leg) yard[leg].kind = "service";
    EXPECT_EQ(told_in(ring_places(12), yard, {"5", "7"})[1], "at the roundabout take exit 2 onto North Road (3)");
}

TEST(RouteRoundabouts, AnExitAtTheEntryCounts) {
    auto places = ring_places(12);
    auto streets = ring("");
    places.push_back({60, -90});   // right of the ring: passed at once
    places.push_back({-60, -90});  // left of the entry: passed last
    streets.push_back({1, 9, "Exit", "primary", false});
    EXPECT_EQ(told_in(places, streets, {"5", "7"})[1], "at the roundabout take exit 3 onto North Road (3)");
    streets.back().to = 10;
    EXPECT_EQ(told_in(places, streets, {"5", "7"})[1], "at the roundabout take exit 2 onto North Road (3)");
}

TEST(RouteRoundabouts, AnExitAtTheEntryOfAClockwiseRing) {
    auto places = ring_places(12);
    auto streets = ring("");
    for (std::size_t leg = 0; leg < 4; ++leg) std::swap(streets[leg].from, streets[leg].to);
    places.push_back({-15, -90});  // nearly beside the entry
    places.push_back({15, -90});
    streets.push_back({1, 9, "Exit", "primary", false});
    EXPECT_EQ(told_in(places, streets, {"5", "7"})[1], "at the roundabout take exit 3 onto North Road (3)");
    streets.back().to = 10;
    EXPECT_EQ(told_in(places, streets, {"5", "7"})[1], "at the roundabout take exit 2 onto North Road (3)");
}

TEST(RouteRoundabouts, AStartInsideTellsTheWayOut) {
    EXPECT_EQ(told_in(ring_places(12), ring(""), {"1", "7"}),
              (Texts{"start in the roundabout", "leave the roundabout at exit 2 onto North Road (3)", "arrive at 7"}));
    EXPECT_STREQ(type_text(directions_of(street_map(ring_places(12), ring("")), {"1", "7"})[1].maneuver),
                 "exit roundabout");
}

TEST(RouteRoundabouts, LargeRingsWithANameOfTheirOwnAreRotaries) {
    EXPECT_EQ(told_in(ring_places(30), ring("Star Place"), {"5", "7"})[1],
              "at Star Place take exit 2 onto North Road (3)");
    EXPECT_STREQ(type_text(directions_of(street_map(ring_places(30), ring("Star Place")), {"5", "7"})[1].maneuver),
                 "rotary");
    // A small ring, or one that is named like a road, is a roundabout.
    EXPECT_EQ(told_in(ring_places(8), ring("Star Place"), {"5", "7"})[1],
              "at the roundabout take exit 2 onto North Road (3)");
    EXPECT_EQ(told_in(ring_places(30), ring("West Road"), {"5", "7"})[1],
              "at the roundabout take exit 2 onto North Road (3)");
}

}  // namespace
}  // namespace allways::tools
