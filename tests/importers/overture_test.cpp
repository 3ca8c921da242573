// SPDX-License-Identifier: Apache-2.0
// Overture Maps: each rule of the schema on a road of its own, with answers computed by hand; transitions; forms of
// files; damaged files.
#include <algorithm>

#include "overture_text.h"
#include "support.h"

namespace allways::test {
namespace {

// "a>b 40 b>a 40 only to destinations": tail, head and km/h of each arc.
std::string arcs_of_overture(const RoadNetwork& network) {
    std::string text;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const double kmh = network.column("free_speed")->values[arc].to_double();
        const bool only_there = !network.turns.destination_only.empty() && network.turns.destination_only[arc] != 0;
        text += format("{}{}>{} {:g}{}", text.empty() ? "" : ", ", network.node_ids.text(network.tail[arc]),
                       network.node_ids.text(network.head[arc]), kmh, only_there ? " destination" : "");
    }
    return text;
}

RoadNetwork read_overture_text(std::string_view text, ReadOptions options = {}, ImportReport* report = nullptr) {
    const TemporaryFolder folder;
    return read_network(folder.write("map.geojson", text), options, report);
}

// The arcs of a road with these properties; "closed" if the profile does not use it.
std::string overture_arcs(std::string_view properties, std::string_view profile = "car", std::string_view at = "") {
    ReadOptions options;
    options.profile = profile;
    options.at = at;
    // A second road keeps the file usable.
    const std::string second = overture_segment(
        "other", "[0,1],[0.01,1]", overture_at("y", 0) + "," + overture_at("z", 1), R"("class":"residential")");
    const std::string all =
        arcs_of_overture(read_overture_text(overture_collection({overture_road(properties), second}), options));
    const auto end = all.find("y>z");
    return end == 0 ? "closed" : all.substr(0, end - 2);
}

struct OvertureCase {
    std::string properties;
    std::string profile;
    std::string arcs;
    std::string at = "";
};

std::string primary_with(std::string_view rules) {
    return R"("class":"primary",)" + std::string(rules);
}

void expect_overture(const std::vector<OvertureCase>& cases) {
    for (const auto& [properties, profile, arcs, at] : cases) {
        EXPECT_EQ(overture_arcs(properties, profile, at), arcs) << profile << " " << at << ": " << properties;
    }
}

TEST(Overture, classes) {
    expect_overture({
        {R"("class":"primary")", "car", "a>b 65, b>a 65"},
        {R"("class":"unknown")", "car", "a>b 20, b>a 20"},
        {R"("class":"primary","subclass":"link")", "car", "a>b 30, b>a 30"},
        {R"("class":"primary","road_flags":[{"values":["is_link"]}])", "car", "a>b 30, b>a 30"},
        {R"("class":"service","subclass":"parking_aisle")", "car", "a>b 5, b>a 5"},
        {R"("class":"footway","subclass":"sidewalk")", "car", "closed"},
        {R"("class":"footway","subclass":"crosswalk")", "foot", "a>b 5, b>a 5"},
        {R"("class":"primary","road_flags":[{"values":["is_under_construction"]}])", "car", "closed"},
        {R"("class":"primary","road_flags":[{"values":["is_abandoned"]}])", "car", "closed"},
        {R"("class":"spaceway")", "car", "closed"},
        {R"("subtype":"rail","class":"tram")", "car", "closed"},
        {R"("subtype":"water")", "car", "a>b 15, b>a 15"},
        {R"("class":"primary","road_surface":[{"value":"gravel"}])", "car", "a>b 40, b>a 40"},
        {R"("class":"primary","width_rules":[{"value":3.5}])", "car", "a>b 52, b>a 52"},  // 65 × 0.8
    });
}

// A car drives at 0.8 of the limit.
TEST(Overture, speed_limits) {
    const auto with = [](std::string_view rules) { return primary_with(format(R"("speed_limits":[{}])", rules)); };
    expect_overture({
        {with(R"({"max_speed":{"value":50,"unit":"km/h"}})"), "car", "a>b 40, b>a 40"},
        {with(R"({"max_speed":{"value":50,"unit":"mph"}})"), "car", "a>b 64.3738, b>a 64.3738"},
        {with(R"({"min_speed":{"value":50,"unit":"km/h"}})"), "car", "a>b 65, b>a 65"},
        {with(R"({"max_speed":{"value":50,"unit":"km/h"},"is_max_speed_variable":true})"), "car", "a>b 40, b>a 40"},
        {with(R"({"max_speed":{"value":50,"unit":"km/h"},"when":{"heading":"backward"}})"), "car", "a>b 65, b>a 40"},
        // The last rule that matches decides, whatever its scope.
        {with(R"({"max_speed":{"value":50,"unit":"km/h"}},
                 {"max_speed":{"value":30,"unit":"km/h"},"when":{"mode":["hgv"]}})"),
         "car", "a>b 40, b>a 40"},
        {with(R"({"max_speed":{"value":50,"unit":"km/h"}},
                 {"max_speed":{"value":30,"unit":"km/h"},"when":{"mode":["hgv"]}})"),
         "truck", "a>b 24, b>a 24"},
        {with(R"({"max_speed":{"value":30,"unit":"km/h"},"when":{"mode":["car"]}},
                 {"max_speed":{"value":50,"unit":"km/h"},"when":{"mode":["vehicle"]}})"),
         "car", "a>b 40, b>a 40"},
        {with(R"({"max_speed":{"value":30,"unit":"km/h"},"when":{"mode":["motor_vehicle"]}},
                 {"max_speed":{"value":50,"unit":"km/h"},"when":{"heading":"forward"}})"),
         "car", "a>b 40, b>a 24"},
        {with(R"({"max_speed":{"value":30,"unit":"km/h"},"when":{"using":["to_deliver"]}})"), "car", "a>b 65, b>a 65"},
        {with(R"({"max_speed":{"value":50,"unit":"km/h"}},
                 {"max_speed":{"value":30,"unit":"km/h"},"when":{"during":"Mo-Fr 07:00-09:00"}})"),
         "car", "a>b 24, b>a 24", "2026-11-23T08:00"},
        {with(R"({"max_speed":{"value":50,"unit":"km/h"}},
                 {"max_speed":{"value":30,"unit":"km/h"},"when":{"during":"Mo-Fr 07:00-09:00"}})"),
         "car", "a>b 40, b>a 40", "2026-11-22T08:00"},
        {with(R"({"max_speed":{"value":50,"unit":"km/h"}},{"max_speed":{"value":30,"unit":"km/h"},"when":{"vehicle":
                 [{"dimension":"weight","comparison":"greater_than","value":7500,"unit":"kg"}]}})"),
         "truck", "a>b 24, b>a 24", "2026-11-22T08:00"},
    });
}

