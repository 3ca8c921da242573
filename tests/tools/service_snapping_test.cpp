// SPDX-License-Identifier: Apache-2.0
// Nearest roads and waypoints: names, nodes and bearings, also of places at the end of a road.
#include <algorithm>
#include <set>

#include "service_town.h"

namespace allways::test {

namespace {

std::pair<int, int> end_nodes(const Json& waypoint) {
    const std::vector<int> nodes = waypoint["nodes"];
    EXPECT_EQ(nodes.size(), 2u);
    return std::minmax(nodes[0], nodes[1]);
}

double route_seconds(const std::string& places, const std::string& options) {
    return ask_town("/route/v1/driving/" + places + options)["routes"][0]["duration"].get<double>();
}

// The grid with a road from node 0 to the south, drawn with three segments of 100 m and the nodes 51 and 52 between,
// the latter at this longitude.
RoutingService with_a_drawn_road(double longitude = 7) {
    RoadNetwork network = grid();
    network.texts.emplace_back("osm_nodes");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        network.texts.back().add("");
        network.shapes.add_arc(ArcShapes::no_shape);
    }
    network.coordinates.push_back({7, 42.997});
    network.no_through.push_back(NoThrough::passable);
    network.node_ids = IdTable::consecutive(network.coordinates.size(), 100);
    std::vector<std::int64_t> ids = network.arc_ids.numbers();
    const std::vector<Coordinate> line{{7, 43}, {7, 42.999}, {longitude, 42.998}, {7, 42.997}};
    const auto shape = network.shapes.add_shape(line);
    for (const bool back : {false, true}) {
        network.tail.push_back(back ? 19 : 0);
        network.head.push_back(back ? 0 : 19);
        network.reversed.push_back(back ? 1 : 0);
        network.columns[0].values.emplace_back(30000, 3);
        network.columns[1].values.emplace_back(3000, 1);
        network.texts[0].add("South Road");
        network.texts[1].add("51 +1");
        network.shapes.add_arc(shape, back);
        ids.push_back(5000);
    }
    network.arc_ids = IdTable(std::move(ids));
    return RoutingService(factor_of(network));
}

// The grid with a two-way street 222 m south of it, to which no other road leads.
RoadNetwork with_a_cut_off_street() {
    RoadNetwork network = grid();
    const NodeIndex first = static_cast<NodeIndex>(network.coordinates.size());
    network.coordinates.push_back({7.001, 42.998});
    network.coordinates.push_back({7.002, 42.998});
    network.no_through.resize(first + 2, NoThrough::passable);
    network.node_ids = IdTable::consecutive(first + 2, 100);
    std::vector<std::int64_t> ids = network.arc_ids.numbers();
    for (const bool back : {false, true}) {
        network.tail.push_back(back ? first + 1 : first);
        network.head.push_back(back ? first : first + 1);
        network.reversed.push_back(back ? 1 : 0);
        network.columns[0].values.emplace_back(10000, 3);
        network.columns[1].values.emplace_back(1000, 1);
        network.texts[0].add("Cut Street");
        ids.push_back(6000);
    }
    network.arc_ids = IdTable(std::move(ids));
    return network;
}

Json ask(const RoutingService& service, const std::string& target, const std::string& body = "") {
    return Json::parse(service.answer({body.empty() ? "GET" : "POST", target, body}).body);
}

}  // namespace

