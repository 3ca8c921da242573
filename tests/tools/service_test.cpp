// SPDX-License-Identifier: Apache-2.0
// The routing service without a transport: parsers, JSON, answers on a made-up town.
#include "allways/service/routing_service.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/network/road_network.h"
#include "base/random.h"
#include "export/json.h"
#include "service/http/http_metrics.h"
#include "service/http/protocol.h"
#include "service/osrm/polyline.h"
#include "service/osrm/road_request.h"
#include "service_town.h"

namespace allways::test {

namespace {

using namespace tools;
std::string number(double value, int digits) {
    JsonWriter json;
    json.number(value, digits);
    return std::move(json).take();
}

}  // namespace

TEST(Service, WritesNumbersAsJson) {
    EXPECT_EQ(number(0, 1), "0");
    EXPECT_EQ(number(-0.04, 1), "0");
    EXPECT_EQ(number(1844.2, 1), "1844.2");
    EXPECT_EQ(number(2, 1), "2");
    EXPECT_EQ(number(-7.25, 6), "-7.25");
    EXPECT_EQ(number(0.000001, 6), "0.000001");
    EXPECT_EQ(number(10, 6), "10");
    EXPECT_EQ(number(std::numeric_limits<double>::infinity(), 1), "null");
    EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN(), 1), "null");
    EXPECT_EQ(number(1e300, 1), "900000000000000000");
    for (std::int64_t i = -20000; i < 20000; i += 7) {
        EXPECT_EQ(Json::parse(number(static_cast<double>(i) / 1000, 3)).get<double>(), static_cast<double>(i) / 1000);
    }
    JsonWriter json;
    json.begin_object()
        .key("a\"b")
        .string("é\n\xff")
        .key("c")
        .begin_array()
        .null()
        .boolean(true)
        .integer(-3)
        .end_array();
    json.key("d").begin_object().end_object().end_object();
    const Json read = Json::parse(std::move(json).take());
    EXPECT_EQ(read["a\"b"], "é\n\uFFFD");
    EXPECT_EQ(read["c"], Json::parse("[null,true,-3]"));
}

TEST(Service, EncodesLinesAsGoogleDoes) {
    const std::vector<Coordinate> line{{-120.2, 38.5}, {-120.95, 40.7}, {-126.453, 43.252}};
    EXPECT_EQ(encode_polyline(line, 5), "_p~iF~ps|U_ulLnnqC_mqNvxq`@");
    EXPECT_EQ(decode_polyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5), line);
    EXPECT_EQ(decode_polyline(encode_polyline(line, 6), 6), line);
    EXPECT_FALSE(decode_polyline("_p~iF", 5));
    EXPECT_FALSE(decode_polyline("\x01\x02", 5));
    EXPECT_FALSE(decode_polyline("~~~~~~~~~~~~~~~~", 5));
}

TEST(Service, SimplifiesLinesButForTheirEnds) {
    std::vector<Coordinate> line;
    for (int i = 0; i <= 1000; ++i) line.push_back({0.001 * i, i == 500 ? 0.1 : 0});
    const auto simple = simplified_line(line);
    EXPECT_EQ(simple.size(), 5u);
    EXPECT_EQ(simple.front(), line.front());
    EXPECT_EQ(simple.back(), line.back());
    EXPECT_EQ(simplified_line({{1, 1}, {1, 1}}).size(), 2u);
}

TEST(Service, TakesUrlsApart) {
    const Url url = parse_url("/route/v1/driving/1%2C2;3,4?steps=true&&annotations=a%26b&flag");
    EXPECT_EQ(url.parts, (std::vector<std::string>{"route", "v1", "driving", "1,2;3,4"}));
    ASSERT_EQ(url.options.size(), 3u);
    EXPECT_EQ(url.options[1].value, "a&b");
    EXPECT_EQ(url.options[2].name, "flag");
    EXPECT_EQ(url.options[0].position, 28u);
    EXPECT_EQ(url.options[0].value_position, 34u);
    EXPECT_THROW(parse_url(""), ServiceError);
    EXPECT_THROW(parse_url("/a%2"), ServiceError);
    EXPECT_THROW(parse_url("/a%zz"), ServiceError);
}