TEST(Overture, access) {
    const auto with = [](std::string_view rules) {
        return primary_with(format(R"("access_restrictions":[{}])", rules));
    };
    const std::string oneway = R"({"access_type":"denied","when":{"heading":"backward"}})";
    const std::string no_motor = R"({"access_type":"denied","when":{"mode":["motor_vehicle"]}})";
    expect_overture({
        {with(R"({"access_type":"denied"})"), "car", "closed"},
        {with(no_motor), "car", "closed"},
        {with(no_motor), "bicycle", "a>b 16, b>a 16"},
        {with(R"({"access_type":"denied","when":{"mode":["foot"]}})"), "car", "a>b 65, b>a 65"},
        {with(oneway), "car", "a>b 65"},
        {with(R"({"access_type":"denied","when":{"heading":"forward"}})"), "car", "b>a 65"},
        {with(oneway), "foot", "a>b 5, b>a 5"},
        {with(oneway + R"(,{"access_type":"denied","when":{"heading":"forward"}})"), "car", "closed"},
        {with(R"({"access_type":"denied","when":{"heading":"backward","mode":["car"]}})"), "truck", "a>b 55, b>a 55"},
        {with(oneway + R"(,{"access_type":"allowed","when":{"heading":"backward","mode":["bus"]}})"), "bus",
         "a>b 65, b>a 65"},
        {with(R"({"access_type":"denied"},{"access_type":"allowed","when":{"mode":["car"]}})"), "car",
         "a>b 65, b>a 65"},
        // The rule for all comes last, so it holds for cars too.
        {with(R"({"access_type":"allowed","when":{"mode":["car"]}},{"access_type":"denied"})"), "car", "closed"},
        {with(R"({"access_type":"denied"},{"access_type":"allowed","when":{"heading":"forward","mode":["vehicle"]}})"),
         "car", "a>b 65"},
        {with(no_motor + R"(,{"access_type":"allowed","when":{"using":["at_destination"]}})"), "car",
         "a>b 65 destination, b>a 65 destination"},
        {with(R"({"access_type":"denied"},{"access_type":"allowed","when":{"recognized":["as_private"]}})"), "car",
         "a>b 65 destination, b>a 65 destination"},
        {with(R"({"access_type":"allowed","when":{"using":["at_destination"]}})"), "car", "a>b 65, b>a 65"},
        {with(R"({"access_type":"denied","when":{"using":["to_deliver"]}})"), "car", "a>b 65, b>a 65"},
        {R"("class":"track")", "car", "closed"},
        {R"("class":"track","access_restrictions":[{"access_type":"designated","when":{"mode":["motor_vehicle"]}}])",
         "car", "a>b 15, b>a 15"},
    });
}