// OSRM's rule (SnapPhantomNodes): a component that all points share is used, otherwise the largest.
TEST(ServiceSnapping, PointsOfOneComponentStayThere) {
    const RoutingService service(factor_of(with_a_cut_off_street()));
    const std::string cut_off = at(1.2, -2.1);
    const Json within = ask(service, "/route/v1/driving/" + cut_off + ";" + at(1.8, -2));
    EXPECT_NEAR(within["routes"][0]["duration"], 6, 1e-9);
    EXPECT_EQ(within["waypoints"][0]["name"], "Cut Street");
    EXPECT_LT(within["waypoints"][0]["distance"], 20);
    for (const std::string& asked : {"/route/v1/driving/" + cut_off + ";" + at(1.8, -2) + ";" + at(2, 0),
                                     "/trip/v1/driving/" + cut_off + ";" + at(2, 0)}) {
        const Json moved = ask(service, asked)["waypoints"];
        EXPECT_EQ(moved[0]["name"], "Row 0");
        EXPECT_NEAR(moved[0]["distance"], 233.5, 1);
        EXPECT_EQ(moved.back()["distance"], 0);
    }
    const Json table = ask(service, "/table/v1/driving/" + at(2, 0) + ";" + cut_off);
    EXPECT_NEAR(table["durations"][0][1], 8, 1e-9);
    EXPECT_NEAR(table["destinations"][1]["distance"], 233.5, 1);
    const Json nearest = ask(service, "/nearest/v1/driving/" + cut_off);
    EXPECT_EQ(nearest["waypoints"][0]["name"], "Cut Street");
    // Its hint keeps the road.
    const std::string hint = nearest["waypoints"][0]["hint"];
    EXPECT_EQ(ask(service, "/route/v1/driving/" + cut_off + ";" + at(2, 0) + "?hints=" + hint + ";")["code"],
              "NoRoute");

    const std::string cell = R"({"sources": [{"lon": 7.0012, "lat": 42.9979}], "targets": [{"lon": )";
    const Json staying = ask(service, "/sources_to_targets", cell + R"(7.0018, "lat": 42.998}]})");
    EXPECT_EQ(staying["sources_to_targets"][0][0]["time"], 6);
    EXPECT_LT(staying["sources"][0]["distance"], 20);
    const Json moving = ask(service, "/sources_to_targets", cell + R"(7.002, "lat": 43}]})");
    EXPECT_EQ(moving["sources_to_targets"][0][0]["time"], 8);
    EXPECT_NEAR(moving["sources"][0]["distance"], 233.5, 1);
    const std::string area = R"({"locations": [{"lon": 7.0012, "lat": 42.9979}], "contours": [{"time": 1}]})";
    EXPECT_NEAR(ask(service, "/isochrone", area)["distance"], 233.5, 1);
}

TEST(ServiceSnapping, PointsMoveNoFartherThanTheCommandsRadius) {
    const RoutingService service(factor_of(with_a_cut_off_street()));
    const std::string near = "/nearest/v1/driving/" + at(1, 7.4);  // 489 m from the northernmost row
    const std::string far = "/nearest/v1/driving/" + at(1, 7.6);
    EXPECT_EQ(ask(service, near)["code"], "Ok");
    EXPECT_EQ(ask(service, far)["code"], "NoSegment");
    EXPECT_EQ(ask(service, far + "?radiuses=600")["code"], "Ok");
    EXPECT_EQ(ask(service, far + "?radiuses=unlimited")["code"], "Ok");
    for (const auto& [radius, found] : {std::pair(0, true), {520, true}, {400, false}}) {
        ServiceOptions options;
        options.limits.radius_m = radius;
        const RoutingService other(factor_of(with_a_cut_off_street()), options);
        EXPECT_EQ(ask(other, far)["code"], found ? "Ok" : "NoSegment") << radius;
    }
    // A point whose component is too far from the largest stays, and has no path.
    const Json table = ask(service, "/table/v1/driving/" + at(1, 0) + ";8,43");
    EXPECT_EQ(table["durations"], Json::parse("[[0, null], [null, 0]]"));
    EXPECT_EQ(table["sources"][1]["name"], "Island");
}

TEST(ServiceSnapping, PlacesAtANodeHaveTheirRoadsNameAndNodes) {
    const Json corner = ask_town("/nearest/v1/driving/" + at(-0.3, -0.2) + "?number=2")["waypoints"];
    ASSERT_EQ(corner.size(), 2u);
    std::set<std::pair<int, int>> nodes;
    std::set<std::string> names;
    for (const Json& one : corner) {
        EXPECT_EQ(one["location"], (Json{7, 43}));
        nodes.insert(end_nodes(one));
        names.insert(one["name"]);
    }
    EXPECT_EQ(nodes, (std::set<std::pair<int, int>>{{100, 101}, {100, 104}}));
    EXPECT_EQ(names, (std::set<std::string>{"Row 0", "Column 0"}));
    const Json route = ask_town("/route/v1/driving/" + at(-0.3, 0) + ";" + at(1, 0));
    EXPECT_NE(route["waypoints"][0]["name"], "");
    EXPECT_EQ(route["routes"][0]["duration"], 10);
}

