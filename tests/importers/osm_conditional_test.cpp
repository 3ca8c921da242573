// SPDX-License-Identifier: Apache-2.0
// Conditional tags of OpenStreetMap: what ReadOptions::at makes of ways, nodes and turn restrictions.
#include <algorithm>

#include "osm_text.h"
#include "support.h"

namespace allways::test {
namespace {

const char* const monday_at_8 = "2026-11-23T08:00";
const char* const monday_at_noon = "2026-11-23T12:00";
const Tag conditional_road{"highway", "residential"};  // 25 km/h for cars

// The way 1 → 2, which the tests look at, and a plain one beside it, so that the network is never empty.
std::string conditional_street(std::vector<Tag> tags, const Tag& road = conditional_road) {
    tags.insert(tags.begin(), road);
    return osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(3, 0.002, 0) + osm_way(7, {1, 2}, tags) +
           osm_way(8, {2, 3}, {{"highway", "primary"}});
}

// A turn left from way 11 over node 5 into way 14, where ways 12 and 13 end as well.
std::string conditional_turn(std::vector<Tag> tags, const char* type = "restriction") {
    tags.insert(tags.begin(), {"type", type});
    std::string text = osm_node(5, 0.001, 0.001);
    const double places[4][2] = {{0, 0.001}, {0.001, 0}, {0.002, 0.001}, {0.001, 0.002}};
    for (int i = 0; i < 4; ++i) {
        text += osm_node(i + 1, places[i][0], places[i][1]) + osm_way(11 + i, {i + 1, 5}, {conditional_road});
    }
    return text + osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"way", 14, "to"}}, tags);
}

class OsmConditional : public ::testing::Test {
protected:
    RoadNetwork read(std::string_view body, const std::string& at, const std::string& profile = "car") {
        messages = Messages();
        return read_network(
            folder.write("x.osm", osm_file(body)),
            {.profile = profile, .vehicle = vehicle, .at = at, .holiday = holiday, .log = messages.callback()},
            &report);
    }
    // Speeds of way 7 along and against it: "25 25", "25 -", "destination 25".
    std::string way(const std::vector<Tag>& tags, const std::string& at, const std::string& profile = "car",
                    const Tag& road = conditional_road) {
        const RoadNetwork network = read(conditional_street(tags, road), at, profile);
        std::string along = "-", against = "-";
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            if (network.texts[4].text(arc) != "7") continue;
            const bool forward = network.node_ids.text(network.tail[arc]) == "1";
            const bool only = !network.turns.destination_only.empty() && network.turns.destination_only[arc] != 0;
            (forward ? along : against) = only ? "destination" : network.columns[1].values[arc].to_string();
        }
        return along + " " + against;
    }
    // The turn restrictions of a file: "relation 9 no_left_turn".
    std::string rules(const std::vector<Tag>& tags, const std::string& at, const std::string& profile = "car") {
        const RoadNetwork network = read(conditional_turn(tags), at, profile);
        std::string found;
        for (std::size_t i = 0; i < network.turns.size(); ++i) found += std::string(network.turns.sources.text(i));
        return found;
    }
    // Whether node 2 between two streets closes the way.
    bool is_closed(const std::vector<Tag>& tags, const std::string& at, const std::string& profile = "car") {
        const std::string body = osm_node(1, 0, 0) + osm_node(2, 0.001, 0, tags) + osm_node(3, 0.002, 0) +
                                 osm_way(7, {1, 2}, {conditional_road}) + osm_way(8, {2, 3}, {conditional_road});
        return !read(body, at, profile).no_through.empty();
    }
    std::uint64_t counted(std::string_view name) const {
        const auto found = std::ranges::find(report.counts, name, &ImportReport::Count::name);
        return found == report.counts.end() ? 0 : found->count;
    }
    TemporaryFolder folder;
    std::string vehicle;  // ReadOptions::vehicle
    std::string holiday;  // ReadOptions::holiday
    ImportReport report;
    Messages messages;
};