TEST(Overture, sizes_of_vehicles) {
    const auto above = [](std::string_view bound, std::string_view more = "") {
        return primary_with(
            format(R"("access_restrictions":[{{"access_type":"denied","when":{{"vehicle":[{}]{}}}}}])", bound, more));
    };
    const std::string heavy = R"({"dimension":"weight","comparison":"greater_than","value":23,"unit":"t"})";
    const std::string five_axles = R"({"dimension":"axle_count","comparison":"greater_than_equal","value":5})";
    expect_overture({
        {above(heavy), "car", "a>b 65, b>a 65"},
        {above(heavy), "truck", "closed"},
        {above(heavy, R"(,"heading":"forward")"), "truck", "b>a 55"},
        {above(heavy, R"(,"mode":["bus"])"), "truck", "a>b 55, b>a 55"},
        // The truck is 4 m high: 13 ft are 3.9624 m, 14 ft are 4.2672 m.
        {above(R"({"dimension":"height","comparison":"greater_than","value":13,"unit":"ft"})"), "truck", "closed"},
        {above(R"({"dimension":"height","comparison":"greater_than","value":14,"unit":"ft"})"), "truck",
         "a>b 55, b>a 55"},
        {above(R"({"dimension":"height","comparison":"greater_than","value":4,"unit":"m"})"), "truck",
         "a>b 55, b>a 55"},
        {above(R"({"dimension":"height","comparison":"greater_than_equal","value":4,"unit":"m"})"), "truck", "closed"},
        // Other bounds are conditional tags, which need a time; the number of axles is unknown.
        {above(R"({"dimension":"length","comparison":"less_than","value":5,"unit":"m"})"), "car", "a>b 65, b>a 65"},
        {above(R"({"dimension":"length","comparison":"less_than","value":5,"unit":"m"})"), "car", "closed",
         "2026-11-23T08:00"},
        {above(five_axles), "car", "a>b 65, b>a 65", "2026-11-23T08:00"},
        {above(heavy, R"(,"during":"Mo-Fr 07:00-09:00")"), "truck", "a>b 55, b>a 55"},
        {above(heavy, R"(,"during":"Mo-Fr 07:00-09:00")"), "truck", "closed", "2026-11-23T08:00"},
        {above(heavy, R"(,"during":"Mo-Fr 07:00-09:00")"), "truck", "a>b 55, b>a 55", "2026-11-23T10:00"},
    });
}

TEST(Overture, times) {
    const auto with = [](std::string_view when) {
        return primary_with(format(R"("access_restrictions":[{{"access_type":"denied","when":{{{}}}}}])", when));
    };
    const std::string mornings = R"("during":"Mo-Fr 07:00-09:00; We off")";
    expect_overture({
        {with(mornings), "car", "a>b 65, b>a 65"},
        {with(mornings), "car", "closed", "2026-11-23T08:00"},
        {with(mornings), "car", "a>b 65, b>a 65", "2026-11-23T09:00"},
        {with(mornings + R"(,"heading":"backward")"), "car", "a>b 65", "2026-11-23T08:00"},
        {with(mornings + R"(,"mode":["bus"])"), "car", "a>b 65, b>a 65", "2026-11-23T08:00"},
    });
}

