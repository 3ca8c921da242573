// SPDX-License-Identifier: Apache-2.0
// Tours and traces through the routing service, on a made-up town.
#include <gtest/gtest.h>

#include "service_town.h"

namespace allways::test {

namespace {

std::vector<int> waypoint_indexes(const Json& answer) {
    std::vector<int> indexes;
    for (const Json& one : answer["waypoints"]) {
        EXPECT_EQ(one["trips_index"], 0);
        indexes.push_back(one["waypoint_index"].get<int>());
    }
    return indexes;
}

// Along the southern row: 0, 3, 1, 2 crossings from the west.
const std::string row_of_four = at(0.01, 0) + ";" + at(2.99, 0) + ";" + at(1, 0) + ";" + at(2, 0);

std::string positions(const std::vector<std::pair<double, double>>& all) {
    std::string text;
    for (const auto& [column, row] : all) text += (text.empty() ? "" : ";") + at(column, row);
    return text;
}

}  // namespace

TEST(ServiceTrip, VisitsStopsInTheBestOrder) {
    const Json round = ask_town("/trip/v1/driving/" + row_of_four + "?steps=true&geometries=geojson&overview=full");
    EXPECT_EQ(round["code"], "Ok");
    ASSERT_EQ(round["trips"].size(), 1u);
    const Json& trip = round["trips"][0];
    EXPECT_EQ(trip["legs"].size(), 4u);
    EXPECT_EQ(trip["weight_name"], "duration");
    EXPECT_EQ(trip["geometry"]["coordinates"].front(), trip["geometry"]["coordinates"].back());
    EXPECT_EQ(waypoint_indexes(round)[0], 0);
    const Json open = ask_town("/trip/v1/driving/" + row_of_four + "?roundtrip=false&source=first&destination=any");
    EXPECT_EQ(waypoint_indexes(open), (std::vector{0, 3, 1, 2}));
    EXPECT_EQ(open["trips"][0]["legs"].size(), 3u);
    EXPECT_NEAR(open["trips"][0]["duration"].get<double>(), 29.8, 0.01);
    const Json to_last = ask_town("/trip/v1/driving/" + row_of_four + "?roundtrip=false&source=first&destination=last");
    EXPECT_EQ(waypoint_indexes(to_last)[0], 0);
    EXPECT_EQ(waypoint_indexes(to_last)[3], 3);
    EXPECT_EQ(waypoint_indexes(ask_town("/trip/v1/driving/" + row_of_four + "?destination=last"))[3], 0);
    const Json free = ask_town("/trip/v1/driving/" + row_of_four + "?roundtrip=false&skip_waypoints=true");
    EXPECT_FALSE(free.contains("waypoints"));
    EXPECT_NEAR(free["trips"][0]["duration"].get<double>(), 29.8, 0.01);
}

TEST(ServiceTrip, TakesMoreStopsThanTheExactMethod) {
    std::vector<std::pair<double, double>> stops;
    for (int i = 0; i < 16; ++i) stops.emplace_back((i * 7 + 3) % 16 / 4, (i * 7 + 3) % 4);
    const Json answer = ask_town("/trip/v1/driving/" + positions(stops));
    std::vector<int> indexes = waypoint_indexes(answer);
    std::ranges::sort(indexes);
    for (int i = 0; i < 16; ++i) EXPECT_EQ(indexes[static_cast<std::size_t>(i)], i);
    EXPECT_LE(answer["trips"][0]["duration"].get<double>(), 200);  // a round over all crossings takes 160 s
    EXPECT_EQ(post_to_town("/trip/v1/driving", R"({"coordinates":[[7,43],[7.001,43]],"roundtrip":false})")["code"],
              "Ok");
}

TEST(ServiceTrip, RefusesWhatItCannotAnswer) {
    const std::string eastwards_to_a_gate = at(3.5, 0) + ";" + at(3, 0) + "?bearings=90,20;";
    const Json apart = ask_town("/trip/v1/driving/" + eastwards_to_a_gate, 400);
    EXPECT_EQ(apart["code"], "NoTrips");
    EXPECT_EQ(ask_town("/trip/v1/driving/" + at(0, 0), 400)["code"], "InvalidOptions");
    EXPECT_EQ(ask_town("/trip/v1/driving/" + row_of_four + "?source=last", 400)["code"], "InvalidQuery");
    EXPECT_EQ(ask_town("/trip/v1/driving/" + row_of_four + "?alternatives=1", 400)["code"], "InvalidQuery");
    std::string many = at(0, 0);
    for (int i = 0; i < 100; ++i) many += ";" + at(1, 1);
    EXPECT_EQ(ask_town("/trip/v1/driving/" + many, 400)["code"], "TooBig");
}

TEST(ServiceMatch, FindsTheStreetsOfATrace) {
    std::vector<std::pair<double, double>> trace;
    for (int i = 0; i < 6; ++i) trace.emplace_back(0.2 + 0.3 * i, 0.03 * (i % 2 == 0 ? 1 : -1));
    for (int i = 1; i < 4; ++i) trace.emplace_back(2.03, 0.3 * i);
    const Json found =
        ask_town("/match/v1/driving/" + positions(trace) + "?steps=true&geometries=geojson&overview=full");
    EXPECT_EQ(found["code"], "Ok");
    ASSERT_EQ(found["matchings"].size(), 1u);
    const Json& matching = found["matchings"][0];
    EXPECT_EQ(matching["legs"].size(), trace.size() - 1);
    EXPECT_NEAR(matching["duration"].get<double>(), 27, 0.01);
    EXPECT_NEAR(matching["distance"].get<double>(), 270, 0.1);
    EXPECT_GT(matching["confidence"].get<double>(), 0.5);
    EXPECT_LE(matching["confidence"].get<double>(), 1);
    ASSERT_EQ(found["tracepoints"].size(), trace.size());
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const Json& point = found["tracepoints"][i];
        EXPECT_EQ(point["matchings_index"], 0);
        EXPECT_EQ(point["waypoint_index"], i);
        EXPECT_EQ(point["name"], i < 6 ? "Row 0" : "Column 2");
    }
    EXPECT_EQ(found["tracepoints"][2]["alternatives_count"], 0);
    EXPECT_EQ(found["tracepoints"][2]["location"], (Json{7.0008, 43}));
}

