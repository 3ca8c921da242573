// SPDX-License-Identifier: Apache-2.0
// Roads that reading options close: by points, lines and polygons, by class, by attribute.
#include <numeric>

#include "allways/base/format.h"
#include "osm_text.h"
#include "support.h"

namespace allways::test {

namespace {

// Nodes 1 … 9 in a square of 3 × 3, a thousandth of a degree apart: rows are ways 11, 12, 13, columns 21, 22, 23.
//
//     7 ─ 8 ─ 9     13
//     4 ─ 5 ─ 6     12
//     1 ─ 2 ─ 3     11
std::string square() {
    std::string text;
    for (int id = 1; id <= 9; ++id) text += osm_node(id, 0.001 * ((id - 1) % 3), 0.001 * ((id - 1) / 3));
    const auto way = [&](int id, const std::vector<std::int64_t>& nodes, std::vector<Tag> tags) {
        text += osm_way(id, nodes, tags);
    };
    way(11, {1, 2, 3}, {{"highway", "primary"}, {"name", "High Street"}});
    way(12, {4, 5, 6}, {{"highway", "residential"}, {"maxspeed", "30"}});
    way(13, {7, 8, 9}, {{"highway", "motorway"}, {"oneway", "no"}});
    way(21, {1, 4, 7}, {{"highway", "residential"}, {"toll", "yes"}});
    way(22, {2, 5, 8}, {{"highway", "primary_link"}, {"name", "Low Street"}});
    way(23, {3, 6, 9}, {{"highway", "residential"}});
    return osm_file(text);
}

class ClosedRoads : public ::testing::Test {
protected:
    // Returns the arcs that are left out, "1-2 2-1", in order; their number is that of the report.
    std::string closed(ReadOptions options) {
        options.log = messages.callback();
        const RoadNetwork whole = read_network(map);
        const RoadNetwork left = read_network(map, options, &report);
        EXPECT_EQ(left.node_ids.numbers(), whole.node_ids.numbers());
        const auto arcs = [](const RoadNetwork& network) {
            std::vector<std::string> names;
            for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
                names.push_back(network.node_ids.text(network.tail[arc]) + "-" +
                                network.node_ids.text(network.head[arc]));
            }
            std::ranges::sort(names);
            return names;
        };
        std::vector<std::string> gone;
        std::ranges::set_difference(arcs(whole), arcs(left), std::back_inserter(gone));
        std::string text;
        for (const auto& name : gone) text += (text.empty() ? "" : " ") + name;
        return text;
    }
    std::string closed_by(const std::string& features) {
        return closed({.avoid = folder.write("closed.geojson",
                                             "{\"type\":\"FeatureCollection\",\"features\":[" + features + "]}")});
    }
    static std::string feature(std::string_view type, std::string_view coordinates) {
        return format(
            "{{\"type\":\"Feature\",\"properties\":{{}},\"geometry\":{{\"type\":\"{}\",\"coordinates\":{}}}}}", type,
            coordinates);
    }
    std::uint64_t counted(std::string_view name) const {
        const auto found = std::ranges::find(report.counts, name, &ImportReport::Count::name);
        return found == report.counts.end() ? 0 : found->count;
    }
    TemporaryFolder folder;
    std::string map = folder.write("square.osm", square());
    ImportReport report;
    Messages messages;
};

TEST_F(ClosedRoads, ByPoints) {
    // 5 m from the road 1 ─ 2; at the junction 9; 55 m from any road.
    EXPECT_EQ(closed_by(feature("Point", "[0.0005,0.00004]")), "1-2 2-1");
    EXPECT_EQ(counted("arcs closed by avoid"), 2u);
    EXPECT_TRUE(messages.contains("closed.geojson closes 2 of 24 arcs"));
    EXPECT_EQ(closed_by(feature("Point", "[0.002,0.002]")), "6-9 8-9 9-6 9-8");
    EXPECT_EQ(closed_by(feature("MultiPoint", "[[0.0005,0],[0.0015,0]]")), "1-2 2-1 2-3 3-2");
    EXPECT_FALSE(messages.contains("no road"));
    EXPECT_EQ(closed_by(feature("Point", "[0.0005,0.0005]") + "," + feature("Point", "[0.0005,0]")), "1-2 2-1");
    EXPECT_TRUE(messages.contains("1 of 2 features of"));
}

TEST_F(ClosedRoads, ByLines) {
    EXPECT_EQ(closed_by(feature("LineString", "[[0.0005,-0.0005],[0.0005,0.0015]]")), "1-2 2-1 4-5 5-4");
    // Touches the road 2 ─ 5 from one side.
    EXPECT_EQ(closed_by(feature("LineString", "[[0.001,0.0004],[0.0013,0.0004]]")), "2-5 5-2");
    EXPECT_EQ(closed_by(feature("LineString", "[[0.0011,0.0004],[0.0013,0.0004]]")), "");
    EXPECT_TRUE(messages.contains("1 of 1 feature of"));
}

TEST_F(ClosedRoads, ByPolygons) {
    // Around the junction 5; the lower left quarter without its middle; two apart.
    EXPECT_EQ(closed_by(feature("Polygon",
                                "[[[0.0008,0.0008],[0.0012,0.0008],[0.0012,0.0012],[0.0008,0.0012],[0.0008,0.0008]]]")),
              "2-5 4-5 5-2 5-4 5-6 5-8 6-5 8-5");
    EXPECT_EQ(closed_by(feature("Polygon",
                                "[[[-1,-1],[0.0005,-1],[0.0005,1],[-1,1],[-1,-1]],"
                                "[[-0.5,-0.5],[0.0004,-0.5],[0.0004,0.5],[-0.5,0.5],[-0.5,-0.5]]]")),
              "1-2 2-1 4-5 5-4 7-8 8-7");
    EXPECT_EQ(closed_by(feature("MultiPolygon",
                                "[[[[0.0004,-1],[0.0006,-1],[0.0005,0.0001],[0.0004,-1]]],"
                                "[[[0.0019,0.0014],[0.0021,0.0014],[0.002,0.0016],[0.0019,0.0014]]]]")),
              "1-2 2-1 6-9 9-6");
    // A polygon that holds whole roads without touching its edge to them.
    EXPECT_EQ(
        closed_by(feature("Polygon",
                          "[[[-0.0001,-0.0001],[0.0021,-0.0001],[0.0021,0.0001],[-0.0001,0.0001],[-0.0001,-0.0001]]]")),
        "1-2 1-4 2-1 2-3 2-5 3-2 3-6 4-1 5-2 6-3");
}

TEST_F(ClosedRoads, InOtherReferenceSystems) {
    // Web Mercator: 0.0005° are 55.66 m.
    const std::string text =
        R"({"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[)" +
        feature("LineString", "[[55.66,-50],[55.66,50]]") + "]}";
    EXPECT_EQ(closed({.avoid = folder.write("mercator.geojson", text)}), "1-2 2-1");
}

TEST_F(ClosedRoads, ByClass) {
    EXPECT_EQ(closed({.exclude = "motorway"}), "7-8 8-7 8-9 9-8");
    EXPECT_EQ(closed({.exclude = "primary, toll"}), "1-2 1-4 2-1 2-3 2-5 3-2 4-1 4-7 5-2 5-8 7-4 8-5");
    EXPECT_EQ(counted("arcs closed by exclude"), 12u);
    EXPECT_FALSE(messages.contains("no road has the class"));
    EXPECT_EQ(closed({.exclude = "motorwy"}), "");
    EXPECT_TRUE(
        messages.contains("no road has the class 'motorwy'; the classes are motorway, primary, residential, toll"));
    ALLWAYS_EXPECT_ERROR(0, "close every road", read_network(map, {.exclude = "motorway,primary,residential"}));
}

TEST_F(ClosedRoads, ByAttribute) {
    EXPECT_EQ(closed({.where = "name <> 'High Street'"}), "1-2 2-1 2-3 3-2");
    EXPECT_EQ(closed({.where = "name = ''"}), "1-2 2-1 2-3 2-5 3-2 5-2 5-8 8-5");
    EXPECT_EQ(closed({.where = "free_speed > 24 AND facility_type <> 'motorway'"}), "4-5 5-4 5-6 6-5 7-8 8-7 8-9 9-8");
    EXPECT_EQ(counted("arcs closed by where"), 8u);
    EXPECT_THROW(closed({.where = "lanes > 1"}), InvalidArgument);
}

}  // namespace

}  // namespace allways::test