TEST_F(OsmConditional, WithoutATimePlainTagsHold) {
    EXPECT_EQ(way({{"access:conditional", "no @ (Mo-Fr)"}, {"maxspeed:conditional", "10 @ (Mo-Fr)"}}, ""), "25 25");
    EXPECT_EQ(counted("conditional tags, left aside"), 2u);
    EXPECT_TRUE(
        messages.contains("conditional tags, left aside: 2, set `at` to apply them (way 7 "
                          "(access:conditional), way 7 (maxspeed:conditional))"));
    EXPECT_EQ(way({{"access", "no"}, {"access:conditional", "yes @ (Mo-Fr)"}}, ""), "- -");
    EXPECT_EQ(counted("conditional tags, left aside"), 1u);
    EXPECT_TRUE(is_closed({{"barrier", "bollard"}, {"access:conditional", "yes @ (Mo-Fr)"}}, ""));
    EXPECT_TRUE(messages.contains("(node 2 (access:conditional))"));
    // Keys of other modes, of lanes, and of ways that the profile does not use.
    EXPECT_EQ(way({{"hgv:conditional", "no @ (Mo-Fr)"}, {"access:lanes:conditional", "no|yes @ (Mo)"}}, ""), "25 25");
    EXPECT_EQ(counted("conditional tags, left aside"), 0u);
    EXPECT_EQ(way({{"access:conditional", "no @ (Mo-Fr)"}}, "", "car", {"highway", "steps"}), "- -");
    EXPECT_EQ(counted("conditional tags, left aside"), 0u);
}

TEST_F(OsmConditional, TheTimeIsNoted) {
    const auto noted = [&](const RoadNetwork& network) {
        const auto& notes = network.provenance.notes;
        const auto found = std::ranges::find(notes, "at", &std::pair<std::string, std::string>::first);
        return found == notes.end() ? "" : found->second;
    };
    EXPECT_EQ(noted(read(conditional_street({}), monday_at_8)), monday_at_8);
    EXPECT_EQ(noted(read(conditional_street({}), "2026-11-23 08:00")), monday_at_8);
    EXPECT_EQ(noted(read(conditional_street({}), "")), "");
    for (const char* wrong : {"08:00", "2026-11-23", "2026-02-30T08:00", "2026-11-23T24:00", "Monday", " "}) {
        EXPECT_THROW(read(conditional_street({}), wrong), InvalidArgument) << wrong;
    }
}

TEST_F(OsmConditional, AccessOfWays) {
    const Tag morning{"access:conditional", "no @ (Mo-Fr 07:00-09:00)"};
    EXPECT_EQ(way({morning}, monday_at_8), "- -");
    EXPECT_EQ(counted("conditional tags, applied"), 1u);
    EXPECT_FALSE(messages.contains("conditional"));
    EXPECT_EQ(way({morning}, monday_at_noon), "25 25");
    EXPECT_EQ(counted("conditional tags, not in force"), 1u);
    EXPECT_EQ(way({morning}, "2026-11-22T08:00"), "25 25");  // Sunday
    const std::vector<Tag> opened{{"motor_vehicle", "no"}, {"motor_vehicle:conditional", "yes @ (11:00-13:00)"}};
    EXPECT_EQ(way(opened, monday_at_8), "- -");
    EXPECT_EQ(way(opened, monday_at_noon), "25 25");
    EXPECT_EQ(way({{"vehicle:forward:conditional", "no @ (07:00-09:00)"}}, monday_at_8), "- 25");
    EXPECT_EQ(way({{"motorcar:backward:conditional", "destination @ (07:00-09:00)"}}, monday_at_8), "25 destination");
    // The condition in the plain tag.
    EXPECT_EQ(way({{"access", "no @ (07:00-09:00)"}}, monday_at_8), "- -");
    EXPECT_EQ(way({{"access", "no @ (07:00-09:00)"}}, monday_at_noon), "25 25");
    // Classes that need permission.
    const Tag track{"highway", "track"};
    EXPECT_EQ(way({{"motor_vehicle:conditional", "yes @ (07:00-09:00)"}}, monday_at_8, "car", track), "15 15");
    EXPECT_EQ(way({{"motor_vehicle:conditional", "yes @ (07:00-09:00)"}}, monday_at_noon, "car", track), "- -");
}