TEST(Service, RefusesWhatItCannotAnswerInOsrmsWords) {
    struct Case {
        std::string target, code, message;
    };
    const std::string two = at(0, 0) + ";" + at(1, 1);
    const std::vector<Case> cases = {
        {"/route/v1/driving", "InvalidUrl", ""},
        {"/route/v2/driving/" + two, "InvalidVersion", "Service route not found!"},
        {"/walk/v1/driving/" + two, "InvalidService", "Service walk not found!"},
        {"/tile/v1/car/tile(1,1,11).mvt", "InvalidOptions", ""},
        {"/tile/v1/car/tile(1,16384,14).mvt", "InvalidOptions", ""},
        {"/tile/v1/car/tile(1,1,14)", "InvalidQuery", "Query string malformed close to position 13"},
        {"/tile/v1/car/tile(1,x,14).mvt", "InvalidQuery", ""},
        {"/tile/v1/car/tile(1,1,14).mvt?a=b", "InvalidQuery", ""},
        {"/route/v1/driving/1,2", "InvalidOptions", "Number of coordinates needs to be at least two."},
        {"/route/v1/driving/x", "InvalidQuery", "Query string malformed close to position 18"},
        {"/route/v1/driving/1,2;3", "InvalidQuery", "Query string malformed close to position 21"},
        {"/route/v1/driving/1,2;3,4?foo=1", "InvalidQuery", "Query string malformed close to position 26"},
        {"/route/v1/driving/1,2;3,4?steps=maybe", "InvalidQuery", "Query string malformed close to position 32"},
        {"/route/v1/driving/1,2;200,4", "InvalidValue", "Invalid coordinate value."},
        {"/route/v1/driving/" + two + "?radiuses=1", "InvalidOptions",
         "Number of elements in radiuses size 1 does not match coordinate size 2"},
        {"/route/v1/driving/" + two + "?bearings=400,3;", "InvalidOptions", ""},
        {"/route/v1/driving/polyline()", "InvalidQuery", "Query string malformed close to position 27"},
        {"/route/v1/driving/" + two + "?exclude=", "InvalidQuery", ""},
        {"/route/v1/driving/" + two + "?exclude=motorway", "InvalidValue",
         "Exclude flag combination is not supported."},
        {"/route/v1/driving/" + two + "?waypoints=0", "InvalidValue",
         "First and last coordinates must be specified as waypoints."},
        {"/route/v1/driving/" + two + "?alternatives=4", "TooBig",
         "Requested number of alternatives is higher than current maximum (3)"},
        {"/route/v1/driving/" + at(0.5, 5) + ";" + at(1, 1) + "?radiuses=5;5", "NoSegment",
         "Could not find a matching segment for coordinate 0"},
        {"/nearest/v1/driving/" + at(0, 0) + "?number=0", "InvalidOptions", ""},
        {"/nearest/v1/driving/" + at(0, 0) + "?number=101", "TooBig",
         "Number of results 101 is higher than current maximum (100)"},
        {"/table/v1/driving/" + two + "?sources=2", "InvalidOptions", ""},
        {"/table/v1/driving/" + two + "?annotations=speed", "InvalidQuery", ""},
        {"/table/v1/driving/" + two + "?scale_factor=0", "InvalidOptions", "scale_factor must be > 0"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.target);
        const Json answer = ask_town(one.target, 400);
        EXPECT_EQ(answer["code"], one.code);
        if (!one.message.empty()) {
            EXPECT_EQ(answer["message"], one.message);
        }
    }
    std::string many = at(0, 0);
    for (int i = 0; i < 500; ++i) many += ";" + at(1, 1);
    EXPECT_EQ(ask_town("/route/v1/driving/" + many, 400)["code"], "TooBig");
    EXPECT_EQ(service().answer({"DELETE", "/"}).status, 405);
}

TEST(Service, EndsWhatTakesTooLong) {
    ServiceOptions options;
    options.limits.seconds = 0;
    const RoutingService hasty(factor_of(grid()), options);
    const ServiceAnswer answer = hasty.answer({"GET", "/route/v1/driving/" + at(0, 0) + ";" + at(1, 1)});
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(Json::parse(answer.body)["code"], "TooBig");
    for (const auto& [target, body] :
         {std::pair("/sources_to_targets", R"({"sources":[{"lon":7,"lat":43}],"targets":[{"lon":7,"lat":43.001}]})"),
          std::pair("/isochrone", R"({"locations":[{"lon":7,"lat":43}],"contours":[{"time":1}]})")}) {
        const ServiceAnswer valhallas = hasty.answer({"POST", target, body});
        EXPECT_EQ(valhallas.status, 503);
        EXPECT_EQ(Json::parse(valhallas.body)["error_code"], 499);
        EXPECT_EQ(Json::parse(valhallas.body)["status"], "Service Unavailable");
        EXPECT_EQ(valhallas.service, target + 1);
    }
}

// All pairs of places in a few streets lead along these, which takes longer than the sweep of the core.
TEST(Service, EndsTablesThatHaveBegun) {
    ServiceOptions options;
    options.limits.seconds = 0.02;
    const RoutingService hasty(factor_of(grid()), options);
    std::string places;
    for (int i = 0; i < 4000; ++i) places += (i > 0 ? ";" : "") + at(0.0007 * i, i % 4);
    const auto begin = std::chrono::steady_clock::now();
    const ServiceAnswer answer = hasty.answer({"GET", "/table/v1/driving/" + places});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.service, "table");
}

