// SPDX-License-Identifier: Apache-2.0
// Requests in Valhalla's form: what is supported is answered as asked, everything else is refused by name.
#include <algorithm>
#include <limits>

#include "service_town.h"

namespace allways::test {

namespace {

// A request for an isochrone of the grid's south-western corner, with further fields.
std::string corner_isochrone(const std::string& more, const std::string& contours = R"([{"time": 0.5}])") {
    return R"({"locations": [{"lat": 43, "lon": 7}], "contours": )" + contours + (more.empty() ? "" : ", " + more) +
           "}";
}

std::string small_matrix(const std::string& more) {
    return R"({"sources": [{"lat": 43, "lon": 7.0005}], "targets": [{"lat": 43.0015, "lon": 7.002}])" +
           (more.empty() ? "" : ", " + more) + "}";
}

// The message of the refusal, which names `field`.
void expect_refused(const std::string& service, const std::string& body, const std::string& field) {
    SCOPED_TRACE(body);
    const Json answer = post_to_town("/" + service, body, 400);
    ASSERT_TRUE(answer.contains("error_code"));
    EXPECT_EQ(answer["status_code"], 400);
    EXPECT_EQ(answer["status"], "Bad Request");
    EXPECT_NE(answer["error"].get<std::string>().find(field), std::string::npos) << answer["error"];
}

double least_x(const Json& geometry) {
    double least = std::numeric_limits<double>::infinity();
    for (const Json& point : geometry["coordinates"][0]) least = std::min(least, point[0].get<double>());
    return least;
}

double greatest(const Json& geometry, int axis) {
    double greatest = -std::numeric_limits<double>::infinity();
    for (const Json& point : geometry["coordinates"][0]) greatest = std::max(greatest, point[axis].get<double>());
    return greatest;
}

}  // namespace

TEST(ServiceValhalla, PropertiesOfContoursAreValhallas) {
    const Json found = post_to_town(
        "/isochrone", corner_isochrone("", R"([{"time": 0.2}, {"time": 0.5}, {"time": 0.1, "color": "#ff0000"}])"));
    ASSERT_EQ(found["features"].size(), 3u);
    const auto properties = [&](std::size_t i) { return found["features"][i]["properties"]; };
    EXPECT_EQ(properties(0), Json::parse(R"({"fill-opacity": 0.33, "fillColor": "#bf4040", "opacity": 0.33,
        "fill": "#bf4040", "fillOpacity": 0.33, "color": "#bf4040", "contour": 0.5, "metric": "time"})"));
    EXPECT_EQ(properties(1)["contour"], 0.2);
    EXPECT_EQ(properties(1)["color"], "#bfaa40");
    EXPECT_EQ(properties(2)["fill"], "#ff0000");
    EXPECT_EQ(post_to_town("/isochrone", corner_isochrone(R"("id": "mine")"))["id"], "mine");
}

// The northernmost row runs eastwards only.
TEST(ServiceValhalla, ReverseIsochronesLeadToThePlace) {
    const std::string asked = R"({"locations": [{"lat": 43.003, "lon": 7.0029}], "polygons": true,
                                  "contours": [{"time": 0.2}], "reverse": )";
    const Json from = post_to_town("/isochrone", asked + "false}")["features"][0]["geometry"];
    const Json to = post_to_town("/isochrone", asked + "true}")["features"][0]["geometry"];
    EXPECT_GT(least_x(from), 7.0019);
    EXPECT_NEAR(least_x(to), 7.0017 - 50 / 81300.0, 0.00015);  // 12 s are 120 m
}

TEST(ServiceValhalla, ContoursMayBeDistances) {
    const Json found = post_to_town(
        "/isochrone", corner_isochrone(R"("polygons": true)", R"([{"distance": 0.3}, {"distance": 0.1}])"));
    ASSERT_EQ(found["features"].size(), 2u);
    EXPECT_EQ(found["features"][0]["properties"]["metric"], "distance");
    EXPECT_EQ(found["features"][0]["properties"]["contour"], 0.3);
    EXPECT_NEAR(greatest(found["features"][0]["geometry"], 0), 7.003 + 50 / 81300.0, 0.0001);
    EXPECT_NEAR(greatest(found["features"][1]["geometry"], 0), 7.001 + 50 / 81300.0, 0.0001);
    const Json both =
        post_to_town("/isochrone", corner_isochrone(R"("polygons": true)", R"([{"distance": 0.3, "time": 0.5}])"));
    ASSERT_EQ(both["features"].size(), 2u);
    EXPECT_EQ(both["features"][0]["properties"]["metric"], "distance");
    EXPECT_EQ(both["features"][1]["properties"]["metric"], "time");
    EXPECT_EQ(both["features"][0]["geometry"], both["features"][1]["geometry"]);  // 100 m in 10 s everywhere
    expect_refused("isochrone", corner_isochrone("", R"([{"distance": 0}])"), "distance");
    expect_refused("isochrone", corner_isochrone("", R"([{"distance": 1000}])"), "distance");
    expect_refused("isochrone", corner_isochrone("", R"([{"time": "5"}])"), "time");
}

TEST(ServiceValhalla, WhatWouldChangeAnIsochroneIsRefusedByName) {
    for (const std::string field :
         {R"("show_locations": true)", R"("date_time": {"type": 1, "value": "2026-01-01T08:00"})",
          R"("exclude_locations": [{"lat": 43, "lon": 7}])", R"("avoid_locations": [{"lat": 43, "lon": 7}])",
          R"("exclude_polygons": [[[7, 43], [7.1, 43], [7, 43.1]]])", R"("format": "geotiff")",
          R"("costing": "pedestrian")", R"("costing": "foo")", R"("costing": 3)", R"("polygons": "true")",
          R"("reverse": 1)", R"("denoise": 2)", R"("denoise": "a")", R"("generalize": -1)", R"("generalize": 500)",
          R"("generalize": "a")"}) {
        expect_refused("isochrone", corner_isochrone(field), field.substr(1, field.find(':') - 2));
    }
    for (const std::string field : {R"("heading": 90)", R"("radius": 20)", R"("preferred_side": "same")",
                                    R"("search_filter": {"exclude_tunnel": true})"}) {
        expect_refused("isochrone",
                       R"({"locations": [{"lat": 43, "lon": 7, )" + field + R"(}], "contours": [{"time": 1}]})",
                       field.substr(1, field.find(':') - 2));
    }
    expect_refused("isochrone", corner_isochrone("", R"([{"time": 0.5, "color": "red"}])"), "color");
    const std::string options = R"("costing": "auto", "costing_options": {"auto": {)";
    expect_refused("isochrone", corner_isochrone(options + R"("use_highways": 0.1}})"), "use_highways");
    expect_refused("isochrone", corner_isochrone(options + R"("top_speed": 90}})"), "top_speed");
    expect_refused("isochrone", corner_isochrone(options + R"("shortest": true}})"), "shortest");
    expect_refused("isochrone", corner_isochrone(R"("costing_options": [])"), "costing_options");
}

TEST(ServiceValhalla, DefaultsAndFieldsWithoutEffectAreAccepted) {
    const Json plain = post_to_town("/isochrone", corner_isochrone(""));
    for (
        const std::string field :
        {R"("costing": "auto")", R"("language": "de")", R"("units": "miles")", R"("show_locations": false)",
         R"("exclude_locations": [])", R"("date_time": null)", R"("reverse": false)", R"("polygons": false)",
         R"("denoise": 1)", R"("format": "json")", R"("directions_options": {"units": "km"})", R"("api_key": "x")",
         R"("costing": "auto", "costing_options": {"auto": {"use_highways": 0.5, "shortest": false, "top_speed": 140}})",
         R"("costing_options": {"bicycle": {"use_hills": 0.1}})"}) {
        EXPECT_EQ(post_to_town("/isochrone", corner_isochrone(field)), plain) << field;
    }
    const Json finer = post_to_town("/isochrone", corner_isochrone(R"("generalize": 5)"));
    EXPECT_GE(finer["features"][0]["geometry"]["coordinates"].size(),
              plain["features"][0]["geometry"]["coordinates"].size());
}

TEST(ServiceValhalla, PolygonsCloseRoadsForOneRequest) {
    const auto any = SnapOptions::Component::any;
    const RoutingService closing(factor_of(grid()), {.snap_component = any, .exclude_polygons = true});
    const auto post = [](const RoutingService& to, const std::string& target, const std::string& body,
                         int status = 200) {
        const ServiceAnswer answer = to.answer({"POST", target, body});
        EXPECT_EQ(answer.status, status) << answer.body;
        return Json::parse(answer.body);
    };
    const auto square = [](double column, double row, double half) {
        const auto corner = [&](double x, double y) {
            return format("[{}, {}]", 7 + 0.001 * (column + x * half), 43 + 0.001 * (row + y * half));
        };
        return format("[{}, {}, {}, {}]", corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
    };
    int changed = 0;
    for (int node = 0; node < side * side; ++node) {
        std::string places;
        for (int other = 0; other < side * side; ++other) {
            if (other == node) continue;  // its roads are closed, and the nearest open ones are those of others
            places += format(R"({}{{"lon": {}, "lat": {}}})", places.empty() ? "" : ", ", 7 + 0.001 * (other % side),
                             43 + 0.001 * (other / side));
        }
        const std::string asked = format(R"({{"sources": [{0}], "targets": [{0}])", places);
        const std::string polygons = format(R"(, "exclude_polygons": [{}]}})", square(node % side, node / side, 0.1));
        RoadNetwork without = grid();
        for (ArcIndex arc = 0; arc < without.arc_count(); ++arc) {
            const bool closed =
                without.tail[arc] == static_cast<NodeIndex>(node) || without.head[arc] == static_cast<NodeIndex>(node);
            if (closed) without.columns[0].values[arc] = Decimal::missing();
        }
        const Json open = post(closing, "/sources_to_targets", asked + "}");
        const Json found = post(closing, "/sources_to_targets", asked + polygons);
        const RoutingService truth(factor_of(without), {.snap_component = any});
        const Json expected = post(truth, "/sources_to_targets", asked + "}");
        EXPECT_TRUE(found["sources_to_targets"] == expected["sources_to_targets"]) << node;
        changed += found["sources_to_targets"] == open["sources_to_targets"] ? 0 : 1;
        EXPECT_EQ(post(closing, "/sources_to_targets", asked + polygons), found);  // kept
        EXPECT_EQ(post(closing, "/sources_to_targets", asked + "}"), open);
    }
    EXPECT_GE(changed, 4);  // at least the crossings in the middle
    const auto corner = [&](const std::string& polygons) {
        return R"({"locations": [{"lat": 43, "lon": 7}, {"lat": 43, "lon": 7.003}], "exclude_polygons": )" + polygons +
               "}";
    };
    EXPECT_EQ(post(closing, "/route", corner("[]"))["trip"]["summary"]["time"], 30);
    EXPECT_EQ(post(closing, "/route", corner("[" + square(1.5, 0, 0.1) + "]"))["trip"]["summary"]["time"], 50);
    const std::string both = "[" + square(1.5, 0, 0.1) + ", " + square(1.5, 1, 0.1) + "]";
    EXPECT_EQ(post(closing, "/route", corner(both))["trip"]["summary"]["time"], 70);
    EXPECT_EQ(post(closing, "/route", corner("[" + square(2, 2, 2000) + "]"), 400)["error_code"], 171);
    for (const std::string bad : {"3", "[3]", "[[[7, 43], [7.1, 43]]]", R"([[[7, 43], [7.1, 43], ["a", 43]]])",
                                  "[[[7, 43], [7.1, 43], [7, 143]]]"}) {
        const Json error = post(closing, "/route", corner(bad), 400);
        EXPECT_EQ(error["error_code"], 100) << bad;
        EXPECT_NE(error["error"].get<std::string>().find("exclude_polygons"), std::string::npos);
    }
}

TEST(ServiceValhalla, TablesRefuseWhatTheyDoNotHonour) {
    const Json plain = post_to_town("/sources_to_targets", small_matrix(""));
    for (const std::string field :
         {R"("costing": "auto")", R"("units": "kilometers")", R"("shape_format": "no_shape")", R"("verbose": true)"}) {
        EXPECT_EQ(post_to_town("/sources_to_targets", small_matrix(field)), plain) << field;
    }
    for (const std::string field :
         {R"("costing": "bicycle")", R"("costing": "foo")", R"("units": "furlongs")", R"("verbose": 1)",
          R"("shape_format": "polyline6")", R"("date_time": {"type": 1, "value": "2026-01-01T08:00"})",
          R"("matrix_locations": 3)", R"("exclude_polygons": [[[7, 43], [7.1, 43], [7, 43.1]]])",
          R"("format": "osrm")"}) {
        expect_refused("sources_to_targets", small_matrix(field), field.substr(1, field.find(':') - 2));
    }
    EXPECT_EQ(post_to_town("/sources_to_targets", small_matrix(R"("id": "t")"))["id"], "t");
    const Json foo = post_to_town("/sources_to_targets", small_matrix(R"("costing": "foo")"), 400);
    EXPECT_EQ(foo["error_code"], 125);
    EXPECT_NE(foo["error"].get<std::string>().find("'foo'"), std::string::npos);
    EXPECT_NE(foo["error"].get<std::string>().find("'auto'"), std::string::npos);
}

}  // namespace allways::test