TEST_F(OsmConditional, TheMostSpecificKeyAndTheLastValueDecide) {
    EXPECT_EQ(way({{"access:conditional", "no @ (07:00-09:00)"}, {"motor_vehicle", "yes"}}, monday_at_8), "25 25");
    EXPECT_EQ(way({{"access", "no"}, {"motorcar:conditional", "yes @ (07:00-09:00)"}}, monday_at_8), "25 25");
    EXPECT_EQ(way({{"vehicle:conditional", "no @ (07:00-09:00); destination @ (Mo)"}}, monday_at_8),
              "destination destination");
    EXPECT_EQ(way({{"vehicle:conditional", "destination @ (Mo); no @ (07:00-09:00)"}}, monday_at_8), "- -");
    // For a car no condition about lorries holds.
    EXPECT_EQ(way({{"vehicle:conditional", "no @ hgv"}}, monday_at_8), "25 25");
    EXPECT_EQ(counted("conditional tags, not in force"), 1u);
    EXPECT_EQ(way({{"vehicle:conditional", "no @ motorcar"}}, monday_at_8), "- -");
}

TEST_F(OsmConditional, EachModeReadsItsKeys) {
    const Tag market{"vehicle:conditional", "no @ (07:00-09:00)"};
    EXPECT_EQ(way({market}, monday_at_8, "bicycle"), "- -");
    EXPECT_EQ(way({market}, monday_at_8, "foot"), "5 5");
    const std::string lorry = folder.write("lorry.toml",
                                           "name = \"lorry\"\n[access]\nkeys = [\"access\", \"vehicle\", "
                                           "\"hgv\"]\npermit = [\"yes\"]\ndeny = [\"no\"]\n[speed]\n"
                                           "residential = 20\nprimary = 50\n");
    EXPECT_EQ(way({{"hgv:conditional", "no @ (07:00-09:00)"}}, monday_at_8, lorry), "- -");
    EXPECT_EQ(way({{"vehicle:conditional", "no @ hgv"}}, monday_at_8, lorry), "- -");
    EXPECT_EQ(rules({{"restriction:hgv:conditional", "no_left_turn @ (Mo)"}}, monday_at_8, lorry),
              "relation 9 no_left_turn");
    EXPECT_EQ(rules({{"restriction:hgv:conditional", "no_left_turn @ (Mo)"}}, monday_at_8), "");
    EXPECT_EQ(counted("turn restrictions of other modes"), 1u);
}

TEST_F(OsmConditional, PostedLimits) {
    const std::vector<Tag> school{{"maxspeed", "50"}, {"maxspeed:conditional", "30 @ (Mo-Fr 07:00-09:00)"}};
    EXPECT_EQ(way(school, monday_at_8), "24 24");
    EXPECT_EQ(way(school, monday_at_noon), "40 40");
    EXPECT_EQ(way({{"maxspeed:conditional", "60 @ (05:00-20:00)"}}, monday_at_8), "48 48");
    EXPECT_EQ(way({{"maxspeed:forward:conditional", "10 @ (Mo)"}}, monday_at_8), "8 25");
    EXPECT_EQ(way({{"maxspeed", "50"}, {"maxspeed:conditional", "none @ (Mo)"}}, monday_at_8), "25 25");
    EXPECT_EQ(counted("values of maxspeed not understood"), 1u);  // no motorway
    EXPECT_EQ(way({{"maxspeed", "50"}, {"maxspeed:conditional", "fast @ (Mo)"}}, monday_at_8), "40 40");
    EXPECT_TRUE(messages.contains("(way 7 (maxspeed:conditional: the profile does not know 'fast'))"));
}

