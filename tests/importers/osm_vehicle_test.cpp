// SPDX-License-Identifier: Apache-2.0
// Limits of size and weight, profiles that extend others, and the built-in profiles of trucks, taxis, buses and
// emergency vehicles.
#include "osm/profile/tag_rules.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "allways/importers/osm_profiles.h"
#include "osm/objects/tag_values.h"
#include "osm/profile/profile.h"
#include "osm/profile/profile_rules.h"
#include "support.h"
#include "tag_text.h"

namespace allways::test {

using namespace importers;
namespace {

using osm::Profile;
using osm::Tags;

// "x -": open along the way, closed against it; "destination" where it is for destinations only.
struct Openness {
    std::string_view tags;
    std::string_view expected;
};

void expect_open(const Profile& profile, std::initializer_list<Openness> rows) {
    const auto one = [](const osm::Direction& direction) {
        return std::string(!direction.open ? "-" : direction.destination_only ? "destination" : "x");
    };
    for (const auto& [tags, expected] : rows) {
        const auto rules = profile.rules(tags_of(tags), true);
        const std::string forward = one(rules.forward);
        const std::string backward = one(rules.backward);
        EXPECT_EQ(forward == backward ? forward : forward + " " + backward, expected) << profile.name() << ": " << tags;
    }
}

std::string speeds(const Profile& profile, std::string_view tags) {
    const auto rules = profile.rules(tags_of(tags));
    return format("{} {}", rules.forward.speed_kmh, rules.backward.speed_kmh);
}

TEST(OsmMeasures, Metres) {
    const std::vector<std::pair<std::string, double>> texts = {
        {"3.5", 3.5},      {"3,5", 3.5},         {"3.5 m", 3.5},   {"3.5m", 3.5},        {" 4 ", 4},
        {"350 cm", 3.5},   {"3 metres", 3},      {"10 ft", 3.048}, {"10ft", 3.048},      {"10'", 3.048},
        {"12'6\"", 3.81},  {"12' 6\"", 3.81},    {"12'6", 3.81},   {"12 ft 6 in", 3.81}, {"12ft6in", 3.81},
        {"6'0\"", 1.8288}, {"6'2.5\"", 1.89230}, {"150\"", 3.81},  {"150 in", 3.81},     {"3.5 M", 3.5}};
    for (const auto& [text, metres] : texts) {
        const auto found = osm::parse_metres(text);
        ASSERT_TRUE(found) << text;
        EXPECT_NEAR(*found, metres, 1e-9) << text;
    }
    for (const std::string text : {"", "high", "0", "-3", "3.5 t", "3 m 5", "12'13\"", "3;4", "3-4", "~3", "inf",
                                   "1,234.5", "12'6\"x", "3 apples", "m", "1e3"}) {
        EXPECT_EQ(osm::parse_metres(text), std::nullopt) << text;
    }
}

TEST(OsmMeasures, Tonnes) {
    const std::vector<std::pair<std::string, double>> texts = {
        {"3.5", 3.5},         {"3.5 t", 3.5},         {"3,5t", 3.5},
        {"7500 kg", 7.5},     {"8 tonnes", 8},        {"10000 lbs", 4.5359237},
        {"8 st", 7.25747792}, {"1 lt", 1.0160469088}, {"100 cwt", 5.080234544}};
    for (const auto& [text, tonnes] : texts) {
        const auto found = osm::parse_tonnes(text);
        ASSERT_TRUE(found) << text;
        EXPECT_NEAR(*found, tonnes, 1e-9) << text;
    }
    for (const std::string text : {"", "heavy", "0", "-3", "3.5 m", "3;4", "3.5 t empty", "3,500 kg", "2 hours"}) {
        EXPECT_EQ(osm::parse_tonnes(text), std::nullopt) << text;
    }
}

TEST(OsmVehicle, LimitsBelowTheSizeClose) {
    const Profile car = Profile::load("car");  // 2.0 m high, 1.9 m wide, 4.8 m long, 2 t
    expect_open(car, {{"highway=primary|maxheight=1.9", "-"},
                      {"highway=primary|maxheight=2", "x"},
                      {"highway=primary|maxheight:physical=2", "-"},
                      {"highway=primary|maxheight:physical=2.1", "x"},
                      {"highway=primary|maxheight=6'6\"", "-"},
                      {"highway=primary|maxheight=6'7\"", "x"},
                      {"highway=primary|maxheight=3|maxheight:physical=1", "-"},
                      {"highway=primary|maxwidth=1.8", "-"},
                      {"highway=primary|maxwidth=1.9", "x"},
                      {"highway=primary|maxwidth:physical=1.9", "-"},
                      {"highway=primary|width=1.9", "-"},
                      {"highway=primary|width=6'3\"", "x"},
                      {"highway=primary|est_width=1", "-"},
                      {"highway=primary|width=narrow", "x"},
                      {"highway=primary|narrow=yes", "x"},
                      {"highway=primary|maxlength=4", "-"},
                      {"highway=primary|maxweight=1.5 t", "-"},
                      {"highway=primary|maxweight=2000 kg", "x"},
                      {"highway=primary|maxweightrating=1|maxweight=2", "-"},
                      {"highway=primary|maxaxleload=0.5", "x"},
                      {"highway=primary|maxweight:hgv=1", "x"},
                      {"highway=primary|maxheight=3;1", "-"},
                      {"route=ferry|maxheight=1", "-"}});
    // One direction, and the most specific key.
    expect_open(car, {{"highway=primary|maxheight:forward=1", "- x"},
                      {"highway=primary|maxheight=3|maxheight:backward=1", "x -"},
                      {"highway=primary|maxweight=1|maxweight:motorcar=3", "x"},
                      {"highway=primary|maxweight=3|maxweight:motor_vehicle=1", "-"},
                      {"highway=primary|maxweight=1|maxweight:motorcar=none", "x"}});
    expect_open(Profile::load("bicycle"), {{"highway=primary|maxweight=0.01|width=0.3|maxheight=1", "x"}});
}

TEST(OsmVehicle, WordsAndFaults) {
    const Profile car = Profile::load("car");
    for (const std::string word :
         {"none", "default", "unsigned", "no_sign", "no-sign", "no_indications", "below_default"}) {
        const auto rules = car.rules(tags_of("highway=primary|maxheight=" + word));
        EXPECT_TRUE(rules.forward.open && rules.backward.open && !rules.too_large) << word;
        EXPECT_TRUE(car.unread_tags(tags_of("highway=primary|maxheight=" + word), false).empty()) << word;
    }
    for (const std::string tag : {"maxheight=low", "maxweight=3 m", "width=2 lanes"}) {
        const std::string text = "highway=primary|" + tag;
        const auto rules = car.rules(tags_of(text));
        EXPECT_TRUE(rules.forward.open) << tag;
        EXPECT_EQ(car.unread_tags(tags_of(text), false).size(), 1u) << tag;
    }
    EXPECT_TRUE(
        car.unread_tags(tags_of("highway=primary|maxheight=3 @ (Mo)"), false).empty());  // a condition, counted so
    EXPECT_TRUE(car.rules(tags_of("highway=primary|oneway=yes|maxheight=1")).too_large);
    EXPECT_FALSE(car.rules(tags_of("highway=primary|access=no|maxheight=1")).too_large);
    const Profile truck = Profile::load("truck");
    expect_open(truck, {{"highway=primary|maxheight=below_default", "-"},
                        {"highway=primary|maxheight=default", "x"},
                        {"highway=primary|width=narrow", "-"},
                        {"highway=primary|narrow=yes", "-"}});
    expect_open(Profile::load("truck", "height=3.9"), {{"highway=primary|maxheight=below_default", "x"}});
}

TEST(OsmVehicle, LimitsOfNodes) {
    const Profile car = Profile::load("car");
    EXPECT_FALSE(car.is_passable(tags_of("barrier=height_restrictor|maxheight=1.9")));
    EXPECT_TRUE(car.is_passable(tags_of("barrier=height_restrictor|maxheight=2.1")));
    EXPECT_FALSE(car.is_passable(tags_of("traffic_sign=maxweight|maxweight=1")));
    EXPECT_FALSE(car.is_passable(tags_of("barrier=gate|maxwidth:physical=1.5")));
    EXPECT_TRUE(car.is_passable(tags_of("barrier=gate|width=0.1")));  // of a bollard, a gate's wing
    EXPECT_TRUE(car.is_passable(tags_of("amenity=parking|maxheight=1.9")));
    EXPECT_TRUE(car.is_passable(tags_of("barrier=gate|maxheight=low")));
    EXPECT_EQ(car.unread_node_tags(tags_of("barrier=gate|maxheight=low|access=perhaps")).size(), 2u);
    EXPECT_TRUE(car.unread_node_tags(tags_of("barrier=gate|maxheight=2|access=yes")).empty());
    EXPECT_TRUE(Profile::load("foot").is_passable(tags_of("barrier=height_restrictor|maxheight=1")));
}

TEST(OsmVehicle, SizesAreSetByText) {
    expect_open(Profile::load("car", "height=1.5"), {{"highway=primary|maxheight=1.6", "x"},
                                                     {"highway=primary|maxheight=1.4", "-"},
                                                     {"highway=primary|maxwidth=1.5", "-"}});
    expect_open(Profile::load("car", " height = 12'6\" , weight = 7500 kg"),
                {{"highway=primary|maxheight=3.8", "-"}, {"highway=primary|maxweight=7", "-"}});
    expect_open(Profile::load("bicycle", "width=0.9"),
                {{"highway=path|maxwidth:physical=0.8", "-"}, {"highway=path", "x"}});
    expect_open(Profile::load("truck", "hazmat=yes"), {{"highway=primary|hazmat=no", "-"},
                                                       {"highway=primary|hazmat:water=no", "-"},
                                                       {"highway=primary|hazmat=designated", "x"}});
    expect_open(Profile::load("truck"), {{"highway=primary|hazmat=no", "x"}});
    const auto refused = [](const std::string& vehicle) -> std::string {
        try {
            Profile::load("car", vehicle);
        } catch (const InvalidArgument& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_NE(refused("colour=3").find("`vehicle`: unknown size 'colour'; expected height"), std::string::npos);
    EXPECT_EQ(refused("height=tall"),
              "`vehicle`: height should be a number of metres above 0 and at most 1000, found 'tall'");
    EXPECT_EQ(refused("weight=-3"),
              "`vehicle`: weight should be a number of tonnes above 0 and at most 1000, found '-3'");
    EXPECT_EQ(refused("hazmat=maybe"), "`vehicle`: hazmat should be yes or no, found 'maybe'");
    for (const char* text : {"height", "height=", "height=0", "height=2000", "=3", "height=3 t", "height=3 weight=4"}) {
        EXPECT_NE(refused(text), "accepted") << text;
    }
    EXPECT_THROW(check_osm_profile("car", "height=tall"), InvalidArgument);
    EXPECT_NO_THROW(check_osm_profile("truck", "height=3.8,weight=18,hazmat=yes"));
}

TEST(OsmVehicle, ReadersCountWhatLimitsClose) {
    const TemporaryFolder folder;
    const std::string map =
        "<osm version='0.6'><node id='1' lat='0' lon='0'/><node id='2' lat='0' lon='0.01'/>"
        "<node id='3' lat='0' lon='0.02'><tag k='maxheight' v='low'/></node><node id='4' lat='0' lon='0.03'/>"
        "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/><tag k='maxheight' v='3'/></way>"
        "<way id='2'><nd ref='2'/><nd ref='3'/><tag k='highway' v='primary'/><tag k='maxweight' v='some'/></way>"
        "<way id='3'><nd ref='3'/><nd ref='4'/><tag k='highway' v='primary'/></way></osm>";
    const std::string file = folder.write("map.osm", map);
    const auto counts = [&](const std::string& vehicle) {
        ImportReport report;
        read_network(file, {.vehicle = vehicle}, &report);
        std::string text;
        for (const auto& [name, count] : report.counts) {
            if (name.find("size") != std::string::npos || name.find("values") == 0)
                text += format("{}: {}; ", name, count);
        }
        return text + format("arcs: {}", report.arcs);
    };
    EXPECT_EQ(counts(""), "values of maxheight not understood: 1; values of maxweight not understood: 1; arcs: 6");
    EXPECT_EQ(counts("height=3.5"),
              "ways closed to a vehicle of this size: 1; values of maxheight not understood: 1; "
              "values of maxweight not understood: 1; arcs: 4");
}

TEST(OsmTruck, KeysSizesAndSpeeds) {
    const Profile truck = Profile::load("truck");
    expect_open(truck, {{"highway=primary", "x"},
                        {"highway=primary|hgv=no", "-"},
                        {"highway=primary|goods=no", "-"},
                        {"highway=primary|goods=no|hgv=yes", "x"},
                        {"highway=primary|motorcar=no", "x"},
                        {"highway=primary|motor_vehicle=no|hgv=destination", "destination"},
                        {"highway=primary|hgv=delivery", "destination"},
                        {"highway=primary|hgv=local", "destination"},
                        {"highway=primary|hgv=unsuitable", "-"},
                        {"highway=primary|hgv=discouraged", "-"},
                        {"highway=residential|motor_vehicle=private", "destination"},
                        {"highway=track|hgv=yes", "x"},
                        {"highway=primary|maxheight=3.8", "-"},
                        {"highway=primary|maxheight=4", "x"},
                        {"highway=primary|maxweight=7.5", "-"},
                        {"highway=primary|maxweight:hgv=30", "-"},
                        {"highway=primary|maxweightrating:hgv=3.5", "-"},
                        {"highway=primary|maxaxleload=10", "-"},
                        {"highway=primary|maxlength=12", "-"},
                        {"highway=primary|maxwidth=2.3", "-"},
                        {"highway=residential|oneway=yes|oneway:hgv=no", "x"}});
    expect_open(Profile::load("truck", "weight=7,height=3"),
                {{"highway=primary|maxweight=7.5", "x"}, {"highway=primary|maxheight=3.8", "x"}});
    EXPECT_EQ(speeds(truck, "highway=motorway|oneway=no"), "78 78");
    EXPECT_EQ(speeds(truck, "highway=motorway|maxspeed=130|oneway=no"), "85 85");
    EXPECT_EQ(speeds(truck, "highway=primary|maxspeed=100|maxspeed:hgv=60"), "48 48");
    EXPECT_EQ(speeds(truck, "highway=primary|surface=gravel"), "40 40");
    const auto banned = truck.turn_restriction(tags_of("type=restriction|restriction:hgv=no_left_turn"));
    EXPECT_EQ(banned.value, "no_left_turn");
}

TEST(OsmTaxiBusEmergency, OpenTheirLanesAndWays) {
    expect_open(Profile::load("taxi"), {{"highway=primary|access=no|psv=yes", "x"},
                                        {"highway=primary|motor_vehicle=no|taxi=yes", "x"},
                                        {"highway=primary|access=taxi", "x"},
                                        {"highway=primary|motor_vehicle=no|bus=yes", "-"},
                                        {"highway=primary|psv=yes|taxi=no", "-"},
                                        {"highway=primary|motorcar=no", "-"},
                                        {"highway=primary|oneway=yes|oneway:psv=no", "x"},
                                        {"highway=primary|oneway=yes|lanes:psv:backward=1", "x"},
                                        {"highway=primary|hov=designated", "x"},
                                        {"highway=busway", "-"},
                                        {"highway=busway|psv=yes", "x"},
                                        {"highway=primary|maxheight=1.9", "-"}});
    expect_open(Profile::load("bus"), {{"highway=busway", "x"},
                                       {"highway=bus_guideway", "x"},
                                       {"highway=primary|access=no|bus=designated", "x"},
                                       {"highway=primary|motor_vehicle=no|psv=yes", "x"},
                                       {"highway=primary|access=bus", "x"},
                                       {"highway=primary|psv=yes|bus=no", "-"},
                                       {"highway=primary|motorcar=no", "x"},
                                       {"highway=primary|oneway=yes", "x -"},
                                       {"highway=primary|oneway=yes|busway=opposite_lane", "x"},
                                       {"highway=primary|oneway=yes|oneway:bus=no", "x"},
                                       {"highway=primary|oneway=yes|bus:backward=yes", "x"},
                                       {"highway=primary|maxheight=3", "-"},
                                       {"highway=primary|maxweight=12", "-"}});
    EXPECT_TRUE(Profile::load("bus").is_passable(tags_of("barrier=bus_trap")));
    EXPECT_FALSE(Profile::load("car").is_passable(tags_of("barrier=bus_trap")));
    const Profile emergency = Profile::load("emergency");
    expect_open(emergency, {{"highway=primary|motor_vehicle=no", "x"},
                            {"highway=primary|access=private", "x"},
                            {"highway=primary|access=no", "-"},
                            {"highway=primary|access=no|emergency=yes", "x"},
                            {"highway=primary|emergency=no", "-"},
                            {"highway=service|service=emergency_access", "x"},
                            {"highway=pedestrian", "x"},
                            {"highway=track", "x"},
                            {"highway=footway", "-"},
                            {"highway=footway|emergency=yes", "x"},
                            {"highway=primary|oneway=yes", "x -"},
                            {"highway=primary|maxheight=3", "-"}});
    EXPECT_TRUE(emergency.is_passable(tags_of("barrier=gate|access=private")));
    EXPECT_TRUE(emergency.is_passable(tags_of("barrier=bollard|emergency=yes")));
    EXPECT_FALSE(emergency.is_passable(tags_of("barrier=bollard")));
    EXPECT_TRUE(emergency.may_turn_round());
}

TEST(OsmProfileFile, ExtendsABuiltInProfile) {
    const TemporaryFolder folder;
    const auto load = [&](const std::string& text) { return Profile::load(folder.write("van.toml", text)); };
    const std::string head = "extends = \"car\"\nname = \"van\"\n";
    const Profile van = load(head +
                             "[vehicle]\nheight = 2.6\n[speed]\nresidential = 22\nmotorway = false\n"
                             "[access]\ndeny = { add = [\"nobody\"], remove = [\"military\"] }\n"
                             "[deny]\nhov = false\ntunnel = [\"yes\"]\n[barrier]\nopen = [\"gate\"]\n");
    EXPECT_EQ(van.name(), "van");
    EXPECT_EQ(speeds(van, "highway=residential"), "22 22");
    EXPECT_EQ(speeds(van, "highway=primary"), "65 65");
    expect_open(van, {{"highway=motorway", "-"},
                      {"highway=primary|maxheight=2.5", "-"},
                      {"highway=primary|maxwidth=1.8", "-"},
                      {"highway=primary|access=nobody", "-"},
                      {"highway=primary|access=military", "x"},
                      {"highway=primary|access=no", "-"},
                      {"highway=primary|hov=designated", "x"},
                      {"highway=primary|tunnel=yes", "-"},
                      {"highway=primary|area=yes", "-"}});
    EXPECT_FALSE(van.is_passable(tags_of("barrier=toll_booth")));
    EXPECT_FALSE(van.may_turn_round());
    ASSERT_NE(van.turn_costs(), nullptr);
    EXPECT_EQ(van.turn_costs()->left_hand, std::nullopt);
    EXPECT_EQ(van.turn_costs()->turn_s, 7.5);
    const Profile right = load(head + "[turn_costs]\nleft_hand_traffic = false\nu_turn = 60\n");
    EXPECT_EQ(right.turn_costs()->left_hand, false);
    EXPECT_EQ(right.turn_costs()->u_turn_s, 60);
    EXPECT_EQ(load(head + "turn_costs = false\n").turn_costs(), nullptr);
    expect_open(load("extends = \"truck\"\n"), {{"highway=primary|hgv=no", "-"}, {"highway=primary|maxheight=3", "-"}});

    ALLWAYS_EXPECT_ERROR(1, "'extends' should name a built-in profile: car, bicycle", load("extends = \"rocket\"\n"));
    ALLWAYS_EXPECT_ERROR(1, "'extends' should name a built-in profile", load("extends = \"country_speeds\"\n"));
    ALLWAYS_EXPECT_ERROR(1, "'extends' should be a text in quotes", load("extends = 3\n"));
    ALLWAYS_EXPECT_ERROR(3, "'colour' is unknown", load(head + "colour = 3\n"));
    ALLWAYS_EXPECT_ERROR(4, "'keys' should be a list", load(head + "[access]\nkeys = { more = [\"hgv\"] }\n"));
    ALLWAYS_EXPECT_ERROR(4, "'keys' cannot remove what the list does not contain",
                         load(head + "[access]\nkeys = { remove = [\"hgv\"] }\n"));
    ALLWAYS_EXPECT_ERROR(4, "[speed]: 'primary' should be from 0.5 to 300", load(head + "[speed]\nprimary = 0\n"));
    ALLWAYS_EXPECT_ERROR(4, "[vehicle]: 'height' should be from 0.01 to 1000", load(head + "[vehicle]\nheight = 0\n"));
    ALLWAYS_EXPECT_ERROR(4, "[vehicle]: 'hazmat' should be true or false", load(head + "[vehicle]\nhazmat = 1\n"));
}

}  // namespace
}  // namespace allways::test
