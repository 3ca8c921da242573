// SPDX-License-Identifier: Apache-2.0
// Lanes and intersections of a leg's steps.
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/service/routing_service.h"
#include "street_map.h"

namespace allways::test {
namespace {

using Json = nlohmann::json;

struct Town {
    std::vector<Coordinate> places;
    std::vector<Street> streets;
    std::map<std::size_t, const char*> lanes;  // of streets, in their direction
};

RoadNetwork network_of(const Town& town) {
    RoadNetwork network = street_map(town.places, town.streets);
    for (std::size_t arc = 0; arc < network.tail.size(); ++arc) {
        const Coordinate from = town.places[network.tail[arc]];
        const Coordinate to = town.places[network.head[arc]];
        network.columns[0].values[arc] = Decimal(std::llround(std::hypot(to.x - from.x, to.y - from.y)), 0);
    }
    network.texts.emplace_back("turn:lanes");
    for (std::size_t street = 0; street < town.streets.size(); ++street) {
        const auto found = town.lanes.find(street);
        network.texts.back().add(found == town.lanes.end() ? "" : found->second);
        if (town.streets[street].both_ways) network.texts.back().add("");
    }
    return network;
}

// For each intersection "-" or its lanes, in steps divided by "|": "- | straight:no right:yes - | -".
std::string lanes_between(const Town& town, Coordinate from, Coordinate to) {
    const RoutingService service(std::make_shared<const NetworkFactor>(
                                     factorize(network_of(town), {.cost = "time", .cost_type = CostType::int32})),
                                 {.snap_component = SnapOptions::Component::any});
    const auto place = [](Coordinate at) { return format("{:.7f},{:.7f}", 7 + at.x / 81323, 43 + at.y / 111195); };
    const ServiceAnswer answer =
        service.answer({"GET", "/route/v1/driving/" + place(from) + ";" + place(to) + "?steps=true"});
    EXPECT_EQ(answer.status, 200) << answer.body;
    const Json steps = Json::parse(answer.body)["routes"][0]["legs"][0]["steps"];
    std::string text;
    for (const Json& step : steps) {
        if (!text.empty()) text += " | ";
        std::string lanes;
        for (const Json& crossing : step["intersections"]) {
            if (!lanes.empty()) lanes += " ";
            if (!crossing.contains("lanes")) lanes += "-";
            std::string one;
            for (const Json& lane : crossing.value("lanes", Json::array())) {
                one += (one.empty() ? "" : " ") + lane["indications"][0].get<std::string>() +
                       (lane["valid"].get<bool>() ? ":yes" : ":no");
            }
            lanes += one;
        }
        text += lanes;
    }
    return text;
}

// A runs east, B south from its first crossing; from B's end C leads east and D west.
Town two_crossings(double length_of_b) {
    return {{{0, 0}, {100, 0}, {200, 0}, {100, -length_of_b}, {200, -length_of_b}, {0, -length_of_b}},
            {{1, 2, "A"}, {2, 3, "A"}, {2, 4, "B"}, {4, 5, "C"}, {4, 6, "D"}},
            {{0, "through|right|right|right"}, {2, "left|right"}}};
}

TEST(ServiceLanes, OnlyThoseCountFromWhichTheNextTurnCanBeTaken) {
    const Town town = two_crossings(100);
    EXPECT_EQ(lanes_between(town, {10, 0}, {190, -100}),
              "- | straight:no right:yes right:no right:no | left:yes right:no | -");
    EXPECT_EQ(lanes_between(town, {10, 0}, {10, -100}),
              "- | straight:no right:no right:no right:yes | left:no right:yes | -");
    EXPECT_EQ(lanes_between(town, {10, 0}, {100, -90}), "- | straight:no right:yes right:yes right:yes | -");
}

TEST(ServiceLanes, ThereIsTimeToChangeThemOnALongRoad) {
    EXPECT_EQ(lanes_between(two_crossings(900), {10, 0}, {190, -900}),
              "- | straight:no right:yes right:yes right:yes | left:yes right:no | -");
}

TEST(ServiceLanes, ALengthAtTheLimitIsEnough) {
    // The lane to the left of the turn counts as one to cross: 400 m, which a rounded length of 399.96 m is.
    EXPECT_EQ(lanes_between(two_crossings(399.96), {10, 0}, {190, -399.96}),
              "- | straight:no right:yes right:yes right:yes | left:yes right:no | -");
    EXPECT_EQ(lanes_between(two_crossings(399), {10, 0}, {190, -399}),
              "- | straight:no right:yes right:no right:no | left:yes right:no | -");
}

TEST(ServiceLanes, CountUpToTheNextJunction) {
    // Node 2 only joins two pieces of A.
    const Town town{{{0, 0}, {50, 0}, {100, 0}, {200, 0}, {100, -100}},
                    {{1, 2, "A"}, {2, 3, "A"}, {3, 4, "A"}, {3, 5, "B"}},
                    {{0, "through|right"}}};
    EXPECT_EQ(lanes_between(town, {10, 0}, {100, -90}), "- | straight:no right:yes | -");
    EXPECT_EQ(lanes_between(town, {10, 0}, {190, 0}), "- straight:yes right:no | -");
}

TEST(ServiceLanes, CountPastAJunctionCloseToTheNext) {
    // At node 2 a street joins A; 20 m farther B leaves to the left.
    const Town town{{{0, 0}, {100, 0}, {120, 0}, {300, 0}, {120, 100}, {100, -100}},
                    {{1, 2, "A"}, {2, 3, "A"}, {3, 4, "A"}, {3, 5, "B"}, {6, 2, "C", "residential", false}},
                    {{0, "left|through"}}};
    EXPECT_EQ(lanes_between(town, {10, 0}, {120, 90}), "- left:yes straight:no | left:yes straight:no | -");
    EXPECT_EQ(lanes_between(town, {10, 0}, {290, 0}), "- left:no straight:yes left:no straight:yes | -");
}

TEST(ServiceLanes, OfTheFirstCarriagewayAreForTheTurnIntoTheSecond) {
    // C leads south across A, B north, 20 m farther.
    const Town town{{{0, 0}, {100, 0}, {120, 0}, {300, 0}, {120, 100}, {100, -100}},
                    {{1, 2, "A"}, {2, 3, "A"}, {3, 4, "A"}, {3, 5, "B"}, {2, 6, "C", "residential", false}},
                    {{0, "left|through|right"}, {1, "left|through"}}};
    EXPECT_EQ(lanes_between(town, {10, 0}, {120, 90}), "- left:yes straight:no right:no | left:yes straight:no | -");
    EXPECT_EQ(lanes_between(town, {10, 0}, {290, 0}), "- left:no straight:yes right:no left:no straight:yes | -");
}

TEST(ServiceLanes, AreNotForALaterJunctionIfTheirArrowsHaveRoads) {
    // D leaves to the left at node 2, B 20 m farther, which has no lanes.
    const Town town{{{0, 0}, {100, 0}, {120, 0}, {300, 0}, {120, 100}, {100, 100}},
                    {{1, 2, "A"}, {2, 3, "A"}, {3, 4, "A"}, {3, 5, "B"}, {2, 6, "D"}},
                    {{0, "left|through"}}};
    EXPECT_EQ(lanes_between(town, {10, 0}, {120, 90}), "- left:no straight:yes | - | -");
    EXPECT_EQ(lanes_between(town, {10, 0}, {100, 90}), "- | left:yes straight:no | -");
    EXPECT_EQ(lanes_between(town, {10, 0}, {290, 0}), "- left:no straight:yes - | -");
}

}  // namespace
}  // namespace allways::test
