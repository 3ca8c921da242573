// SPDX-License-Identifier: Apache-2.0
// POST /costs: permission, answers, and that a bad row changes nothing.
#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/service/routing_service.h"
#include "small_town.h"

namespace allways::test {

namespace {

using Answered = nlohmann::json;

std::shared_ptr<const NetworkFactor> town_factor() {
    RoadNetwork town = small_town();
    town.columns.push_back(town.columns[1]);
    town.columns.back().name = "time_truck";
    for (Decimal& value : town.columns.back().values) value = value + value;
    NetworkFactor factor = factorize(town, {.cost = "time"});
    share_attributes(factor);
    return std::make_shared<const NetworkFactor>(std::move(factor));
}

RoutingService open_service() {
    const auto first = town_factor();
    auto second = std::make_shared<const NetworkFactor>(Refactorizer(first).with_cost_field("time_truck"));
    ServiceOptions options;
    options.allow_updates = true;
    return RoutingService({{"time", first}, {"time_truck", std::move(second)}}, options);
}

struct Posted {
    int status;
    Answered json;
};
Posted post(const RoutingService& service, const std::string& rows, const std::string& target = "/costs",
            const std::string& type = "text/csv; charset=utf-8") {
    const ServiceAnswer answer = service.answer({"POST", target, rows, type});
    return {answer.status, Answered::parse(answer.body)};
}

// Seconds from node 1 to node 3, along High Street.
double seconds(const RoutingService& service, const std::string& profile = "driving") {
    const auto answer = service.answer({"GET", "/route/v1/" + profile + "/7,43;7.002,43?overview=false"});
    const Answered json = Answered::parse(answer.body);
    return json["code"] == "Ok" ? json["routes"][0]["duration"].get<double>() : -1;
}

}  // namespace

TEST(ServiceCosts, ChangesTimesAndGoesBackToTheImportedOnes) {
    const RoutingService service = open_service();
    EXPECT_DOUBLE_EQ(seconds(service), 21);
    // 100.1 m at 36 km/h.
    const Posted slow = post(service, "1,2,36\n2,3,36\n3,2,36\n1,3,36\n");
    EXPECT_EQ(slow.status, 200);
    EXPECT_EQ(slow.json["code"], "Ok");
    EXPECT_EQ(slow.json["rows"], 4);
    EXPECT_EQ(slow.json["applied"], 3);
    EXPECT_EQ(slow.json["arcs"], 3);
    EXPECT_EQ(slow.json["examples"][0]["line"], 4);
    EXPECT_NEAR(seconds(service), 20.02, 1e-9);
    // Not on top of the rows before.
    EXPECT_EQ(post(service, "arc,reversed,cost\n100,0,50\n").json["arcs"], 1);
    EXPECT_NEAR(seconds(service), 60.5, 1e-9);
    EXPECT_EQ(post(service, "").json["arcs"], 0);
    EXPECT_DOUBLE_EQ(seconds(service), 21);
}

TEST(ServiceCosts, ClosedRoadsAreNeitherTakenNorFound) {
    const RoutingService service = open_service();
    const std::string middle = "/nearest/v1/driving/7.0005,43";
    const auto distance = [&] {
        return Answered::parse(service.answer({"GET", middle}).body)["waypoints"][0]["distance"].get<double>();
    };
    const auto hint = Answered::parse(service.answer({"GET", middle}).body)["waypoints"][0]["hint"].get<std::string>();
    EXPECT_LT(distance(), 1);
    EXPECT_EQ(post(service, "1,2,0\n").json["closed"], 1);
    EXPECT_LT(distance(), 1);
    EXPECT_DOUBLE_EQ(seconds(service), -1);
    EXPECT_EQ(post(service, "1,2,0\n2,1,0\n").json["closed"], 2);
    EXPECT_GT(distance(), 10);
    const auto hinted = service.answer({"GET", middle + "?hints=" + hint + "&bearings=90,20"});
    EXPECT_GT(Answered::parse(hinted.body)["waypoints"][0]["distance"], 10);
    post(service, "");
    EXPECT_LT(distance(), 1);
    EXPECT_DOUBLE_EQ(seconds(service), 21);
}

TEST(ServiceCosts, ABadRowChangesNothing) {
    const RoutingService service = open_service();
    post(service, "1,2,36\n2,3,36\n");
    const double before = seconds(service);
    for (const char* rows : {"1,2,10\n2,3,x\n", "1,2\n", "nonsense\n", "1,2,10\n\n,,\n"}) {
        const Posted bad = post(service, rows);
        EXPECT_EQ(bad.status, 400);
        EXPECT_EQ(bad.json["code"], "InvalidValue") << rows;
        EXPECT_EQ(seconds(service), before);
    }
    EXPECT_EQ(post(service, "1,2,10\n2,3,x\n").json["message"],
              "costs:2: the speed 'x' is not a number; expected km/h, such as 50, or 0 to close the road");
}

TEST(ServiceCosts, AllDamagedRowsAreNamed) {
    const RoutingService service = open_service();
    const double before = seconds(service);
    const auto message = [&](const std::string& rows) {
        const Posted bad = post(service, rows);
        EXPECT_EQ(bad.status, 400) << rows;
        EXPECT_EQ(bad.json["code"], "InvalidValue") << rows;
        EXPECT_EQ(seconds(service), before) << rows;
        return bad.json["message"].get<std::string>();
    };
    EXPECT_EQ(
        message("from,to,speed_kmh\n1,2,x\n2,3,36\n3,2\n1,2,-4\n"),
        "costs:2: the speed 'x' is not a number; expected km/h, such as 50, or 0 to close the road; 2 further rows "
        "are damaged: line 4: expected 'from,to,speed_kmh[,rate]', found 2 fields; line 5: the speed -4 is "
        "negative; expected km/h, such as 50, or 0 to close the road");
    std::string many;
    for (int row = 0; row < 20; ++row) many += "1,2,x\n";
    const std::string all = message(many);
    EXPECT_NE(all.find("19 further rows are damaged: line 2: "), std::string::npos) << all;
    EXPECT_NE(all.find("line 5: "), std::string::npos) << all;
    EXPECT_EQ(all.find("line 6: "), std::string::npos) << all;
    // Ids of the network are numbers: another text is damage, not an unknown road.
    EXPECT_EQ(message("1,2,36\n\"2\",3,36\n2,3 4,36\n"),
              "costs:2: '\"2\"' is no id; expected the id of a node, an integer; 1 further row is damaged: line 3: "
              "'3 4' is no id; expected the id of a node, an integer");
    EXPECT_NE(message("arc,speed_kmh\nx,50\n").find("costs:2: 'x' is no id; expected the id of an arc"),
              std::string::npos);
    for (const char* rows : {"1,2,36,fast\n", "1,2,0x10\n", "1,2,nan\n", "1,2,36;2,3,36\n", "1;2;36\n",
                             "arc,speed_kmh\n100,36,3\n", "arc,cost\n100,-1\n"}) {
        EXPECT_NE(message(rows).find("expected"), std::string::npos) << rows;
    }
}

TEST(ServiceCosts, OnlyWhoMayAndAsks) {
    const RoutingService closed(town_factor());
    EXPECT_EQ(post(closed, "1,2,36\n").status, 403);
    EXPECT_DOUBLE_EQ(seconds(closed), 21);
    const RoutingService service = open_service();
    // Content types that a page of another origin can send without a CORS preflight request.
    for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"}) {
        EXPECT_EQ(post(service, "1,2,36\n", "/costs", type).status, 415);
    }
    EXPECT_EQ(service.answer({"GET", "/costs"}).status, 405);
    EXPECT_EQ(post(service, "1,2,36\n", "/costs/walking").json["code"], "InvalidOptions");
    EXPECT_DOUBLE_EQ(seconds(service), 21);
}