TEST(ServiceMatch, JoinsLegsBetweenWaypoints) {
    const std::string trace = positions({{0.2, 0}, {0.6, 0}, {1.2, 0}, {1.6, 0}, {2.5, 0}});
    const Json found =
        ask_town("/match/v1/driving/" + trace + "?waypoints=0;2;4&annotations=true&timestamps=1;5;10;15;25");
    EXPECT_EQ(found["matchings"][0]["legs"].size(), 2u);
    EXPECT_NEAR(found["matchings"][0]["legs"][0]["distance"].get<double>(), 100, 0.1);
    const Json& points = found["tracepoints"];
    EXPECT_EQ(points[0]["waypoint_index"], 0);
    EXPECT_TRUE(points[1]["waypoint_index"].is_null());
    EXPECT_EQ(points[2]["waypoint_index"], 1);
    EXPECT_EQ(points[4]["waypoint_index"], 2);
    EXPECT_EQ(ask_town("/match/v1/driving/" + trace + "?waypoints=0;2", 400)["code"], "InvalidValue");
}

TEST(ServiceMatch, LeavesOutWhatIsFarAndSplitsAtGaps) {
    const std::string outlier = positions({{0.2, 0}, {0.6, 0}, {0.5, 0.5}, {1.2, 0}, {1.6, 0}});
    const Json found = ask_town("/match/v1/driving/" + outlier);
    EXPECT_TRUE(found["tracepoints"][2].is_null());
    EXPECT_EQ(found["tracepoints"][3]["waypoint_index"], 2);
    EXPECT_EQ(ask_town("/match/v1/driving/" + outlier + "?waypoints=0;2;4", 400)["code"], "NoMatch");
    const std::string paused = positions({{0.2, 0}, {0.6, 0}, {1.2, 0}, {1.6, 0}});
    const std::string times = "?timestamps=1;5;1000;1005";
    const Json split = ask_town("/match/v1/driving/" + paused + times);
    EXPECT_EQ(split["matchings"].size(), 2u);
    EXPECT_EQ(split["tracepoints"][2]["matchings_index"], 1);
    EXPECT_EQ(split["tracepoints"][2]["waypoint_index"], 0);
    EXPECT_EQ(ask_town("/match/v1/driving/" + paused + times + "&gaps=ignore")["matchings"].size(), 1u);
    const std::string dense = positions({{0.2, 0}, {0.21, 0}, {0.22, 0}, {0.6, 0}});
    EXPECT_TRUE(ask_town("/match/v1/driving/" + dense + "?tidy=true")["tracepoints"][1].is_null());
    EXPECT_FALSE(ask_town("/match/v1/driving/" + dense)["tracepoints"][1].is_null());
}

