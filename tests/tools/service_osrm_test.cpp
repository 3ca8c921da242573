// SPDX-License-Identifier: Apache-2.0
// Details of OSRM's API: lines of legs, formats, methods and bodies.
#include "service/osrm/polyline.h"
#include "service_town.h"

namespace allways::test {

namespace {

using tools::decode_polyline;
using tools::encode_polyline;

const std::string three_places = at(0.5, 0) + ";" + at(2, 1.5) + ";" + at(3, 3);

ServiceAnswer answer_of(const std::string& method, const std::string& target, const std::string& body = "") {
    return service().answer({method, target, body});
}

}  // namespace

TEST(ServiceOsrm, OverviewByLegsGivesEachLegItsLine) {
    const Json whole = ask_town("/route/v1/driving/" + three_places + "?overview=full&geometries=geojson")["routes"][0];
    const Json parts =
        ask_town("/route/v1/driving/" + three_places + "?overview=by_legs&geometries=geojson")["routes"][0];
    EXPECT_FALSE(parts.contains("geometry"));
    ASSERT_EQ(parts["legs"].size(), 2u);
    Json joined = parts["legs"][0]["geometry"]["coordinates"];
    const Json second = parts["legs"][1]["geometry"]["coordinates"];
    EXPECT_EQ(joined.back(), second.front());
    joined.insert(joined.end(), second.begin() + 1, second.end());
    EXPECT_EQ(joined, whole["geometry"]["coordinates"]);
    EXPECT_FALSE(whole["legs"][0].contains("geometry"));
    const Json encoded =
        ask_town("/route/v1/driving/" + three_places + "?overview=by_legs")["routes"][0]["legs"][0]["geometry"];
    EXPECT_GE(decode_polyline(encoded.get<std::string>(), 5)->size(), 2u);
}

TEST(ServiceOsrm, CoordinatesThatAreNoWaypointsAreInTheAnswer) {
    const Json found = ask_town("/route/v1/driving/" + three_places + "?waypoints=0;2");
    EXPECT_EQ(found["routes"][0]["legs"].size(), 1u);
    EXPECT_EQ(found["waypoints"], ask_town("/route/v1/driving/" + three_places)["waypoints"]);
}

TEST(ServiceOsrm, NearestOfSeveralCoordinatesAreLists) {
    const std::string far = at(0, 50);
    const Json found =
        ask_town("/nearest/v1/driving/" + at(0.5, 0) + ";" + far + ";" + at(2, 1.5) + "?number=2")["waypoints"];
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0], ask_town("/nearest/v1/driving/" + at(0.5, 0) + "?number=2")["waypoints"]);
    EXPECT_EQ(found[1]["code"], "NoSegment");
    EXPECT_EQ(found[2], ask_town("/nearest/v1/driving/" + at(2, 1.5) + "?number=2")["waypoints"]);
    EXPECT_EQ(ask_town("/nearest/v1/driving/" + far, 400)["code"], "NoSegment");
    EXPECT_EQ(post_to_town("/nearest/v1/driving", R"({"coordinates": [[7.0005, 43]]})")["waypoints"][0]["name"],
              "Row 0");
}

TEST(ServiceOsrm, AnnotationsOfBodiesMayBeTrue) {
    const std::string asked = R"({"coordinates": [[7.0005, 43], [7.002, 43.0015]], "annotations": )";
    EXPECT_EQ(post_to_town("/table/v1/driving", asked + "true}"),
              post_to_town("/table/v1/driving", asked + R"(["duration", "distance"]})"));
    const Json none = post_to_town("/table/v1/driving", asked + "false}");
    EXPECT_FALSE(none.contains("durations") || none.contains("distances"));
    EXPECT_EQ(none["sources"].size(), 2u);
    const Json legs = post_to_town("/route/v1/driving", asked + "true}")["routes"][0]["legs"];
    EXPECT_TRUE(legs[0]["annotation"].contains("speed"));
}