TEST(Service, FindsTheNearestRoads) {
    const Json found = ask_town("/nearest/v1/driving/" + at(0.25, -0.1) + "?number=3");
    ASSERT_EQ(found["waypoints"].size(), 3u);
    const Json& first = found["waypoints"][0];
    EXPECT_EQ(first["name"], "Row 0");
    EXPECT_EQ(first["location"], (Json{7.00025, 43}));
    EXPECT_EQ(first["nodes"], (Json{100, 101}));
    EXPECT_NEAR(first["distance"].get<double>(), 11.12, 0.01);
    EXPECT_LE(first["distance"], found["waypoints"][1]["distance"]);
    EXPECT_FALSE(
        ask_town("/nearest/v1/driving/" + at(0, 0) + "?generate_hints=false")["waypoints"][0].contains("hint"));
}

TEST(Service, TablesAreThoseOfTheNetwork) {
    const RoadNetwork network = grid();
    std::vector<NodeIndex> nodes;
    std::string list;
    for (NodeIndex node = 0; node < side * side; ++node) {
        nodes.push_back(node);
        if (node > 0) list += ';';
        list += at(node % side, node / side);
    }
    const auto truth = solve_between(network, nodes, nodes, {.cost = "time", .skims = {"length"}}).value;
    const Json found = ask_town("/table/v1/driving/" + list + "?annotations=duration,distance");
    ASSERT_EQ(found["durations"].size(), nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (std::size_t j = 0; j < nodes.size(); ++j) {
            EXPECT_EQ(found["durations"][i][j].get<double>(), truth.distance(i, j));
            EXPECT_EQ(found["distances"][i][j].get<double>(), truth.distance(i, j) * 10);  // 100 m in 10 s
        }
    }
    const Json part =
        ask_town("/table/v1/driving/" + list + "?sources=3;0&destinations=5&scale_factor=2&skip_waypoints=true");
    EXPECT_EQ(part["durations"], (Json{{2 * truth.distance(3, 5)}, {2 * truth.distance(0, 5)}}));
    EXPECT_FALSE(part.contains("distances"));
    EXPECT_FALSE(part.contains("sources"));
}

TEST(Service, PairsWithoutAPathAreNullOrEstimated) {
    const std::string list = at(0.5, 0) + ";" + at(0.25, 3) + ";" + at(0.75, 3);
    const Json found = ask_town("/table/v1/driving/" + list + "?annotations=duration,distance");
    EXPECT_EQ(found["durations"][1][2], 5);
    EXPECT_EQ(found["durations"][2][1], 35);  // round the block: the northern row is one-way
    EXPECT_EQ(found["distances"][2][1], 350);

    const std::string gate = at(3.5, 0) + ";" + at(3, 0) + "?bearings=90,20;";
    const Json none = ask_town("/table/v1/driving/" + gate + "&annotations=duration,distance");
    EXPECT_TRUE(none["durations"][0][1].is_null());
    EXPECT_TRUE(none["distances"][0][1].is_null());
    EXPECT_EQ(none["durations"][1][0], 5);
    EXPECT_FALSE(none.contains("fallback_speed_cells"));
    const Json guessed = ask_town("/table/v1/driving/" + gate + "&annotations=duration,distance&fallback_speed=20");
    EXPECT_NEAR(guessed["distances"][0][1].get<double>(), 40.7, 0.1);  // half a street, as the crow flies
    EXPECT_NEAR(guessed["durations"][0][1].get<double>(), 2, 0.05);
    EXPECT_EQ(guessed["fallback_speed_cells"], (Json{{0, 1}}));
    EXPECT_EQ(ask_town("/route/v1/driving/" + gate, 400)["code"], "NoRoute");
}

