// SPDX-License-Identifier: Apache-2.0
// The page of the service: its files, and the roads that it draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/service/routing_service.h"
#include "base/random.h"
#include "small_town.h"

namespace allways::test {

namespace {

using Json = nlohmann::json;
using Point = std::pair<long, long>;  // millionths of a degree
using Line = std::vector<Point>;

RoutingService service_of(const RoadNetwork& network, std::size_t most_points = 300000) {
    ServiceOptions options;
    options.limits.network_points = most_points;
    return RoutingService(std::make_shared<const NetworkFactor>(factorize(network, {.cost = "time"})), options);
}

Json ask(const RoutingService& service, const std::string& target, int status = 200) {
    const ServiceAnswer answer = service.answer({"GET", target});
    EXPECT_EQ(answer.status, status) << target << "\n" << answer.body;
    return Json::parse(answer.body);
}

// By class; each line begins at its smaller end.
std::map<int, std::multiset<Line>> lines_of(const Json& answer) {
    std::map<int, std::multiset<Line>> found;
    for (const Json& roads : answer["roads"]) {
        std::size_t at = 0;
        Point now{0, 0};
        for (const Json& count : roads["counts"]) {
            Line line;
            for (std::size_t i = 0; i < count.get<std::size_t>(); ++i) {
                now.first += roads["points"][at++].get<long>();
                now.second += roads["points"][at++].get<long>();
                line.push_back(now);
            }
            if (line.back() < line.front()) std::ranges::reverse(line);
            found[roads["class"].get<int>()].insert(line);
        }
        EXPECT_EQ(at, roads["points"].size());
    }
    return found;
}

std::size_t count_points(const std::map<int, std::multiset<Line>>& found) {
    std::size_t count = 0;
    for (const auto& [road_class, lines] : found) {
        for (const Line& line : lines) count += line.size();
    }
    return count;
}

Point rounded(Coordinate at) {
    return {std::lround(at.x * 1e6), std::lround(at.y * 1e6)};
}

}  // namespace

TEST(ServicePage, FilesComeFromMemory) {
    const RoutingService service = service_of(small_town());
    const ServiceAnswer page = service.answer({"GET", "/"});
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.content_type, "text/html; charset=UTF-8");
    // Every file that the page names is there.
    std::size_t files = 0;
    for (std::size_t at = page.body.find("\"page/"); at != page.body.npos; at = page.body.find("\"page/", at + 1)) {
        const std::string name = page.body.substr(at + 1, page.body.find('"', at + 1) - at - 1);
        const ServiceAnswer file = service.answer({"GET", "/" + name});
        EXPECT_EQ(file.status, 200) << name;
        EXPECT_EQ(file.content_type,
                  name.ends_with(".css") ? "text/css; charset=UTF-8" : "text/javascript; charset=UTF-8");
        ++files;
    }
    EXPECT_GE(files, 10u);
    EXPECT_EQ(page.body.find("http"), page.body.npos);
    for (const char* target : {"/page", "/page/", "/page/none.js", "/page/../page.html", "/page/%2e%2e/x", "/page/a/b"})
        EXPECT_EQ(ask(service, target, 404)["code"], "InvalidUrl");
}

TEST(ServicePage, DescribesTheNetwork) {
    const Json found = ask(service_of(small_town()), "/network");
    EXPECT_EQ(found["bounds"], Json({6.999, 43, 7.0035, 43.01}));
    EXPECT_EQ(found["roads"], 11);
    EXPECT_EQ(found["attribution"], "© the town's \"surveyors\"");
    for (const char* theme : {"light", "dark"}) {
        EXPECT_EQ(found["themes"][theme]["classes"].size(), 10u);
        EXPECT_EQ(found["themes"][theme]["values"].size(), 10u);
    }
    EXPECT_TRUE(found["profiles"].empty());
    EXPECT_TRUE(found["exclude"].empty());
}

TEST(ServicePage, RoadsWithoutLengthDoNotWidenTheMap) {
    RoadNetwork town = small_town();
    town.coordinates[10] = town.coordinates[0];  // the ends of Cut
    const RoutingService service = service_of(town);
    EXPECT_EQ(ask(service, "/network")["bounds"], Json({7, 43, 7.0035, 43.01}));
    const Json distant = ask(service, "/network/roads?bbox=7.001,43.001,7.2,43.2&names=true");
    for (const Json& roads : distant["roads"]) EXPECT_EQ(std::ranges::count(roads["names"], "Cut"), 0);
}

TEST(ServicePage, DescribesWhatRequestsCanChoose) {
    ServiceOptions options;
    options.excludable = {{"ferry"}, {"ferry", "primary"}};
    const auto factor = std::make_shared<const NetworkFactor>(factorize(small_town(), {.cost = "time"}));
    const Json found = ask(RoutingService({{"morning", factor}, {"night", factor}}, options), "/network");
    EXPECT_EQ(found["profiles"], Json({"morning", "night"}));
    EXPECT_EQ(found["exclude"], Json::parse(R"([["ferry"], ["ferry", "primary"]])"));
}

TEST(ServicePage, EachRoadIsThereOnceWithItsLine) {
    const auto found = lines_of(ask(service_of(small_town()), "/network/roads"));
    EXPECT_EQ(found.at(2).size(), 6u);  // primary: High Street, the roundabout, Quay Road
    EXPECT_EQ(found.at(5).size(), 3u);  // local
    EXPECT_EQ(found.at(7).size(), 1u);  // service
    EXPECT_EQ(found.at(9).size(), 1u);  // ferry
    EXPECT_TRUE(found.at(5).contains(Line{{7002000, 43000000}, {7002100, 43000500}, {7002000, 43001000}}));
    EXPECT_TRUE(found.at(9).contains(Line{{7002000, 43004000}, {7002000, 43010000}}));
}