TEST(ServiceMatch, ARoadMayPassAPointTwice) {
    // A hairpin: 200 m to the east, 12 m to the north and 200 m back. The trace stays on the southern arm, though half
    // of its points are nearer to the other one.
    const auto place = [](double east, double north) { return Coordinate{7 + east / 81323, 43 + north / 111195}; };
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(2, 1);
    network.provenance.crs = "EPSG:4326";
    network.provenance.coordinate_unit = Provenance::CoordinateUnit::degrees;
    network.coordinates = {place(0, 0), place(0, 12)};
    network.columns = {{"time", "s", {}, 3}, {"length", "m", {}, 1}};
    const auto shape = network.shapes.add_shape({{place(0, 0), place(200, 0), place(200, 12), place(0, 12)}});
    for (const bool back : {false, true}) {
        network.tail.push_back(back ? 1 : 0);
        network.head.push_back(back ? 0 : 1);
        network.reversed.push_back(back ? 1 : 0);
        network.columns[0].values.emplace_back(41200, 3);
        network.columns[1].values.emplace_back(4120, 1);
        network.shapes.add_arc(shape, back);
    }
    network.arc_ids = IdTable(std::vector<std::int64_t>{1, 1});
    const RoutingService hairpin(factor_of(network));
    std::string trace;
    std::string radiuses;
    for (int i = 0; i < 4; ++i) {
        const Coordinate at = place(20 + 50 * i, i % 2 == 0 ? 1 : 7);
        trace += format("{}{:.6f},{:.6f}", i == 0 ? "" : ";", at.x, at.y);
        radiuses += i == 0 ? "10" : ";10";
    }
    const Json found =
        Json::parse(hairpin.answer({"GET", "/match/v1/driving/" + trace + "?radiuses=" + radiuses}).body);
    ASSERT_EQ(found["code"], "Ok");
    ASSERT_EQ(found["matchings"].size(), 1u);
    EXPECT_NEAR(found["matchings"][0]["distance"].get<double>(), 150, 1);
    for (const Json& point : found["tracepoints"]) EXPECT_NEAR(point["location"][1].get<double>(), 43, 2e-6);
}

TEST(ServiceMatch, RefusesWhatItCannotAnswer) {
    const std::string two = positions({{0.2, 0}, {0.6, 0}});
    const std::vector<std::pair<std::string, std::string>> cases = {
        {two + "?timestamps=5;1", "InvalidValue"},
        {two + "?timestamps=5", "InvalidOptions"},
        {two + "?gaps=join", "InvalidQuery"},
        {two + "?radiuses=0;5", "InvalidOptions"},
        {two + "?radiuses=unlimited;5", "InvalidOptions"},
        {positions({{0.5, 0.5}, {1.5, 0.5}}), "NoSegment"},
        {at(0.5, 0) + ";8.0005,43", "NoMatch"},
        {at(0, 0), "InvalidOptions"},
    };
    for (const auto& [request, code] : cases) {
        EXPECT_EQ(ask_town("/match/v1/driving/" + request, 400)["code"], code) << request;
    }
}

}  // namespace allways::test