TEST(Service, RoutesHaveLinesStepsAndAnnotations) {
    const std::string ends = at(0.5, 0) + ";" + at(2, 1.5);
    const Json found =
        ask_town("/route/v1/driving/" + ends + "?steps=true&geometries=geojson&overview=full&annotations=true");
    ASSERT_EQ(found["routes"].size(), 1u);
    const Json& route = found["routes"][0];
    EXPECT_EQ(route["duration"], 30);
    EXPECT_EQ(route["distance"], 300);
    const Json& line = route["geometry"]["coordinates"];
    EXPECT_EQ(line.front(), (Json{7.0005, 43}));
    EXPECT_EQ(line.back(), (Json{7.002, 43.0015}));
    const Json& leg = route["legs"][0];
    const Json& steps = leg["steps"];
    EXPECT_EQ(steps.front()["maneuver"]["type"], "depart");
    EXPECT_EQ(steps.front()["maneuver"]["location"], line.front());
    EXPECT_EQ(steps.front()["maneuver"]["bearing_after"], 90);
    EXPECT_EQ(steps.back()["maneuver"]["type"], "arrive");
    EXPECT_EQ(steps.back()["maneuver"]["location"], line.back());
    EXPECT_EQ(steps.back()["name"], "Column 2");
    double seconds = 0;
    double metres = 0;
    for (const Json& step : steps) {
        seconds += step["duration"].get<double>();
        metres += step["distance"].get<double>();
        EXPECT_GE(step["geometry"]["coordinates"].size(), 2u);
        ASSERT_GE(step["intersections"].size(), 1u);
        for (const Json& crossing : step["intersections"]) {
            EXPECT_EQ(crossing["bearings"].size(), crossing["entry"].size());
            EXPECT_TRUE(crossing.contains("in") || crossing.contains("out"));
        }
    }
    EXPECT_DOUBLE_EQ(seconds, 30);
    EXPECT_DOUBLE_EQ(metres, 300);
    const Json& annotation = leg["annotation"];
    EXPECT_EQ(annotation["nodes"].size(), annotation["duration"].size() + 1);
    EXPECT_EQ(annotation["speed"][0], 10);
    const Json plain = ask_town("/route/v1/driving/" + ends + "?overview=false");
    EXPECT_FALSE(plain["routes"][0].contains("geometry"));
    EXPECT_TRUE(plain["routes"][0]["legs"][0]["steps"].empty());
}

TEST(Service, RoutesWithinOneStreetAndToTheSamePlace) {
    const Json along =
        ask_town("/route/v1/driving/" + at(0.75, 0) + ";" + at(0.25, 0) + "?geometries=geojson&steps=true");
    EXPECT_EQ(along["routes"][0]["duration"], 5);
    EXPECT_EQ(along["routes"][0]["geometry"]["coordinates"], (Json{{7.00075, 43}, {7.00025, 43}}));
    const Json same = ask_town("/route/v1/driving/" + at(0.5, 0) + ";" + at(0.5, 0) + "?geometries=geojson&steps=true");
    EXPECT_EQ(same["routes"][0]["duration"], 0);
    EXPECT_EQ(same["routes"][0]["geometry"]["coordinates"].size(), 2u);
    EXPECT_EQ(same["routes"][0]["legs"][0]["steps"].size(), 2u);
}

TEST(Service, OffersAlternatives) {
    const std::string ends = at(0, 0.5) + ";" + at(3, 2.5);
    const Json found = ask_town("/route/v1/driving/" + ends + "?alternatives=3&steps=true");
    ASSERT_GE(found["routes"].size(), 2u);
    ASSERT_LE(found["routes"].size(), 4u);
    EXPECT_NE(found["routes"][0]["geometry"], found["routes"][1]["geometry"]);
    for (const Json& route : found["routes"]) {
        EXPECT_LE(route["duration"], 1.25 * found["routes"][0]["duration"].get<double>());
        EXPECT_EQ(route["legs"][0]["steps"].back()["maneuver"]["type"], "arrive");
    }
    EXPECT_EQ(ask_town("/route/v1/driving/" + ends)["routes"].size(), 1u);
}

TEST(Service, ObeysBearingsApproachesAndStraightOn) {
    const auto seconds = [](const std::string& ends, const std::string& options) {
        return ask_town("/route/v1/driving/" + ends + options)["routes"][0]["duration"].get<double>();
    };
    const std::string back = at(0.5, 0) + ";" + at(0.25, 0);
    EXPECT_EQ(seconds(back, ""), 2.5);
    EXPECT_EQ(seconds(back, "?bearings=270,20;"), 2.5);
    EXPECT_EQ(seconds(back, "?bearings=90,20;"), 12.5);              // out of the street at its other end, and back
    const std::string south = at(0.5, -0.1) + ";" + at(0.25, -0.1);  // on the right of those who drive east
    EXPECT_EQ(seconds(south, ""), 2.5);
    EXPECT_EQ(seconds(south, "?approaches=curb;"), 12.5);
    EXPECT_EQ(seconds(south, "?approaches=opposite;"), 2.5);
    const std::string via = at(0, 0) + ";" + at(0.5, 0) + ";" + at(0, 0);
    EXPECT_EQ(seconds(via, "?continue_straight=false"), 10);
    EXPECT_EQ(seconds(via, ""), 20);
    const Json through =
        ask_town("/route/v1/driving/" + at(0, 0) + ";" + at(0.5, 0) + ";" + at(2, 0) + "?waypoints=0;2&steps=true");
    ASSERT_EQ(through["routes"][0]["legs"].size(), 1u);
    EXPECT_EQ(through["waypoints"].size(), 3u);
    EXPECT_EQ(through["routes"][0]["distance"], 200);
}