TEST(ServicePage, RoadsHaveTheirNames) {
    const RoutingService service = service_of(small_town());
    std::map<std::string, int> lines;
    const Json answer = ask(service, "/network/roads?names=true");
    for (const Json& roads : answer["roads"]) {
        ASSERT_EQ(roads["name_of"].size(), roads["counts"].size());
        for (const Json& name : roads["name_of"]) ++lines[name == -1 ? "" : roads["names"].at(name.get<std::size_t>())];
    }
    const std::map<std::string, int> expected{{"", 4},           {"Cut", 1},       {"High Street", 2},
                                              {"Lake Ferry", 1}, {"Mill Lane", 2}, {"Quay Road", 1}};
    EXPECT_EQ(lines, expected);
    EXPECT_FALSE(ask(service, "/network/roads")["roads"][0].contains("names"));
}

TEST(ServicePage, LeavesOutWhatExceedsTheLimit) {
    const RoadNetwork town = small_town();
    const Json answer = ask(service_of(town, 20), "/network/roads");
    EXPECT_EQ(answer["left_out"], Json({"service road, track", "ferry"}));
    EXPECT_EQ(count_points(lines_of(answer)), 20u);
    EXPECT_EQ(ask(service_of(town, 5), "/network/roads")["left_out"].size(), 4u);
    EXPECT_TRUE(ask(service_of(town, 24), "/network/roads")["left_out"].empty());
}

TEST(ServicePage, RefusesBoxesThatAreNone) {
    const RoutingService service = service_of(small_town());
    for (const char* bad : {"bbox=1,2,3", "bbox=1,2,3,4,5", "bbox=3,2,1,4", "bbox=a,2,3,4", "bbox=", "bbox=nan,1,2,3",
                            "resolution=x", "resolution=", "names=", "what=1"})
        EXPECT_FALSE(ask(service, format("/network/roads?{}", bad), 400)["message"].empty()) << bad;
    EXPECT_EQ(ask(service, "/network/none", 404)["code"], "InvalidUrl");
}

// Compared with a loop over all roads, in random boxes of random networks with bends.
TEST(ServicePage, BoxesHaveTheRoadsThatMeetThem) {
    Random random(71);
    RoadNetwork network;
    constexpr int n = 400;
    network.node_ids = IdTable::consecutive(n);
    network.provenance.crs = "EPSG:4326";
    network.columns = {{"length", "m", {}, std::nullopt}, {"time", "s", {}, std::nullopt}};
    network.texts = {TextColumn("facility_type")};
    const auto near = [&](double middle) { return middle + static_cast<double>(random.below(10000)) * 1e-6; };
    for (int i = 0; i < n; ++i)
        network.coordinates.push_back({near(7 + 0.005 * (i % 20)), near(43 + 0.005 * (i / 20))});
    const std::vector<const char*> types = {"motorway", "primary", "residential", "footway"};
    std::map<int, std::vector<Line>> all;
    std::vector<std::int64_t> ids;
    for (int i = 0; i < 900; ++i) {
        const auto from = static_cast<NodeIndex>(random.below(n));
        const auto to = static_cast<NodeIndex>((from + 1 + 19 * random.below(2)) % n);
        const std::size_t type = random.below(static_cast<std::uint32_t>(types.size()));
        const std::vector<Coordinate> shape = {
            network.coordinates[from], {near(7.05), near(43.05)}, network.coordinates[to]};
        const auto index = network.shapes.add_shape(shape);
        for (int back = 0; back < 2; ++back) {
            network.tail.push_back(back ? to : from);
            network.head.push_back(back ? from : to);
            network.reversed.push_back(static_cast<std::uint8_t>(back));
            for (auto& column : network.columns) column.values.push_back(Decimal(10, 0));
            network.texts[0].add(types[type]);
            network.shapes.add_arc(index, back == 1);
            ids.push_back(i);
        }
        Line line;
        for (const Coordinate& point : shape) line.push_back(rounded(point));
        if (line.back() < line.front()) std::ranges::reverse(line);
        all[std::vector<int>{0, 2, 5, 8}[type]].push_back(line);
    }
    network.arc_ids = IdTable(ids);
    const RoutingService service = service_of(network);
    for (int trial = 0; trial < 50; ++trial) {
        const long west = 6990000 + static_cast<long>(random.below(120000));
        const long south = 42990000 + static_cast<long>(random.below(120000));
        const long east = west + static_cast<long>(random.below(40000));
        const long north = south + static_cast<long>(random.below(40000));
        std::map<int, std::multiset<Line>> expected;
        for (const auto& [road_class, lines] : all) {
            for (const Line& line : lines) {
                const auto [left, right] = std::ranges::minmax(line, {}, &Point::first);
                const auto [low, high] = std::ranges::minmax(line, {}, &Point::second);
                const bool meets =
                    left.first <= east && right.first >= west && low.second <= north && high.second >= south;
                if (meets) expected[road_class].insert(line);
            }
        }
        const std::string box = format("/network/roads?bbox={:.6f},{:.6f},{:.6f},{:.6f}", west * 1e-6, south * 1e-6,
                                       east * 1e-6, north * 1e-6);
        EXPECT_EQ(lines_of(ask(service, box)), expected) << "trial " << trial;
        // Coarser: a part of the roads, with fewer points; each class that is there is still there.
        const auto coarse = lines_of(ask(service, box + "&resolution=300"));
        EXPECT_LE(count_points(coarse), count_points(expected));
        EXPECT_EQ(coarse.size(), expected.size());
    }
}

}  // namespace allways::test