TEST_F(OsmConditional, OneWayAndReversibleRoads) {
    EXPECT_EQ(way({{"oneway:conditional", "yes @ (07:00-09:00)"}}, monday_at_8), "25 -");
    EXPECT_EQ(way({{"oneway", "yes"}, {"oneway:conditional", "no @ (07:00-09:00)"}}, monday_at_8), "25 25");
    const std::vector<Tag> reversible{{"oneway", "reversible"},
                                      {"oneway:conditional", "yes @ (04:00-11:30); -1 @ (11:30-04:00)"}};
    EXPECT_EQ(way(reversible, monday_at_8), "25 -");
    EXPECT_EQ(way(reversible, monday_at_noon), "- 25");
    EXPECT_EQ(counted("reversible ways, left out"), 0u);
    EXPECT_EQ(way(reversible, ""), "- -");
    EXPECT_EQ(counted("reversible ways, left out"), 1u);
    EXPECT_EQ(counted("conditional tags, left aside"), 1u);
    const std::vector<Tag> gap{{"oneway", "reversible"}, {"oneway:conditional", "yes @ (04:00-06:00)"}};
    EXPECT_EQ(way(gap, monday_at_8), "- -");
    EXPECT_TRUE(messages.contains("1 reversible way is left out: no tag states the direction at this time"));
    EXPECT_EQ(way({{"oneway", "alternating"}}, monday_at_8), "17.5 17.5");
    // On foot `oneway` counts on ferries and the like only.
    EXPECT_EQ(way({{"oneway:conditional", "yes @ (07:00-09:00)"}}, monday_at_8, "foot"), "5 5");
    EXPECT_EQ(way({{"oneway:conditional", "yes @ (07:00-09:00)"}, {"conveying", "yes"}}, monday_at_8, "foot",
                  {"highway", "steps"}),
              way({{"oneway", "yes"}, {"conveying", "yes"}}, "", "foot", {"highway", "steps"}));
}

TEST_F(OsmConditional, Barriers) {
    const std::vector<Tag> bollard{{"barrier", "bollard"}, {"motor_vehicle:conditional", "yes @ (07:00-09:00)"}};
    EXPECT_FALSE(is_closed(bollard, monday_at_8));
    EXPECT_TRUE(is_closed(bollard, monday_at_noon));
    EXPECT_TRUE(is_closed({{"barrier", "gate"}, {"access:conditional", "no @ (07:00-09:00)"}}, monday_at_8));
    EXPECT_EQ(counted("conditional tags, applied"), 1u);
    EXPECT_TRUE(is_closed({{"barrier", "bollard"}, {"access:conditional", "yes @ (07:00-"}}, monday_at_8));
    EXPECT_EQ(counted("conditional tags, not valid"), 1u);
    // The access tags of a station are not about the road.
    EXPECT_FALSE(is_closed({{"railway", "station"}, {"access:conditional", "no @ (07:00-09:00)"}}, monday_at_8));
    EXPECT_EQ(counted("conditional tags, applied"), 0u);
}

TEST_F(OsmConditional, WhatIsUnknownDoesNotCount) {
    EXPECT_EQ(way({{"access:conditional", "no @ snow"}}, monday_at_8), "25 25");
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);
    EXPECT_TRUE(
        messages.contains("conditional tags, unknown conditions: 1, taken as not in force (way 7 "
                          "(access:conditional: 'snow' is not known))"));
    EXPECT_EQ(way({{"access", "no"}, {"access:conditional", "yes @ dry"}}, monday_at_8), "- -");
    EXPECT_EQ(way({{"maxspeed", "50"}, {"maxspeed:conditional", "30 @ wet"}}, monday_at_8), "40 40");
    EXPECT_EQ(way({{"vehicle:conditional", "no @ (axles>3)"}}, monday_at_8), "25 25");
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);
    // A value of no meaning opens nothing.
    EXPECT_EQ(way({{"access", "no"}, {"access:conditional", "loading @ (Mo)"}}, monday_at_8), "- -");
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);

    EXPECT_EQ(way({{"access:conditional", "no @ (Mo-Fr 07:00-"}}, monday_at_8), "25 25");
    EXPECT_EQ(counted("conditional tags, not valid"), 1u);
    EXPECT_TRUE(
        messages.contains("conditional tags, not valid: 1, taken as not in force (way 7 (access:conditional: "
                          "expected "));
    EXPECT_EQ(way({{"access", "no"}, {"access:conditional", "yes"}}, monday_at_8), "- -");
    EXPECT_EQ(counted("conditional tags, not valid"), 1u);
}