TEST(Service, TakesItsOwnHintsAndIgnoresOthers) {
    const std::string point = at(0.25, -0.1);
    const Json nearest = ask_town("/nearest/v1/driving/" + point)["waypoints"][0];
    const std::string hint = nearest["hint"];
    const Json hinted = ask_town("/nearest/v1/driving/" + point + "?hints=" + hint)["waypoints"][0];
    EXPECT_EQ(hinted, nearest);
    EXPECT_EQ(ask_town("/nearest/v1/driving/" + point + "?hints=garbage")["waypoints"][0], nearest);
    std::string forged = hint;
    for (std::size_t i = 0; i < forged.size(); ++i) {  // changing any byte must do no harm
        for (const char c : {'A', '_', '5'}) {
            forged = hint;
            forged[i] = c;
            ask_town("/nearest/v1/driving/" + point + "?hints=" + forged);
        }
    }
}

TEST(Service, PostsMeanTheSame) {
    const std::string list = at(0.5, 0) + ";" + at(2, 1.5) + ";" + at(3, 3);
    const std::string body =
        R"({"coordinates": [[7.0005, 43], [7.002, 43.0015], [7.003, 43.003]], "sources": [0, 2],
            "annotations": ["duration", "distance"], "radiuses": [null, 50, "unlimited"], "skip_waypoints": true})";
    EXPECT_EQ(post_to_town("/table/v1/driving", body),
              ask_town("/table/v1/driving/" + list +
                       "?sources=0;2&annotations=duration,distance&radiuses=;50;unlimited&skip_waypoints=true"));
    for (const char* wrong : {"", "{", "[]", "{}", R"({"coordinates": 3})", R"({"coordinates": [[1]]})",
                              R"({"coordinates": [[[[[[1]]]]]]})", R"({"coordinates": [["a", "b"]]})"}) {
        EXPECT_EQ(post_to_town("/table/v1/driving", wrong, 400)["code"], "InvalidQuery") << wrong;
    }
}

TEST(Service, SourcesToTargetsAreValhallas) {
    const std::string body = R"({"sources": [{"lat": 43, "lon": 7.0005}, {"lat": 43.001, "lon": 7}],
                                 "targets": [{"lat": 43.0015, "lon": 7.002}], "costing": "auto"})";
    const Json found = post_to_town("/sources_to_targets", body);
    EXPECT_EQ(found["sources_to_targets"],
              Json::parse(R"([[{"time": 30, "distance": 0.3, "from_index": 0, "to_index": 0}],
                                                           [{"time": 25, "distance": 0.25, "from_index": 1, "to_index": 0}]])"));
    EXPECT_EQ(found["targets"][0]["lon"], 7.002);
    EXPECT_EQ(found["units"], "kilometers");
    std::string encoded;
    for (const char c : std::string(R"({"units":"miles","verbose":false,)") + body.substr(1))
        encoded += c == ' ' || c == '\n' ? std::string() : format("%{:02X}", static_cast<unsigned char>(c));
    const Json brief = ask_town("/sources_to_targets?json=" + encoded);
    EXPECT_EQ(brief["sources_to_targets"]["durations"], Json::parse("[[30], [25]]"));
    EXPECT_EQ(brief["sources_to_targets"]["distances"], Json::parse("[[0.186], [0.155]]"));
    EXPECT_EQ(brief["units"], "miles");
}

TEST(Service, IsochronesAreValhallas) {
    const Json found = post_to_town("/isochrone", R"({"locations": [{"lat": 43, "lon": 7}], "polygons": true,
                                              "contours": [{"time": 0.1, "color": "ff0000"}, {"time": 0.5}]})");
    EXPECT_EQ(found["type"], "FeatureCollection");
    ASSERT_EQ(found["features"].size(), 2u);
    EXPECT_EQ(found["features"][0]["properties"]["contour"], 0.5);
    EXPECT_EQ(found["features"][1]["properties"]["color"], "#ff0000");
    double east = 0;
    EXPECT_EQ(found["features"][0]["geometry"]["type"], "Polygon");
    for (const Json& point : found["features"][0]["geometry"]["coordinates"][0]) {
        east = std::max(east, point[0].get<double>());
    }
    EXPECT_NEAR(east, 7.003 + 50 / 81300.0, 0.0001);  // 30 s are three streets, and 50 m around them
    const std::string asked = R"({"locations": [{"lat": 43, "lon": 7}], "contours": [{"time": 0.5}], "polygons": )";
    const Json area = post_to_town("/isochrone", asked + "true}")["features"][0]["geometry"];
    const Json outline = post_to_town("/isochrone", asked + "false}")["features"][0]["geometry"];
    EXPECT_EQ(outline["type"], "LineString");
    EXPECT_EQ(outline["coordinates"], area["coordinates"][0]);
}