// A road of 1113.195 m with a limit on its second quarter, and a name and a route on its second half.
TEST(Overture, splits_where_rules_change) {
    const std::string road = overture_road(primary_with(
        R"("speed_limits":[{"max_speed":{"value":50,"unit":"km/h"},"between":[0.25,0.5]}],
           "names":{"primary":"High Street","rules":[{"variant":"common","value":"Low Street","between":[0.5,1]},
                    {"variant":"short","value":"Low","between":[0.5,1]}]},
           "routes":[{"ref":"A 1","between":[0.5,1]},{"ref":"E 2","between":[0.5,1]}],
           "level_rules":[{"value":1,"between":[0.1,0.2]}],
           "road_flags":[{"values":["is_tunnel"],"between":[0.5,1]}])"));
    ImportReport report;
    const RoadNetwork network = read_overture_text(overture_collection({road}), {}, &report);
    EXPECT_EQ(arcs_of_overture(network),
              "a>S@0.25 65, S@0.25>a 65, S@0.25>S@0.5 40, S@0.5>S@0.25 40, S@0.5>b 65, b>S@0.5 65");
    const auto length = [&](ArcIndex arc) { return network.column("length")->values[arc].to_double(); };
    const double whole_m = 0.01 / 180 * 3.14159265358979 * 6378137;  // along the equator
    EXPECT_NEAR(length(0), whole_m / 4, 0.001);
    EXPECT_NEAR(length(2), whole_m / 4, 0.001);
    EXPECT_NEAR(length(4), whole_m / 2, 0.001);
    EXPECT_NEAR(network.column("time")->values[2].to_double(), whole_m / 4 / 40 * 3.6, 0.001);
    EXPECT_EQ(network.text("name")->text(2), "High Street");
    EXPECT_EQ(network.text("name")->text(4), "Low Street");
    EXPECT_EQ(network.text("ref")->text(2), "");
    EXPECT_EQ(network.text("ref")->text(4), "A 1;E 2");
    EXPECT_EQ(network.text("tunnel")->text(4), "yes");
    EXPECT_EQ(network.text("segment_id")->text(4), "S");
    EXPECT_EQ(network.text("facility_type")->text(4), "primary");
    EXPECT_EQ(network.text("osm_way_id"), nullptr);
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    EXPECT_EQ(report.counts.front().name, "segments");
    EXPECT_EQ(report.counts.front().count, 1);
}

// Connectors lie at fractions of the geodesic length, on vertices or between them; those that one segment alone touches
// are no nodes.
TEST(Overture, connectors) {
    const auto at = [](std::string_view id, double fraction) { return overture_at(id, fraction); };
    const std::string main =
        overture_segment("M", "[0,0],[0.003,0],[0.01,0]",
                         at("b", 1) + "," + at("v", 0.3) + "," + at("u", 0.6) + "," + at("x", 0.8) + "," + at("a", 0),
                         R"("class":"primary")");
    const std::string at_vertex =
        overture_segment("V", "[0.003,0],[0.003,0.01]", at("v", 0) + "," + at("n", 1), R"("class":"primary")");
    const std::string inside =
        overture_segment("U", "[0.006,0],[0.006,0.01]", at("u", 0) + "," + at("o", 1), R"("class":"primary")");
    const std::string footway =
        overture_segment("F", "[0.008,0],[0.008,0.01]", at("x", 0) + "," + at("p", 1), R"("class":"footway")");
    const RoadNetwork network = read_overture_text(overture_collection({main, at_vertex, inside, footway}));
    EXPECT_EQ(arcs_of_overture(network),
              "a>v 65, v>a 65, v>u 65, u>v 65, u>b 65, b>u 65, v>n 65, n>v 65, u>o 65, o>u 65");
    const auto place = [&](std::string_view id) { return network.coordinates[*network.node_ids.find(id)]; };
    EXPECT_EQ(place("v"), (Coordinate{0.003, 0}));
    EXPECT_EQ(place("u"), (Coordinate{0.006, 0}));
    for (const ArcIndex arc : {0U, 2U, 6U, 8U}) EXPECT_EQ(network.shapes.points(arc).size(), 2U);
    EXPECT_EQ(network.shapes.points(4).size(), 3U);  // x is geometry

    // Features of connectors say where these are, in any order.
    const std::string feature =
        R"({"type":"Feature","id":"u","geometry":{"type":"Point","coordinates":[0.006,0.001]},"properties":{"type":"connector"}})";
    Messages messages;
    ReadOptions options;
    options.log = messages.callback();
    const RoadNetwork moved =
        read_overture_text(overture_collection({main, at_vertex, inside, footway, feature}), options);
    EXPECT_EQ(moved.coordinates[*moved.node_ids.find("u")], (Coordinate{0.006, 0.001}));
    EXPECT_TRUE(messages.contains("segments place 1 connector more than a metre apart"));

    // The nearest vertex counts: here the second one is 2 cm from the first.
    const RoadNetwork dense = read_overture_text(overture_collection(
        {overture_segment("M", "[0,0],[0.0000002,0],[0.01,0]", at("a", 0) + "," + at("u", 0.5) + "," + at("b", 1),
                          R"("class":"primary")"),
         overture_segment("U", "[0.005,0],[0.005,0.01]", at("u", 0) + "," + at("o", 1), R"("class":"primary")")}));
    EXPECT_EQ(dense.shapes.points(0).size(), 3U);
    EXPECT_EQ(arcs_of_overture(dense), "a>u 65, u>a 65, u>b 65, b>u 65, u>o 65, o>u 65");

    // The line goes on beyond its connectors.
    const RoadNetwork beyond = read_overture_text(overture_collection(
        {overture_segment("M", "[0,0],[0.01,0]", at("a", 0.25) + "," + at("b", 0.75), R"("class":"primary")")}));
    EXPECT_EQ(arcs_of_overture(beyond), "M@0>M@1 65, M@1>M@0 65");
}

// A crossing c with arms to w, e, n and s; beyond e a road leads to x.
std::vector<std::string> overture_crossing(std::string_view rules_of_west) {
    const auto arm = [](std::string_view id, std::string_view end, std::string_view point, std::string_view more) {
        return overture_segment(id, format("{},[0,0]", point), overture_at(end, 0) + "," + overture_at("c", 1),
                                format(R"("class":"primary"{})", more));
    };
    return {arm("W", "w", "[-0.01,0]", rules_of_west), arm("E", "e", "[0.01,0]", ""), arm("N", "n", "[0,0.01]", ""),
            arm("S", "s", "[0,-0.01]", ""),
            overture_segment("X", "[0.01,0],[0.02,0]", overture_at("e", 0) + "," + overture_at("x", 1),
                             R"("class":"primary")")};
}

// "w>c c>n; w>c c>s": the forbidden sequences.
std::string forbidden_turns(const RoadNetwork& network) {
    std::string text;
    for (std::size_t i = 0; i < network.turns.size(); ++i) {
        if (i > 0) text += "; ";
        for (const ArcIndex arc : network.turns.sequence(i)) {
            text += format("{}{}>{}", text.empty() || text.ends_with("; ") ? "" : " ",
                           network.node_ids.text(network.tail[arc]), network.node_ids.text(network.head[arc]));
        }
    }
    return text;
}

TEST(Overture, prohibited_transitions) {
    const auto turns = [](std::string_view rule, std::string_view profile = "car", std::string_view at = "") {
        ReadOptions options;
        options.profile = profile;
        options.at = at;
        return forbidden_turns(read_overture_text(
            overture_collection(overture_crossing(format(R"(,"prohibited_transitions":[{}])", rule))), options));
    };
    const auto to_north = [](std::string_view more) {
        return format(R"({{"sequence":[{{"connector_id":"c","segment_id":"N"}}],"final_heading":"backward"{}}})", more);
    };
    EXPECT_EQ(turns(to_north("")), "w>c c>n");
    EXPECT_EQ(turns(to_north("") + "," + to_north("")), "w>c c>n");
    EXPECT_EQ(turns(to_north(R"(,"when":{"heading":"forward"})")), "w>c c>n");
    EXPECT_EQ(turns(to_north(R"(,"when":{"heading":"backward"})")), "");
    EXPECT_EQ(turns(to_north(R"(,"between":[0.5,1])")), "w>c c>n");
    EXPECT_EQ(turns(to_north(R"(,"between":[0,0.5])")), "");
    EXPECT_EQ(turns(to_north(R"(,"when":{"mode":["hgv"]})")), "");
    EXPECT_EQ(turns(to_north(R"(,"when":{"mode":["hgv"]})"), "truck"), "w>c c>n");
    EXPECT_EQ(turns(to_north(R"(,"when":{"using":["to_deliver"]})")), "");
    EXPECT_EQ(turns(to_north(R"(,"when":{"during":"Mo-Fr 07:00-09:00"})")), "");
    EXPECT_EQ(turns(to_north(R"(,"when":{"during":"Mo-Fr 07:00-09:00"})"), "car", "2026-11-23T08:00"), "w>c c>n");
    EXPECT_EQ(turns(to_north(R"(,"when":{"during":"Mo-Fr 07:00-09:00"})"), "car", "2026-11-23T10:00"), "");
    // Back the way it came, through another road, and to roads that are not in the file.
    EXPECT_EQ(turns(R"({"sequence":[{"connector_id":"c","segment_id":"W"}],"final_heading":"backward"})"), "w>c c>w");
    EXPECT_EQ(turns(R"({"sequence":[{"connector_id":"c","segment_id":"E"},{"connector_id":"e","segment_id":"X"}],)"
                    R"("final_heading":"forward"})"),
              "w>c c>e e>x");
    EXPECT_EQ(turns(R"({"sequence":[{"connector_id":"c","segment_id":"gone"}],"final_heading":"forward"})"), "");
    EXPECT_EQ(turns(R"({"sequence":[{"connector_id":"e","segment_id":"X"}],"final_heading":"forward"})"), "");
}

TEST(Overture, signs) {
    const RoadNetwork network = read_overture_text(overture_collection(overture_crossing(
        R"(,"destinations":[{"from_connector_id":"w","to_connector_id":"c","to_segment_id":"E","final_heading":"backward",
            "when":{"heading":"forward"},"symbols":["airport"],"labels":[{"value":"Bern","type":"unknown"},
            {"value":"Thun","type":"unknown"},{"value":"A 6","type":"route_ref"},{"value":"Low Street","type":"street"}]}])")));
    ASSERT_NE(network.text("destination"), nullptr);
    std::string found;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const std::string_view places = network.text("destination")->text(arc);
        if (places.empty()) continue;
        found += format("{}>{} {} {}", network.node_ids.text(network.tail[arc]),
                        network.node_ids.text(network.head[arc]), places, network.text("destination:ref")->text(arc));
    }
    EXPECT_EQ(found, "c>e Bern;Thun A 6");
}

