// SPDX-License-Identifier: Apache-2.0
// Routes in Valhalla's form.
#include "service/osrm/polyline.h"
#include "service/valhalla/valhalla_route.h"
#include "service_town.h"

namespace allways::test {

namespace {

using tools::ValhallaManeuver;

std::string place(double column, double row, const std::string& more = "") {
    return format(R"({{"lon": {:.6f}, "lat": {:.6f}{}}})", 7 + 0.001 * column, 43 + 0.001 * row,
                  more.empty() ? "" : ", " + more);
}

std::string asked(const std::string& locations, const std::string& more = "") {
    return R"({"locations": [)" + locations + "]" + (more.empty() ? "" : ", " + more) + "}";
}

// From Row 0 by Column 2, 150 m, then 50 m along Row 1 or Row 2.
std::string round_the_corner(const std::string& more = "") {
    return asked(place(0.5, 0) + "," + place(2, 1.5), more);
}

Json trip_of(const std::string& body) {
    return post_to_town("/route", body)["trip"];
}

std::vector<Coordinate> line_of(const Json& leg) {
    return *tools::decode_polyline(leg["shape"].get<std::string>(), 6);
}

void expect_error(const std::string& body, int code, const std::string& word) {
    SCOPED_TRACE(body);
    const Json answer = post_to_town("/route", body, 400);
    EXPECT_EQ(answer["error_code"], code);
    EXPECT_EQ(answer["status_code"], 400);
    EXPECT_NE(answer["error"].get<std::string>().find(word), std::string::npos) << answer["error"];
}

}  // namespace

TEST(ServiceValhallaRoute, TripHasLegsWithManeuversAlongTheirLine) {
    const Json trip = trip_of(round_the_corner());
    EXPECT_EQ(trip["status"], 0);
    EXPECT_EQ(trip["units"], "kilometers");
    EXPECT_EQ(trip["language"], "en");
    ASSERT_EQ(trip["locations"].size(), 2u);
    EXPECT_EQ(trip["locations"][1],
              Json::parse(R"({"type": "break", "lat": 43.0015, "lon": 7.002, "original_index": 1})"));
    ASSERT_EQ(trip["legs"].size(), 1u);
    const Json& leg = trip["legs"][0];
    EXPECT_EQ(leg["summary"], trip["summary"]);
    EXPECT_EQ(leg["summary"]["time"], 30);
    EXPECT_EQ(leg["summary"]["length"], 0.3);
    EXPECT_EQ(leg["summary"]["min_lon"], 7.0005);
    EXPECT_EQ(leg["summary"]["max_lat"], 43.0015);
    EXPECT_EQ(leg["summary"]["has_toll"], false);

    const auto line = line_of(leg);
    const Json& maneuvers = leg["maneuvers"];
    ASSERT_EQ(maneuvers.size(), 3u);
    EXPECT_EQ(maneuvers[0]["type"], 1);
    EXPECT_EQ(maneuvers[0]["begin_shape_index"], 0);
    EXPECT_EQ(maneuvers[0]["street_names"], Json::parse(R"(["Row 0"])"));
    EXPECT_FALSE(maneuvers[0].contains("bearing_before"));
    EXPECT_EQ(maneuvers[1]["type"], 15);
    EXPECT_EQ(maneuvers[1]["instruction"], "turn left onto Column 2");
    EXPECT_EQ(maneuvers[1]["bearing_before"], 90);
    EXPECT_EQ(maneuvers[1]["bearing_after"], 0);
    EXPECT_EQ(maneuvers[1]["length"], 0.15);
    EXPECT_EQ(maneuvers[1]["time"], 15);
    EXPECT_EQ(maneuvers[1]["travel_mode"], "drive");
    EXPECT_EQ(maneuvers[1]["travel_type"], "car");
    const auto corner = line.at(maneuvers[1]["begin_shape_index"].get<std::size_t>());
    EXPECT_NEAR(corner.x, 7.002, 1e-9);
    EXPECT_NEAR(corner.y, 43, 1e-9);
    EXPECT_EQ(maneuvers[0]["end_shape_index"], maneuvers[1]["begin_shape_index"]);
    EXPECT_EQ(maneuvers[2]["type"], 4);
    EXPECT_EQ(maneuvers[2]["begin_shape_index"], line.size() - 1);
    EXPECT_EQ(maneuvers[2]["end_shape_index"], line.size() - 1);
    EXPECT_FALSE(maneuvers[2].contains("bearing_after"));
    double seconds = 0;
    for (const Json& one : maneuvers) seconds += one["time"].get<double>();
    EXPECT_EQ(seconds, leg["summary"]["time"]);
}

TEST(ServiceValhallaRoute, UnitsLanguageAndShapeAreThoseAskedFor) {
    const Json miles = trip_of(round_the_corner(R"("units": "miles", "language": "de-DE")"));
    EXPECT_EQ(miles["units"], "miles");
    EXPECT_EQ(miles["language"], "de-DE");
    EXPECT_NEAR(miles["summary"]["length"], 0.1864, 1e-9);
    EXPECT_EQ(miles["legs"][0]["maneuvers"][1]["instruction"], "links auf Column 2 abbiegen");
    // routingpy writes these options into `directions_options`.
    EXPECT_EQ(trip_of(round_the_corner(R"("directions_options": {"units": "mi", "language": "de-DE"})")), miles);
    const ServiceAnswer header = service().answer({"POST", "/route", round_the_corner(), "", "fr-CH, en;q=0.5"});
    EXPECT_EQ(Json::parse(header.body)["trip"]["language"], "fr");

    const Json geojson = trip_of(round_the_corner(R"("shape_format": "geojson")"))["legs"][0]["shape"];
    EXPECT_EQ(geojson["type"], "LineString");
    EXPECT_EQ(geojson["coordinates"][0], Json::parse("[7.0005, 43]"));
    EXPECT_FALSE(trip_of(round_the_corner(R"("shape_format": "no_shape")"))["legs"][0].contains("shape"));
    const Json coarse = trip_of(round_the_corner(R"("shape_format": "polyline5")"))["legs"][0]["shape"];
    EXPECT_NEAR(tools::decode_polyline(coarse.get<std::string>(), 5)->front().x, 7.0005, 1e-9);
}

TEST(ServiceValhallaRoute, DirectionsMayBeLeftOut) {
    for (const std::string none : {R"("directions_type": "none")", R"("narrative": false)",
                                   R"("directions_options": {"directions_type": "none"})"}) {
        EXPECT_FALSE(trip_of(round_the_corner(none))["legs"][0].contains("maneuvers")) << none;
    }
    const Json bare = trip_of(round_the_corner(R"("directions_type": "maneuvers")"))["legs"][0]["maneuvers"];
    EXPECT_EQ(bare[1]["type"], 15);
    EXPECT_EQ(bare[1]["instruction"], "");
}

// A route that passes Row 0 to the east and goes back to the west.
TEST(ServiceValhallaRoute, LocationsOnTheWayEndLegsOrTurnRound) {
    const auto by = [](const std::string& type) {
        return trip_of(asked(place(0.5, 0) + "," + place(1.5, 0, R"("type": ")" + type + R"(", "name": "Shop")") + "," +
                             place(0.2, 0)));
    };
    const Json stop = by("break");
    ASSERT_EQ(stop["legs"].size(), 2u);
    EXPECT_EQ(stop["summary"]["length"], 0.23);
    EXPECT_EQ(stop["locations"][1]["name"], "Shop");
    EXPECT_EQ(stop["legs"][1]["maneuvers"][0]["type"], 1);
    const Json via = by("via");
    ASSERT_EQ(via["legs"].size(), 1u);
    EXPECT_EQ(via["locations"][1]["type"], "via");
    EXPECT_EQ(via["summary"]["length"], 0.23);
    const Json through = by("through");
    ASSERT_EQ(through["legs"].size(), 1u);
    EXPECT_EQ(through["summary"]["length"], 0.33);  // it turns round at the next crossing
    const Json straight = by("break_through");
    ASSERT_EQ(straight["legs"].size(), 2u);
    EXPECT_EQ(straight["summary"]["length"], through["summary"]["length"]);
}

TEST(ServiceValhallaRoute, EndsMayBeTheSamePlace) {
    const Json leg = trip_of(asked(place(0.5, 0) + "," + place(0.5, 0)))["legs"][0];
    EXPECT_EQ(leg["summary"]["time"], 0);
    EXPECT_EQ(line_of(leg).size(), 2u);
    ASSERT_EQ(leg["maneuvers"].size(), 2u);
    EXPECT_EQ(leg["maneuvers"][0]["type"], 1);
    EXPECT_EQ(leg["maneuvers"][1]["type"], 4);
    EXPECT_EQ(leg["maneuvers"][1]["end_shape_index"], 0);
}

TEST(ServiceValhallaRoute, AlternatesAreTripsOfTheirOwn) {
    const Json found =
        post_to_town("/route", asked(place(0, 0) + "," + place(3, 2), R"("alternates": 2, "id": "mine")"));
    EXPECT_EQ(found["id"], "mine");
    ASSERT_TRUE(found.contains("alternates"));
    ASSERT_GE(found["alternates"].size(), 1u);
    const Json& other = found["alternates"][0]["trip"];
    EXPECT_NE(other["legs"][0]["shape"], found["trip"]["legs"][0]["shape"]);
    EXPECT_EQ(other["legs"][0]["maneuvers"].back()["type"], 4);
    EXPECT_FALSE(post_to_town("/route", round_the_corner()).contains("alternates"));
}

TEST(ServiceValhallaRoute, WhatIsNotSupportedIsRefusedByName) {
    for (const std::string field :
         {R"("date_time": {"type": 0})", R"("exclude_polygons": [[[7, 43], [7.1, 43], [7, 43.1]]])",
          R"("avoid_locations": [{"lat": 43, "lon": 7}])", R"("format": "osrm")", R"("elevation_interval": 30)",
          R"("voice_instructions": true)", R"("recostings": [{"costing": "auto", "name": "a"}])",
          R"("turn_lanes": true)"}) {
        expect_error(round_the_corner(field), 107, field.substr(1, field.find(':') - 2));
    }
    expect_error(round_the_corner(R"("costing": "auto", "costing_options": {"auto": {"shortest": true}})"), 107,
                 "shortest");
    expect_error(round_the_corner(R"("costing_options": {"auto": {"exclude_tolls": true}})"), 107, "toll");
    expect_error(round_the_corner(R"("costing_options": {"auto": {"exclude_tolls": 1}})"), 100, "exclude_tolls");
    expect_error(round_the_corner(R"("language": "tlh")"), 107, "'tlh'");
    expect_error(round_the_corner(R"("shape_format": "polyline7")"), 164, "shape_format");
    expect_error(round_the_corner(R"("directions_type": "all")"), 100, "directions_type");
    expect_error(round_the_corner(R"("alternates": 9)"), 100, "alternates");
    expect_error(round_the_corner(R"("units": "furlongs")"), 100, "units");
    expect_error(asked(place(0, 0) + "," + place(1, 1) + "," + place(2, 2), R"("alternates": 1)"), 107, "alternates");
    expect_error(asked(place(0, 0) + "," + place(1, 1, R"("type": "stop")") + "," + place(2, 2)), 130, "type");
    expect_error(asked(place(0, 0) + "," + place(1, 1, R"("heading": 90)")), 107, "heading");
    expect_error(asked(place(0, 0)), 120, "two");
    expect_error("{}", 112, "locations");
}

TEST(ServiceValhallaRoute, PlacesWithoutAPathAreAnError) {
    const RoutingService islands(factor_of(grid()), {.snap_component = SnapOptions::Component::any});
    const ServiceAnswer answer = islands.answer({"POST", "/route", asked(place(0, 0) + R"(, {"lon": 8, "lat": 43})")});
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(Json::parse(answer.body)["error_code"], 442);
}

TEST(ServiceValhallaRoute, ManeuversHaveValhallasNumbers) {
    const auto number = [](Maneuver maneuver, double angle, std::optional<Side> side = {}, bool on_ferry = false) {
        return static_cast<int>(
            tools::valhalla_maneuver({.maneuver = maneuver, .angle = angle, .side = side}, on_ferry, false));
    };
    EXPECT_EQ(number(Maneuver::turn, 0), 8);
    EXPECT_EQ(number(Maneuver::turn, 30), 9);
    EXPECT_EQ(number(Maneuver::end_of_road, 90), 10);
    EXPECT_EQ(number(Maneuver::turn, 150), 11);
    EXPECT_EQ(number(Maneuver::keep_road, 180), 13);
    EXPECT_EQ(number(Maneuver::turn, -150), 14);
    EXPECT_EQ(number(Maneuver::roundabout_turn, -30), 16);
    EXPECT_EQ(number(Maneuver::new_name, 5), 7);
    EXPECT_EQ(number(Maneuver::new_name, 90), 10);
    EXPECT_EQ(number(Maneuver::on_ramp, 0, Side::left), 19);
    EXPECT_EQ(number(Maneuver::off_ramp, 0, Side::right), 20);
    EXPECT_EQ(number(Maneuver::fork, 10, Side::left), 24);
    EXPECT_EQ(number(Maneuver::fork, 0, Side::middle), 22);
    EXPECT_EQ(number(Maneuver::merge, 0, Side::right), 37);
    EXPECT_EQ(number(Maneuver::roundabout, 20), 26);
    EXPECT_EQ(number(Maneuver::exit_rotary, 20), 27);
    EXPECT_EQ(number(Maneuver::notification, 0, {}, true), 28);
    EXPECT_EQ(number(Maneuver::notification, 0), 29);
    EXPECT_EQ(number(Maneuver::arrive, -90), 6);
    EXPECT_EQ(tools::valhalla_maneuver({.maneuver = Maneuver::turn, .angle = 180}, false, true),
              ValhallaManeuver::uturn_right);
}

}  // namespace allways::test