TEST(Service, RefusesInValhallasWords) {
    const auto code = [](const char* service, const char* body) {
        return post_to_town(std::string("/") + service, body, 400)["error_code"].get<int>();
    };
    EXPECT_EQ(code("isochrone", "{"), 100);
    EXPECT_EQ(code("isochrone", "{}"), 112);
    EXPECT_EQ(code("isochrone", R"({"locations": [{"lat": 43, "lon": 7}]})"), 113);
    EXPECT_EQ(code("isochrone", R"({"locations": [{"lat": 43, "lon": 7}], "contours": [{"time": 601}]})"), 151);
    EXPECT_EQ(code("isochrone", R"({"locations": [{"lat": 43, "lon": 7}], "contours": [{"time": -1}]})"), 113);
    EXPECT_EQ(code("isochrone", R"({"locations": [{"lat": 43}]})"), 130);
    EXPECT_EQ(code("isochrone", R"({"locations": [{"lat": 430, "lon": 7}]})"), 130);
    EXPECT_EQ(code("sources_to_targets", R"({"sources": [{"lat": 43, "lon": 7}]})"), 112);
    EXPECT_EQ(code("sources_to_targets", R"({"sources": [7], "targets": []})"), 130);
}

// Bytes changed, left out and repeated at random: every answer is JSON with a status of its kind.
TEST(Service, DamagedRequestsGetAnAnswer) {
    const std::string two = at(0.5, 0) + ";" + at(2, 1.5);
    const std::vector<ServiceRequest> seeds = {
        {"GET",
         "/route/v1/driving/" + two + "?steps=true&annotations=true&geometries=geojson&bearings=90,20;&radiuses=;5"},
        {"GET", "/route/v1/driving/polyline(_p~iF~ps|U_ulLnnqC)?hints=;&approaches=curb;&waypoints=0;1&alternatives=2"},
        {"GET", "/nearest/v1/driving/" + at(0.2, 0) + ".json?number=3&generate_hints=false&hints=AAAA"},
        {"GET",
         "/table/v1/driving/" + two + "?sources=0&destinations=all&annotations=duration,distance&fallback_speed=3"},
        {"GET", "/isochrone?json=%7B%22locations%22%3A%5B%5D%7D"},
        {"POST", "/table/v1/driving", R"({"coordinates": [[7.0005, 43], [7.002, 43.0015]], "sources": [0, 1],
            "annotations": ["duration", "distance"], "radiuses": [null, 50], "scale_factor": 2e0})"},
        {"POST", "/isochrone", R"({"locations": [{"lat": 43, "lon": 7}], "contours": [{"time": 0.1}]})"},
        {"POST", "/sources_to_targets",
         R"({"sources": [{"lat": 43, "lon": 7}], "targets": [{"lat": 43, "lon": 7.1}]})"}};
    Random random(7);
    std::size_t answered = 0;
    const char* const count = std::getenv("ALLWAYS_FUZZ_COUNT");
    const int trials = count == nullptr ? 20000 : std::atoi(count);
    for (int trial = 0; trial < trials; ++trial) {
        ServiceRequest request = seeds[random.next() % seeds.size()];
        std::string& text = request.body.empty() || random.next() % 4 == 0 ? request.target : request.body;
        for (std::uint64_t change = random.next() % 4 + 1; change > 0 && !text.empty(); --change) {
            const std::size_t at = random.next() % text.size();
            const char digits[] = "0123456789-;,.&=?%/[]{}\"eE";
            switch (random.next() % 4) {
                case 0: text[at] = static_cast<char>(random.next()); break;
                case 1: text[at] = digits[random.next() % (sizeof digits - 1)]; break;
                case 2: text.erase(at, 1 + random.next() % 5); break;
                default: text.insert(at, text.substr(at, 1 + random.next() % 20)); break;
            }
        }
        const ServiceAnswer answer = service().answer(request);
        ASSERT_TRUE(answer.service == "page" || Json::accept(answer.body)) << request.target << "\n" << request.body;
        ASSERT_TRUE(answer.status == 200 || (answer.status >= 400 && answer.status < 500))
            << answer.status << " " << request.target << "\n"
            << request.body;
        answered += answer.status == 200;
    }
    EXPECT_GT(answered, 500u);
}