// One feature after another, a list, a feature alone, members after the features, absent types, blanks.
TEST(Overture, forms_of_files) {
    const std::string road =
        overture_road(R"("class":"primary","sources":[{"property":"","dataset":"x"}],"names":null)");
    const std::string untyped =
        R"({"id":"S","type":"Feature","properties":{"subtype":"road","class":"primary","connectors":
        [{"at":0,"connector_id":"a"},{"at":1.0,"connector_id":"b"}]},"geometry":{"coordinates":[[0,0,7],[0.01,0,7]],"type":"LineString"}})";
    const std::string building = R"({"type":"Feature","id":"h","geometry":{"type":"Point","coordinates":[0,0]},)"
                                 R"("properties":{"theme":"buildings","type":"building"}})";
    for (
        const std::string& text :
        {overture_collection({road}), road, road + "\n", "\x1e" + road + "\n\x1e" + building + "\n",
         "[" + road + "," + building + "]", "\xEF\xBB\xBF" + road, overture_collection({untyped}),
         overture_collection({building, road}),
         R"({"features":[)" + road + R"(],"bbox":[0,0,1,1],"type":"FeatureCollection"})",
         R"({"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"features" : [)" +
             road + "]}"}) {
        EXPECT_EQ(arcs_of_overture(read_overture_text(text)), "a>b 65, b>a 65") << text;
    }
}