TEST_F(OsmConditional, SizesOfTheVehicleDecide) {
    const auto bans = [&](const char* condition, const std::string& profile, const std::string& sizes = {}) {
        vehicle = sizes;
        const std::string found =
            way({{"access:conditional", std::string("no @ (") + condition + ")"}}, monday_at_8, profile);
        vehicle.clear();
        return found == "- -";
    };
    EXPECT_FALSE(bans("weight>3.5", "car"));
    EXPECT_EQ(counted("conditional tags, not in force"), 1u);
    EXPECT_TRUE(bans("weight>3.5", "truck"));
    EXPECT_EQ(counted("conditional tags, applied"), 1u);
    EXPECT_TRUE(bans("weight>3.5", "car", "weight=3.6"));
    EXPECT_FALSE(bans("weight>3.5", "truck", "weight=3.5"));
    EXPECT_TRUE(bans("weight>3.5 AND Mo 07:00-09:00", "truck"));
    EXPECT_FALSE(bans("weight>3.5 AND Tu", "truck"));
    EXPECT_TRUE(bans("weightrating>=40", "truck"));
    EXPECT_TRUE(bans("axleload>11", "truck"));
    EXPECT_FALSE(bans("axleload>12 t", "truck"));
    EXPECT_TRUE(bans("length>16", "truck"));
    EXPECT_FALSE(bans("length>16", "bus"));
    EXPECT_TRUE(bans("width>2.5", "bus"));
    EXPECT_TRUE(bans("height>=4", "truck"));
    EXPECT_FALSE(bans("height>=4", "bus"));
    EXPECT_FALSE(bans("hazmat", "truck"));
    EXPECT_EQ(counted("conditional tags, not in force"), 1u);
    EXPECT_TRUE(bans("hazmat", "truck", "hazmat=yes"));
    // What the profile does not state is unknown.
    EXPECT_FALSE(bans("weight>3.5", "foot"));
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);
    EXPECT_FALSE(bans("axleload>1", "car"));
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);

    EXPECT_TRUE(is_closed({{"barrier", "gate"}, {"hgv:conditional", "no @ (weight>7.5)"}}, monday_at_8, "truck"));
    const std::vector<Tag> heavy{{"restriction:conditional", "no_left_turn @ (weight>7.5)"}};
    EXPECT_EQ(rules(heavy, monday_at_8, "truck"), "relation 9 no_left_turn");
    EXPECT_EQ(rules(heavy, monday_at_8, "car"), "");
    EXPECT_EQ(counted("turn restrictions, not needed"), 1u);
}

