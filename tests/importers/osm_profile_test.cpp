// SPDX-License-Identifier: Apache-2.0
// Tags → directions and speeds, a table for each rule. A row has the tags of a way, "key=value" separated by bars, and
// what the profile makes of them: km/h along the way and against it, "-" where closed.
#include "osm/profile/profile.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "support.h"
#include "tag_text.h"

namespace allways::test {

using namespace importers;
namespace {

using osm::Profile;
using osm::Tags;

std::string shown(const osm::Direction& direction) {
    return direction.open ? format("{}", direction.speed_kmh) : "-";
}

struct Row {
    std::string_view tags;
    std::string_view expected;
};

void expect_rows(const Profile& profile, std::initializer_list<Row> rows) {
    for (const auto& [tags, expected] : rows) {
        const auto rules = profile.rules(tags_of(tags));
        EXPECT_EQ(shown(rules.forward) + " " + shown(rules.backward), expected) << profile.name() << ": " << tags;
    }
}

const Profile& car() {
    static const Profile profile = Profile::load("car");
    return profile;
}
const Profile& bicycle() {
    static const Profile profile = Profile::load("bicycle");
    return profile;
}
const Profile& foot() {
    static const Profile profile = Profile::load("foot");
    return profile;
}

TEST(OsmProfile, ClassesHaveSpeeds) {
    expect_rows(car(), {{"highway=trunk", "85 85"},
                        {"highway=motorway_link", "45 45"},
                        {"highway=residential", "25 25"},
                        {"highway=service", "15 15"},
                        {"highway=cycleway", "- -"},
                        {"highway=footway", "- -"},
                        {"highway=construction", "- -"},
                        {"highway=proposed", "- -"},
                        {"building=yes", "- -"},
                        {"", "- -"}});
    expect_rows(bicycle(), {{"highway=cycleway", "18 18"},
                            {"highway=primary", "16 16"},
                            {"highway=path", "12 12"},
                            {"highway=motorway", "- -"},
                            {"highway=motorway_link", "- -"}});
    expect_rows(
        foot(),
        {{"highway=steps", "2 2"}, {"highway=footway", "5 5"}, {"highway=trunk", "5 5"}, {"highway=motorway", "- -"}});
}

TEST(OsmProfile, SomeClassesNeedPermissionOfTheMode) {
    expect_rows(car(), {{"highway=track", "- -"},
                        {"highway=track|access=yes", "- -"},
                        {"highway=track|vehicle=yes", "15 15"},
                        {"highway=track|motor_vehicle=yes", "15 15"},
                        {"highway=track|motor_vehicle=yes|motorcar=no", "- -"},
                        {"highway=track|motor_vehicle:forward=yes", "15 -"},
                        {"highway=pedestrian|motorcar=destination", "5 5"},
                        {"highway=cycleway|motor_vehicle=designated", "10 10"},
                        {"highway=footway|access=yes", "- -"},
                        {"highway=pedestrian|vehicle:forward=yes", "5 -"},
                        {"highway=steps|access=yes", "- -"}});
    expect_rows(bicycle(), {{"highway=motorway|access=yes", "- -"},
                            {"highway=motorway|cycleway=track", "- -"},
                            {"highway=footway|bicycle=yes", "10 10"},
                            {"highway=pedestrian|bicycle=designated", "8 8"},
                            {"highway=footway|bicycle=dismount", "4 4"}});
    expect_rows(foot(), {{"highway=cycleway", "- -"}, {"highway=cycleway|foot=yes", "5 5"}});
}

TEST(OsmProfile, UnknownClassesNeedAnyPermission) {
    expect_rows(car(), {{"highway=runway", "- -"},
                        {"highway=runway|access=yes", "10 10"},
                        {"highway=runway|access=permissive|oneway=yes", "10 -"},
                        {"highway=runway|access=private|motorcar=yes", "10 10"},
                        {"highway=runway|access=destination", "10 10"},
                        {"highway=runway|access=private", "- -"},
                        {"highway=runway|access=sometimes", "- -"},
                        {"highway=runway|cycleway=track", "- -"},
                        {"highway=construction|access=yes", "- -"},
                        {"highway=proposed|motorcar=yes", "- -"}});
    expect_rows(bicycle(), {{"highway=runway", "- -"},
                            {"highway=runway|vehicle=yes", "12 12"},
                            {"highway=runway|cycleway=lane", "12 12"},
                            {"highway=runway|cycleway=lane|bicycle=no", "- -"},
                            {"highway=runway|cycleway=no", "- -"},
                            {"highway=construction|cycleway=lane", "- -"}});
    expect_rows(foot(),
                {{"highway=pier", "5 5"}, {"highway=runway|foot=yes", "5 5"}, {"highway=elevator|foot=yes", "- -"}});
}

TEST(OsmProfile, BicyclesArePushedWherePeopleWalk) {
    expect_rows(bicycle(), {{"highway=footway", "4 4"},
                            {"highway=footway|oneway=yes", "4 4"},
                            {"highway=footway|oneway:foot=yes", "4 -"},
                            {"highway=pedestrian", "4 4"},
                            {"highway=steps", "2 2"},
                            {"highway=steps|oneway=yes", "2 -"},
                            {"highway=steps|conveying=forward", "- -"},
                            {"highway=primary|oneway=yes", "16 4"},
                            {"highway=primary|oneway=-1", "4 16"},
                            {"highway=primary|oneway=yes|surface=sand", "3 3"},
                            {"highway=primary|junction=roundabout", "16 -"},
                            {"highway=primary|oneway=yes|foot=no", "16 -"},
                            {"highway=footway|foot=no", "- -"},
                            {"highway=footway|foot=private", "- -"},
                            {"highway=bridleway", "- -"},
                            {"highway=bridleway|foot=yes", "4 4"},
                            {"highway=motorway|foot=yes", "4 -"},
                            {"highway=runway|foot=yes", "4 4"},
                            {"highway=construction|foot=yes", "- -"},
                            {"highway=path|sac_scale=alpine_hiking", "- -"},
                            {"highway=path|sac_scale=alpine_hiking|foot=yes", "- -"},
                            {"highway=trunk|motorroad=yes|foot=yes", "4 4"},
                            {"man_made=pier", "4 4"},
                            {"railway=platform", "4 4"},
                            {"route=ferry|oneway=yes", "15 -"}});
    // Not where a tag of the rider closes.
    expect_rows(bicycle(), {{"highway=footway|bicycle=no", "- -"},
                            {"highway=footway|access=no", "- -"},
                            {"highway=pedestrian|vehicle=no", "- -"},
                            {"highway=primary|bicycle=use_sidepath", "- -"},
                            {"highway=residential|oneway=yes|bicycle:backward=no", "17 -"},
                            {"highway=footway|impassable=yes", "- -"}});
}

TEST(OsmProfile, TheMostSpecificAccessKeyDecides) {
    expect_rows(car(), {{"highway=residential|access=no", "- -"},
                        {"highway=service|access=private", "- -"},
                        {"highway=residential|access=no|motorcar=yes", "25 25"},
                        {"highway=residential|vehicle=no|motor_vehicle=permissive", "25 25"},
                        {"highway=residential|access=yes|vehicle=no", "- -"},
                        {"highway=residential|access=destination", "25 25"},
                        {"highway=service|motor_vehicle=delivery", "- -"},
                        {"highway=residential|access=no|motorcar=sometimes", "- -"},
                        {"highway=residential|access=sometimes", "25 25"},
                        {"highway=residential|access=", "25 25"},
                        {"highway=residential|motor_vehicle=agricultural;forestry", "- -"},
                        {"highway=residential|motor_vehicle=agricultural; destination", "25 25"},
                        {"highway=residential|bicycle=no|foot=no", "25 25"},
                        {"highway=residential|access:conditional=no @ (Mo-Fr)", "25 25"}});
    expect_rows(bicycle(), {{"highway=tertiary|vehicle=no", "- -"},
                            {"highway=tertiary|vehicle=no|bicycle=yes", "18 18"},
                            {"highway=tertiary|motor_vehicle=no", "18 18"},
                            {"highway=tertiary|bicycle=use_sidepath", "- -"}});
    expect_rows(foot(), {{"highway=tertiary|vehicle=no", "5 5"},
                         {"highway=tertiary|access=no", "- -"},
                         {"highway=tertiary|access=no|foot=yes", "5 5"}});
}

TEST(OsmProfile, AccessOfADirectionGoesBeforeTheBareKey) {
    expect_rows(car(), {{"highway=residential|motor_vehicle:backward=no", "25 -"},
                        {"highway=residential|vehicle:forward=no", "- 25"},
                        {"highway=residential|access=no|access:forward=yes", "25 -"},
                        {"highway=residential|vehicle:forward=no|motorcar=yes", "25 25"},
                        {"highway=residential|oneway=yes|motor_vehicle:forward=no", "- -"}});
    expect_rows(bicycle(), {{"highway=residential|vehicle:backward=no|bicycle:backward=yes", "17 17"}});
    expect_rows(foot(), {{"highway=residential|vehicle:backward=no", "5 5"}});
}

TEST(OsmProfile, SomeTagsClose) {
    expect_rows(car(), {{"highway=service|area=yes", "- -"},
                        {"highway=motorway|hov=designated", "- -"},
                        {"highway=motorway|hov=lane", "90 -"},
                        {"highway=primary|impassable=yes", "- -"},
                        {"highway=primary|smoothness=impassable", "- -"},
                        {"highway=primary|smoothness=impassable|motorcar=yes", "- -"},
                        {"highway=trunk|motorroad=yes", "85 85"}});
    expect_rows(bicycle(), {{"highway=trunk|motorroad=yes", "- -"}});
    expect_rows(foot(), {{"highway=trunk|motorroad=yes", "- -"}, {"highway=pedestrian|area=yes", "5 5"}});
}

TEST(OsmProfile, OneWayStreets) {
    expect_rows(car(), {{"highway=residential|oneway=yes", "25 -"},
                        {"highway=residential|oneway=true", "25 -"},
                        {"highway=residential|oneway=1", "25 -"},
                        {"highway=residential|oneway=-1", "- 25"},
                        {"highway=residential|oneway=reverse", "- 25"},
                        {"highway=residential|oneway=no", "25 25"},
                        {"highway=residential|oneway=alternating", "17.5 17.5"},
                        {"highway=residential|oneway=reversible", "- -"},
                        {"highway=residential|oneway=perhaps", "25 25"},
                        {"highway=motorway", "90 -"},
                        {"highway=motorway|oneway=-1", "- 90"},
                        {"highway=motorway|oneway=no", "90 90"},
                        {"highway=motorway|oneway=perhaps", "90 -"},
                        {"highway=tertiary|junction=roundabout", "40 -"},
                        {"highway=tertiary|junction=circular", "40 -"},
                        {"highway=tertiary|junction=roundabout|oneway=no", "40 40"},
                        {"highway=residential|oneway=yes|oneway:bicycle=no", "25 -"},
                        {"highway=residential|oneway=yes|cycleway=opposite", "25 -"},
                        {"highway=residential|oneway=yes|bicycle:backward=yes", "25 -"}});
    expect_rows(bicycle(), {{"highway=residential|oneway=yes", "17 4"},
                            {"highway=residential|oneway=yes|oneway:bicycle=no", "17 17"},
                            {"highway=residential|oneway=yes|oneway:bicycle=-1", "4 17"},
                            {"highway=residential|oneway:bicycle=yes", "17 4"},
                            {"highway=residential|oneway=yes|cycleway=opposite", "17 17"},
                            {"highway=residential|oneway=yes|cycleway=opposite_lane", "17 17"},
                            {"highway=residential|oneway=-1|cycleway=opposite_track", "17 17"},
                            {"highway=residential|oneway=yes|cycleway:left=opposite_lane", "17 17"},
                            {"highway=residential|oneway=yes|cycleway:right=opposite_share_busway", "17 17"},
                            {"highway=residential|oneway=yes|cycleway:both=opposite_lane", "17 17"},
                            {"highway=residential|oneway=yes|cycleway:left=lane", "17 4"},
                            {"highway=residential|oneway=yes|cycleway:left=lane|cycleway:left:oneway=-1", "17 17"},
                            {"highway=residential|oneway=yes|cycleway=opposite|oneway:bicycle=yes", "17 4"},
                            {"highway=residential|oneway=yes|bicycle:backward=yes", "17 17"},
                            {"highway=residential|oneway=yes|vehicle:backward=no|bicycle:backward=designated", "17 17"},
                            {"highway=residential|oneway=yes|bicycle:backward=yes|oneway:bicycle=yes", "17 4"},
                            {"highway=residential|oneway=yes|bicycle:backward=no", "17 -"},
                            {"highway=residential|oneway=yes|bicycle:forward=yes", "17 4"},
                            {"highway=tertiary|junction=roundabout", "18 -"}});
    expect_rows(foot(), {{"highway=residential|oneway=yes", "5 5"},
                         {"highway=tertiary|junction=roundabout", "5 5"},
                         {"highway=footway|oneway:foot=yes", "5 -"},
                         {"highway=footway|oneway:foot=-1", "- 5"}});
}

TEST(OsmProfile, ReversibleIsSaidOfWaysThatWouldBeOpen) {
    EXPECT_TRUE(car().rules(tags_of("highway=primary|oneway=reversible")).reversible);
    EXPECT_FALSE(car().rules(tags_of("highway=primary|oneway=reversible|access=no")).reversible);
    EXPECT_FALSE(car().rules(tags_of("highway=primary|oneway=yes")).reversible);
    EXPECT_FALSE(foot().rules(tags_of("highway=primary|oneway=reversible")).reversible);
}

TEST(OsmProfile, PostedLimitsAreTheSpeedOfCars) {
    expect_rows(car(), {{"highway=primary|maxspeed=50", "40 40"},
                        {"highway=primary|maxspeed=100", "80 80"},
                        {"highway=primary|maxspeed=50 km/h", "40 40"},
                        {"highway=primary|maxspeed=50km/h", "40 40"},
                        {"highway=primary|maxspeed=30 mph", "38.624256 38.624256"},
                        {"highway=primary|maxspeed=30mph", "38.624256 38.624256"},
                        {"highway=primary|maxspeed=10 knots", "14.816 14.816"},
                        {"highway=primary|maxspeed=walk", "5.6000000000000005 5.6000000000000005"},
                        {"highway=primary|maxspeed=DE:walk", "5.6000000000000005 5.6000000000000005"},
                        {"highway=motorway|maxspeed=none", "104 -"},
                        {"highway=primary|motorroad=yes|maxspeed=none", "104 104"},
                        {"highway=residential|maxspeed=none", "25 25"},
                        {"highway=service|maxspeed=none", "15 15"},
                        {"highway=primary|maxspeed=70|100", "56 56"},
                        {"highway=primary|maxspeed=50; 30", "24 24"},
                        {"highway=primary|maxspeed=none;100", "80 80"},
                        {"highway=primary|maxspeed=abc;40", "32 32"},
                        {"highway=primary|maxspeed:forward=30", "24 65"},
                        {"highway=primary|maxspeed=50|maxspeed:backward=70", "40 56"},
                        {"highway=primary|maxspeed=50|maxspeed:motorcar=40", "32 32"},
                        {"highway=primary|maxspeed:forward=30|maxspeed:motorcar=40", "32 32"},
                        {"highway=primary|maxspeed:hgv=40", "65 65"},
                        {"highway=primary|maxspeed:conditional=30 @ (22:00-06:00)", "65 65"}});
}

TEST(OsmProfile, ValuesThatAreNotUnderstoodAreFound) {
    const auto unread = [](const Profile& profile, std::string_view text, bool ferry = false) {
        std::string found;
        for (const auto& [key, value] : profile.unread_tags(tags_of(text), ferry))
            found += format("{}={} ", key, value);
        return found;
    };
    EXPECT_EQ(unread(car(), "highway=primary|maxspeed=70 mp|maxspeed:forward=fast"),
              "maxspeed=70 mp maxspeed:forward=fast ");
    EXPECT_EQ(unread(car(), "highway=residential|maxspeed=none"), "maxspeed=none ");
    EXPECT_EQ(unread(car(), "highway=motorway|maxspeed=none"), "");
    EXPECT_EQ(unread(car(), "highway=primary|maxspeed=500|maxheight=low|width=wide|lanes=some|est_width=~3"),
              "maxspeed=500 maxheight=low width=wide lanes=some est_width=~3 ");
    EXPECT_EQ(unread(car(), "highway=primary|oneway=maybe|access=perhaps|motor_vehicle=yes;so so"),
              "oneway=maybe access=perhaps ");
    EXPECT_EQ(unread(car(), "route=ferry|duration=soon|duration:forward=1:30", true), "duration=soon ");
    EXPECT_EQ(unread(car(), "highway=primary|duration=soon"), "");
    EXPECT_EQ(unread(car(),
                     "highway=primary|maxspeed=signals|maxspeed:type=sign|lanes=2;3|width=narrow|hgv=perhaps|"
                     "maxspeed=30 @ (Mo)|surface=fine"),
              "");
    EXPECT_EQ(unread(foot(), "highway=footway|foot=perhaps|maxspeed=fast|maxheight=low"), "foot=perhaps ");
}

TEST(OsmProfile, LimitsThatAreNoSpeedLeaveTheClass) {
    for (const std::string value : {"0", "-5", "1000", "abc", "50 apples", "signals", "variable", "nan", "inf", "50,30",
                                    ";", "mph", "5e1", "XX:urban", "DE:", ":50", "DE:zone", "sign"}) {
        const std::string tags = "highway=primary|maxspeed=" + value;
        expect_rows(car(), {{tags, "65 65"}});
    }
}

TEST(OsmProfile, LimitsByLaw) {
    expect_rows(car(), {{"highway=primary|maxspeed=FR:urban", "40 40"},
                        {"highway=primary|maxspeed=fr:Urban", "40 40"},
                        {"highway=primary|maxspeed=DE:rural", "80 80"},
                        {"highway=motorway|maxspeed=DE:motorway", "104 -"},
                        {"highway=living_street|maxspeed=DE:living_street", "5.6000000000000005 5.6000000000000005"},
                        {"highway=living_street|maxspeed=RU:living_street", "16 16"},
                        {"highway=primary|maxspeed=BE-VLG:rural", "56 56"},
                        {"highway=primary|maxspeed=BE-VLG:urban", "40 40"},
                        {"highway=primary|maxspeed=BE-WAL:rural", "72 72"},
                        {"highway=residential|maxspeed=AT:zone30", "24 24"},
                        {"highway=residential|maxspeed=DE:zone:30", "24 24"},
                        {"highway=residential|zone:maxspeed=DE:20", "16 16"},
                        {"highway=primary|maxspeed=GB:nsl_single", "77.248512 77.248512"},
                        {"highway=residential|maxspeed=GB:zone20", "25.749504 25.749504"},
                        {"highway=primary|maxspeed=GB-ENG:nsl_single", "77.248512 77.248512"},
                        {"highway=primary|maxspeed:type=IT:rural", "72 72"},
                        {"highway=primary|source:maxspeed=CH:rural", "64 64"},
                        {"highway=primary|zone:traffic=PL:urban", "40 40"},
                        {"highway=motorway_link|zone:traffic=IT:rural|source:maxspeed=IT:motorway", "104 104"},
                        {"highway=living_street|zone:traffic=DE:urban", "20 20"},
                        {"highway=living_street|zone:traffic=DE:urban|maxspeed:type=DE:living_street",
                         "5.6000000000000005 5.6000000000000005"},
                        {"highway=residential|zone:traffic=DE:urban|source:maxspeed=DE:zone:30", "24 24"},
                        {"highway=residential|source:maxspeed=DE:urban|zone:maxspeed=30", "24 24"},
                        {"highway=primary|maxspeed=70|maxspeed:type=IT:rural", "56 56"},
                        {"highway=primary|maxspeed=abc|maxspeed:type=IT:rural", "72 72"},
                        {"highway=primary|maxspeed=signals|maxspeed:type=IT:rural", "65 65"},
                        {"highway=primary|source:maxspeed=sign", "65 65"}});
}

TEST(OsmProfile, LimitsCapBicyclesAndDoNotBindPeopleOnFoot) {
    expect_rows(bicycle(), {{"highway=primary|maxspeed=50", "16 16"},
                            {"highway=primary|maxspeed=10", "10 10"},
                            {"highway=living_street|maxspeed=DE:living_street", "7 7"},
                            {"highway=primary|maxspeed:bicycle=12", "12 12"}});
    expect_rows(foot(), {{"highway=primary|maxspeed=2", "5 5"}});
}

TEST(OsmProfile, SurfaceAndTheLikeCap) {
    expect_rows(car(), {{"highway=primary|surface=asphalt", "65 65"},
                        {"highway=primary|surface=gravel", "40 40"},
                        {"highway=primary|surface=gravel|maxspeed=100", "40 40"},
                        {"highway=primary|surface=gravel|maxspeed=30", "24 24"},
                        {"highway=primary|surface=asphalt;cobblestone", "30 30"},
                        {"highway=unclassified|tracktype=grade5", "20 20"},
                        {"highway=primary|smoothness=horrible|surface=gravel", "10 10"},
                        {"highway=service|service=parking_aisle", "5 5"},
                        {"highway=service|service=emergency_access", "- -"}});
    expect_rows(bicycle(), {{"highway=track|tracktype=grade5", "6 6"}, {"highway=path|surface=sand", "3 3"}});
    expect_rows(foot(), {{"highway=path|sac_scale=demanding_alpine_hiking", "1.5 1.5"}});
}

TEST(OsmProfile, FactorsSlow) {
    expect_rows(car(), {{"highway=primary|traffic_calming=hump|maxspeed=50", "34 34"},
                        {"highway=primary|traffic_calming=island|maxspeed=50", "40 40"},
                        {"highway=primary|traffic_calming=island;table|maxspeed=100", "68 68"},
                        {"highway=primary|side_road=yes|maxspeed=50", "36 36"},
                        {"highway=primary|oneway=alternating|maxspeed=100", "56 56"},
                        {"highway=primary|traffic_calming=yes|maxspeed=100|maxspeed:backward=50", "68 34"}});
    // Of several the lowest counts, and caps come after.
    expect_rows(car(), {{"highway=primary|side_road=yes|traffic_calming=yes|maxspeed=100", "68 68"},
                        {"highway=primary|traffic_calming=yes|surface=gravel|maxspeed=100", "40 40"},
                        {"highway=primary|traffic_calming=yes|surface=gravel|maxspeed=40", "27.2 27.2"}});
    expect_rows(bicycle(), {{"highway=residential|traffic_calming=bump|width=2|lanes=1", "17 17"}});
    expect_rows(foot(), {{"highway=residential|traffic_calming=bump|width=2|lanes=1", "5 5"}});
}

TEST(OsmProfile, NarrowRoadsAreSlowInBothDirections) {
    expect_rows(car(), {{"highway=unclassified|maxspeed=80|width=3", "48 48"},
                        {"highway=unclassified|maxspeed=80|width=3.5 m", "51.2 51.2"},
                        {"highway=unclassified|maxspeed=80|width=12'", "51.2 51.2"},
                        {"highway=unclassified|maxspeed=80|width=4", "57.6 57.6"},
                        {"highway=unclassified|maxspeed=80|width=5", "64 64"},
                        {"highway=unclassified|maxspeed=80|width=wide", "64 64"},
                        {"highway=unclassified|maxspeed=80|width=narrow", "48 48"},
                        {"highway=unclassified|maxspeed=80|narrow=yes", "48 48"},
                        {"highway=unclassified|maxspeed=80|est_width=4.5", "57.6 57.6"},
                        {"highway=unclassified|maxspeed=80|lanes=1", "48 48"},
                        {"highway=unclassified|maxspeed=80|lanes=1.5", "48 48"},
                        {"highway=unclassified|maxspeed=80|lanes=2", "64 64"},
                        {"highway=unclassified|maxspeed=80|lanes=1|width=3|narrow=yes", "48 48"}});
    expect_rows(car(), {{"highway=unclassified|maxspeed=80|oneway=yes|lanes=1|width=3", "64 -"},
                        {"highway=unclassified|maxspeed=80|motor_vehicle:forward=no|lanes=1", "- 64"}});
    for (const char* name : {"truck", "bus"}) {
        expect_rows(Profile::load(name), {{"highway=primary|maxspeed=40|width=5.4", "28.8 28.8"},
                                          {"highway=primary|maxspeed=40|width=5.5", "32 32"},
                                          {"highway=primary|maxspeed=40|width=3", "24 24"}});
    }
}

TEST(OsmProfile, Ferries) {
    for (const Profile* profile : {&car(), &bicycle(), &foot()}) {
        expect_rows(*profile, {{"route=ferry", "15 15"},
                               {"route=shuttle_train", "10 10"},
                               {"route=ferry|maxspeed=30", "15 15"},
                               {"route=ferry|access=no", "- -"},
                               {"route=bus", "- -"}});
        EXPECT_TRUE(profile->rules(tags_of("route=ferry")).ferry);
        EXPECT_FALSE(profile->rules(tags_of("highway=path|duration=1:00")).ferry);
    }
    expect_rows(car(), {{"route=ferry|motor_vehicle=no", "- -"},
                        {"route=ferry|motorcar=no", "- -"},
                        {"route=ferry|foot=no", "15 15"},
                        {"route=ferry|oneway=yes", "15 -"},
                        {"route=ferry|highway=primary", "15 15"}});
    expect_rows(foot(), {{"route=ferry|motor_vehicle=no", "15 15"},
                         {"route=ferry|foot=no", "- -"},
                         {"route=ferry|oneway=yes", "15 -"},
                         {"route=ferry|oneway=-1", "- 15"},
                         {"route=ferry|oneway=yes|oneway:foot=no", "15 15"}});
}

TEST(OsmProfile, DurationsOfFerries) {
    const std::vector<std::pair<std::string, double>> durations = {
        {"1:30", 5400},      {"01:30", 5400},  {"0:45:30", 2730}, {"45", 2700},        {"90", 5400},
        {"PT1H30M", 5400},   {"PT45M", 2700},  {"PT90S", 90},     {"P1DT2H", 93600},   {"26:00", 93600},
        {"P30D", 2592000},   {" 20 ", 1200},   {"00:20", 1200},   {"2.5", 150},        {"90 min", 5400},
        {"2 hours", 7200},   {"1,5 h", 5400},  {"1h30", 5400},    {"1h 30 min", 5400}, {"2h05", 7500},
        {"1:30;2:00", 5400}, {"soon;45", 2700}};
    for (const auto& [text, seconds] : durations) {
        const std::string tags = "route=ferry|duration=" + text;
        EXPECT_EQ(car().rules(tags_of(tags)).forward.duration_s, seconds) << text;
        EXPECT_EQ(car().rules(tags_of(tags)).backward.duration_s, seconds) << text;
    }
    for (const std::string text :
         {"0",          "00:00", "-5",   "soon",   "1:75",        "1:2",          "1:",   ":30",
          "1:30:00:00", "PT",    "P",    "P1M",    "PT5",         "PTM",          "1h90", "45 apples",
          "1:-5",       "inf",   "P31D", "721:00", "99999999999", "P99999999999W"}) {
        const std::string tags = "route=ferry|duration=" + text;
        EXPECT_EQ(car().rules(tags_of(tags)).forward.duration_s, std::nullopt) << text;
    }
    EXPECT_EQ(car().rules(tags_of("highway=primary|duration=1:30")).forward.duration_s, std::nullopt);
}

// "no_left_turn" or "only_…"; "-": for other modes; otherwise the reason why it is not applied.
std::string shown(const osm::TurnRestriction& restriction) {
    using Says = osm::TurnRestriction::Says;
    switch (restriction.says) {
        case Says::nothing_to_mode: return "-";
        case Says::nothing: return "nothing";
        case Says::conditional: return "conditional";
        case Says::unknown: return "unknown";
        case Says::forbidden:
        case Says::mandatory: break;
    }
    const bool mandatory = restriction.says == Says::mandatory;
    EXPECT_EQ(restriction.value.starts_with("only_"), mandatory);
    return std::string(restriction.value);
}

TEST(OsmProfile, TurnRestrictionsBindModes) {
    struct Restriction {
        std::string_view tags, car, bicycle, foot;
    };
    const Restriction restrictions[] = {
        {"restriction=no_left_turn", "no_left_turn", "no_left_turn", "-"},
        {"restriction=only_straight_on", "only_straight_on", "only_straight_on", "-"},
        {"restriction=no_left_turn;no_u_turn", "no_left_turn;no_u_turn", "no_left_turn;no_u_turn", "-"},
        {"restriction=no_left_turn;only_straight_on", "unknown", "unknown", "-"},
        {"restriction=left", "unknown", "unknown", "-"},
        {"restriction=none", "nothing", "nothing", "-"},
        {"restriction=no_right_turn_on_red", "nothing", "nothing", "-"},
        {"restriction=no_left_turn|except=bicycle", "no_left_turn", "-", "-"},
        {"restriction=no_left_turn|except=psv;bicycle; motorcar", "-", "-", "-"},
        {"restriction=no_left_turn|except=motor_vehicle", "-", "no_left_turn", "-"},
        {"restriction=no_left_turn|except=hgv", "no_left_turn", "no_left_turn", "-"},
        {"restriction:hgv=no_left_turn", "-", "-", "-"},
        {"restriction:motorcar=no_left_turn", "no_left_turn", "-", "-"},
        {"restriction:bicycle=no_left_turn|restriction:hgv=no_u_turn", "-", "no_left_turn", "-"},
        {"restriction:foot=no_straight_on", "-", "-", "no_straight_on"},
        {"restriction=no_left_turn|restriction:motorcar=only_right_turn", "only_right_turn", "no_left_turn", "-"},
        {"restriction=no_left_turn|restriction:bicycle=give_way", "no_left_turn", "nothing", "-"},
        {"restriction:vehicle=no_u_turn|restriction:motor_vehicle=none", "nothing", "no_u_turn", "-"},
        {"restriction:access=no_left_turn", "-", "-", "-"},
        {"note=no left turn", "unknown", "unknown", "-"},
        {"restriction:conditional=no_left_turn @ (Mo-Fr)", "conditional", "conditional", "-"},
        {"restriction:motor_vehicle:conditional=no_left_turn @ (Mo)", "conditional", "-", "-"},
        {"restriction:hgv:conditional=no_left_turn @ (Mo)", "-", "-", "-"},
        {"restriction=no_left_turn @ (Mo-Fr)", "conditional", "conditional", "-"},
        {"restriction=none|restriction:conditional=no_left_turn @ (Mo-Fr)", "conditional", "conditional", "-"},
        {"restriction=no_left_turn|restriction:conditional=none @ (Su)", "no_left_turn", "no_left_turn", "-"},
        {"restriction=no_left_turn|day_on=Monday|day_off=Friday", "conditional", "conditional", "-"},
    };
    for (const auto& [text, by_car, by_bicycle, on_foot] : restrictions) {
        const std::string all = "type=restriction|" + std::string(text);
        EXPECT_EQ(shown(car().turn_restriction(tags_of(all))), by_car) << text;
        EXPECT_EQ(shown(bicycle().turn_restriction(tags_of(all))), by_bicycle) << text;
        EXPECT_EQ(shown(foot().turn_restriction(tags_of(all))), on_foot) << text;
    }
    // The old form has the mode in the type.
    EXPECT_EQ(shown(car().turn_restriction(tags_of("type=restriction:hgv|restriction=no_left_turn"))), "-");
    EXPECT_EQ(shown(car().turn_restriction(tags_of("type=restriction:motorcar|restriction=no_left_turn"))),
              "no_left_turn");
    EXPECT_EQ(shown(foot().turn_restriction(tags_of("type=restriction:foot|restriction:foot=no_entry"))), "no_entry");
}

// "destination open": for destinations only along the way, open against it. One word if both are alike.
void expect_zones(const Profile& profile, std::initializer_list<Row> rows) {
    const auto one = [](const osm::Direction& direction) {
        return std::string(!direction.open ? "closed" : direction.destination_only ? "destination" : "open");
    };
    for (const auto& [tags, expected] : rows) {
        const auto rules = profile.rules(tags_of(tags), true);
        const std::string forward = one(rules.forward);
        const std::string backward = one(rules.backward);
        EXPECT_EQ(forward == backward ? forward : forward + " " + backward, expected) << profile.name() << ": " << tags;
    }
}

TEST(OsmProfile, StreetsForDestinationsOnly) {
    expect_zones(car(), {{"highway=residential", "open"},
                         {"highway=residential|access=destination", "destination"},
                         {"highway=residential|motor_vehicle=customers", "destination"},
                         {"highway=residential|access=destination|motorcar=yes", "open"},
                         {"highway=residential|access=no|motorcar=destination", "destination"},
                         {"highway=residential|access=destination|motor_vehicle=no", "closed"},
                         {"highway=residential|motor_vehicle=agricultural;destination", "destination"},
                         {"highway=residential|motor_vehicle=destination;permissive", "open"},
                         {"highway=residential|bicycle=destination", "open"},
                         {"highway=residential|motor_vehicle:forward=destination", "destination open"},
                         {"highway=residential|access=destination|access:backward=no", "destination closed"},
                         {"highway=residential|oneway=yes|vehicle=destination", "destination closed"},
                         {"highway=residential|access=private", "destination"},
                         {"highway=tertiary|motor_vehicle=delivery", "destination"},
                         {"highway=living_street|motor_vehicle=residents", "destination"},
                         {"highway=service|access=private", "closed"},
                         {"highway=service|access=destination", "destination"},
                         {"highway=service|service=driveway", "open"},
                         {"highway=service|service=parking_aisle", "open"},
                         {"highway=pedestrian|motorcar=destination", "destination"},
                         {"highway=pedestrian|motor_vehicle=delivery", "closed"},
                         {"highway=track|motor_vehicle=private", "closed"},
                         {"highway=residential|access=no", "closed"},
                         {"route=ferry|access=destination", "destination"},
                         {"route=ferry|access=private", "closed"}});
    expect_zones(bicycle(), {{"highway=residential|vehicle=destination", "destination"},
                             {"highway=residential|motor_vehicle=destination", "open"},
                             {"highway=residential|vehicle=destination|bicycle=yes", "open"},
                             {"highway=residential|access=private", "closed"},
                             {"highway=residential|bicycle=delivery", "closed"}});
    expect_zones(foot(), {{"highway=footway|access=customers", "destination"},
                          {"highway=footway|foot=destination", "destination"},
                          {"highway=residential|vehicle=destination", "open"},
                          {"highway=footway|access=private", "closed"}});
    // Readers that do not know zones.
    expect_rows(car(),
                {{"highway=residential|access=destination", "25 25"}, {"highway=residential|access=private", "- -"}});
    EXPECT_FALSE(car().rules(tags_of("highway=residential|access=destination")).forward.destination_only);
    EXPECT_EQ(car().entry_of_node(tags_of("barrier=gate")), osm::Entry::open);
    EXPECT_EQ(car().entry_of_node(tags_of("barrier=gate|access=destination")), osm::Entry::destination_only);
    EXPECT_EQ(car().entry_of_node(tags_of("barrier=gate|motor_vehicle=delivery")), osm::Entry::destination_only);
    EXPECT_EQ(car().entry_of_node(tags_of("barrier=gate|motor_vehicle=delivery|locked=yes")), osm::Entry::closed);
}

TEST(OsmProfile, PlacesForTurningRound) {
    EXPECT_FALSE(car().may_turn_round());
    EXPECT_TRUE(bicycle().may_turn_round());
    EXPECT_TRUE(foot().may_turn_round());
    EXPECT_TRUE(car().is_turning_place(tags_of("highway=turning_circle")));
    EXPECT_TRUE(car().is_turning_place(tags_of("highway=mini_roundabout|direction=clockwise")));
    EXPECT_FALSE(car().is_turning_place(tags_of("highway=crossing")));
    EXPECT_FALSE(bicycle().is_turning_place(tags_of("highway=turning_circle")));
}

TEST(OsmProfile, BarriersOnNodes) {
    struct Barrier {
        std::string_view tags;
        bool car, bicycle, foot;
    };
    const Barrier barriers[] = {
        {"", true, true, true},
        {"highway=crossing", true, true, true},
        {"access=no", false, false, false},
        {"access=unknown", true, true, true},
        {"motor_vehicle=no", false, true, true},
        {"access=no|foot=yes", false, false, true},
        {"highway=crossing|bicycle=no", true, true, true},
        {"highway=traffic_signals|access=no", false, false, false},
        {"railway=level_crossing|access=private", true, false, false},
        {"railway=station|access=private", true, true, true},
        {"shop=bakery|access=customers", true, true, true},
        {"leisure=playground|access=private", true, true, true},
        {"barrier=gate|amenity=parking|access=private", true, false, false},
        {"entrance=yes|access=private", true, false, false},
        {"barrier=gate", true, true, true},
        {"barrier=gate|locked=yes", false, false, false},
        {"barrier=gate|locked=yes|foot=yes", false, false, true},
        {"barrier=gate|access=private", true, false, false},
        {"barrier=gate|access=no", false, false, false},
        {"barrier=gate|access=private|locked=yes", false, false, false},
        {"barrier=gate|access=private|motorcar=yes", true, false, false},
        {"barrier=gate|vehicle=no", false, false, true},
        {"barrier=bollard", false, true, true},
        {"barrier=bollard|motor_vehicle=yes", true, true, true},
        {"barrier=bollard|bollard=rising", true, true, true},
        {"barrier=bollard|bollard=rising|motor_vehicle=no", false, true, true},
        {"barrier=bollard|bollard=removable", false, true, true},
        {"barrier=kerb|kerb=lowered", true, true, true},
        {"barrier=kerb", false, true, true},
        {"barrier=kerb|highway=crossing", true, true, true},
        {"barrier=bollard|highway=crossing", false, true, true},
        {"barrier=fence", false, false, false},
        {"barrier=fence|sensory=audible", true, true, true},
        {"barrier=something", false, true, true},
        {"barrier=stile", false, false, true},
        {"barrier=coupure", true, true, true},
        {"barrier=sump_buster", false, true, true},
        {"barrier=sliding_beam", false, false, true},
        {"barrier=wall", false, false, false},
        {"barrier=wall|foot=yes", false, false, true},
        {"barrier=no", true, true, true},
    };
    for (const Barrier& barrier : barriers) {
        const Tags tags = tags_of(barrier.tags);
        EXPECT_EQ(car().is_passable(tags), barrier.car) << barrier.tags;
        EXPECT_EQ(bicycle().is_passable(tags), barrier.bicycle) << barrier.tags;
        EXPECT_EQ(foot().is_passable(tags), barrier.foot) << barrier.tags;
    }
}

// The smallest profile, to which tests add.
constexpr const char* smallest =
    "name = \"tram\"\n[access]\nkeys = [\"access\"]\npermit = [\"yes\"]\ndeny = [\"no\"]\n[speed]\nprimary = 30\n";

Profile load(const TemporaryFolder& folder, const std::string& text) {
    return Profile::load(folder.write("tram.toml", text));
}

TEST(OsmProfileFile, SectionsMayBeLeftOut) {
    const TemporaryFolder folder;
    const Profile tram = load(folder, smallest);
    EXPECT_EQ(tram.name(), "tram");
    EXPECT_EQ(tram.text(), smallest);
    expect_rows(tram, {{"highway=primary|oneway=yes|maxspeed=10|surface=mud|area=yes", "30 30"},
                       {"highway=primary|access=no", "- -"},
                       {"highway=track", "- -"},
                       {"route=ferry", "- -"}});
    EXPECT_TRUE(tram.is_passable(tags_of("barrier=wall")));
    EXPECT_TRUE(tram.may_turn_round());
    EXPECT_FALSE(tram.is_turning_place(tags_of("highway=turning_circle")));
    expect_zones(tram, {{"highway=primary|access=destination", "open"}});
}

TEST(OsmProfileFile, AStarIsAnyValueAndOtherKeysMakeClasses) {
    const TemporaryFolder folder;
    const std::string rules = "[speed_of.waterway]\ncanal = 6\n[deny]\nlock = [\"*\"]\n";
    expect_rows(load(folder, smallest + rules), {{"waterway=canal", "6 6"},
                                                 {"waterway=canal|access=no", "- -"},
                                                 {"waterway=canal|highway=track", "- -"},
                                                 {"waterway=canal|highway=primary", "30 30"},
                                                 {"waterway=river", "- -"},
                                                 {"waterway=canal|lock=yes", "- -"},
                                                 {"highway=primary|lock=anything", "- -"}});
}

TEST(OsmProfileFile, KnobsTurn) {
    const TemporaryFolder folder;
    const std::string maxspeed =
        "[maxspeed]\nuse = \"set\"\nfactor = 0.5\nkeys = [\"maxspeed\"]\nimplicit_keys = [\"maxspeed:type\"]\nwalk = "
        "6\n"
        "none = 100\n[country_speeds]\nDE = { rural = 80, forest_road = \"walk\" }\nxx = { unit = \"mph\", rural = 50 "
        "}\n";
    expect_rows(load(folder, smallest + maxspeed), {{"highway=primary", "30 30"},
                                                    {"highway=primary|maxspeed=100", "50 50"},
                                                    {"highway=primary|maxspeed=none", "50 50"},
                                                    {"highway=primary|maxspeed=DE:rural", "40 40"},
                                                    {"highway=primary|maxspeed=DE:urban", "25 25"},
                                                    {"highway=primary|maxspeed=DE:motorway", "50 50"},
                                                    {"highway=primary|maxspeed:type=DE:forest_road", "3 3"},
                                                    {"highway=primary|maxspeed=XX:rural", "40.2336 40.2336"},
                                                    {"highway=primary|maxspeed=XX:zone:20", "16.09344 16.09344"}});
}

TEST(OsmProfileFile, FactorsAndLimitsHaveBounds) {
    const TemporaryFolder folder;
    const std::string rules =
        "[factor.gradient]\n\"<=3\" = 0.5\n\"<3\" = 0.4\nsteep = 0.2\n[limit.width]\n\"< 2.5 m\" = 8\n\"<9'\" = "
        "20\n1 = 5\n";
    expect_rows(load(folder, smallest + rules), {{"highway=primary|gradient=3.1", "30 30"},
                                                 {"highway=primary|gradient=3", "15 15"},
                                                 {"highway=primary|gradient=2", "12 12"},
                                                 {"highway=primary|gradient=steep", "6 6"},
                                                 {"highway=primary|gradient=-4", "30 30"},
                                                 {"highway=primary|gradient=2|width=2.7", "12 12"},
                                                 {"highway=primary|width=2.7", "20 20"},
                                                 {"highway=primary|width=2", "8 8"},
                                                 {"highway=primary|width=1", "5 5"}});
}

TEST(OsmProfileFile, ExtendedProfilesChangeFactors) {
    const TemporaryFolder folder;
    const std::string text =
        "extends = \"car\"\nname = \"van\"\n[factor_both_ways]\nnarrow = false\n[factor_both_ways.width]\n"
        "\"<4\" = false\n\"<=3\" = 0.5\n";
    expect_rows(load(folder, text), {{"highway=primary|maxspeed=50|narrow=yes", "40 40"},
                                     {"highway=primary|maxspeed=50|width=3.5", "36 36"},
                                     {"highway=primary|maxspeed=50|width=3", "20 20"}});
}

TEST(OsmProfileFile, ErrorsNameTheLine) {
    const TemporaryFolder folder;
    const std::string text = smallest;
    ALLWAYS_EXPECT_ERROR(8, "'colour' is unknown", load(folder, text + "[colour]\n"));
    ALLWAYS_EXPECT_ERROR(1, "'speed' is missing", load(folder, "name = \"a\"\naccess = {keys=[],permit=[],deny=[]}\n"));
    ALLWAYS_EXPECT_ERROR(8, "[speed]: 'tertiary' should be from 0.5 to 300, found 301",
                         load(folder, text + "tertiary = 301"));
    ALLWAYS_EXPECT_ERROR(8, "found 0.4", load(folder, text + "tertiary = 0.4\n"));
    ALLWAYS_EXPECT_ERROR(8, "found nan", load(folder, text + "tertiary = nan\n"));
    ALLWAYS_EXPECT_ERROR(8, "should be a number", load(folder, text + "tertiary = \"40\"\n"));
    ALLWAYS_EXPECT_ERROR(8, "should be a number", load(folder, text + "tertiary = true\n"));
    ALLWAYS_EXPECT_ERROR(8, "'primary'", load(folder, text + "primary = 40\n"));
    ALLWAYS_EXPECT_ERROR(
        9, "[oneway]: 'key' is unknown; expected one of keys, oneway_where, implied, implied_backward, both_ways",
        load(folder, text + "[oneway]\nkey = [\"oneway\"]\n"));
    ALLWAYS_EXPECT_ERROR(9, "should be a list", load(folder, text + "[oneway]\nkeys = \"oneway\"\n"));
    ALLWAYS_EXPECT_ERROR(9, "texts in quotes only", load(folder, text + "[oneway]\nkeys = [1]\n"));
    ALLWAYS_EXPECT_ERROR(9, "should be \"set\", \"cap\" or \"ignore\"",
                         load(folder, text + "[maxspeed]\nuse = \"obey\"\n"));
    ALLWAYS_EXPECT_ERROR(8, "[maxspeed]: 'keys' is missing", load(folder, text + "[maxspeed]\nuse = \"set\"\n"));
    ALLWAYS_EXPECT_ERROR(9, "[limit.surface]: 'mud' should be a number",
                         load(folder, text + "[limit.surface]\nmud = \"slow\"\n"));
    ALLWAYS_EXPECT_ERROR(9, "[factor.lanes]: '1' should be from 0.1 to 1, found 2",
                         load(folder, text + "[factor.lanes]\n1 = 2\n"));
    ALLWAYS_EXPECT_ERROR(9,
                         "[factor_both_ways.width]: '<wide' should be \"<\" or \"<=\" and a number above 0: \"<3.5\"",
                         load(folder, text + "[factor_both_ways.width]\n\"<wide\" = 0.5\n"));
    ALLWAYS_EXPECT_ERROR(9, "should be a section: [factor.lanes]", load(folder, text + "[factor]\nlanes = 0.5\n"));
    ALLWAYS_EXPECT_ERROR(9, "[limit.width]: '<0' should be \"<\"", load(folder, text + "[limit.width]\n\"<0\" = 5\n"));
    ALLWAYS_EXPECT_ERROR(9, "should be a section: [limit.\"mtb:scale\"]",
                         load(folder, text + "[limit]\n\"mtb:scale\" = 3\n"));
    ALLWAYS_EXPECT_ERROR(3, "invalid TOML", load(folder, "name = \"a\"\n\nspeed = = 3\n"));
    ALLWAYS_EXPECT_ERROR(8, "invalid TOML", load(folder, text + "[.limit]\n"));
    ALLWAYS_EXPECT_ERROR(9, "letters beyond ASCII need quotes", load(folder, text + "# é\nwörter = 3\n"));
    ALLWAYS_EXPECT_ERROR(8, "letters beyond ASCII need quotes", load(folder, text + "description = '' é\n"));
    for (const char* quoted : {"\"é\"", "'é'", "\"\\\"é\"", "\"\"\"\n\"é\"\"\"", "'''\\é\n''''", "'\\' # é"}) {
        EXPECT_NO_THROW(load(folder, "description = " + std::string(quoted) + "\n" + smallest)) << quoted;
    }
    ALLWAYS_EXPECT_ERROR(
        5, "contains 'yes', which is also in 'permit'",
        load(folder, "name = \"a\"\n[access]\nkeys = []\npermit = [\"yes\"]\ndeny = [\"yes\"]\n[speed]\n"));
    const std::string access = "name = \"a\"\n[access]\nkeys = []\npermit = [\"yes\"]\ndeny = [\"no\"]\n";
    ALLWAYS_EXPECT_ERROR(6, "'destination' contains 'no', which is also in 'deny'",
                         load(folder, access + "destination = [\"no\"]\n[speed]\n"));
    ALLWAYS_EXPECT_ERROR(6, "'destination' contains 'yes', which is also in 'permit'",
                         load(folder, access + "destination = [\"yes\"]\n[speed]\n"));
    ALLWAYS_EXPECT_ERROR(6, "'restricted' contains 'yes', which is not in 'deny'",
                         load(folder, access + "restricted = [\"yes\"]\n[speed]\n"));
    ALLWAYS_EXPECT_ERROR(9, "[turns]: 'u_turn' should be \"yes\" or \"no\", found \"maybe\"",
                         load(folder, text + "[turns]\nu_turn = \"maybe\"\n"));
    ALLWAYS_EXPECT_ERROR(8, "[turns]: 'u_turn' is missing", load(folder, text + "[turns]\n"));
    ALLWAYS_EXPECT_ERROR(0, "", Profile::load(folder.path()));
    try {
        Profile::load("tricycle");
        FAIL() << "an InvalidArgument was expected";
    } catch (const InvalidArgument& error) {
        EXPECT_STREQ(
            error.what(),
            "unknown profile 'tricycle'; expected car, bicycle, foot, truck, taxi, bus, emergency or the path of a "
            "profile file");
    }
}

TEST(OsmProfileFile, BuiltInTextsLoadAsFiles) {
    const TemporaryFolder folder;
    for (const std::string& name : Profile::built_in_names()) {
        const Profile copy = load(folder, Profile::built_in_text(name));
        EXPECT_EQ(copy.name(), name);
        EXPECT_EQ(copy.text(), Profile::load(name).text());
    }
    EXPECT_THROW(Profile::built_in_text("country_speeds"), InvalidArgument);
}

}  // namespace
}  // namespace allways::test