// GDAL's way to the same columns: a filter, and a GeoPackage with nested columns as texts.
TEST(Overture, layers) {
    const TemporaryFolder folder;
    const std::string path = folder.write(
        "map.geojson",
        overture_collection({overture_road(R"("class":"primary",
        "names":{"primary":"High Street"},"speed_limits":[{"max_speed":{"value":50,"unit":"km/h"},"between":[0,0.5]}])"),
                             overture_segment("T", "[0,1],[0.01,1]", overture_at("y", 0) + "," + overture_at("z", 1),
                                              R"("class":"residential")")}));
    ReadOptions options;
    const RoadNetwork all = read_network(path, options);
    options.where = "class = 'primary'";
    const RoadNetwork filtered = read_network(path, options);
    EXPECT_EQ(all.arc_count(), 6);
    EXPECT_EQ(arcs_of_overture(filtered), "a>S@0.5 40, S@0.5>a 40, S@0.5>b 65, b>S@0.5 65");
    EXPECT_EQ(filtered.text("name")->text(0), "High Street");
}

TEST(Overture, memory_of_large_files_is_a_block) {
    std::vector<std::string> features;
    for (int i = 0; i < 30000; ++i) {
        features.push_back(
            overture_segment(format("S{}", i), format("[{0},0],[{1},0]", i * 1e-4, (i + 1) * 1e-4),
                             overture_at(format("c{}", i), 0) + "," + overture_at(format("c{}", i + 1), 1),
                             R"("class":"primary","ext_note":")" + std::string(600, 'x') + "\""));
    }
    const RoadNetwork network = read_overture_text(overture_collection(features));  // 27 MB, several blocks
    EXPECT_EQ(network.arc_count(), 60000);
    EXPECT_EQ(network.node_count(), 30001);
}