TEST(ServiceSnapping, ResultsAreDifferentSegments) {
    const RoutingService service = with_a_drawn_road();
    const auto found =
        Json::parse(service.answer({"GET", "/nearest/v1/driving/7.0001,42.9984?number=3"}).body)["waypoints"];
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(end_nodes(found[0]), (std::pair{51, 52}));
    EXPECT_EQ(end_nodes(found[1]), (std::pair{52, 119}));
    EXPECT_EQ(end_nodes(found[2]), (std::pair{51, 100}));
    for (const Json& one : found) EXPECT_EQ(one["name"], "South Road");
    EXPECT_LT(found[0]["distance"], found[1]["distance"]);
    // Without nodes inside arcs, a road is one segment.
    const Json grid_roads = ask_town("/nearest/v1/driving/" + at(1, 1) + "?number=8")["waypoints"];
    std::set<std::pair<int, int>> pairs;
    for (const Json& one : grid_roads) pairs.insert(end_nodes(one));
    EXPECT_EQ(pairs.size(), 8u);
}

TEST(ServiceSnapping, HintsKeepTheRoadOfAPlaceAtANode) {
    const std::string point = at(3.0, 3.3);
    const Json all = ask_town("/nearest/v1/driving/" + point + "?number=2")["waypoints"];
    for (const Json& one : all) {
        const std::string hint = one["hint"];
        EXPECT_EQ(ask_town("/nearest/v1/driving/" + point + "?hints=" + hint)["waypoints"][0], one);
    }
}

TEST(ServiceSnapping, BearingsLeaveTheRoadsInTheirDirection) {
    const auto first = [](const std::string& place, const std::string& bearing, int status = 200) {
        const Json found = ask_town("/nearest/v1/driving/" + place + "?bearings=" + bearing, status);
        return status == 200 ? found["waypoints"][0]["name"].get<std::string>() : found["code"].get<std::string>();
    };
    for (const std::string& place : {at(1, 1), at(1.01, 1.02), at(0.99, 0.98)}) {
        EXPECT_EQ(first(place, "90,10"), "Row 1");
        EXPECT_EQ(first(place, "270,10"), "Row 1");
        EXPECT_EQ(first(place, "0,10"), "Column 1");
        EXPECT_EQ(first(place, "180,0"), "Column 1");
        EXPECT_EQ(first(place, "360,10"), "Column 1");
    }
    EXPECT_EQ(first(at(1.5, 3.1), "90,10"), "Row 3");
    EXPECT_NE(first(at(1.5, 3.1), "270,10"), "Row 3");  // runs eastwards only
    EXPECT_EQ(first(at(1.5, 3.1), ""), "Row 3");
    EXPECT_EQ(first(at(1, 1), "90,181", 400), "InvalidOptions");
    EXPECT_EQ(first(at(1, 1), "361,5", 400), "InvalidOptions");
    EXPECT_EQ(first(at(1, 1), "90", 400), "InvalidQuery");
    EXPECT_EQ(first(at(1, 1), "90,20,3", 400), "InvalidQuery");
    EXPECT_EQ(first(at(1, 1), "45,1", 400), "NoSegment");
}

// The middle of the road leads to the south-east, 167.6°.
TEST(ServiceSnapping, BearingsOfSegmentsAreWholeDegrees) {
    const RoutingService service = with_a_drawn_road(7.0003);
    const auto found = [&](const std::string& bearing) {
        return Json::parse(service.answer({"GET", "/nearest/v1/driving/7,42.9985?bearings=" + bearing}).body);
    };
    EXPECT_EQ(end_nodes(found("168,0")["waypoints"][0]), (std::pair{51, 52}));
    EXPECT_EQ(end_nodes(found("348,0")["waypoints"][0]), (std::pair{51, 52}));
    EXPECT_EQ(found("167,0")["code"], "NoSegment");
    EXPECT_EQ(end_nodes(found("192,1")["waypoints"][0]), (std::pair{52, 119}));
}

// The road that the bearing chooses is one that begins or ends at the node.
TEST(ServiceSnapping, RoutesFromANodeLeaveItInTheBearingsDirection) {
    const std::string ends = at(1, 0) + ";" + at(2, 0);
    EXPECT_EQ(route_seconds(ends, ""), 10);
    EXPECT_EQ(route_seconds(ends, "?bearings=90,20;"), 10);
    EXPECT_EQ(route_seconds(ends, "?bearings=;"), 10);
    EXPECT_EQ(route_seconds(ends, "?bearings=90,180;90,180"), 10);
    EXPECT_GE(route_seconds(ends, "?bearings=270,20;"), 30);
    EXPECT_EQ(route_seconds(ends, "?bearings=;90,20"), 10);
}

}  // namespace allways::test
