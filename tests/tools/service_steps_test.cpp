// SPDX-License-Identifier: Apache-2.0
// Steps of the routing service: maneuvers, names and numbers as OSRM's clients read them.
#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/service/routing_service.h"
#include "street_map.h"

namespace allways::test {
namespace {

using Json = nlohmann::json;

// The steps of the route between two places in metres.
Json steps_between(const RoadNetwork& network, Coordinate from, Coordinate to, const std::string& options = "") {
    const RoutingService service(
        std::make_shared<const NetworkFactor>(factorize(network, {.cost = "time", .cost_type = CostType::int32})));
    const auto place = [](Coordinate at) { return format("{:.7f},{:.7f}", 7 + at.x / 81323, 43 + at.y / 111195); };
    const ServiceAnswer answer =
        service.answer({"GET", "/route/v1/driving/" + place(from) + ";" + place(to) + "?steps=true" + options});
    EXPECT_EQ(answer.status, 200) << answer.body;
    return Json::parse(answer.body)["routes"][0]["legs"][0]["steps"];
}

TEST(ServiceSteps, ARoundaboutIsEnteredAndLeft) {
    // 1 → 2 → 3 → 4 is a ring, driven counterclockwise, with roads to the south, the east and the north.
    const std::vector<Coordinate> places{{0, -30}, {30, 0}, {0, 30}, {-30, 0}, {0, -100}, {100, 0}, {0, 100}};
    for (const char* name : {"", "Star Place"}) {
        const std::string kind = *name == 0 ? "roundabout" : "rotary";
        const RoadNetwork network = street_map(places, {{1, 2, name, "primary", false, "R", "roundabout"},
                                                        {2, 3, name, "primary", false, "R", "roundabout"},
                                                        {3, 4, name, "primary", false, "R", "roundabout"},
                                                        {4, 1, name, "primary", false, "R", "roundabout"},
                                                        {5, 1, "South Road", "primary", true, "1"},
                                                        {2, 6, "East Road", "primary", true, "2"},
                                                        {3, 7, "", "primary", true, "3;4"}});
        const Json steps = steps_between(network, {0, -90}, {0, 90});
        ASSERT_EQ(steps.size(), 4u);
        EXPECT_EQ(steps[1]["maneuver"]["type"], kind);
        EXPECT_EQ(steps[2]["maneuver"]["type"], "exit " + kind);
        for (const std::size_t at : {1u, 2u}) {
            EXPECT_EQ(steps[at]["maneuver"]["exit"], 2);
            EXPECT_EQ(steps[at]["name"], "");
            EXPECT_EQ(steps[at]["ref"], "3; 4");
            EXPECT_EQ(steps[at].value("rotary_name", ""), name);
        }
        EXPECT_EQ(steps[2]["maneuver"]["location"][1].get<double>(), steps[2]["intersections"][0]["location"][1]);
        const Json inside = steps_between(network, {15, -15}, {0, 90});
        ASSERT_EQ(inside.size(), 3u);
        EXPECT_EQ(inside[1]["maneuver"]["type"], "exit " + kind);
        EXPECT_EQ(inside[1]["maneuver"]["exit"], 2);
    }
}

TEST(ServiceSteps, DeparturesSayTheDirectionAtTheirPlace) {
    // The street begins to the east and bends to the south, where the route starts.
    TownBuilder town("EPSG:4326");
    const auto at = [](double x, double y) { return Coordinate{7 + x / 81323, 43 + y / 111195}; };
    town.street(1, 2, "A", "primary", true, {at(0, 0), at(100, 0), at(100, -100)});
    RoadNetwork network = town.finish();
    network.coordinates[0] = at(0, 0);
    network.coordinates[1] = at(100, -100);
    const Json steps = steps_between(network, {100, -50}, {100, -90}, "&language=en");
    EXPECT_EQ(steps[0]["maneuver"]["instruction"], "head south on A");
    EXPECT_EQ(steps[0]["maneuver"]["bearing_after"], 180);
    EXPECT_EQ(steps_between(network, {50, 0}, {100, -90}, "&language=en")[0]["maneuver"]["instruction"],
              "head east on A");
}

TEST(ServiceSteps, ArrivalsSayTheSideOfThePlace) {
    const RoadNetwork network = street_map({{0, 0}, {500, 0}}, {{1, 2, "A"}});
    const auto arrival = [&](Coordinate to) {
        const Json step = steps_between(network, {10, 0}, to, "&language=en").back()["maneuver"];
        return step.value("modifier", "none") + ": " + step["instruction"].get<std::string>();
    };
    EXPECT_EQ(arrival({300, 20}), "left: arrive at the destination, on the left");
    EXPECT_EQ(arrival({300, -20}), "right: arrive at the destination, on the right");
    EXPECT_EQ(arrival({300, 1}), "none: arrive at the destination");
    EXPECT_EQ(arrival({520, 2}), "none: arrive at the destination");
}

TEST(ServiceSteps, RampsKeepTheirOwnNames) {
    const RoadNetwork network = street_map({{0, 0}, {500, 0}, {700, 0}, {700, -25}, {900, -50}},
                                           {{1, 2, "M1", "motorway", false},
                                            {2, 3, "M1", "motorway", false},
                                            {2, 4, "", "motorway_link", false},
                                            {4, 5, "Mill Road", "primary"},
                                            {5, 1, "Back Road", "primary", false},
                                            {3, 5, "M1", "motorway", false}});  // all roads are connected
    const Json steps = steps_between(network, {100, 0}, {880, -47});
    EXPECT_EQ(steps[1]["maneuver"]["type"], "off ramp");
    EXPECT_EQ(steps[1]["maneuver"]["modifier"], "slight right");
    EXPECT_EQ(steps[1]["name"], "");
}

}  // namespace
}  // namespace allways::test