TEST(Overture, refuses_damaged_files) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) { return read_network(folder.write("map.geojson", text)); };
    const auto refuses = [&](std::string_view properties, std::string_view wanted) {
        const std::string text =
            overture_collection({overture_road(R"("class":"primary")"),
                                 overture_segment("bad", "[0,0],[1,0]", overture_at("a", 0), properties)});
        ALLWAYS_EXPECT_ERROR(3, std::string("feature 'bad': ") + std::string(wanted), read(text));
    };
    const std::string good = overture_collection({overture_road(R"("class":"primary")")});
    ALLWAYS_EXPECT_ERROR(2, "the file ends inside a feature that begins here", read(good.substr(0, good.size() - 20)));
    ALLWAYS_EXPECT_ERROR(3, "the file ends inside the list of features", read(good.substr(0, good.size() - 3)));
    ALLWAYS_EXPECT_ERROR(3, "the file ends before the collection of features does",
                         read(good.substr(0, good.size() - 2)));
    ALLWAYS_EXPECT_ERROR(1, "expected a GeoJSON feature", read(overture_road(R"("class":"primary")") + "x"));
    ALLWAYS_EXPECT_ERROR(1, "not valid JSON", read(overture_road(R"("class":primary)")));
    ALLWAYS_EXPECT_ERROR(1, "expected coordinates in WGS 84",
                         read(R"({"crs":{"properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[)" +
                              overture_road(R"("class":"primary")") + "]}"));
    ALLWAYS_EXPECT_ERROR(
        3, "another segment of the file has this id",
        read(overture_collection({overture_road(R"("class":"primary")"), overture_road(R"("class":"primary")")})));
    ALLWAYS_EXPECT_ERROR(
        2, "geometry.coordinates[0]: expected degrees",
        read(overture_collection({overture_segment("m", "[600000,200000],[1,0]", "", R"("class":"primary")")})));
    ALLWAYS_EXPECT_ERROR(
        2, "geometry: expected a LineString, found Point",
        read(overture_collection({R"({"type":"Feature","id":"p","geometry":{"type":"Point","coordinates":[0,0]},)"
                                  R"("properties":{"type":"segment","theme":"transportation"}})"})));
    ALLWAYS_EXPECT_ERROR(0, "profile car cannot use any segment of this file: it has 0 of roads, 1 of railways",
                         read(overture_collection({overture_road(R"("subtype":"rail","class":"tram")")})));
    refuses(R"("subtype":"air","class":"x")", "subtype: expected one of road, rail, water, found \"air\"");
    refuses(R"("sub_class":"x")", "class: expected a text, found nothing");
    refuses(R"("class":"primary","road_flags":[{"values":["is_bridge","is_private"]}])",
            "road_flags[0].values[1]: expected one of is_bridge, is_tunnel");
    refuses(R"("class":7)", "class: expected a text, found 7");
    refuses(R"("class":"primary","speed_limits":[{"max_speed":{"value":50,"unit":"knots"}}])",
            "speed_limits[0].max_speed.unit: expected one of km/h, mph, found \"knots\"");
    refuses(R"("class":"primary","speed_limits":[{"max_speed":{"value":"50","unit":"km/h"}}])",
            "speed_limits[0].max_speed.value: expected a number");
    refuses(R"("class":"primary","road_surface":[{"value":"paved","between":[0.5,0.2]}])",
            "road_surface[0].between: expected a pair of fractions a < b from 0 to 1, found [0.5,0.2]");
    refuses(R"("class":"primary","access_restrictions":[{"access_type":"forbidden"}])",
            "access_restrictions[0].access_type: expected one of allowed, denied, designated");
    refuses(R"("class":"primary","access_restrictions":[{"access_type":"denied","when":{"mode":["car","horse"]}}])",
            "access_restrictions[0].when.mode[1]: expected one of vehicle, motor_vehicle, car");
    refuses(R"("class":"primary","access_restrictions":[{"access_type":"denied","when":{"weather":"snow"}}])",
            "access_restrictions[0].when.weather: this part of a rule is not known");
    refuses(R"("class":"primary","prohibited_transitions":[{"sequence":[{"connector_id":"a","segment_id":"S"}]}])",
            "prohibited_transitions[0].final_heading: expected a text, found nothing");
    refuses(R"("class":"primary","prohibited_transitions":[{"sequence":[],"final_heading":"forward"}])",
            "prohibited_transitions[0].sequence: expected one or more pairs");
    refuses(R"("class":"primary","connectors":[{"connector_id":"a"}])",
            "connectors[0].at: expected a number, found nothing");
    refuses(R"("class":"primary","connectors":[{"connector_id":"a","at":1.5}])",
            "connectors[0].at: expected a fraction");
    refuses(R"("class":"primary","connectors":null,"connector_ids":["a","b"])",
            "connector_ids: this release does not state");
    refuses(R"("class":"primary","connectors":{"a":0})", "connectors: expected a list");
}