TEST(ServiceOsrm, FlatbuffersAreNotImplemented) {
    for (const std::string& target :
         {"/route/v1/driving/" + three_places, "/table/v1/driving/" + three_places, "/nearest/v1/driving/" + at(0, 0),
          std::string("/route/v1/driving/polyline(_p~iF~ps|U)")}) {
        const Json refused = ask_town(target + ".flatbuffers", 400);
        EXPECT_EQ(refused["code"], "NotImplemented");
        EXPECT_NE(refused["message"].get<std::string>().find("flatbuffers"), std::string::npos);
    }
    EXPECT_EQ(ask_town("/route/v1/driving/" + three_places + ".json?overview=false")["code"], "Ok");
    EXPECT_EQ(ask_town("/route/v1/driving/" + three_places + ".xml", 400)["code"], "InvalidQuery");
}

TEST(ServiceOsrm, BodiesMayHavePolylinesAndUnknownKeys) {
    const std::vector<Coordinate> places{{7.0005, 43}, {7.002, 43.0015}, {7.003, 43.003}};
    const Json plain = ask_town("/table/v1/driving/" + three_places + "?annotations=duration,distance");
    const auto table = [](const std::string& coordinates) {
        return post_to_town(
            "/table/v1/driving",
            R"({"coordinates": )" + coordinates + R"(, "annotations": ["duration", "distance"], "foo": {"a": [1]}})");
    };
    EXPECT_EQ(table("[[7.0005, 43], [7.002, 43.0015], [7.003, 43.003]]"), plain);
    EXPECT_EQ(table(Json("polyline(" + encode_polyline(places, 5) + ")").dump()), plain);
    EXPECT_EQ(table(Json("polyline6(" + encode_polyline(places, 6) + ")").dump()), plain);
    for (const char* wrong : {R"x({"coordinates": "polyline("})x", R"x({"coordinates": "7,43;7,43.001"})x",
                              R"x({"coordinates": "polyline()"})x"}) {
        EXPECT_EQ(post_to_town("/table/v1/driving", wrong, 400)["code"], "InvalidQuery") << wrong;
    }
    // Options of other services are such keys.
    EXPECT_EQ(
        post_to_town("/table/v1/driving", R"({"coordinates": [[7, 43], [7, 43.001]], "steps": true})", 200)["code"],
        "Ok");
}

TEST(ServiceOsrm, OtherMethodsAreRefusedWithThoseThatAreAllowed) {
    for (const auto& [method, target, allow] :
         {std::tuple("DELETE", "/route/v1/driving/" + three_places, "GET, HEAD, POST, OPTIONS"),
          std::tuple("PUT", std::string("/isochrone"), "GET, HEAD, POST, OPTIONS"),
          std::tuple("POST", std::string("/"), "GET, HEAD, OPTIONS"),
          std::tuple("POST", std::string("/network"), "GET, HEAD, OPTIONS"),
          std::tuple("GET", std::string("/costs"), "POST, OPTIONS"),
          std::tuple("HEAD", std::string("/costs"), "POST, OPTIONS")}) {
        const ServiceAnswer refused = answer_of(method, target);
        EXPECT_EQ(refused.status, 405) << method << " " << target;
        EXPECT_EQ(refused.allow, allow) << method << " " << target;
        EXPECT_EQ(Json::parse(refused.body)["code"], "InvalidMethod");
    }
    const ServiceAnswer options = answer_of("OPTIONS", "/route/v1/driving/" + three_places);
    EXPECT_EQ(options.status, 204);
    EXPECT_EQ(options.allow, "GET, HEAD, POST, OPTIONS");
    EXPECT_TRUE(options.body.empty());
}

// A way that turns round inside a street at a coordinate that is no waypoint does not go on to the street's end.
TEST(ServiceOsrm, JoinedLegsTurnRoundInsideAStreet) {
    const std::string there_and_back =
        "/route/v1/driving/" + at(0.3, 0) + ";" + at(1.4, 0) + ";" + at(0.3, 0) +
        "?continue_straight=false&steps=true&overview=full&geometries=geojson&annotations=true";
    const Json apart = ask_town(there_and_back)["routes"][0];
    const Json joined = ask_town(there_and_back + "&waypoints=0;2")["routes"][0];
    EXPECT_NEAR(apart["distance"].get<double>(), 220, 0.1);
    EXPECT_EQ(joined["distance"], apart["distance"]);
    EXPECT_EQ(joined["duration"], apart["duration"]);
    EXPECT_EQ(joined["geometry"], apart["geometry"]);
    EXPECT_EQ(joined["legs"].size(), 1u);
}

}  // namespace allways::test