TEST_F(OsmConditional, LimitsOfSize) {
    const Tag day{"maxweight:conditional", "1.5 @ (Mo-Fr 07:00-11:00)"};  // the car: 2 t, 2.0 × 1.9 × 4.8 m
    EXPECT_EQ(way({day}, monday_at_8), "- -");
    EXPECT_EQ(counted("conditional tags, applied"), 1u);
    EXPECT_EQ(counted("ways closed to a vehicle of this size"), 1u);
    EXPECT_EQ(way({day}, monday_at_noon), "25 25");
    EXPECT_EQ(counted("conditional tags, not in force"), 1u);
    EXPECT_EQ(way({day}, ""), "25 25");
    EXPECT_EQ(counted("conditional tags, left aside"), 1u);
    EXPECT_EQ(way({day}, monday_at_8, "bicycle"), "17 17");  // states no weight
    EXPECT_EQ(counted("conditional tags, applied"), 0u);
    for (const char* tag : {"maxheight", "maxwidth", "maxlength", "maxweightrating", "maxwidth:physical"}) {
        EXPECT_EQ(way({{std::string(tag) + ":conditional", "1 @ (Mo)"}}, monday_at_8), "- -") << tag;
    }
    EXPECT_EQ(way({{"maxaxleload:conditional", "10 @ (Mo)"}}, monday_at_8, "truck"), "- -");
    EXPECT_EQ(way({{"maxheight:forward:conditional", "6 ft 6 in @ (Mo)"}}, monday_at_8), "- 25");
    EXPECT_EQ(way({{"maxheight", "1.9 @ (Mo)"}}, monday_at_8), "- -");
    EXPECT_EQ(way({{"maxheight", "1.9 @ (Mo)"}}, ""), "25 25");
    EXPECT_EQ(counted("values of maxheight not understood"), 0u);
    // Values replace the plain one, and the most specific key decides.
    EXPECT_EQ(way({{"maxweight", "1"}, {"maxweight:conditional", "none @ (Mo)"}}, monday_at_8), "25 25");
    EXPECT_EQ(way({{"maxweight", "1"}, {"maxweight:conditional", "none @ (Tu)"}}, monday_at_8), "- -");
    EXPECT_EQ(way({day, {"maxweight:motorcar", "3"}}, monday_at_8), "25 25");
    EXPECT_EQ(way({{"maxweight:hgv:conditional", "7.5 @ (Mo)"}}, monday_at_8, "truck"), "- -");
    EXPECT_EQ(way({{"maxweight:hgv:conditional", "1 @ (Mo)"}}, monday_at_8), "25 25");
    EXPECT_EQ(counted("conditional tags, applied"), 0u);
    EXPECT_EQ(way({{"maxweight:conditional", "7.5 @ hgv"}}, monday_at_8, "truck"), "- -");
    EXPECT_EQ(way({{"maxweight:conditional", "1 @ hgv"}}, monday_at_8), "25 25");
    // Doubt never opens a road, and a value without a meaning states nothing.
    EXPECT_EQ(way({{"maxweight", "1"}, {"maxweight:conditional", "none @ delivery"}}, monday_at_8), "- -");
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);
    EXPECT_EQ(way({{"maxweight", "1"}, {"maxweight:conditional", "3 @ (Mo); none @ snow"}}, monday_at_8), "- -");
    EXPECT_EQ(way({{"maxweight:conditional", "1 @ (Mo); none @ snow"}}, monday_at_8), "- -");
    EXPECT_EQ(way({{"maxheight", "3"}, {"maxheight:conditional", "low @ (Mo)"}}, monday_at_8), "25 25");
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);
    EXPECT_EQ(counted("values of maxheight not understood"), 0u);

    EXPECT_TRUE(is_closed({{"maxheight:conditional", "1.9 @ (Mo)"}}, monday_at_8));
    EXPECT_FALSE(is_closed({{"maxheight:conditional", "1.9 @ (Tu)"}}, monday_at_8));
    EXPECT_FALSE(is_closed({{"width:conditional", "0.2 @ (Mo)"}}, monday_at_8));  // of the bollard itself
    EXPECT_FALSE(is_closed({{"maxheight:conditional", "1.9 @ (Mo)"}}, ""));
    EXPECT_EQ(counted("conditional tags, left aside"), 1u);
}

TEST_F(OsmConditional, Pushing) {
    const Tag stairs{"highway", "steps"};
    EXPECT_EQ(way({{"foot:conditional", "no @ (07:00-09:00)"}}, monday_at_8, "bicycle", stairs), "- -");
    EXPECT_EQ(way({{"foot:conditional", "no @ (07:00-09:00)"}}, monday_at_noon, "bicycle", stairs), "2 2");
    const Tag mall{"highway", "pedestrian"};
    const std::vector<Tag> evening{{"bicycle:conditional", "yes @ (Mo 07:00-09:00)"}};
    EXPECT_EQ(way(evening, monday_at_8, "bicycle", mall), "8 8");
    EXPECT_EQ(way(evening, monday_at_noon, "bicycle", mall), "4 4");
    EXPECT_EQ(way({{"oneway:conditional", "yes @ (07:00-09:00)"}}, monday_at_8, "bicycle"), "17 4");
    EXPECT_EQ(counted("conditional tags, applied"), 1u);
    // Doubt never permits riding where one has to push.
    EXPECT_EQ(way({{"bicycle:conditional", "yes @ (Mo); no @ snow"}}, monday_at_8, "bicycle", mall), "4 4");
    // A pier has a class for those who push only.
    EXPECT_EQ(way({{"access:conditional", "no @ (07:00-09:00)"}}, monday_at_8, "bicycle", {"man_made", "pier"}), "- -");
    EXPECT_EQ(way({{"access:conditional", "no @ (07:00-09:00)"}}, monday_at_noon, "bicycle", {"man_made", "pier"}),
              "4 4");
}