// Mill Lane is drawn from 4 to 3, with a node of OpenStreetMap at its bend.
TEST(ServiceCosts, AnnotationsNameTheNodesInsideArcs) {
    RoadNetwork town = small_town();
    town.texts.emplace_back("osm_nodes");
    for (ArcIndex arc = 0; arc < town.arc_count(); ++arc) {
        const bool is_bent = town.shapes.has_shape(arc);
        town.texts.back().add(is_bent ? "77" : "");
    }
    const RoutingService service(std::make_shared<const NetworkFactor>(factorize(town, {.cost = "time"})));
    const auto leg = [&](const std::string& points) {
        const std::string target = "/route/v1/driving/" + points + "?annotations=true&overview=false";
        return Answered::parse(service.answer({"GET", target}).body)["routes"][0]["legs"][0];
    };
    const Answered there = leg("7.002,43;7.002,43.002");
    EXPECT_EQ(there["annotation"]["nodes"], (Answered{3, 77, 4, 5}));
    ASSERT_EQ(there["annotation"]["duration"].size(), 3u);
    EXPECT_NEAR(there["annotation"]["duration"][0], 10.5 / 2, 0.01);
    double metres = 0;
    for (const auto& piece : there["annotation"]["distance"]) metres += piece.get<double>();
    EXPECT_NEAR(metres, there["distance"], 0.002);
    EXPECT_EQ(leg("7.002,43.002;7.002,43")["annotation"]["nodes"], (Answered{5, 4, 77, 3}));
    // Within the southern half of the lane, and from there on.
    EXPECT_EQ(leg("7.00202,43.0001;7.00208,43.0004")["annotation"]["nodes"], (Answered{3, 77}));
    EXPECT_EQ(leg("7.00208,43.0004;7.002,43.001")["annotation"]["nodes"], (Answered{3, 77, 4}));
    const auto nearest = service.answer({"GET", "/nearest/v1/driving/7.00202,43.0001"});
    std::vector<int> nodes = Answered::parse(nearest.body)["waypoints"][0]["nodes"];
    std::ranges::sort(nodes);
    EXPECT_EQ(nodes, (std::vector<int>{3, 77}));
}

TEST(ServiceCosts, AProfileHasCostsOfItsOwn) {
    const RoutingService service = open_service();
    EXPECT_DOUBLE_EQ(seconds(service, "time"), 21);
    EXPECT_DOUBLE_EQ(seconds(service, "time_truck"), 42);
    EXPECT_DOUBLE_EQ(seconds(service, "anything"), 21);
    post(service, "1,2,36\n2,3,36\n", "/costs/time_truck");
    EXPECT_DOUBLE_EQ(seconds(service, "time"), 21);
    EXPECT_NEAR(seconds(service, "time_truck"), 20.02, 1e-9);
    const auto factor = town_factor();
    EXPECT_THROW(RoutingService({{"a", factor}, {"a", factor}}), InvalidArgument);
    EXPECT_THROW(RoutingService(std::vector<ServiceProfile>{}), InvalidArgument);
}

}  // namespace allways::test
