// SPDX-License-Identifier: Apache-2.0
// Trips between places: what a program shows of a route.
#include "allways/routes/trip.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/points/point_table.h"
#include "small_town.h"

namespace allways {
namespace {

TEST(Trip, HasLineLengthTimeAndDirections) {
    const RoadNetwork town = test::small_town();
    const Trip trip = find_trip(town, {{7.0002, 43.0001}, {7.002, 43.0018}});
    ASSERT_TRUE(trip.reachable);
    EXPECT_GT(trip.distance, 0);
    ASSERT_GE(trip.line.size(), 2u);
    EXPECT_NEAR(trip.line.front().x, 7.0002, 1e-3);
    EXPECT_NEAR(trip.line.back().y, 43.0018, 1e-3);
    ASSERT_GE(trip.directions.size(), 2u);
    EXPECT_EQ(trip.directions.front().maneuver, Maneuver::depart);
    EXPECT_EQ(trip.directions.back().maneuver, Maneuver::arrive);
    // The table between the same places has the same cost.
    const FoundTable table = find_table(
        town, {.origins = make_points({{7.0002, 43.0001}}), .destinations = make_points({{7.002, 43.0018}})});
    EXPECT_EQ(table.table.distance(0, 0), trip.distance);
    EXPECT_EQ(table.table.unit(), trip.unit);
}

TEST(Trip, ManyAtOnceAreThoseOneByOne) {
    const RoadNetwork town = test::small_town();
    const std::vector<std::vector<Coordinate>> places{{{7.0002, 43.0001}, {7.002, 43.0018}},
                                                      {{7.0031, 43.0026}, {7.0002, 43.0001}}};
    const std::vector<Trip> trips = find_trips(town, places);
    ASSERT_EQ(trips.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(trips[i].distance, find_trip(town, places[i]).distance);
}

TEST(Trip, NeedsTwoPlacesOnTheNetwork) {
    EXPECT_THROW(find_trip(test::small_town(), {{7.0002, 43.0001}}), InvalidArgument);
    EXPECT_THROW(find_trip(test::small_town(), {{7.0002, 43.0001}, {80, 43}}), InputError);
    EXPECT_TRUE(find_trips(test::small_town(), {}).empty());
}

TEST(Points, OfAProgramHaveIdsOfTheirOwn) {
    const PointSet points =
        make_points({{7, 43}, {8, 43}}, "EPSG:4326", IdTable(std::vector<std::string>{"mill", "shop"}));
    EXPECT_EQ(points.ids.text(1), "shop");
    EXPECT_EQ(make_points({{7, 43}}).ids.text(0), "1");
    EXPECT_THROW(make_points({{7, 43}}, "EPSG:4326", IdTable(std::vector<std::string>{"a", "b"})), InvalidArgument);
}

}  // namespace
}  // namespace allways