TEST_F(OsmConditional, ADayIsNoHolidayUnlessStated) {
    const Tag closed{"access:conditional", "no @ (Mo-Fr 07:00-09:00; PH off; SH off)"};
    EXPECT_EQ(way({closed}, monday_at_8), "- -");
    EXPECT_EQ(counted("conditional tags that name holidays"), 1u);
    EXPECT_TRUE(messages.contains("conditional tags that name holidays: 1, the day is taken to be none (way 7 "));
    EXPECT_TRUE(messages.contains("; `holiday` states it"));
    EXPECT_EQ(way({closed}, monday_at_noon), "25 25");
    EXPECT_EQ(counted("conditional tags that name holidays"), 0u);
    holiday = "public";
    EXPECT_EQ(way({closed}, monday_at_8), "25 25");
    EXPECT_EQ(counted("conditional tags that name holidays"), 0u);
    holiday = "school";
    EXPECT_EQ(way({closed}, monday_at_8), "25 25");
    EXPECT_EQ(way({{"access:conditional", "no @ (Mo-Fr 07:00-09:00; PH off)"}}, monday_at_8), "- -");
    holiday = "public,school";
    EXPECT_EQ(way({{"access:conditional", "yes @ (Mo); no @ (PH,SH)"}}, monday_at_8), "- -");
    holiday = "none";
    EXPECT_EQ(way({closed}, monday_at_8), "- -");
    EXPECT_EQ(counted("conditional tags that name holidays"), 0u);
    holiday = "maybe";
    EXPECT_THROW(way({closed}, monday_at_8), InvalidArgument);
    holiday = "public";
    EXPECT_THROW(way({closed}, ""), InvalidArgument);
}

TEST_F(OsmConditional, InDoubtAValueThatHoldsAppliesUnlessItOpens) {
    EXPECT_EQ(way({{"maxspeed", "50"}, {"maxspeed:conditional", "30 @ (Mo); 40 @ snow"}}, monday_at_8), "24 24");
    EXPECT_EQ(counted("conditional tags, unknown conditions"), 1u);
    EXPECT_EQ(counted("conditional tags, applied"), 1u);
    EXPECT_EQ(way({{"access:conditional", "no @ (Mo); yes @ snow"}}, monday_at_8), "- -");
    EXPECT_EQ(way({{"access", "no"}, {"access:conditional", "yes @ (Mo); no @ snow"}}, monday_at_8), "- -");
    EXPECT_EQ(way({{"access", "destination"}, {"access:conditional", "yes @ (Mo); no @ snow"}}, monday_at_8),
              "destination destination");
    EXPECT_EQ(counted("conditional tags, applied"), 0u);
    EXPECT_EQ(way({{"oneway", "reversible"}, {"oneway:conditional", "yes @ (Mo); -1 @ snow"}}, monday_at_8), "- -");
    EXPECT_EQ(rules({{"restriction", "no_left_turn"}, {"restriction:conditional", "none @ (Mo); no_u_turn @ snow"}},
                    monday_at_8),
              "relation 9 no_left_turn");
    EXPECT_TRUE(is_closed({{"barrier", "bollard"}, {"access:conditional", "yes @ (Mo); no @ snow"}}, monday_at_8));
}