TEST(Service, AnswersAreOfOneSetOfCosts) {
    RoutingService changing(factor_of(grid(10)));
    const auto slow = factor_of(grid(20));
    const auto fast = factor_of(grid(10));
    std::atomic<bool> done{false};
    std::thread writer([&] {
        for (int i = 0; i < 20; ++i) changing.replace(i % 2 == 0 ? slow : fast);
        done = true;
    });
    const std::string target = "/table/v1/driving/" + at(0, 0) + ";" + at(3, 0) + ";" + at(3, 2);
    while (!done) {
        const Json found = Json::parse(changing.answer({"GET", target}).body)["durations"];
        const double first = found[0][1];
        EXPECT_TRUE(first == 30 || first == 60);
        EXPECT_EQ(found[0][2], first / 3 * 5);
    }
    writer.join();
}

TEST(Service, RefusesNetworksThatItCannotAnswerFrom) {
    const auto refused = [](const auto& change) {
        RoadNetwork network = grid();
        change(network);
        EXPECT_THROW(RoutingService(std::make_shared<const NetworkFactor>(factorize(network))), InvalidArgument);
    };
    refused([](RoadNetwork& network) { network.provenance.crs = "EPSG:3857"; });
    refused([](RoadNetwork& network) { network.columns[0].unit = ""; });
    refused([](RoadNetwork& network) { network.columns.pop_back(); });
}

TEST(Service, CompressesForThoseWhoAsk) {
    EXPECT_TRUE(accepts_gzip("gzip, deflate, br"));
    EXPECT_TRUE(accepts_gzip("br;q=1.0, GZIP;q=0.8"));
    EXPECT_TRUE(accepts_gzip("*"));
    EXPECT_FALSE(accepts_gzip(""));
    EXPECT_FALSE(accepts_gzip("gzip;q=0"));
    EXPECT_FALSE(accepts_gzip("identity;q=1, gzip;q=0.00"));
    EXPECT_LT(gzip(std::string(10000, 'a'))->size(), 200u);
}

TEST(Service, CountsForPrometheus) {
    HttpMetrics metrics;
    metrics.count_answer("route", 200, 0.002, 100);
    metrics.count_answer("route", 400, 20, 10);
    metrics.count_answer("", 404, 0.1, 1);
    const std::string text = metrics.text();
    EXPECT_NE(text.find("allways_requests_total{service=\"route\",status=\"2xx\"} 1\n"), std::string::npos);
    EXPECT_NE(text.find("allways_requests_total{service=\"other\",status=\"4xx\"} 1\n"), std::string::npos);
    EXPECT_NE(text.find("allways_request_seconds_bucket{service=\"route\",le=\"0.003\"} 1\n"), std::string::npos);
    EXPECT_NE(text.find("allways_request_seconds_bucket{service=\"route\",le=\"+Inf\"} 2\n"), std::string::npos);
    EXPECT_NE(text.find("allways_response_bytes_total{service=\"route\"} 110\n"), std::string::npos);
}

// Row 1 is a motorway, column 2 a ferry, the others are residential.
RoadNetwork classified() {
    RoadNetwork network = grid();
    TextColumn types("facility_type");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const std::string name(network.texts[0].text(arc));
        types.add(name == "Row 1"      ? (arc % 3 == 0 ? "motorway_link" : "motorway")
                  : name == "Column 2" ? "ferry"
                                       : "residential");
    }
    network.texts.push_back(std::move(types));
    return network;
}

TEST(Service, ExcludesClassesAsIfTheirRoadsWereClosed) {
    const RoutingService all(factor_of(classified()), {.excludable = {{"motorway"}, {"ferry", "motorway"}}});
    RoadNetwork closed = classified();
    for (std::size_t arc = 0; arc < closed.arc_count(); ++arc) {
        if (closed.texts[1].text(arc) != "residential") closed.columns[0].values[arc] = Decimal::missing();
    }
    const RoutingService without(factor_of(closed));
    Random random(11);
    std::size_t others = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const auto somewhere = [&] { return at(0.001 * random.below(3001), 0.001 * random.below(3001)); };
        const std::string three = somewhere() + ";" + somewhere() + ";" + somewhere();
        for (const std::string& asked :
             {"/route/v1/driving/" + three + "?steps=true&annotations=true&generate_hints=false",
              "/table/v1/driving/" + three + "?annotations=duration,distance",
              "/nearest/v1/driving/" + somewhere() + "?number=3"}) {
            const char join = asked.find('?') == std::string::npos ? '?' : '&';
            const ServiceAnswer found = all.answer({"GET", asked + join + "exclude=motorway,ferry"});
            EXPECT_EQ(found.body, without.answer({"GET", asked}).body) << asked;
            if (found.body != all.answer({"GET", asked}).body) ++others;
        }
    }
    EXPECT_GT(others, 50u);
    const std::string two = "/route/v1/driving/" + at(0, 1) + ";" + at(3, 1);
    for (const std::string names : {"ferry", "residential", "motorway,residential"}) {
        const ServiceAnswer refused = all.answer({"GET", two + "?exclude=" + names});
        EXPECT_EQ(refused.status, 400);
        EXPECT_EQ(Json::parse(refused.body)["message"], "Exclude flag combination is not supported.");
    }
    EXPECT_EQ(all.answer({"GET", two + "?exclude=motorway,motorway"}).status, 200);
    EXPECT_THROW(RoutingService(factor_of(classified()), {.excludable = {{"toll"}}}), InvalidArgument);
    EXPECT_THROW(RoutingService(factor_of(grid()), {.excludable = {{"motorway"}}}), InvalidArgument);
    EXPECT_NO_THROW(RoutingService(factor_of(classified()), {.excludable = {{"trunk"}}}));

    // Ferries alone lead to the eastern half: places there stay there.
    RoadNetwork halves = grid();
    TextColumn types("facility_type");
    for (std::size_t arc = 0; arc < halves.arc_count(); ++arc) {
        const bool crosses = (halves.tail[arc] % side < 2) != (halves.head[arc] % side < 2);
        types.add(crosses ? "ferry" : "residential");
    }
    halves.texts.push_back(std::move(types));
    const RoutingService coast(factor_of(halves), {.excludable = {{"ferry"}}});
    EXPECT_EQ(coast.answer({"GET", two}).status, 200);
    EXPECT_EQ(Json::parse(coast.answer({"GET", two + "?exclude=ferry"}).body)["code"], "NoRoute");
    EXPECT_EQ(coast.answer({"GET", "/route/v1/driving/" + at(3, 1) + ";" + at(2, 0) + "?exclude=ferry"}).status, 200);
}