// Files of other kinds keep their format, and say what they lack if Overture's is named.
TEST(Overture, is_recognised_by_its_content) {
    const TemporaryFolder folder;
    const std::string road = overture_collection({overture_road(R"("class":"primary")")});
    EXPECT_EQ(input_format(folder.write("a.geojson", road), {}).name, "overture");
    EXPECT_EQ(input_format(folder.write("b.json", road), {}).name, "overture");
    EXPECT_EQ(input_format(folder.write("c.geojsonseq", overture_road(R"("class":"primary")")), {}).name, "overture");
    const std::string lines = R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"x"},)"
                              R"("geometry":{"type":"LineString","coordinates":[[0,0],[0.01,0]]}}]})";
    const std::string path = folder.write("d.geojson", lines);
    EXPECT_EQ(input_format(path, {}).name, "vector");
    ReadOptions options;
    options.format = "overture";
    ALLWAYS_EXPECT_ERROR(0, "expected segments of Overture Maps, theme transportation; found 0 connectors and 1 other",
                         read_network(path, options));
    options.where = "name = 'x'";
    ALLWAYS_EXPECT_ERROR(0, "with a field connectors; found name", read_network(path, options));
    ALLWAYS_EXPECT_ERROR(0, "Parquet is read from Python", read_network(folder.write("e.parquet", "PAR1....PAR1")));
}

}  // namespace
}  // namespace allways::test