TEST_F(OsmConditional, TurnRestrictions) {
    const std::vector<Tag> morning{{"restriction:conditional", "no_left_turn @ (Mo-Fr 07:00-09:00)"}};
    EXPECT_EQ(rules(morning, monday_at_8), "relation 9 no_left_turn");
    EXPECT_EQ(counted("turn restrictions"), 1u);
    EXPECT_EQ(rules(morning, monday_at_noon), "");
    EXPECT_EQ(counted("turn restrictions, not needed"), 1u);
    EXPECT_EQ(counted("conditional tags, not in force"), 1u);
    EXPECT_EQ(rules(morning, ""), "");
    EXPECT_EQ(counted("conditional turn restrictions, left aside"), 1u);
    // Beside plain ones.
    const std::vector<Tag> except_sundays{{"restriction", "no_left_turn"}, {"restriction:conditional", "none @ (Su)"}};
    EXPECT_EQ(rules(except_sundays, monday_at_8), "relation 9 no_left_turn");
    EXPECT_EQ(rules(except_sundays, "2026-11-22T08:00"), "");
    EXPECT_EQ(
        rules({{"restriction", "no_left_turn"}, {"restriction:motorcar:conditional", "no_u_turn @ (Su)"}}, monday_at_8),
        "relation 9 no_left_turn");
    // An old form, and a condition in the plain tag.
    const char* const type = "restriction:conditional";
    EXPECT_EQ(
        read(conditional_turn({{"restriction:conditional", "no_left_turn @ (Mo)"}}, type), monday_at_8).turns.size(),
        1u);
    EXPECT_EQ(
        read(conditional_turn({{"restriction:conditional", "no_left_turn @ (Tu)"}}, type), monday_at_8).turns.size(),
        0u);
    EXPECT_EQ(rules({{"restriction", "no_left_turn @ (Mo)"}}, monday_at_8), "relation 9 no_left_turn");
    EXPECT_EQ(rules({{"restriction", "no_left_turn @ (Tu)"}}, monday_at_8), "");
    EXPECT_EQ(counted("turn restrictions, not needed"), 1u);
    // Unknown and broken ones.
    for (const char* value :
         {"no_left_turn @ snow", "no_left_turn @ (PH -1 day)", "no_left_turn @ (07:00-", "left @ (Mo)"}) {
        EXPECT_EQ(rules({{"restriction:conditional", value}}, monday_at_8), "") << value;
        EXPECT_EQ(counted("conditional turn restrictions, left aside"), 1u) << value;
        EXPECT_TRUE(messages.contains("(relation 9 (restriction:conditional: ")) << value;
    }
}

TEST_F(OsmConditional, OldTagsOfTurnRestrictions) {
    const auto old = [](const std::vector<Tag>& tags) {
        std::vector<Tag> all{{"restriction", "no_left_turn"}};
        all.insert(all.end(), tags.begin(), tags.end());
        return all;
    };
    const std::vector<Tag> days{{"day_on", "Monday"}, {"day_off", "Friday"}};
    const std::vector<Tag> hours{{"hour_on", "07:00"}, {"hour_off", "09:00"}};
    std::vector<Tag> both = days;
    both.insert(both.end(), hours.begin(), hours.end());
    const std::string banned = "relation 9 no_left_turn";
    EXPECT_EQ(rules(old(hours), monday_at_8), banned);
    EXPECT_EQ(rules(old(hours), monday_at_noon), "");
    EXPECT_EQ(counted("turn restrictions, not needed"), 1u);
    EXPECT_EQ(rules(old(days), monday_at_8), banned);
    EXPECT_EQ(rules(old(days), "2026-11-22T08:00"), "");
    EXPECT_EQ(rules(old(both), monday_at_8), banned);
    EXPECT_EQ(rules(old(both), "2026-11-22T08:00"), "");
    EXPECT_EQ(rules(both, monday_at_8), "");  // no restriction
    for (const std::vector<Tag>& tags : {std::vector<Tag>{{"hour_on", "07:00"}},
                                         {{"hour_on", "07:00;16:00"}, {"hour_off", "09:00;18:00"}},
                                         {{"day_on", "weekdays"}, {"day_off", "weekends"}}}) {
        EXPECT_EQ(rules(old(tags), monday_at_8), "");
        EXPECT_EQ(counted("conditional turn restrictions, left aside"), 1u);
        EXPECT_EQ(counted("conditional tags, not valid"), 1u);
    }
}

}  // namespace
}  // namespace allways::test