// Exactly the motorway has a toll.
TEST(Service, ExcludesRoadsWithATollAsAClass) {
    RoadNetwork network = classified();
    network.texts.emplace_back("toll");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        network.texts.back().add(network.texts[0].text(arc) == "Row 1" ? "yes" : arc % 2 == 0 ? "no" : "");
    }
    const RoutingService of_tolls(factor_of(network), {.excludable = {{"toll"}, {"ferry", "toll"}}});
    const RoutingService of_motorways(factor_of(classified()), {.excludable = {{"motorway"}, {"ferry", "motorway"}}});
    const std::string two = "/route/v1/driving/" + at(0, 1) + ";" + at(3, 1) + "?generate_hints=false";
    const auto without = [&](const RoutingService& service, const std::string& classes) {
        return service.answer({"GET", two + "&exclude=" + classes}).body;
    };
    EXPECT_EQ(without(of_tolls, "toll"), without(of_motorways, "motorway"));
    EXPECT_EQ(without(of_tolls, "toll,ferry"), without(of_motorways, "ferry,motorway"));
    EXPECT_NE(without(of_tolls, "toll"), of_tolls.answer({"GET", two}).body);
}

// From the main road, a street for destinations only leads to a yard; so does a motorway, as an open street.
TEST(Service, LeavesNoPlaceCutOffByZonesWithoutAClass) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(6);
    network.provenance.crs = "EPSG:4326";
    network.provenance.coordinate_unit = Provenance::CoordinateUnit::degrees;
    network.coordinates = {{7, 43}, {7.001, 43}, {7.001, 43.001}, {7.002, 43}, {7.003, 43}, {7.002, 43.001}};
    network.columns = {{"time", "s", {}, 3}, {"length", "m", {}, 1}};
    network.texts = {TextColumn("facility_type")};
    std::vector<std::int64_t> ids;
    const auto add = [&](NodeIndex a, NodeIndex b, const char* type, bool for_destinations) {
        for (const bool back : {false, true}) {
            network.tail.push_back(back ? b : a);
            network.head.push_back(back ? a : b);
            network.reversed.push_back(back);
            network.columns[0].values.emplace_back(10000, 3);
            network.columns[1].values.emplace_back(1000, 1);
            network.texts[0].add(type);
            network.turns.destination_only.push_back(for_destinations);
            ids.push_back(static_cast<std::int64_t>(network.tail.size() + 1) / 2);
        }
    };
    add(0, 1, "residential", false);
    add(1, 2, "residential", false);
    add(2, 0, "residential", false);
    add(1, 3, "service", true);
    add(3, 4, "residential", false);
    add(3, 5, "motorway", false);
    add(5, 2, "motorway", false);
    network.arc_ids = IdTable(std::move(ids));
    const RoutingService service(factor_of(network), {.excludable = {{"motorway"}}});
    const std::string request = "/table/v1/driving/7.0005,43;7.0025,43?annotations=duration";
    EXPECT_EQ(Json::parse(service.answer({"GET", request}).body)["durations"][0][1], 40);
    EXPECT_EQ(Json::parse(service.answer({"GET", request + "&exclude=motorway"}).body)["durations"],
              (Json{{0, 20}, {20, 0}}));
}

}  // namespace allways::test
