// SPDX-License-Identifier: Apache-2.0
// The search of the page over the names of streets.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/service/routing_service.h"
#include "service/answers.h"
#include "small_town.h"

namespace allways::test {

namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

RoutingService town_service(const RoadNetwork& network) {
    return RoutingService(std::make_shared<const NetworkFactor>(factorize(network, {.cost = "time"})));
}

Json search(const RoutingService& service, const std::string& text, int status = 200) {
    const ServiceAnswer answer = service.answer({"GET", "/network/names" + text});
    EXPECT_EQ(answer.status, status) << text << "\n" << answer.body;
    return Json::parse(answer.body);
}

Words names(const Json& answer) {
    Words found;
    for (const Json& street : answer["streets"]) found.push_back(street["name"]);
    return found;
}

}  // namespace

TEST(ServiceNames, WordsHaveNoCaseAndNoAccents) {
    EXPECT_EQ(tools::folded_words("Triq il-Kbira, Ħaż-Żebbuġ"), (Words{"triq", "il", "kbira", "haz", "zebbug"}));
    EXPECT_EQ(tools::folded_words("Große STRASSE 12b"), (Words{"grosse", "strasse", "12b"}));
    EXPECT_EQ(tools::folded_words("Rue de l’Œuvre d'E\u0301tat"), (Words{"rue", "de", "l", "oeuvre", "d", "etat"}));
    EXPECT_EQ(tools::folded_words("УЛИЦА Ёлки ΟΔΟΣ"), (Words{"улица", "ёлки", "οδοσ"}));
    EXPECT_EQ(tools::folded_words("東京 شارع"), (Words{"東京", "شارع"}));
    EXPECT_EQ(tools::folded_words("×\u00b7 -"), Words{});
    EXPECT_EQ(tools::folded_words("a\xc3"), (Words{"a\xc3"}));  // not UTF-8
}

TEST(ServiceNames, EveryWordBeginsAWordOfTheName) {
    const RoutingService service = town_service(small_town());
    EXPECT_EQ(names(search(service, "?search=HIGH")), Words{"High Street"});
    EXPECT_EQ(names(search(service, "?search=str%20hi")), Words{"High Street"});
    EXPECT_EQ(names(search(service, "?search=igh")), Words{});
    // Names that begin with the text come first, then those of more important roads.
    EXPECT_EQ(names(search(service, "?search=l")), (Words{"Lake Ferry", "Mill Lane"}));
    const Json street = search(service, "?search=mill")["streets"].at(0);
    EXPECT_EQ(street["bbox"], Json({7.002, 43, 7.0021, 43.002}));
    EXPECT_EQ(street["location"], Json({7.0021, 43.0005}));
}

TEST(ServiceNames, RoadsOfOneNameAreOneStreetIfTheyAreClose) {
    const auto main_roads = [](double north) {
        TownBuilder builder("EPSG:4326");
        builder.street(1, 2, "Main Road", "primary", true);
        builder.street(2, 9, "Other Road", "primary", true);
        builder.street(9, 10, "Main Road", "primary", true);
        RoadNetwork town = builder.finish();
        town.coordinates[8].y = north;
        town.coordinates[9].y = north + 0.03;
        return search(town_service(town), "?search=main")["streets"];
    };
    const Json close = main_roads(43.004);
    ASSERT_EQ(close.size(), 1u);
    EXPECT_EQ(close[0]["bbox"], Json({7, 43, 7.002, 43.034}));
    const Json apart = main_roads(43.02);
    ASSERT_EQ(apart.size(), 2u);
    EXPECT_EQ(apart[0]["bbox"], Json({7.002, 43.02, 7.002, 43.05}));  // the longer one
    EXPECT_EQ(apart[1]["bbox"], Json({7, 43, 7.001, 43}));
}

TEST(ServiceNames, SaysWhetherThereAreMore) {
    TownBuilder builder("EPSG:4326");
    for (NodeIndex i = 1; i < 11; ++i) {
        for (const char* side : {"north", "south", "west"})
            builder.street(i, i + 1, format("Lane {} {}", i, side).c_str(), "residential", true);
    }
    const RoutingService service = town_service(builder.finish());
    Json answer = search(service, "?search=lane");
    EXPECT_EQ(answer["streets"].size(), 20u);
    EXPECT_EQ(answer["is_complete"], false);
    answer = search(service, "?search=lane%20north");
    EXPECT_EQ(answer["streets"].size(), 10u);
    EXPECT_EQ(answer["is_complete"], true);
}

TEST(ServiceNames, RefusesOtherOptions) {
    const RoutingService service = town_service(small_town());
    for (const char* bad : {"", "?search=", "?search=-", "?what=a", "?search=a&what=b"})
        EXPECT_FALSE(search(service, bad, 400)["message"].get<std::string>().empty()) << bad;
    EXPECT_EQ(search(service, "/more?search=a", 404)["code"], "InvalidUrl");
}

}  // namespace allways::test
