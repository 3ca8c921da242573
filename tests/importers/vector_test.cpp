// SPDX-License-Identifier: Apache-2.0
// Line layers, made here as GeoJSON and turned into other formats by GDAL.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>

#include <cpl_vsi.h>
#include <gdal.h>
#include <gdal_utils.h>
#include <ogr_api.h>

#include "allways/base/format.h"
#include "base/random.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"
#include "support.h"

namespace allways::test {

using namespace importers;
namespace {

using Texts = std::vector<std::string>;
using Nodes = std::vector<NodeIndex>;

struct Feature {
    std::string properties;
    std::string coordinates;  // "[0,0],[1,0]"
    std::string type = "LineString";
};

std::string geojson(const std::vector<Feature>& features, const std::string& epsg = "") {
    std::string text = R"({"type":"FeatureCollection","name":"roads",)";
    if (!epsg.empty())
        text += R"("crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::)" + epsg + R"("}},)";
    text += "\"features\":[";
    for (std::size_t i = 0; i < features.size(); ++i) {
        const auto& [properties, coordinates, type] = features[i];
        text += i == 0 ? "" : ",\n";
        text += R"({"type":"Feature","properties":{)" + properties + "},\"geometry\":";
        text += coordinates.empty() ? "null}" : R"({"type":")" + type + R"(","coordinates":[)" + coordinates + "]}}";
    }
    return text + "]}\n";
}

std::string text_of(Coordinate point) {
    return format("[{},{}]", Decimal::from_double(point.x).to_string(), Decimal::from_double(point.y).to_string());
}

// The same features in another format; `arguments` as ogr2ogr has them.
void translate(const std::string& from, const std::string& to, Texts arguments) {
    GDALAllRegister();
    std::vector<char*> list;
    for (auto& argument : arguments) list.push_back(argument.data());
    list.push_back(nullptr);
    auto* options = GDALVectorTranslateOptionsNew(list.data(), nullptr);
    GDALDatasetH source = GDALOpenEx(from.c_str(), GDAL_OF_VECTOR, nullptr, nullptr, nullptr);
    ASSERT_NE(source, nullptr);
    GDALDatasetH made = GDALVectorTranslate(to.c_str(), nullptr, 1, &source, options, nullptr);
    EXPECT_NE(made, nullptr);
    GDALClose(made);
    GDALClose(source);
    GDALVectorTranslateOptionsFree(options);
}

void zip(const std::vector<std::string>& files, const std::string& archive) {
    VSILFILE* out = nullptr;
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        const std::string content(std::istreambuf_iterator<char>(in), {});
        out = VSIFOpenL(("/vsizip/" + archive + "/" + std::filesystem::path(file).filename().string()).c_str(), "wb");
        ASSERT_NE(out, nullptr);
        VSIFWriteL(content.data(), 1, content.size(), out);
        VSIFCloseL(out);
    }
}

// Three streets of UTM zone 33, a cross with its upper arm missing and one street apart.
const std::vector<Feature> cross{
    {R"("name":"West","lanes":2,"width":3.5)", "[500000,5300000],[500100,5300000]"},
    {R"("name":"East","lanes":1,"width":3.25)", "[500100,5300000],[500150,5300010],[500200,5300000]"},
    {R"("name":"","lanes":null,"width":null)", "[500100,5300000],[500100,5299900]"},
    {R"("name":"Apart","lanes":3,"width":10)", "[510000,5300000],[510100,5300000]"},
};

TEST(Vector, SharedEndsMakeTheNodes) {
    const TemporaryFolder folder;
    ImportReport report;
    Messages messages;
    const auto network =
        read_network(folder.write("a.geojson", geojson(cross, "32633")), {.log = messages.callback()}, &report);
    EXPECT_EQ(network.provenance.format, "vector");
    EXPECT_EQ(network.provenance.crs, "EPSG:32633");
    EXPECT_EQ(network.node_count(), 6u);
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(network.tail, (Nodes{0, 1, 1, 2, 1, 3, 4, 5}));
    EXPECT_EQ(network.head, (Nodes{1, 0, 2, 1, 3, 1, 5, 4}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(network.coordinates[2], (Coordinate{500200, 5300000}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{0, 0, 1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"2", "2", "1", "1", "missing", "missing", "3", "3"}));
    EXPECT_EQ(texts(*network.column("width")), (Texts{"3.5", "3.5", "3.25", "3.25", "missing", "missing", "10", "10"}));
    ASSERT_NE(network.text("name"), nullptr);
    EXPECT_EQ(network.text("name")->text(3), "East");
    EXPECT_EQ(network.text("name")->text(4), "");

    EXPECT_EQ(network.shapes.shape_count(), 4u);
    EXPECT_EQ(network.shapes.points(3),
              (std::vector<Coordinate>{{500200, 5300000}, {500150, 5300010}, {500100, 5300000}}));
    ASSERT_EQ(report.counts.size(), 1u);
    EXPECT_EQ(report.counts[0].name, "features");
    EXPECT_EQ(report.counts[0].count, 4u);
}

TEST(Vector, LengthsAreTrueLengthsInMetres) {
    const TemporaryFolder folder;
    const auto utm = read_network(folder.write("a.geojson", geojson(cross, "32633")));
    const ArcColumn& length = *utm.column("length");
    EXPECT_EQ(length.unit, "m");
    EXPECT_EQ(length.resolution_digits, 1);
    // The scale on the central meridian is 0.9996, so lines are longer than drawn.
    EXPECT_EQ(length.values[0].to_string(), "100.04");
    EXPECT_EQ(length.values[0], length.values[1]);

    const ReferenceSystem mercator("EPSG:3857");
    const std::string line =
        text_of(mercator.from_lon_lat({10, 60})) + "," + text_of(mercator.from_lon_lat({10.01, 60}));
    const auto drawn = read_network(folder.write("b.geojson", geojson({{"", line}}, "3857")));
    // One hundredth of a degree of longitude at 60° north on WGS 84.
    EXPECT_NEAR(drawn.column("length")->values[0].to_double(), 557.999, 0.1);
    EXPECT_EQ(drawn.provenance.crs, "EPSG:3857");
    EXPECT_GT(drawn.coordinates[0].x, 1e6);
}

TEST(Vector, EveryFormatGivesTheSame) {
    const TemporaryFolder folder;
    const auto source = folder.write("roads.geojson", geojson(cross, "32633"));
    const auto expected = read_network(source);
    for (const auto& [driver, name] : {std::pair<std::string, std::string>{"GPKG", "roads.gpkg"},
                                       {"ESRI Shapefile", "roads.shp"},
                                       {"FlatGeobuf", "roads.fgb"},
                                       {"GeoJSONSeq", "roads.geojsonl"},
                                       {"SQLite", "roads.sqlite"},
                                       {"GML", "roads.gml"}}) {
        const auto path = folder.path(name);
        translate(source, path,
                  driver == "FlatGeobuf" ? Texts{"-f", driver, "-lco", "SPATIAL_INDEX=NO"} : Texts{"-f", driver});
        const bool degrees = driver == "GeoJSONSeq";
        ImportReport report;
        const auto network = read_network(path, {}, &report);
        EXPECT_EQ(report.format, "vector") << driver;
        EXPECT_EQ(network.tail, expected.tail) << driver;
        EXPECT_EQ(network.head, expected.head) << driver;
        EXPECT_EQ(texts(*network.column("lanes")), texts(*expected.column("lanes"))) << driver;
        EXPECT_EQ(texts(*network.column("width")), texts(*expected.column("width"))) << driver;
        EXPECT_EQ(*network.text("name"), *expected.text("name")) << driver;
        for (std::size_t arc = 0; arc < 8; ++arc) {
            EXPECT_NEAR(network.column("length")->values[arc].to_double(),
                        expected.column("length")->values[arc].to_double(), degrees ? 0.02 : 0.001)
                << driver;
        }
        EXPECT_EQ(network.provenance.crs, degrees ? "EPSG:4326" : "EPSG:32633") << driver;
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path("roads.gfs")));
    translate(source, folder.path("roads.gdb"), {"-f", "OpenFileGDB"});  // a folder
    EXPECT_EQ(read_network(folder.path("roads.gdb")).tail, expected.tail);
    EXPECT_EQ(read_network(folder.path("roads.gdb/")).tail, expected.tail);

    zip({folder.path("roads.shp"), folder.path("roads.shx"), folder.path("roads.dbf"), folder.path("roads.prj")},
        folder.path("roads.shp.zip"));
    EXPECT_EQ(read_network(folder.path("roads.shp.zip")).tail, expected.tail);
    EXPECT_EQ(read_network("/vsizip/" + folder.path("roads.shp.zip") + "/roads.shp").tail, expected.tail);
    zip({source, folder.path("roads.gpkg")}, folder.path("two.zip"));
    ALLWAYS_EXPECT_ERROR(0, "several vector files: roads.geojson, roads.gpkg", read_network(folder.path("two.zip")));
    zip({folder.write("readme.txt", "nothing")}, folder.path("none.zip"));
    ALLWAYS_EXPECT_ERROR(0, "it contains: readme.txt", read_network(folder.path("none.zip")));
}

TEST(Vector, LayersAreChosen) {
    const TemporaryFolder folder;
    const auto roads = folder.write("roads.geojson", geojson(cross, "32633"));
    const auto signs = folder.write("signs.geojson", geojson({{"", "3,4", "Point"}}, "32633"));
    const auto path = folder.path("city.gpkg");
    translate(roads, path, {"-f", "GPKG", "-nln", "streets"});
    translate(signs, path, {"-update", "-nln", "signs"});
    EXPECT_EQ(read_network(path).arc_count(), 8u);  // the only one with lines
    translate(roads, path, {"-update", "-nln", "paths"});
    ALLWAYS_EXPECT_ERROR(0, "several layers of lines: streets (Line String), paths (Line String)", read_network(path));
    ALLWAYS_EXPECT_ERROR(0, "choose one with `layer`", read_network(path));
    EXPECT_EQ(read_network(path, {.layer = "paths"}).arc_count(), 8u);
    EXPECT_THROW(read_network(path, {.layer = "rivers"}), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(0, "1 × feature that is not a line: Point", read_network(path, {.layer = "signs"}));
    ALLWAYS_EXPECT_ERROR(0, "roads (Point)", read_network(signs));
    // Layers that state no type are looked into.
    const auto mixed = folder.write("mixed.geojson", geojson({{"", "3,4", "Point"}, cross[0], {"", "", ""}}, "32633"));
    ImportReport report;
    ALLWAYS_EXPECT_ERROR(
        0,
        "2 of 3 records would be lost, more than a fifth: 1 × feature that is not a line: Point, 1 × feature "
        "without geometry",
        read_network(mixed));
    EXPECT_EQ(read_network(mixed, {.lenient = true}, &report).arc_count(), 2u);
    EXPECT_EQ(report.records, 3u);
    ASSERT_EQ(report.skipped.size(), 2u);
    EXPECT_EQ(report.skipped[0].reason, "feature that is not a line: Point");
    EXPECT_EQ(report.skipped[1].reason, "feature without geometry");
}

TEST(Vector, FilterByAttributes) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.geojson", geojson(cross, "32633"));
    EXPECT_EQ(read_network(path, {.where = "lanes > 1"}).arc_count(), 4u);
    try {
        read_network(path, {.where = "lanez > 1"});
        ADD_FAILURE();
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string(error.what()).find("\"lanez\" not recognised"), std::string::npos) << error.what();
    }
    ALLWAYS_EXPECT_ERROR(0, "no lines that the filter lets through", read_network(path, {.where = "lanes > 9"}));
}

TEST(Vector, EndsWithinTheToleranceMeet) {
    const TemporaryFolder folder;
    // Gaps of 5 mm, 20 mm and 1.5 m.
    const auto path = folder.write("a.geojson", geojson({{"", "[500000,0],[500100,0]"},
                                                         {"", "[500100.005,0],[500200,0]"},
                                                         {"", "[500200.02,0],[500300,0]"},
                                                         {"", "[500301.5,0],[500400,0]"}},
                                                        "32633"));
    ImportReport report;
    EXPECT_EQ(read_network(path, {}, &report).node_count(), 7u);
    EXPECT_EQ(report.counts[1].name, "places of line ends joined to others within the tolerance");
    EXPECT_EQ(report.counts[1].count, 1u);
    EXPECT_EQ(read_network(path, {.tolerance_m = 0.0}).node_count(), 8u);
    EXPECT_EQ(read_network(path, {.tolerance_m = 0.1}).node_count(), 6u);
    EXPECT_EQ(read_network(path, {.tolerance_m = 2.0}).node_count(), 5u);
    for (const double wrong : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW(read_network(path, {.tolerance_m = wrong}), InvalidArgument);
    }

    // Web Mercator at 60° draws 0.5 m as 1 m; and degrees of longitude are half as long as on the equator.
    const auto drawn = folder.write(
        "b.geojson",
        geojson({{"", "[0,8399737.89],[100,8399737.89]"}, {"", "[101,8399737.89],[200,8399737.89]"}}, "3857"));
    EXPECT_EQ(read_network(drawn, {.tolerance_m = 0.51}).node_count(), 3u);
    EXPECT_EQ(read_network(drawn, {.tolerance_m = 0.49}).node_count(), 4u);
    const auto degrees =
        folder.write("c.geojson", geojson({{"", "[10,60],[10.1,60]"}, {"", "[10.1001,60],[10.2,60]"}}));
    EXPECT_EQ(read_network(degrees, {.tolerance_m = 5.6}).node_count(), 3u);
    EXPECT_EQ(read_network(degrees, {.tolerance_m = 5.5}).node_count(), 4u);
    // Both sides of the date line are one place.
    const auto line = folder.write("d.geojson", geojson({{"", "[179,1],[180,1]"}, {"", "[-180,1],[-179,1]"}}));
    EXPECT_EQ(read_network(line).node_count(), 3u);
}

TEST(Vector, ManyEndsMeetAsASlowSearchSays) {
    const TemporaryFolder folder;
    std::vector<Feature> features;
    std::vector<Coordinate> ends;
    std::uint32_t state = 1;
    const auto random = [&] { return (state = state * 1664525 + 1013904223) / 4294967296.0 * 30; };
    for (int i = 0; i < 300; ++i) {
        const Coordinate from{random(), random()};
        const Coordinate to{random(), random()};
        ends.insert(ends.end(), {from, to});
        features.push_back({"", text_of(from) + "," + text_of(to)});
    }
    translate(folder.write("a.geojson", geojson(features, "32633")), folder.path("a.shp"), {"-f", "ESRI Shapefile"});
    std::filesystem::remove(folder.path("a.prj"));
    Messages messages;
    const auto network =
        read_network(folder.path("a.shp"), {.crs = "none", .tolerance_m = 1.0, .log = messages.callback()});
    EXPECT_EQ(network.provenance.crs, "");
    // Steps of up to 1 connect ends; a slow search finds the ends of each group.
    std::vector<std::size_t> group(ends.size());
    for (std::size_t end = 0; end < ends.size(); ++end) group[end] = end;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t a = 0; a < ends.size(); ++a) {
            for (std::size_t b = 0; b < ends.size(); ++b) {
                if (group[b] >= group[a] || std::hypot(ends[a].x - ends[b].x, ends[a].y - ends[b].y) > 1) continue;
                group[a] = group[b];
                changed = true;
            }
        }
    }
    std::map<std::size_t, NodeIndex> node_of;
    for (std::size_t end = 0; end < ends.size(); ++end) {
        const auto arc = end / 2 * 2;
        const NodeIndex node = end % 2 == 0 ? network.tail[arc] : network.head[arc];
        EXPECT_EQ(node_of.emplace(group[end], static_cast<NodeIndex>(node_of.size())).first->second, node) << end;
    }
    EXPECT_EQ(node_of.size(), network.node_count());
    EXPECT_LT(node_of.size(), 550u);
    EXPECT_TRUE(messages.contains("since others in between connect them"));

    // The order of the features changes nothing.
    std::ranges::reverse(features);
    translate(folder.write("b.geojson", geojson(features, "32633")), folder.path("b.shp"), {"-f", "ESRI Shapefile"});
    std::filesystem::remove(folder.path("b.prj"));
    const auto reversed = read_network(folder.path("b.shp"), {.crs = "none", .tolerance_m = 1.0});
    const auto at_ends = [](const RoadNetwork& read, std::size_t line) {
        return std::pair(read.coordinates[read.tail[2 * line]], read.coordinates[read.head[2 * line]]);
    };
    for (std::size_t line = 0; line < features.size(); ++line)
        EXPECT_EQ(at_ends(network, line), at_ends(reversed, features.size() - 1 - line)) << line;
}

TEST(Vector, TouchingAndCrossingLinesDoNotMeet) {
    const TemporaryFolder folder;
    Messages messages;
    // The second ends on an inner vertex of the first, the third crosses it, the last runs into itself.
    const auto network = read_network(
        folder.write("a.geojson", geojson({{"", "[500000,0],[500100,0],[500200,0]"},
                                           {"", "[500100,0],[500100,100]"},
                                           {"", "[500150,-50],[500150,50]"},
                                           {"", "[500300,0],[500400,0],[500400,50],[500300,0],[500300,-90]"}},
                                          "32633")),
        {.join = ReadOptions::Join::ends, .log = messages.callback()});
    EXPECT_EQ(network.node_count(), 8u);
    EXPECT_TRUE(messages.contains("1 line ends touch the inside of another line"));
}

TEST(Vector, FieldsNameTheNodes) {
    const TemporaryFolder folder;
    const auto text = geojson({{R"("from":"a","to":"b","link_id":10)", "[500000,0],[500100,0]"},
                               {R"("from":"b","to":"c","link_id":11)", "[500103,0],[500200,0]"},
                               {R"("from":"c","to":"a","link_id":12)", "[500200,0],[500000,0]"},
                               {R"("from":"","to":"a","link_id":13)", "[500200,0],[500000,0]"},
                               {R"("from":"a","to":"c","link_id":14)", "[500000,0],[500200,0]"}},
                              "32633");
    const auto path = folder.write("a.geojson", text);
    Messages messages;
    ImportReport report;
    const auto network = read_network(path, {.log = messages.callback()}, &report);
    // Half of the lines have a line back, so each is one direction.
    EXPECT_EQ(network.node_ids.texts(), (Texts{"a", "b", "c"}));
    EXPECT_EQ(network.tail, (Nodes{0, 1, 2, 0}));
    EXPECT_EQ(network.head, (Nodes{1, 2, 0, 2}));
    EXPECT_TRUE(network.reversed.empty());
    EXPECT_TRUE(
        messages.contains("no field states directions, and 2 of 4 lines have a line back; each is read as one "
                          "direction; `oneway_field`, `directed` or `undirected` states it"));
    EXPECT_EQ(network.coordinates[1], (Coordinate{500100, 0}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{10, 11, 12, 14}));
    EXPECT_EQ(network.columns.size(), 1u);
    EXPECT_TRUE(messages.contains("from = 'from', to = 'to'"));
    EXPECT_TRUE(messages.contains("at 1 of 3 nodes lines end farther than 0.01 m apart"));
    EXPECT_EQ(report.skipped.at(0).reason, "feature without a from or to node");

    const auto both = read_network(path, {.undirected = true});
    EXPECT_EQ(both.tail, (Nodes{0, 1, 1, 2, 2, 0, 0, 2}));
    EXPECT_EQ(both.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(read_network(path, {.from_field = "to", .to_field = "FROM"}).tail, (Nodes{0, 2, 1, 2}));
    EXPECT_THROW(read_network(path, {.from_field = "", .undirected = true}), InvalidArgument);  // they meet, both ways
    EXPECT_THROW(read_network(path, {.from_field = "from"}), InvalidArgument);
    try {
        read_network(path, {.from_field = "start", .to_field = "to"});
        ADD_FAILURE();
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string(error.what()).find("it has: from, to, link_id"), std::string::npos) << error.what();
    }

    // Tables before their topology is made: the fields are there and empty.
    messages = {};
    const auto empty =
        read_network(folder.write("b.geojson", geojson({{R"("source":null,"target":null)", "[1,2],[3,4]"}})),
                     {.log = messages.callback()});
    EXPECT_EQ(empty.arc_count(), 2u);
    EXPECT_TRUE(messages.contains("are empty everywhere"));
}

TEST(Vector, OnewayFields) {
    const TemporaryFolder folder;
    const auto arcs = [&](const std::string& value, const ReadOptions& options = {}) {
        const auto network = read_network(
            folder.write("a.geojson", geojson({{"\"oneway\":" + value, "[1,2],[1.1,2]"}, {"", "[1.1,2],[1.2,2]"}})),
            options);
        std::string found;
        for (std::size_t arc = 0; arc + 2 < network.arc_count(); ++arc) {
            const bool along = network.tail[arc] == 0;
            found += along ? "F" : "T";
            EXPECT_EQ(network.shapes.is_backward(arc), !along);
            EXPECT_EQ(network.shapes.points(arc)[0].x, along ? 1 : 1.1);
        }
        return found;
    };
    for (const char* value : {"\"F\"", "\"ft\"", "\"yes\"", "\"true\"", "true", "1", "\"Y\"", "\"forward\""}) {
        EXPECT_EQ(arcs(value), "F") << value;
    }
    for (const char* value : {"\"T\"", "\"TF\"", "-1", "\"-1\"", "\"reverse\"", "\"Backward\""}) {
        EXPECT_EQ(arcs(value), "T") << value;
    }
    for (const char* value : {"\"B\"", "\"no\"", "false", "0", "\"N\"", "\"both\"", "\"\"", "null"}) {
        EXPECT_EQ(arcs(value), "FT") << value;
    }
    ALLWAYS_EXPECT_ERROR(
        0,
        "layer 'roads': the one-way field 'oneway' has unknown values, 1 of 1 that may state a direction: 'maybe' (1)",
        arcs("\"maybe\""));
    ALLWAYS_EXPECT_ERROR(0, "`oneway_values`", arcs("\"maybe\""));
    EXPECT_EQ(arcs("\"H\"", {.oneway_values = "H,R,"}), "F");
    EXPECT_EQ(arcs("\"R\"", {.oneway_values = "H,R,"}), "T");
    EXPECT_EQ(arcs("\"\"", {.oneway_values = "H,R,"}), "FT");
    ALLWAYS_EXPECT_ERROR(0, "unknown values, 1 of 1 that may state a direction: 'F' (1)",
                         arcs("\"F\"", {.oneway_values = "H,R,"}));
    EXPECT_THROW(arcs("\"F\"", {.oneway_values = "H,R"}), InvalidArgument);
    EXPECT_THROW(arcs("\"F\"", {.oneway_field = "way"}), InvalidArgument);
    // With named ends a feature is one arc until the field says both.
    const auto ends =
        read_network(folder.write("b.geojson", geojson({{R"("u":5,"v":6,"oneway":"B")", "[1,2],[1.1,2]"},
                                                        {R"("u":6,"v":7,"oneway":"T")", "[1.1,2],[1.2,2]"}})));
    EXPECT_EQ(ends.tail, (Nodes{0, 1, 2}));
    EXPECT_EQ(ends.head, (Nodes{1, 0, 1}));
}

TEST(Vector, CostsInBothDirections) {
    const TemporaryFolder folder;
    const auto path =
        folder.write("a.geojson", geojson({{R"("cost":1.5,"reverse_cost":2,"gid":7)", "[1,2],[1.1,2]"},
                                           {R"("cost":3,"reverse_cost":-1,"gid":8)", "[1.1,2],[1.2,2]"},
                                           {R"("cost":-1,"reverse_cost":4,"gid":9)", "[1.2,2],[1.3,2]"},
                                           {R"("cost":-1,"reverse_cost":-1,"gid":10)", "[1.3,2],[1.4,2]"}}));
    Messages messages;
    ImportReport report;
    const auto network = read_network(path, {.log = messages.callback()}, &report);
    EXPECT_EQ(network.tail, (Nodes{0, 1, 1, 3}));
    EXPECT_EQ(network.head, (Nodes{1, 0, 2, 2}));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"1.5", "2", "3", "4"}));
    EXPECT_EQ(network.column("cost_field"), nullptr);
    EXPECT_EQ(texts(*network.column("reverse_cost")), (Texts{"2", "2", "-1", "4"}));
    EXPECT_TRUE(messages.contains("reverse cost = 'reverse_cost'"));
    EXPECT_TRUE(messages.contains("4 directions of lines have no arc"));
    EXPECT_EQ(report.skipped.at(0).reason, "line closed both ways by its costs");

    EXPECT_EQ(read_network(path, {.cost_field = "cost"}).tail, network.tail);

    const auto named = read_network(path, {.cost_field = "gid"});
    EXPECT_EQ(texts(*named.column("cost")), (Texts{"7", "7", "8", "8", "9", "9", "10", "10"}));
    EXPECT_EQ(texts(*named.column("cost_field")), (Texts{"1.5", "1.5", "3", "3", "-1", "-1", "-1", "-1"}));
    EXPECT_EQ(texts(*read_network(path, {.cost_field = "gid", .reverse_cost_field = "reverse_cost"}).column("cost")),
              (Texts{"7", "2", "8", "9", "4", "10"}));
    const auto no_cost = folder.write("b.geojson", geojson({{R"("a1":"x","r":2)", "[1,2],[3,4]"}}));
    EXPECT_THROW(read_network(no_cost, {.reverse_cost_field = "r"}), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(0, "feature 0: the cost field 'a1' needs a number, found 'x'",
                         read_network(no_cost, {.cost_field = "a1"}));
}

TEST(Vector, SpeedsGiveTimes) {
    const TemporaryFolder folder;
    const std::string one = "[0,0],[0.01,0]";  // 1113.195 m
    const std::string two = "[0.01,0],[0.02,0]";
    const auto read = [&](const std::string& a, const std::string& b, const ReadOptions& options = {}) {
        return read_network(folder.write("a.geojson", geojson({{a, one}, {b, two}})), options);
    };
    const auto numbers = read(R"("maxspeed":50)", R"("maxspeed":100)");
    EXPECT_EQ(texts(*numbers.column("free_speed")), (Texts{"50", "50", "100", "100"}));
    EXPECT_EQ(numbers.column("free_speed")->unit, "km/h");
    EXPECT_EQ(texts(*numbers.column("time")), (Texts{"80.15", "80.15", "40.075", "40.075"}));
    EXPECT_EQ(numbers.column("time")->unit, "s");
    EXPECT_EQ(numbers.column("time")->resolution_digits, 3);
    EXPECT_EQ(texts(*read(R"("maxspeed":"30 mph")", R"("maxspeed":"50 km/h")").column("free_speed")),
              (Texts{"48.28032", "48.28032", "50", "50"}));
    EXPECT_EQ(texts(*read(R"("speed_mph":30)", R"("speed_mph":10)").column("free_speed")),
              (Texts{"48.28032", "48.28032", "16.09344", "16.09344"}));
    EXPECT_EQ(texts(*read(R"("speed":10)", R"("speed":"20 km/h")", {.speed_unit = "m/s"}).column("free_speed")),
              (Texts{"36", "36", "20", "20"}));
    EXPECT_EQ(texts(*read(R"("speed":2640)", R"("speed":"20 km/h")", {.speed_unit = "ft/min"}).column("free_speed")),
              (Texts{"48.28032", "48.28032", "20", "20"}));

    // A guess that does not cover every arc makes no times, a given field does.
    Messages messages;
    const auto part = read(R"("maxspeed":50)", R"("maxspeed":0)", {.log = messages.callback()});
    EXPECT_EQ(texts(*part.column("free_speed")), (Texts{"50", "50", "missing", "missing"}));
    EXPECT_EQ(part.column("time"), nullptr);
    EXPECT_TRUE(messages.contains("2 of 4 arcs have no speed in 'maxspeed', which was guessed"));
    EXPECT_TRUE(messages.contains(
        "Set `default_speed_kmh` for the others, or `speed_field` maxspeed with `lenient` to leave them without a "
        "time"));
    messages = {};
    const auto given = read(R"("maxspeed":"50")", R"("maxspeed":"signals")",
                            {.lenient = true, .speed_field = "maxspeed", .log = messages.callback()});
    EXPECT_EQ(texts(*given.column("time")), (Texts{"80.15", "80.15", "missing", "missing"}));
    EXPECT_TRUE(messages.contains("2 of 4 arcs have no speed and so no time; set `default_speed_kmh` for them"));
    EXPECT_TRUE(messages.contains("1 texts in 'maxspeed' are not speeds; the first is 'signals'"));
    messages = {};
    EXPECT_EQ(read(R"("speed":4842)", R"("speed":2640)", {.log = messages.callback()}).column("free_speed"), nullptr);
    EXPECT_TRUE(messages.contains(
        "2 of 2 values of 'speed' are above 200 km/h, so it is not used as the speed (`speed_field` speed uses it)"));
    messages = {};
    const ReadOptions vouched{.speed_field = "speed", .speed_unit = "mph", .log = messages.callback()};
    EXPECT_NE(read(R"("speed":4842)", R"("speed":30)", vouched).column("time"), nullptr);
    EXPECT_TRUE(messages.contains(
        "by 'speed' in mph, 1 of 2 lines is faster than 200 km/h, up to 7,792 km/h; set `speed_unit`"));
    messages = {};
    read(R"("speed":48)", R"("speed":30)", vouched);
    EXPECT_FALSE(messages.contains("faster than"));
    EXPECT_THROW(read("", "", {.speed_unit = "mph"}), InvalidArgument);
    EXPECT_THROW(read(R"("speed":10)", "", {.speed_unit = "knots"}), InvalidArgument);
}

TEST(Vector, LengthsOfOtherLinesAreMentioned) {
    const TemporaryFolder folder;
    const std::array<std::string, 3> lines{"[0,0],[0.01,0]", "[0.01,0],[0.03,0]", "[0.03,0],[0.07,0]"};
    const auto told = [&](const std::array<double, 3>& lengths) {
        std::vector<Feature> features;
        for (std::size_t i = 0; i < 3; ++i) features.push_back({format("\"length\":{}", lengths[i]), lines[i]});
        Messages messages;
        read_network(folder.write("a.geojson", geojson(features)), {.log = messages.callback()});
        return messages.contains("the values in 'length' do not match the lengths of the lines in any unit");
    };
    EXPECT_FALSE(told({1.1, 2.3, 4.5}));  // kilometres
    EXPECT_FALSE(told({10, 20, 1}));      // one is wrong
    EXPECT_TRUE(told({4.5, 2.3, 1.1}));
}

TEST(Vector, FieldsWithNamesOfOursAreKept) {
    const TemporaryFolder folder;
    Messages messages;
    const auto network = read_network(
        folder.write(
            "a.geojson",
            geojson({{R"("Length":5,"time":7,"highway":"residential","NAME":"High Street","big":1234567890123456789)",
                      "[0,0],[0.01,0]"}})),
        {.log = messages.callback()});
    EXPECT_EQ(texts(*network.column("Length_field")), (Texts{"5", "5"}));
    EXPECT_EQ(texts(*network.column("time_field")), (Texts{"7", "7"}));
    EXPECT_EQ(texts(*network.column("big")), (Texts{"1234567890123456789", "1234567890123456789"}));
    EXPECT_TRUE(messages.contains("field 'Length' becomes column 'Length_field'"));
    EXPECT_EQ(network.text("facility_type")->text(0), "residential");
    EXPECT_EQ(network.text("name")->text(1), "High Street");
    EXPECT_EQ(network.columns[0].name, "length");
}

// Sets the type of the one field that a .dbf has, as GDAL of some versions cannot.
void make_logical(const std::string& dbf) {
    std::fstream file(dbf, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(32 + 11);
    file.put('L');
}

TEST(Vector, LogicalFieldsAreTrueOrFalse) {
    const TemporaryFolder folder;
    const auto source = folder.write("a.geojson", geojson({{R"("oneway":"T")", "[0,0],[0.01,0]"},
                                                           {R"("oneway":"F")", "[0.01,0],[0.02,0]"},
                                                           {R"("oneway":"?")", "[0.02,0],[0.03,0]"},
                                                           {R"("oneway":null)", "[0.03,0],[0.04,0]"},
                                                           {R"("oneway":"y")", "[0.04,0],[0.05,0]"}}));
    translate(source, folder.path("a.shp"), {"-f", "ESRI Shapefile"});
    make_logical(folder.path("a.dbf"));
    Messages messages;
    const Nodes tails{0, 1, 2, 2, 3, 3, 4, 4};
    const auto logical = read_network(folder.path("a.shp"), {.log = messages.callback()});
    EXPECT_EQ(logical.tail, tails);
    EXPECT_EQ(logical.head, (Nodes{1, 2, 1, 3, 2, 4, 3, 5}));
    // An empty one is unknown, or false as GDAL 3.9 and later read it: both ways all the same.
    const Texts values = texts(*logical.column("oneway"));
    EXPECT_EQ(Texts(values.begin(), values.begin() + 5), (Texts{"1", "0", "0", "missing", "missing"}));
    EXPECT_EQ(values[5], values[6]);
    EXPECT_TRUE(values[5] == "missing" || values[5] == "0") << values[5];
    EXPECT_EQ(values[7], "1");
    EXPECT_FALSE(messages.contains("T is read as against"));
    zip({folder.path("a.shp"), folder.path("a.shx"), folder.path("a.dbf"), folder.path("a.prj")}, folder.path("a.zip"));
    EXPECT_EQ(read_network(folder.path("a.zip")).head, logical.head);
    // Words of the option stand for the value, however they are spelt; true may be against the line.
    EXPECT_EQ(read_network(folder.path("a.shp"), {.oneway_values = "1,,0"}).head, logical.head);
    EXPECT_EQ(read_network(folder.path("a.shp"), {.oneway_values = ",T,F"}).head, (Nodes{0, 2, 1, 3, 2, 4, 3, 4}));

    const auto boolean = folder.write("b.geojson", geojson({{R"("oneway":true)", "[0,0],[0.01,0]"},
                                                            {R"("oneway":false)", "[0.01,0],[0.02,0]"},
                                                            {R"("oneway":null)", "[0.02,0],[0.03,0]"}}));
    for (const auto& [driver, name] : {std::pair<std::string, std::string>{"GPKG", "b.gpkg"},
                                       {"FlatGeobuf", "b.fgb"},
                                       {"SQLite", "b.sqlite"},
                                       {"GeoJSON", "c.geojson"}}) {
        translate(boolean, folder.path(name),
                  driver == "FlatGeobuf" ? Texts{"-f", driver, "-lco", "SPATIAL_INDEX=NO"} : Texts{"-f", driver});
        EXPECT_EQ(read_network(folder.path(name)).head, (Nodes{1, 2, 1, 3, 2})) << driver;
    }
}

TEST(Vector, LettersThatMayMeanTrueAndFalse) {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& a, const std::string& b, Messages& messages,
                          const ReadOptions& given = {}) {
        ReadOptions options = given;
        options.log = messages.callback();
        return read_network(folder.write("a.geojson", geojson({{"\"oneway\":\"" + a + "\"", "[0,0],[0.01,0]"},
                                                               {"\"oneway\":\"" + b + "\"", "[0.01,0],[0.02,0]"}})),
                            options);
    };
    Messages doubtful, sure, told;
    EXPECT_EQ(read("T", "F", doubtful).head, (Nodes{0, 2}));
    EXPECT_TRUE(doubtful.contains("'F' (1) is read as along, 'T' (1) is read as against"));
    EXPECT_TRUE(doubtful.contains("another usual meaning is \"T,,F\"; `oneway_values` states it"));
    read("T", "B", sure);
    EXPECT_FALSE(sure.contains("another usual meaning"));
    EXPECT_EQ(read("T", "F", told, {.oneway_values = "T,,F"}).head, (Nodes{1, 2, 1}));
    EXPECT_FALSE(told.contains("another usual meaning"));
}

TEST(Vector, WordsOfOneWayFields) {
    const TemporaryFolder folder;
    std::vector<Feature> features{{R"("oneway":"reversible")", "[0,0],[0.01,0]"},
                                  {R"("oneway":"alternating")", "[0,0],[0.01,0]"},
                                  {R"("oneway":"cycle")", "[0,0],[0.01,0]"}};
    for (int i = 0; i < 4; ++i) features.push_back({R"("oneway":"yes")", "[0,0],[0.01,0]"});
    Messages messages;
    ImportReport report;
    const auto path = folder.write("a.geojson", geojson(features));
    const auto network = read_network(path, {.log = messages.callback()}, &report);
    EXPECT_EQ(network.tail, (Nodes{0, 1, 0, 1, 0, 0, 0, 0}));
    EXPECT_EQ(report.skipped.at(0).reason, "line closed both ways, or whose direction changes with the hour");
    EXPECT_TRUE(report.skipped.at(0).closed);
    EXPECT_TRUE(messages.contains(
        "the one-way field 'oneway' has unknown values, 1 of 6 that may state a direction: 'cycle' (1); these lines "
        "are open both ways"));
    const std::string several = "yes|Cycle,reversible,no|alternating";
    EXPECT_EQ(read_network(path, {.oneway_values = several}).tail, (Nodes{1, 0, 1, 0, 0, 0, 0, 0}));
    EXPECT_THROW(read_network(path, {.oneway_values = "yes|no,T,no"}), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(0,
                         "3 of 7 that may state a direction: 'alternating' (1), 'cycle' (1), 'reversible' (1); known "
                         "values: yes (along), no (both ways)",
                         read_network(path, {.oneway_values = "yes,,no"}));
    EXPECT_EQ(read_network(path, {.lenient = true, .oneway_values = "yes,,no"}).arc_count(), 10u);
    EXPECT_EQ(read_network(path, {.oneway_field = ""}).arc_count(), 14u);
}

// Tags that GDAL's reader of OpenStreetMap leaves in one text count as fields.
TEST(Vector, OtherTags) {
    const TemporaryFolder folder;
    const auto network = read_network(folder.write(
        "a.geojson", geojson({{R"("other_tags":"\"oneway\"=>\"-1\",\"maxspeed\"=>\"50\",\"note\"=>\"a \\\"b\\\", c\"")",
                               "[0,0],[0.01,0]"},
                              {R"("other_tags":"\"maxspeed\"=>\"30 mph\"")", "[0.01,0],[0.02,0]"},
                              {R"("other_tags":"\"maxspeed\"=>\"20")", "[0.02,0],[0.03,0]"}})));
    EXPECT_EQ(network.tail, (Nodes{1, 1, 2, 2, 3}));
    EXPECT_EQ(texts(*network.column("free_speed")), (Texts{"50", "48.28032", "48.28032", "missing", "missing"}));
    EXPECT_EQ(network.text("maxspeed")->text(1), "30 mph");
    EXPECT_EQ(network.text("junction"), nullptr);
}

// One street through three crossings, as OpenStreetMap has streets: two side roads end on it, a third crosses it.
const std::vector<Feature> street{
    {R"("id":7,"cost":10,"reverse_cost":1,"lanes":2)", "[500000,0],[500100,0],[500200,0],[500300,0],[500400,0]"},
    {R"("id":8,"cost":5,"reverse_cost":5,"lanes":1)", "[500100,0],[500100,100]"},
    {R"("id":9,"cost":5,"reverse_cost":-1,"lanes":1)", "[500200,-50],[500200,0],[500200,50]"},
};

TEST(Vector, LinesMeetAtSharedVertices) {
    using Join = ReadOptions::Join;
    const TemporaryFolder folder;
    const auto path = folder.write("a.geojson", geojson(street, "32633"));
    EXPECT_EQ(read_network(path, {.join = Join::ends}).node_count(), 6u);
    Messages messages;
    ImportReport report;
    const auto network = read_network(path, {.log = messages.callback()}, &report);
    EXPECT_TRUE(
        messages.contains("2 of 3 lines meet others at inner vertices; lines are cut there into 6 parts, which makes 1 "
                          "separate piece instead of 3"));
    EXPECT_EQ(report.components, 1u);
    EXPECT_EQ(network.node_count(), 7u);
    EXPECT_EQ(network.arc_ids.texts(), (Texts{"7.1", "7.1", "7.2", "7.2", "7.3", "7.3", "8", "8", "9.1", "9.2"}));
    EXPECT_EQ(network.text("line_id")->text(9), "9");
    EXPECT_EQ(network.tail, (Nodes{0, 1, 1, 2, 2, 3, 1, 4, 5, 2}));
    EXPECT_EQ(network.head, (Nodes{1, 0, 2, 1, 3, 2, 4, 1, 2, 6}));
    // Costs are shared out by length and add up; other numbers stay.
    EXPECT_EQ(texts(*network.column("cost")),
              (Texts{"2.5", "0.25", "2.5", "0.25", "5", "0.5", "5", "5", "2.5", "2.5"}));
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"2", "2", "2", "2", "2", "2", "1", "1", "1", "1"}));
    EXPECT_EQ(texts(*network.column("length")), (Texts{"100.04", "100.04", "100.04", "100.04", "200.08", "200.08",
                                                       "100.04", "100.04", "50.02", "50.02"}));
    EXPECT_EQ(network.shapes.points(4), (std::vector<Coordinate>{{500200, 0}, {500300, 0}, {500400, 0}}));
    EXPECT_EQ(network.shapes.points(5), (std::vector<Coordinate>{{500400, 0}, {500300, 0}, {500200, 0}}));

    // If splitting changes little, lines stay whole.
    std::vector<Feature> many = street;
    for (int i = 0; i < 20; ++i)
        many.push_back(
            {R"("cost":1,"reverse_cost":1)", format("[{},9000],[{},9500]", 500000 + 100 * i, 500000 + 100 * i)});
    messages = {};
    const auto little = read_network(folder.write("b.geojson", geojson(many, "32633")), {.log = messages.callback()});
    EXPECT_EQ(little.arc_count(), 45u);
    EXPECT_TRUE(messages.contains(
        "lines are joined at their ends only; `join` vertices would join them there, too, and make 21 "
        "separate pieces instead of 23"));
    EXPECT_TRUE(messages.contains("1 line ends touch the inside"));
    EXPECT_EQ(read_network(folder.path("b.geojson"), {.join = Join::vertices}).arc_count(), 50u);

    // A closed line meets itself at its end, and repeated points are no places of their own.
    const auto loop = read_network(
        folder.write(
            "c.geojson",
            geojson({{"", "[500000,0],[500100,0],[500100,0],[500100,50],[500050,50],[500100,0],[500100,0]"}}, "32633")),
        {.join = Join::vertices});
    EXPECT_EQ(loop.tail, (Nodes{0, 1, 1, 1}));
    EXPECT_EQ(loop.head, (Nodes{1, 0, 1, 1}));
    // Fields that name the ends leave nothing to join; with join they are not guessed.
    const auto named = folder.write("d.geojson", geojson({{R"("u":1,"v":2)", "[0,0],[0.01,0]"}}));
    EXPECT_THROW(read_network(named, {.from_field = "u", .to_field = "v", .join = Join::vertices}), InvalidArgument);
    EXPECT_EQ(read_network(named, {.join = Join::vertices}).arc_count(), 2u);
}

TEST(Vector, LinesMeetAtCrossings) {
    using Join = ReadOptions::Join;
    const TemporaryFolder folder;
    // A street, what crosses it on the ground, on a bridge, in a tunnel and through a house, and one that ends 5 mm
    // short of it.
    const auto path = folder.write(
        "a.geojson", geojson({{R"("name":"street")", "[500000,0],[500900,0]"},
                              {R"("name":"ground")", "[500150,-50],[500150,50]"},
                              {R"("name":"bridge","bridge":"yes")", "[500200,-50],[500200,50]"},
                              {R"("name":"high","layer":"2")", "[500300,-50],[500300,50]"},
                              {R"("name":"tunnel","tunnel":"T")", "[500400,-50],[500400,50]"},
                              {R"("name":"passage","tunnel":"building_passage")", "[500500,-50],[500500,50]"},
                              {R"("name":"ramp","bridge":"yes")", "[500600.25,0.005],[500600,50]"},
                              {R"("name":"flat","bridge":"no","layer":"0")", "[500700,-50],[500700,0],[500700,50]"}},
                             "32633"));
    Messages messages;
    ImportReport report;
    const auto network = read_network(path, {.join = Join::crossings, .log = messages.callback()}, &report);
    std::map<std::string, std::size_t> parts;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) ++parts[std::string(network.text("name")->text(arc))];
    const std::map<std::string, std::size_t> expected{{"street", 10}, {"ground", 4},  {"bridge", 2}, {"high", 2},
                                                      {"tunnel", 2},  {"passage", 4}, {"ramp", 2},   {"flat", 4}};
    EXPECT_EQ(parts, expected);
    EXPECT_EQ(report.components, 4u);
    EXPECT_TRUE(messages.contains("3 crossings without a vertex are joined, 3 of different levels are not"));
    EXPECT_FALSE(messages.contains("bridges are joined with what they cross"));
    read_network(folder.write("b.geojson", geojson(street, "32633")),
                 {.join = Join::crossings, .log = messages.callback()});
    EXPECT_TRUE(messages.contains("no field layer, bridge or tunnel: bridges are joined with what they cross"));
}

struct Piece {
    std::size_t line = 0;
    std::vector<Coordinate> points;
};

// Random lines on and off a small lattice: cuts agree with a slow search, and parts add up to their lines.
TEST(Vector, RandomLinesAreCutWhereTheyMeet) {
    const TemporaryFolder folder;
    std::uint32_t state = 7;
    const auto random = [&](std::uint32_t below) { return (state = state * 1664525 + 1013904223) / 65536 % below; };
    for (int trial = 0; trial < 20; ++trial) {
        SCOPED_TRACE(trial);
        std::vector<std::vector<Coordinate>> lines;
        std::vector<Feature> features;
        std::map<std::pair<double, double>, int> visits;
        for (int line = 0; line < 12; ++line) {
            std::vector<Coordinate> points;
            std::string text;
            for (std::uint32_t i = 0; i < 2 + random(5); ++i) {
                const Coordinate point{500000 + 10.0 * random(7), 10.0 * random(7)};
                if (!points.empty() && point == points.back()) continue;
                points.push_back(point);
                ++visits[{point.x, point.y}];
                text += (text.empty() ? "" : ",") + text_of(point);
            }
            if (points.size() < 2) continue;
            features.push_back({format("\"cost\":{},\"id\":{}", 1 + random(1000), lines.size()), text});
            lines.push_back(points);
        }
        visits.clear();
        for (const auto& points : lines) {
            for (const auto& point : points) ++visits[{point.x, point.y}];
        }
        const auto network =
            read_network(folder.write("a.geojson", geojson(features, "32633")), {.join = ReadOptions::Join::vertices});
        std::size_t cuts = 0;
        for (const auto& points : lines) {
            for (std::size_t i = 1; i + 1 < points.size(); ++i) cuts += visits[{points[i].x, points[i].y}] > 1;
        }
        ASSERT_EQ(network.arc_count(), 2 * (lines.size() + cuts));
        std::vector<Decimal> costs(lines.size()), lengths(lines.size());
        std::vector<std::vector<Coordinate>> walked(lines.size());
        std::set<std::string> ids;
        for (std::size_t arc = 0; arc < network.arc_count(); arc += 2) {
            const bool cut_at_all = network.text("line_id") != nullptr;
            const auto line =
                static_cast<std::size_t>(std::stoul(cut_at_all ? std::string(network.text("line_id")->text(arc))
                                                               : network.arc_ids.text(static_cast<ArcIndex>(arc))));
            EXPECT_TRUE(ids.insert(network.arc_ids.text(static_cast<ArcIndex>(arc))).second);
            costs[line] = costs[line] + network.column("cost")->values[arc];
            lengths[line] = lengths[line] + network.column("length")->values[arc];
            const auto points = network.shapes.points(arc);
            EXPECT_EQ(points.front(), network.coordinates[network.tail[arc]]);
            EXPECT_EQ(points.back(), network.coordinates[network.head[arc]]);
            if (!walked[line].empty()) {
                EXPECT_EQ(walked[line].back(), points.front());
                walked[line].pop_back();
            }
            walked[line].insert(walked[line].end(), points.begin(), points.end());
        }
        EXPECT_EQ(walked, lines);
        const auto whole = read_network(folder.path("a.geojson"), {.join = ReadOptions::Join::ends});
        for (std::size_t line = 0; line < lines.size(); ++line) {
            EXPECT_EQ(costs[line], whole.column("cost")->values[2 * line]);
            EXPECT_EQ(lengths[line], whole.column("length")->values[2 * line]);
        }
    }
}

// Two families of straight lines in general position, every other one on a bridge.
TEST(Vector, RandomCrossings) {
    const TemporaryFolder folder;
    std::uint32_t state = 3;
    const auto random = [&] { return (state = state * 1664525 + 1013904223) / 4294967296.0 * 100; };
    struct Straight {
        Coordinate a, b;
        bool high = false;
    };
    std::vector<Straight> lines;
    std::vector<Feature> features;
    for (int i = 0; i < 60; ++i) {
        const Straight line{{500000 + random(), random()}, {500000 + random(), random()}, i % 2 == 1};
        lines.push_back(line);
        features.push_back({line.high ? R"("layer":1)" : R"("layer":0)", text_of(line.a) + "," + text_of(line.b)});
    }
    const auto side = [](Coordinate a, Coordinate b, Coordinate c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
    };
    std::size_t joined = 0, apart = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (std::size_t k = i + 1; k < lines.size(); ++k) {
            const bool crosses = side(lines[i].a, lines[i].b, lines[k].a) != side(lines[i].a, lines[i].b, lines[k].b) &&
                                 side(lines[k].a, lines[k].b, lines[i].a) != side(lines[k].a, lines[k].b, lines[i].b);
            if (crosses) ++(lines[i].high == lines[k].high ? joined : apart);
        }
    }
    ImportReport report;
    const auto network = read_network(folder.write("a.geojson", geojson(features, "32633")),
                                      {.join = ReadOptions::Join::crossings, .tolerance_m = 0.0}, &report);
    ASSERT_GT(joined, 100u);
    EXPECT_EQ(report.counts.at(1).count, joined);
    EXPECT_EQ(report.counts.at(2).count, apart);
    EXPECT_EQ(network.arc_count(), 2 * (lines.size() + 2 * joined));
    EXPECT_EQ(network.node_count(), 2 * lines.size() + joined);
}

TEST(Vector, GuessedEndsHaveToNameNodes) {
    const TemporaryFolder folder;
    // Tags of OpenStreetMap, on one line of six.
    std::vector<Feature> features{{R"("source":"survey","destination":"Paris")", "[0,0],[0.01,0]"}};
    for (int i = 1; i < 6; ++i) features.push_back({"", format("[0.0{},0],[0.0{},0]", i, i + 1)});
    Messages messages;
    ImportReport report;
    const auto path = folder.write("a.geojson", geojson(features));
    EXPECT_EQ(read_network(path, {.log = messages.callback()}, &report).node_count(), 7u);
    EXPECT_TRUE(
        messages.contains("the fields 'source' and 'destination' are not used as nodes: only 1 of 6 lines have both"));
    EXPECT_TRUE(report.skipped.empty());
    EXPECT_EQ(report.records, 6u);
    ALLWAYS_EXPECT_ERROR(0, "5 of 6 records would be lost, more than a fifth: 5 × feature without a from or to node",
                         read_network(path, {.from_field = "source", .to_field = "destination"}));
    EXPECT_EQ(read_network(path, {.from_field = "source", .to_field = "destination", .lenient = true}).arc_count(), 2u);
    messages = {};
    EXPECT_EQ(read_network(path, {.from_field = "", .log = messages.callback()}).node_count(), 7u);
    EXPECT_FALSE(messages.contains("are not used as nodes"));
    EXPECT_TRUE(
        messages.contains("no field states directions, and 0 of 6 lines have a line back; all are open both ways"));
    EXPECT_TRUE(messages.contains("no field is recognised as speed (`speed_field`)"));
    EXPECT_TRUE(messages.contains("fields without a known meaning: source, destination"));

    // Names of the streets that a street runs between: on every line, and no nodes.
    std::vector<Feature> centrelines;
    for (int i = 0; i < 10; ++i) {
        centrelines.push_back({R"("from":"Oak","to":"Elm")", format("[0,0.{}],[0.01,0.{}]", i, i)});
    }
    messages = {};
    EXPECT_EQ(read_network(folder.write("b.geojson", geojson(centrelines)), {.log = messages.callback()}).node_count(),
              20u);
    EXPECT_TRUE(messages.contains("'from' and 'to' are not used as nodes: equal values do not mark the same place"));
}

// A tolerance is in metres, and lengths are kept to the millimetre, whatever unit the coordinates are said to have.
TEST(Vector, CoordinatesInAnotherUnitThanMetres) {
    const TemporaryFolder folder;
    // Crossings 8 m apart, in kilometres.
    std::vector<Feature> features;
    for (int i = 0; i < 5; ++i)
        features.push_back({"", format("[2600.{:03},1200],[2600.{:03},1200]", 8 * i, 8 * i + 8)});
    translate(folder.write("a.geojson", geojson(features, "2056")), folder.path("a.shp"), {"-f", "ESRI Shapefile"});
    std::filesystem::remove(folder.path("a.prj"));
    const auto network = read_network(folder.path("a.shp"), {.length_unit = "km"});
    EXPECT_EQ(network.node_count(), 6u);
    EXPECT_EQ(texts(*network.column("length"))[0], "0.008");
    EXPECT_EQ(network.column("length")->resolution_digits, 4);
    EXPECT_EQ(read_network(folder.path("a.shp"), {.length_unit = "km", .tolerance_m = 7}).node_count(), 6u);
    EXPECT_EQ(read_network(folder.path("a.shp"), {.length_unit = "km", .tolerance_m = 9}).node_count(), 1u);
}

// Lines that hardly meet anywhere do not form a network.
TEST(Vector, LinesThatDoNotMeetAreSaid) {
    const TemporaryFolder folder;
    std::vector<Feature> features;
    for (int i = 0; i < 30; ++i) features.push_back({"", format("[0.{:02}0001,0],[0.{:02},0]", i, i + 1)});
    const auto path = folder.write("a.geojson", geojson(features));
    Messages messages;
    read_network(path, {.log = messages.callback()});
    EXPECT_TRUE(
        messages.contains("30 lines make 30 separate pieces, so nearly nothing is connected; if ends that should "
                          "meet lie some way apart, `tolerance_m` joins them"));
    messages = {};
    EXPECT_EQ(read_network(path, {.tolerance_m = 1, .log = messages.callback()}).node_count(), 31u);
    EXPECT_FALSE(messages.contains("separate pieces"));
}

TEST(Vector, SpeedsByClassAndDefault) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.geojson", geojson({{R"("highway":"primary","maxspeed":"50")", "[0,0],[0.01,0]"},
                                                         {R"("highway":"Primary")", "[0.01,0],[0.02,0]"},
                                                         {R"("highway":"track")", "[0.02,0],[0.03,0]"},
                                                         {R"("highway":null)", "[0.03,0],[0.04,0]"}}));
    const auto speeds = [&](const ReadOptions& options) {
        return texts(*read_network(path, options).column("free_speed"));
    };
    const std::string list = folder.write("speeds.txt", "# class speed\nprimary = 80\ntrack=10 mph\n");
    EXPECT_EQ(speeds({.class_speeds = "primary=80,track=10 mph", .default_speed_kmh = 20}),
              (Texts{"50", "50", "80", "80", "16.09344", "16.09344", "20", "20"}));
    EXPECT_EQ(speeds({.class_speeds = "@" + list, .default_speed_kmh = 20}),
              speeds({.class_speeds = "primary=80,track=10 mph", .default_speed_kmh = 20}));
    const auto all = read_network(path, {.speed_field = "", .default_speed_kmh = 36});
    EXPECT_EQ(texts(*all.column("time")).front(), "111.32");
    ALLWAYS_EXPECT_ERROR(0, "6 of 8 arcs have no speed by 'maxspeed' in km/h, more than a fifth",
                         read_network(path, {.speed_field = "maxspeed"}));
    ALLWAYS_EXPECT_ERROR(0, "most by class: 'track' (2), '' (2)", read_network(path, {.class_speeds = "primary=80"}));
    EXPECT_THROW(read_network(path, {.class_speeds = "primary"}), InvalidArgument);
    EXPECT_THROW(read_network(path, {.class_speeds = "primary=fast"}), InvalidArgument);
    EXPECT_THROW(read_network(path, {.class_field = "", .class_speeds = "primary=80"}), InvalidArgument);
    EXPECT_THROW(read_network(path, {.default_speed_kmh = -1.0}), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(2, "expected CLASS=KMH",
                         read_network(path, {.class_speeds = "@" + folder.write("bad.txt", "a=1\nb=x\n")}));
}

TEST(Vector, ProfilesReadFieldsAsTags) {
    const TemporaryFolder folder;
    const auto path = folder.write(
        "a.geojson",
        geojson({{R"("fclass":"residential","oneway":"B","maxspeed":0)", "[0,0],[0.01,0]"},
                 {R"("fclass":"primary","oneway":"F","maxspeed":70)", "[0.01,0],[0.02,0]"},
                 {R"("fclass":"footway","oneway":"B","maxspeed":0)", "[0.02,0],[0.03,0]"},
                 {R"("fclass":"tertiary","oneway":"T","maxspeed":0,"other_tags":"\"junction\"=>\"roundabout\"")",
                  "[0.03,0],[0.02,0]"},
                 {R"("fclass":"motorway","oneway":"","maxspeed":0)", "[0.04,0],[0.03,0]"}}));
    ImportReport report;
    const auto car = read_network(path, {.profile = "car"}, &report);
    EXPECT_EQ(car.tail, (Nodes{0, 1, 1, 2, 4}));
    EXPECT_EQ(car.head, (Nodes{1, 0, 2, 3, 3}));
    EXPECT_EQ(texts(*car.column("free_speed")), (Texts{"25", "25", "56", "40", "90"}));
    ASSERT_NE(car.column("time"), nullptr);
    EXPECT_EQ(report.skipped.at(0).reason, "line that the profile does not use");
    EXPECT_EQ(read_network(path, {.profile = "foot"}).arc_count(), 8u);
    EXPECT_THROW(read_network(path, {.profile = "car", .default_speed_kmh = 50}), InvalidArgument);
    EXPECT_THROW(read_network(path, {.profile = "boat"}), InvalidArgument);
    EXPECT_THROW(read_network(folder.write("b.geojson", geojson(cross, "32633")), {.profile = "car"}), InvalidArgument);
}

TEST(Vector, PartsOfLines) {
    const TemporaryFolder folder;
    ImportReport report;
    const std::string parts = "[[0,0],[0.01,0]],[[0.01,0],[0.02,0]]";
    const auto edges =
        read_network(folder.write("a.geojson", geojson({{R"("osm_id":77)", parts, "MultiLineString"},
                                                        {R"("osm_id":78)", "[[5,5],[5,5]],[]", "MultiLineString"}})),
                     {.lenient = true}, &report);
    EXPECT_EQ(edges.tail, (Nodes{0, 1, 1, 2}));
    EXPECT_EQ(report.skipped.at(0).reason, "line of zero length");
    EXPECT_EQ(report.skipped.at(1).reason, "line of fewer than two points");
    EXPECT_EQ(edges.arc_ids.texts(), (Texts{"77.1", "77.1", "77.2", "77.2"}));
    EXPECT_EQ(edges.text("line_id")->text(3), "77");
    const auto arc = read_network(folder.write("b.geojson", geojson({{R"("u":1,"v":2)", parts, "MultiLineString"}})));
    EXPECT_EQ(arc.arc_count(), 2u);
    EXPECT_EQ(arc.shapes.points(0).size(), 3u);
    EXPECT_NEAR(arc.column("length")->values[0].to_double(), 2226.390, 0.001);
}

TEST(Vector, CurvesBecomeLines) {
    const TemporaryFolder folder;
    const auto table = folder.write("arc.csv", "WKT,id\n\"CIRCULARSTRING (500000 0,500100 100,500200 0)\",1\n");
    translate(table, folder.path("a.gpkg"), {"-f", "GPKG", "-a_srs", "EPSG:32633", "-oo", "GEOM_POSSIBLE_NAMES=WKT"});
    const auto network = read_network(folder.path("a.gpkg"));
    EXPECT_GT(network.shapes.points(0).size(), 10u);
    EXPECT_NEAR(network.column("length")->values[0].to_double(), 3.14159265 * 100 / 0.9996, 0.1);
}

TEST(Vector, WithoutAReferenceSystem) {
    const TemporaryFolder folder;
    translate(folder.write("a.geojson", geojson({{"", "[10,0],[10.25,0]"}})), folder.path("a.shp"),
              {"-f", "ESRI Shapefile"});
    std::filesystem::remove(folder.path("a.prj"));
    Messages messages;
    const auto degrees = read_network(folder.path("a.shp"), {.speed_field = "", .log = messages.callback()});
    EXPECT_EQ(degrees.provenance.crs, "");
    EXPECT_EQ(degrees.column("length")->unit, "");
    EXPECT_EQ(texts(*degrees.column("length")), (Texts{"0.25", "0.25"}));
    EXPECT_TRUE(messages.contains("of its coordinates, which could be degrees; set `crs`"));
    messages = {};
    translate(folder.write("b.geojson", geojson({{R"("maxspeed":50)", "[0,0],[300,400]"}}, "32633")),
              folder.path("b.shp"), {"-f", "ESRI Shapefile"});
    std::filesystem::remove(folder.path("b.prj"));
    const auto plane = read_network(folder.path("b.shp"), {.log = messages.callback()});
    EXPECT_EQ(texts(*plane.column("length")), (Texts{"500", "500"}));
    EXPECT_EQ(plane.column("time"), nullptr);
    EXPECT_FALSE(messages.contains("could be degrees"));
    EXPECT_TRUE(messages.contains("because the layer states no reference system"));
    ALLWAYS_EXPECT_ERROR(0, "lie outside",
                         read_network(folder.write("c.geojson", geojson({{"", "[500000,5300000],[500100,5300000]"}}))));
}

// A street grid of a town, 12 × 12 crossings 111 m apart, around a place in degrees.
std::vector<Feature> grid_around(double longitude, double latitude, bool exchanged = false) {
    constexpr int side = 12;
    const auto at = [&](int column, int row) {
        const Coordinate place{longitude + 0.0015 * column, latitude + 0.001 * row};
        return text_of(exchanged ? Coordinate{place.y, place.x} : place);
    };
    std::vector<Feature> streets;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            if (column + 1 < side) streets.push_back({"", at(column, row) + "," + at(column + 1, row)});
            if (row + 1 < side) streets.push_back({"", at(column, row) + "," + at(column, row + 1)});
        }
    }
    return streets;
}

// A Shapefile of these lines whose .prj is lost.
std::string without_system(const TemporaryFolder& folder, const std::string& name, const std::vector<Feature>& lines,
                           const std::string& epsg = "32633") {
    translate(folder.write(name + ".geojson", geojson(lines, epsg)), folder.path(name + ".shp"),
              {"-f", "ESRI Shapefile"});
    std::filesystem::remove(folder.path(name + ".prj"));
    return folder.path(name + ".shp");
}

TEST(Vector, DegreesWithoutAReferenceSystemAreDegrees) {
    const TemporaryFolder folder;
    const auto with = read_network(folder.write("a.geojson", geojson(grid_around(11.5123, 48.1347))));
    ASSERT_EQ(with.node_count(), 144u);
    Messages messages;
    const std::string lost = without_system(folder, "lost", grid_around(11.5123, 48.1347));
    const auto without = read_network(lost, {.log = messages.callback()});
    EXPECT_TRUE(messages.contains("can only be degrees and are read as longitudes and latitudes of WGS 84"));
    EXPECT_EQ(without.provenance.crs, "EPSG:4326");
    EXPECT_EQ(without.provenance.coordinate_unit, Provenance::CoordinateUnit::degrees);
    EXPECT_EQ(without.node_count(), 144u);
    EXPECT_EQ(texts(*without.column("length")), texts(*with.column("length")));
    EXPECT_EQ(without.column("length")->unit, "m");
    EXPECT_EQ(without.tail, with.tail);
    const auto plane = read_network(lost, {.crs = "none"});
    EXPECT_EQ(plane.provenance.crs, "");
    EXPECT_LT(plane.node_count(), 10u);  // a hundredth of a unit is a kilometre
}

TEST(Vector, AReferenceSystemIsStated) {
    const TemporaryFolder folder;
    const std::vector<Feature> lines{{"", "[500000,5300000],[500100,5300000]"},
                                     {"", "[500100,5300000],[500100,5300200]"}};
    Messages messages;
    const std::string lost = without_system(folder, "lost", lines);
    const auto utm = read_network(lost, {.crs = "EPSG:32633", .log = messages.callback()});
    EXPECT_EQ(utm.provenance.crs, "EPSG:32633");
    EXPECT_EQ(texts(*utm.column("length"))[0], "100.04");
    EXPECT_FALSE(messages.contains("reference system"));
    // Survey feet of a State Plane zone: 300 ft east are 91.44 m.
    const auto feet = read_network(without_system(folder, "feet", {{"", "[6200000,1850000],[6200300,1850000]"}}),
                                   {.crs = "EPSG:2230"});
    EXPECT_NEAR(feet.column("length")->values[0].to_double(), 91.44, 0.02);
    // The option counts before the file, and says so.
    const std::string wrong = folder.write("wrong.geojson", geojson(lines, "32632"));
    EXPECT_EQ(read_network(wrong).provenance.crs, "EPSG:32632");
    EXPECT_EQ(read_network(wrong, {.crs = "EPSG:32633", .log = messages.callback()}).provenance.crs, "EPSG:32633");
    EXPECT_TRUE(
        messages.contains("layer 'roads' states WGS 84 / UTM zone 32N (EPSG:32632), but its coordinates are "
                          "read in WGS 84 / UTM zone 33N (EPSG:32633), as `crs` states"));
    EXPECT_EQ(read_network(wrong, {.crs = "none", .log = messages.callback()}).column("length")->unit, "");
    EXPECT_TRUE(messages.contains("read in a plane of unknown units, as `crs` states"));
    EXPECT_THROW(read_network(wrong, {.crs = "EPSG:1"}), InvalidArgument);
}

TEST(Vector, CoordinatesThatContradictTheirSystem) {
    const TemporaryFolder folder;
    ALLWAYS_EXPECT_ERROR(
        0, "states WGS 84 / UTM zone 33N (EPSG:32633), but its coordinates can only be degrees; set `crs`",
        read_network(folder.write("a.geojson", geojson(grid_around(11.5123, 48.1347), "32633"))));
    // Latitude first, where that can be seen: beyond 90 degrees of longitude.
    const auto swapped = grid_around(-117.1611, 32.7157, true);
    ALLWAYS_EXPECT_ERROR(0, "exchange x and y: longitude comes before latitude",
                         read_network(folder.write("b.geojson", geojson(swapped))));
    ALLWAYS_EXPECT_ERROR(0, "can only be degrees with latitude before longitude; exchange x and y",
                         read_network(without_system(folder, "c", swapped)));
    ALLWAYS_EXPECT_ERROR(
        0, "check the layer's reference system, or set `crs`",
        read_network(folder.write("d.geojson", geojson({{"", "[2600000,1200000],[2600100,1200000]"}}))));
    // Roads of tens of kilometres, or of a building: only the user knows.
    const std::string unclear = without_system(folder, "e", {{"", "[11.5123,48.1347],[13.4050,52.5200]"}});
    ALLWAYS_EXPECT_ERROR(0, "could be degrees or lengths; set `crs` to EPSG:4326", read_network(unclear));
    EXPECT_GT(read_network(unclear, {.crs = "EPSG:4326"}).column("length")->values[0].to_double(), 500'000);
    EXPECT_LT(read_network(unclear, {.crs = "none"}).column("length")->values[0].to_double(), 5);
}

TEST(Vector, TheUnitOfAPlaneIsStated) {
    const TemporaryFolder folder;
    const std::string lost = without_system(folder, "lost", {{R"("maxspeed":60,"cost":3)", "[0,0],[300,400]"}});
    const auto feet =
        read_network(lost, {.crs = "none", .cost_unit = "minutes", .length_unit = "ft", .speed_unit = "mph"});
    EXPECT_EQ(feet.column("length")->unit, "ft");
    EXPECT_EQ(texts(*feet.column("time"))[0], "5.682");  // 500 ft at 88 ft/s
    ASSERT_NE(feet.column("cost"), nullptr);
    EXPECT_THROW(read_network(lost, {.length_unit = "acres"}), InvalidArgument);
    EXPECT_THROW(read_network(lost, {.crs = "EPSG:32633", .length_unit = "ft"}), InvalidArgument);
    const std::string stated = without_system(folder, "own", {{R"("length":1.5)", "[0,0],[300,400]"}});
    EXPECT_EQ(read_network(stated, {.crs = "EPSG:32633", .length_unit = "mi"}).column("length_field")->unit, "mi");
}

TEST(Vector, WhatIsNoVectorLayer) {
    const TemporaryFolder folder;
    const auto json = folder.write("a.json", R"({"speed": 3})");
    ALLWAYS_EXPECT_ERROR(0, "expected a file or database of lines that GDAL can open", read_network(json));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened", read_network(folder.path("none.gpkg")));
    ALLWAYS_EXPECT_ERROR(0, "GDAL can open", read_network("PG:host=/nowhere dbname=roads"));
    ALLWAYS_EXPECT_ERROR(0, "GDAL can open", read_network("/vsizip/" + folder.path("none.zip") + "/roads.shp"));
    ALLWAYS_EXPECT_ERROR(0, "zip archive", read_network(folder.write("a.zip", "PK\x03\x04")));
    translate(folder.write("a.geojson", geojson(cross, "32633")), folder.path("a.shp"), {"-f", "ESRI Shapefile"});
    std::filesystem::rename(folder.path("a.dbf"), folder.path("b.dbf"));
    ALLWAYS_EXPECT_ERROR(0, "its .dbf with the attributes is missing", read_network(folder.path("a.shp")));
    std::filesystem::rename(folder.path("b.dbf"), folder.path("a.dbf"));
    std::filesystem::remove(folder.path("a.shx"));
    ALLWAYS_EXPECT_ERROR(0, ".shx", read_network(folder.path("a.shp")));
}

TEST(Vector, NamesThatAreNoFiles) {
    for (const char* name : {"PG:dbname=roads", "MYSQL:roads,user=me", "/vsizip/roads.zip/roads.shp"}) {
        EXPECT_TRUE(is_vector_source(name)) << name;
    }
    for (const char* name : {"roads.gpkg", "C:roads.gpkg", "/data/PG:roads.gpkg", "roads:1.gpkg"}) {
        EXPECT_FALSE(is_vector_source(name)) << name;
    }
    EXPECT_EQ(without_password("PG:host=h password=secret user=me"), "PG:host=h password=*** user=me");
    EXPECT_EQ(without_password("PG:host=h PassWord='a b' user=me"), "PG:host=h PassWord=*** user=me");
    EXPECT_EQ(without_password("MYSQL:roads,password=secret"), "MYSQL:roads,password=***");
    EXPECT_EQ(without_password("PG:postgresql://me:secret@h:5432/roads"), "PG:postgresql://me:***@h:5432/roads");
    EXPECT_EQ(without_password("PG:postgresql://me@h:5432/roads"), "PG:postgresql://me@h:5432/roads");
    EXPECT_EQ(without_password("PG:dbname=roads"), "PG:dbname=roads");
    EXPECT_EQ(without_password("password=1.gpkg"), "password=1.gpkg");
    try {
        read_network("PG:host=/nowhere dbname=roads password=secret");
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << error.what();
    }
}

// Returns the directions of lines with these values of the one-way field: F, T, FT or - for each.
Texts directions(const std::vector<std::string>& values, Messages& messages, ReadOptions options = {},
                 const std::string& field = "oneway") {
    const TemporaryFolder folder;
    std::vector<Feature> features;
    for (std::size_t i = 0; i < values.size(); ++i) {
        features.push_back({format("\"{}\":{},\"line\":{}", field, values[i], i), format("[{}.5,2],[{}.6,2]", i, i)});
    }
    options.log = messages.callback();
    options.id_field = "line";
    const auto network = read_network(folder.write("a.geojson", geojson(features)), options);
    Texts found(values.size(), "-");
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        std::string& text = found[static_cast<std::size_t>(network.arc_ids.numbers()[arc])];
        text = (text == "-" ? "" : text) + (network.shapes.is_backward(arc) ? "T" : "F");
    }
    return found;
}

// Two-way lines do not count where codes of directions are judged, and a word means what its company says.
TEST(Vector, CodesOfDirections) {
    const auto quoted = [](const Texts& values) {
        Texts made;
        for (const auto& value : values) made.push_back("\"" + value + "\"");
        return made;
    };
    const struct {
        Texts values;
        Texts expected;
    } sets[] = {
        {{"From-To", "To-From", "B", ""}, {"F", "T", "FT", "FT"}},
        {{"D", "R", "B"}, {"F", "T", "FT"}},
        {{"Sens direct", "Sens inverse", "Double sens", "Sans objet"}, {"F", "T", "FT", "FT"}},
        {{"1", "2", "0"}, {"F", "T", "FT"}},
        {{"1.0", "-1.0", "0.0"}, {"F", "T", "FT"}},
        {{"inDirection", "inOppositeDirection", "bothDirections"}, {"F", "T", "FT"}},
        {{"http://inspire.ec.europa.eu/codelist/LinkDirectionValue/inDirection"}, {"F"}},
        {{"H", "T", "B"}, {"F", "T", "FT"}},
        {{"FT", "TF", "N", "B", ""}, {"F", "T", "-", "FT", "FT"}},
        {{"F", "T", "N", "B"}, {"F", "T", "-", "FT"}},
        {{"Y", "N"}, {"F", "FT"}},
    };
    for (const auto& [values, expected] : sets) {
        Messages messages;
        EXPECT_EQ(directions(quoted(values), messages), expected) << values[0];
        EXPECT_FALSE(messages.contains("states it")) << values[0];
    }
    Messages doubt;
    EXPECT_EQ(directions({"1", "2"}, doubt), (Texts{"F", "T"}));
    EXPECT_TRUE(doubt.contains("'2' (1) is read as against; another usual meaning is \"1,,2\""));
    EXPECT_EQ(directions({"1", "2"}, doubt, {.oneway_values = "1,,2"}), (Texts{"F", "FT"}));
    EXPECT_EQ(directions(quoted({"x", "y", "z", "c"}), doubt, {.oneway_values = "x,y,z,c"}),
              (Texts{"F", "T", "FT", "-"}));
    EXPECT_THROW(directions(quoted({"x"}), doubt, {.oneway_values = "x,y,z,c,d"}), InvalidArgument);
    // Hundreds of lines open both ways do not hide that no direction is understood.
    Texts many(100, "\"no\"");
    many.push_back("\"Bergauf\"");
    many.push_back("\"Bergab\"");
    ALLWAYS_EXPECT_ERROR(0, "2 of 2 that may state a direction: 'Bergab' (1), 'Bergauf' (1)", directions(many, doubt));
    EXPECT_EQ(directions(many, doubt, {.oneway_values = "Bergab,Bergauf,no"})[100], "T");
    // A name that may mean other things counts if its values are directions.
    EXPECT_EQ(directions({"1", "0", "-1"}, doubt, {}, "direction"), (Texts{"F", "FT", "T"}));
    EXPECT_EQ(directions({"90", "0", "-1"}, doubt, {}, "direction"), (Texts{"FT", "FT", "FT"}));
    EXPECT_TRUE(
        doubt.contains("no field states directions, and 0 of 3 lines have a line back; all are open both ways; "
                       "fields without a known meaning: direction"));
}

// Lines whose ends fields name are open both ways, unless something says otherwise.
TEST(Vector, FieldsOfEndsDoNotMakeOneWayStreets) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.geojson", geojson({{R"("FNODE_":1,"TNODE_":2)", "[1,2],[1.1,2]"},
                                                         {R"("FNODE_":2,"TNODE_":3)", "[1.1,2],[1.2,2]"},
                                                         {R"("FNODE_":4,"TNODE_":3)", "[1.3,2],[1.2,2]"}}));
    Messages messages;
    EXPECT_EQ(read_network(path, {.log = messages.callback()}).tail, (Nodes{0, 1, 1, 2, 3, 2}));
    EXPECT_TRUE(
        messages.contains("no field states directions, and 0 of 3 lines have a line back; all are open both ways"));
    Messages told;
    EXPECT_EQ(read_network(path, {.directed = true, .log = told.callback()}).tail, (Nodes{0, 1, 3}));
    EXPECT_EQ(read_network(path, {.undirected = true, .log = told.callback()}).arc_count(), 6u);
    EXPECT_EQ(read_network(path, {.oneway_field = "", .log = told.callback()}).arc_count(), 6u);
    EXPECT_FALSE(told.contains("states directions"));
    EXPECT_THROW(read_network(path, {.undirected = true, .directed = true}), InvalidArgument);
    // Lines that meet by their places may be one direction each as well.
    EXPECT_EQ(read_network(path, {.from_field = "", .directed = true}).arc_count(), 3u);
}

TEST(Vector, FieldsForBothDirections) {
    const TemporaryFolder folder;
    const std::vector<Feature> links{
        {R"("link_id":7,"a_node":1,"b_node":2,"direction":0,"speed_ab":50,"speed_ba":30,"travel_time_ab":4,"travel_time_ba":5)",
         "[0,0],[0.01,0]"},
        {R"("link_id":8,"a_node":2,"b_node":3,"direction":1,"speed_ab":60,"speed_ba":0,"travel_time_ab":6,"travel_time_ba":0)",
         "[0.01,0],[0.02,0]"},
        {R"("link_id":9,"a_node":3,"b_node":4,"direction":-1,"speed_ab":0,"speed_ba":70,"travel_time_ab":0,"travel_time_ba":8)",
         "[0.02,0],[0.03,0]"}};
    const auto path = folder.write("a.geojson", geojson(links));
    Messages messages;
    const auto network = read_network(path, {.log = messages.callback()});
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3, 4}));
    EXPECT_EQ(network.tail, (Nodes{0, 1, 1, 3}));
    EXPECT_EQ(network.head, (Nodes{1, 0, 2, 2}));
    EXPECT_EQ(texts(*network.column("travel_time")), (Texts{"4", "5", "6", "8"}));
    EXPECT_EQ(texts(*network.column("free_speed")), (Texts{"50", "30", "60", "70"}));
    EXPECT_EQ(network.column("travel_time_ab"), nullptr);
    EXPECT_TRUE(messages.contains("travel_time = 'travel_time_ab' along and 'travel_time_ba' against the line"));
    EXPECT_FALSE(messages.contains("states it"));
    for (const std::string field : {"travel_time", "travel_time_ab"}) {
        const auto named = read_network(path, {.cost_field = field});
        EXPECT_EQ(named.tail, network.tail);
        EXPECT_EQ(texts(*named.column("cost")), (Texts{"4", "5", "6", "8"})) << field;
    }
    // Without a field of directions, 0 in all fields of a pair is closed, not free.
    const auto text = geojson({{R"("AB_TIME":4,"BA_TIME":5)", "[0,0],[0.01,0]"},
                               {R"("AB_TIME":6,"BA_TIME":0)", "[0.01,0],[0.02,0]"},
                               {R"("AB_TIME":null,"BA_TIME":8)", "[0.02,0],[0.03,0]"}});
    Messages guessed;
    const auto pairs = read_network(folder.write("b.geojson", text), {.log = guessed.callback()});
    EXPECT_EQ(pairs.tail, network.tail);
    EXPECT_EQ(pairs.head, network.head);
    EXPECT_EQ(texts(*pairs.column("TIME_field")), (Texts{"4", "5", "6", "8"}));
    EXPECT_TRUE(guessed.contains("2 directions of lines are closed: the fields of all pairs are 0 or empty there"));
    EXPECT_EQ(read_network(folder.path("b.geojson"), {.oneway_field = ""}).arc_count(), 6u);
}

TEST(Vector, UnitsOfSpeedsAreGuessed) {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& epsg, const std::string& speeds, Messages& messages,
                          ReadOptions options = {}) {
        std::vector<Feature> features;
        for (const auto& speed : Texts{"25", "45", speeds}) {
            const auto i = static_cast<double>(features.size());
            features.push_back({"\"SPEED_LIMIT\":" + speed,
                                text_of({1000000 + 300 * i, 1000000}) + "," + text_of({1000300 + 300 * i, 1000000})});
        }
        options.log = messages.callback();
        return texts(*read_network(folder.write("a.geojson", geojson(features, epsg)), options).column("free_speed"));
    };
    Messages feet, metres, told, other;
    EXPECT_EQ(read("2223", "65", feet)[0], "40.2336");
    EXPECT_TRUE(
        feet.contains("the speeds in 'SPEED_LIMIT' state no unit and none of 3 is above 85; they are read in mph, as "
                      "the layer is in feet; `speed_unit` states it"));
    EXPECT_EQ(read("32633", "65", metres)[0], "25");
    EXPECT_TRUE(metres.contains("are read in km/h, but 3 of 3 are such as in miles per hour: 25 (1), 45 (1), 65 (1)"));
    EXPECT_EQ(read("2223", "65", told, {.speed_unit = "km/h"})[0], "25");
    EXPECT_EQ(read("32633", "120", told)[0], "25");
    EXPECT_FALSE(told.contains("states it"));
}

// One impossible speed is no speed; many show that the field is something else.
TEST(Vector, SingleImpossibleSpeeds) {
    const TemporaryFolder folder;
    std::vector<Feature> features;
    for (int i = 0; i < 10; ++i) {
        features.push_back({format("\"maxspeed\":{}", i == 3 ? 9999 : 50), format("[0.0{},0],[0.0{},0.01]", i, i)});
    }
    Messages messages;
    const auto network = read_network(folder.write("a.geojson", geojson(features)),
                                      {.default_speed_kmh = 30.0, .log = messages.callback()});
    EXPECT_EQ(texts(*network.column("free_speed"))[0], "50");
    EXPECT_EQ(texts(*network.column("free_speed"))[6], "30");
    EXPECT_TRUE(
        messages.contains("1 of 10 values of 'maxspeed' are above 200 km/h, and these lines have no speed: 9999 (1)"));
}

TEST(Vector, ProjectionsForDegreesAreRefused) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.geojson", geojson(grid_around(7.44, 46.95)));
    ALLWAYS_EXPECT_ERROR(0, "but its coordinates can only be degrees", read_network(path, {.crs = "EPSG:2056"}));
    EXPECT_EQ(read_network(path, {.crs = "EPSG:4258"}).node_count(), 144u);
}

TEST(Vector, NamesOfRoads) {
    const TemporaryFolder folder;
    for (const std::string field : {"STREETNAME", "FULLNAME", "strassenname", "nom_voie", "Name", "STT_NAAM"}) {
        const auto network = read_network(
            folder.write("a.geojson", geojson({{format(R"("{}":"Mill Lane","speed":30)", field), "[0,0],[0.01,0]"}})));
        ASSERT_NE(network.text("name"), nullptr) << field;
        EXPECT_EQ(network.text("name")->text(0), "Mill Lane");
        EXPECT_EQ(network.text(field == "Name" ? "none" : field), nullptr);
    }
    const auto path = folder.write(
        "b.geojson",
        geojson({{R"("name":"Area 7","FULLNAME":"Mill Lane","Street":"Mill","lanes":2)", "[0,0],[0.01,0]"}}));
    EXPECT_EQ(read_network(path).text("name")->text(0), "Area 7");
    const auto named = read_network(path, {.name_field = "fullname"});
    EXPECT_EQ(named.text("name")->text(0), "Mill Lane");
    EXPECT_EQ(named.text("name_field")->text(0), "Area 7");
    EXPECT_EQ(read_network(path, {.name_field = ""}).text("name"), nullptr);
    EXPECT_THROW(read_network(path, {.name_field = "lanes"}), InvalidArgument);
    EXPECT_THROW(read_network(path, {.name_field = "road"}), InvalidArgument);
}

// A value that a profile drops is counted, of lines that it uses.
TEST(Vector, ValuesThatProfilesDoNotUnderstandAreCounted) {
    const TemporaryFolder folder;
    const auto path = folder.write(
        "a.geojson", geojson({{R"("highway":"primary","maxspeed":"70 furlongs","access":"maybe")", "[0,0],[0.01,0]"},
                              {R"("highway":"primary","maxspeed":"70 furlongs","access":"yes")", "[0.01,0],[0.02,0]"},
                              {R"("highway":"footway","maxspeed":"walk slowly","access":"yes")", "[0.02,0],[0.03,0]"},
                              {R"("highway":"primary","maxspeed":"50","access":"yes")", "[0,0],[0.02,0]"}}));
    std::vector<std::string> losses;
    read_network(path, {.profile = "car", .log = [&](LogLevel level, std::string_view text) {
                            if (level == LogLevel::loss) losses.emplace_back(text);
                        }});
    const auto has = [&](std::string_view text) {
        return std::ranges::any_of(losses, [&](const auto& loss) { return loss.find(text) != std::string::npos; });
    };
    EXPECT_TRUE(has(
        "layer 'roads': 2 values of 'maxspeed' are not understood and taken as absent; the first is '70 furlongs'"));
    EXPECT_TRUE(has("layer 'roads': 1 value of 'access' is not understood and taken as absent; the first is 'maybe'"));
}

// Ends at one place but on different levels do not meet; lines on one level do.
TEST(Vector, LevelsOfEnds) {
    const TemporaryFolder folder;
    for (const auto& [from, to] : {std::pair("F_ZLEV", "T_ZLEV"), {"F_ELEV", "T_ELEV"}}) {
        const auto line = [&](int first, int last, const std::string& points) {
            return Feature{format("\"{}\":{},\"{}\":{}", from, first, to, last), points};
        };
        const auto path = folder.write(
            "a.geojson", geojson({line(0, 0, "[0,0],[0.01,0]"), line(0, 0, "[0.01,0],[0.02,0]"),
                                  line(0, 1, "[0.01,-0.01],[0.01,0]"), line(1, 0, "[0.01,0],[0.01,0.01]")}));
        ImportReport report;
        const auto network = read_network(path, {}, &report);
        EXPECT_EQ(network.node_count(), 6u);
        EXPECT_EQ(network.tail, (Nodes{0, 1, 1, 2, 3, 4, 4, 5}));
        EXPECT_TRUE(std::ranges::any_of(report.counts, [](const auto& count) {
            return count.name == "places where line ends on different levels do not meet" && count.count == 1;
        }));
    }
}

// Ten crossroads in a row, of which the first `bridges` have the road across 6 m above the one along.
std::vector<Feature> crossroads(int bridges, double along_height = 100) {
    std::vector<Feature> features;
    for (int i = 0; i < 10; ++i) {
        const double x = 500000 + 100 * i;
        const double across = i < bridges ? along_height + 6 : along_height + 2;
        features.push_back({"", format("[{},0,{}],[{},0,{}]", x, along_height, x + 100, along_height)});
        features.push_back({"", format("[{},-50,{}],[{},0,{}]", x, along_height, x, across)});
        features.push_back({"", format("[{},0,{}],[{},50,{}]", x, across, x, along_height)});
    }
    return features;
}

// Ends at one place do not meet if their heights differ by more than 3 m, unless too many would not.
TEST(Vector, HeightsOfEnds) {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& path, ReadOptions options, Messages* messages = nullptr) {
        if (messages != nullptr) options.log = messages->callback();
        return read_network(path, options).node_count();
    };
    const auto path = folder.write("a.geojson", geojson(crossroads(2), "32633"));
    Texts paths{path};
    for (const auto& [name, driver] : {std::pair("a.gpkg", "GPKG"), {"a.shp", "ESRI Shapefile"}}) {
        paths.push_back(folder.path(name));
        translate(path, paths.back(), {"-f", driver});
    }
    for (const auto& file : paths) {
        Messages messages;
        EXPECT_EQ(read(file, {}, &messages), 33u) << file;
        EXPECT_TRUE(
            messages.contains("the heights (Z) of lines differ by more than 3 m at 2 of 10 nodes where lines meet, "
                              "and lines of different heights do not meet there; `join` or `tolerance_m` states it"))
            << ::testing::PrintToString(messages.lines);
        Messages stated;
        EXPECT_EQ(read(file, {.join = ReadOptions::Join::heights}, &stated), 33u);
        EXPECT_EQ(read(file, {.join = ReadOptions::Join::ends}, &stated), 31u);
        EXPECT_EQ(read(file, {.join = ReadOptions::Join::vertices}, &stated), 31u);
        EXPECT_FALSE(stated.contains("heights"));
    }
    const auto many = folder.write("b.geojson", geojson(crossroads(3), "32633"));
    Messages messages;
    EXPECT_EQ(read(many, {}, &messages), 31u);
    EXPECT_TRUE(messages.contains("at 3 of 10 nodes where lines meet; they are not used"));
    EXPECT_EQ(read(many, {.join = ReadOptions::Join::heights}), 34u);
    const auto flat = folder.write("c.geojson", geojson({{"", "[500000,0],[500100,0]"}}, "32633"));
    EXPECT_THROW(read(flat, {.join = ReadOptions::Join::heights}), InvalidArgument);
    // Fields of levels come first. In feet the difference is 1.8 m.
    auto features = crossroads(2);
    for (Feature& feature : features) feature.properties = R"("F_ZLEV":0,"T_ZLEV":0)";
    const auto fields = folder.write("d.geojson", geojson(features, "32633"));
    EXPECT_EQ(read(fields, {}), 31u);
    EXPECT_EQ(read(fields, {.join = ReadOptions::Join::heights}), 33u);
    EXPECT_EQ(read(folder.write("e.geojson", geojson(crossroads(2), "2263")), {}), 31u);
}

// A line drawn without heights is 0 everywhere, and meets the lowest road; -9999 is no height.
TEST(Vector, HeightsThatAreMissing) {
    const TemporaryFolder folder;
    for (const double missing : {0.0, -9999.0}) {
        auto features = crossroads(2);
        features.push_back({"", format("[500000,0,{}],[499900,0,{}]", missing, missing)});
        const auto network = read_network(folder.write("a.geojson", geojson(features, "32633")));
        EXPECT_EQ(network.node_count(), 34u);
        EXPECT_EQ(network.tail[2 * 30], network.tail[0]);
    }
    EXPECT_EQ(read_network(folder.write("b.geojson", geojson(crossroads(2, 0), "32633"))).node_count(), 33u);
    auto with_flat = crossroads(2);
    with_flat.push_back({"", "[500000,0],[499900,0]"});
    EXPECT_EQ(read_network(folder.write("c.geojson", geojson(with_flat, "32633"))).node_count(), 34u);
}

// Lines with a vertex at one place, one above the other, do not meet there.
TEST(Vector, HeightsOfInnerVertices) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.geojson", geojson({{"", "[500000,0,9],[500050,0,9],[500100,0,9]"},
                                                         {"", "[500050,-50,9],[500050,0,20],[500050,50,9]"},
                                                         {"", "[500000,50,9],[500050,50,9],[500100,50,9]"},
                                                         {"", "[500100,0,9],[500100,50,9]"},
                                                         {"", "[500000,0,9],[500000,50,9]"}},
                                                        "32633"));
    const auto flat = read_network(path, {.join = ReadOptions::Join::vertices});
    const auto network = read_network(path, {.join = ReadOptions::Join::heights});
    EXPECT_EQ(flat.node_count(), 7u);
    EXPECT_EQ(network.node_count(), 8u);
    EXPECT_EQ(network.arc_count(), flat.arc_count());
    EXPECT_EQ(network.head[0], network.tail[2]);  // along the road below
    EXPECT_NE(network.head[0], network.head[4]);
}

TEST(Vector, NearMissesAreSaid) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.geojson", geojson({{"", "[500000,0],[500100,0]"},
                                                         {"", "[500050,-50],[500050,50]"},   // crosses it
                                                         {"", "[500080,0.6],[500080,40]"},   // ends 0.6 m beside it
                                                         {"", "[500080,40],[500080.5,40]"},  // next to a short line
                                                         {"", "[500080.5,40],[500080.5,90]"},
                                                         {"", "[500020,3],[500020,40]"}},  // farther away
                                                        "32633"));
    Messages messages, stated;
    read_network(path, {.log = messages.callback()});
    EXPECT_TRUE(
        messages.contains("lines do not meet at 1 crossing without a vertex (which may be bridges: no field layer, "
                          "bridge or tunnel) and 1 dead end within 1 m of another line; `join` or `tolerance_m` states "
                          "it"));
    read_network(path, {.join = ReadOptions::Join::ends, .log = stated.callback()});
    EXPECT_FALSE(stated.contains("do not meet"));
    using Kind = ImportReport::LooseEnd::Kind;
    ImportReport report;
    read_network(path, {}, &report);
    std::vector<std::pair<Kind, Coordinate>> found;
    for (const auto& end : report.loose_ends.value()) found.emplace_back(end.kind, end.place);
    std::ranges::sort(found, {}, [](const auto& end) { return std::tuple(end.first, end.second.x, end.second.y); });
    EXPECT_EQ(found, (std::vector<std::pair<Kind, Coordinate>>{{Kind::crossing, {500050, 0}},
                                                               {Kind::gap, {500080, 0.6}},
                                                               {Kind::dead_end, {500000, 0}},
                                                               {Kind::dead_end, {500020, 3}},
                                                               {Kind::dead_end, {500020, 40}},
                                                               {Kind::dead_end, {500050, -50}},
                                                               {Kind::dead_end, {500050, 50}},
                                                               {Kind::dead_end, {500080.5, 90}},
                                                               {Kind::dead_end, {500100, 0}}}));
    ImportReport met;
    read_network(path, {.join = ReadOptions::Join::crossings, .tolerance_m = 1.0}, &met);
    EXPECT_TRUE(
        std::ranges::all_of(met.loose_ends.value(), [](const auto& end) { return end.kind == Kind::dead_end; }));
}

// Lines that cross do not nearly meet if their layers differ, or if only one is a bridge or a tunnel.
TEST(Vector, BridgesAndTunnelsAreNoNearMisses) {
    const TemporaryFolder folder;
    const auto is_said = [&](const std::string& one, const std::string& other) {
        const auto path = folder.write(
            "a.geojson", geojson({{one, "[500000,0],[500100,0]"}, {other, "[500050,-50],[500050,50]"}}, "32633"));
        Messages messages;
        ImportReport report;
        read_network(path, {.log = messages.callback()}, &report);
        using Kind = ImportReport::LooseEnd::Kind;
        EXPECT_EQ(messages.contains("do not meet at 1 crossing without a vertex;"),
                  std::ranges::count(report.loose_ends.value(), Kind::crossing, &ImportReport::LooseEnd::kind) == 1);
        return messages.contains("do not meet");
    };
    EXPECT_FALSE(is_said(R"("layer":0)", R"("layer":1)"));
    EXPECT_FALSE(is_said(R"("bridge":"no")", R"("bridge":"yes")"));
    EXPECT_FALSE(is_said(R"("tunnel":"no")", R"("tunnel":"yes")"));
    EXPECT_FALSE(is_said(R"("bridge":"F","tunnel":"T")", R"("bridge":"T","tunnel":"F")"));
    EXPECT_FALSE(is_said(R"("layer":1,"bridge":"F")", R"("layer":1,"bridge":"T")"));
    EXPECT_FALSE(is_said(R"("layer":-1,"tunnel":"culvert")", R"("layer":-1,"tunnel":"no")"));
    EXPECT_TRUE(is_said(R"("layer":1,"bridge":"T")", R"("layer":1,"bridge":"T")"));
    EXPECT_TRUE(is_said(R"("layer":1,"bridge":"yes")", R"("layer":0,"bridge":"viaduct")"));
    EXPECT_TRUE(is_said(R"("layer":0,"tunnel":"building_passage")", R"("layer":0,"tunnel":"no")"));
    EXPECT_TRUE(is_said(R"("layer":"x","bridge":"no")", R"("layer":null,"bridge":"no")"));
}

// All pairs of lines, by the signs of areas and the distance of points from lines.
TEST(Vector, LooseEndsAsASlowSearchFindsThem) {
    using Kind = ImportReport::LooseEnd::Kind;
    const TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        const auto number = [&] { return static_cast<double>(random.next() % 6000) / 100; };
        std::vector<std::pair<Coordinate, Coordinate>> lines;
        std::vector<Feature> features;
        for (int i = 0; i < 30; ++i) {
            const Coordinate a{500000 + number(), number()};
            const Coordinate b{a.x + number() / 3 - 10, a.y + number() / 3 - 10};
            lines.emplace_back(a, b);
            features.push_back({"", format("[{},{}],[{},{}]", a.x, a.y, b.x, b.y)});
        }
        const auto area = [](Coordinate a, Coordinate b, Coordinate c) {
            return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        };
        const auto distance = [](Coordinate point, const std::pair<Coordinate, Coordinate>& line) {
            const Coordinate way{line.second.x - line.first.x, line.second.y - line.first.y};
            const double along =
                ((point.x - line.first.x) * way.x + (point.y - line.first.y) * way.y) / (way.x * way.x + way.y * way.y);
            const double at = std::clamp(along, 0.0, 1.0);
            return std::hypot(point.x - line.first.x - at * way.x, point.y - line.first.y - at * way.y);
        };
        std::ptrdiff_t crossings = 0;
        std::ptrdiff_t gaps = 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            bool first_is_near = false;
            bool last_is_near = false;
            for (std::size_t j = 0; j < lines.size(); ++j) {
                if (j == i) continue;
                const auto& [a, b] = lines[i];
                const auto& [c, d] = lines[j];
                const double from = area(c, d, a), to = area(c, d, b);
                if (j > i && area(a, b, c) * area(a, b, d) < 0 && from * to < 0) {
                    const double along = from / (from - to);
                    const Coordinate at{a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)};
                    const bool is_gap = std::ranges::any_of(std::array{a, b, c, d}, [&](Coordinate end) {
                        return std::hypot(end.x - at.x, end.y - at.y) <= 1;
                    });
                    crossings += is_gap ? 0 : 1;
                }
                first_is_near |= distance(a, lines[j]) <= 1;
                last_is_near |= distance(b, lines[j]) <= 1;
            }
            gaps += first_is_near + last_is_near;
        }
        ImportReport report;
        read_network(folder.write("a.geojson", geojson(features, "32633")), {}, &report);
        ASSERT_EQ(report.nodes, 60u) << seed;  // no two ends meet
        EXPECT_EQ(std::ranges::count(report.loose_ends.value(), Kind::crossing, &ImportReport::LooseEnd::kind),
                  crossings)
            << seed;
        EXPECT_EQ(std::ranges::count(report.loose_ends.value(), Kind::gap, &ImportReport::LooseEnd::kind), gaps)
            << seed;
        EXPECT_EQ(static_cast<std::ptrdiff_t>(report.loose_ends.value().size()), crossings + 60) << seed;
    }
}

TEST(Vector, NumbersKeepTheirDigits) {
    const TemporaryFolder folder;
    const auto source = folder.write(
        "a.geojson", geojson({{R"("tenth":0.1,"many":12345678901,"huge":1e21,"mixed":"0.10")", "[0,0],[0.01,0]"}}));
    const auto network = read_network(source);
    EXPECT_EQ(network.column("tenth")->values[0].to_string(), "0.1");
    EXPECT_EQ(network.column("many")->values[0].to_string(), "12345678901");
    EXPECT_EQ(network.column("huge")->values[0], Decimal(1, -21));
    EXPECT_EQ(network.text("mixed")->text(0), "0.10");

    // A number of 32 bits has the digits it was written with.
    translate(source, folder.path("a.gpkg"), {"-f", "GPKG"});
    GDALDatasetH made =
        GDALOpenEx(folder.path("a.gpkg").c_str(), GDAL_OF_VECTOR | GDAL_OF_UPDATE, nullptr, nullptr, nullptr);
    OGRLayerH layer = GDALDatasetGetLayer(made, 0);
    OGRFieldDefnH field = OGR_Fld_Create("short", OFTReal);
    OGR_Fld_SetSubType(field, OFSTFloat32);
    EXPECT_EQ(OGR_L_CreateField(layer, field, TRUE), OGRERR_NONE);
    OGR_Fld_Destroy(field);
    OGR_L_ResetReading(layer);
    OGRFeatureH feature = OGR_L_GetNextFeature(layer);
    OGR_F_SetFieldDouble(feature, OGR_F_GetFieldIndex(feature, "short"), static_cast<double>(0.1F));
    EXPECT_EQ(OGR_L_SetFeature(layer, feature), OGRERR_NONE);
    OGR_F_Destroy(feature);
    GDALClose(made);
    EXPECT_EQ(read_network(folder.path("a.gpkg")).column("short")->values[0].to_string(), "0.1");
}

TEST(Vector, ProgressCancels) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.progress = [](const Progress& progress) {
        EXPECT_EQ(progress.stage, "read");
        return false;
    };
    EXPECT_THROW(read_network(folder.write("a.geojson", geojson(cross, "32633")), options), Cancelled);
}

// Files cut short anywhere give an error or a network, and GDAL prints nothing.
TEST(Vector, CutFiles) {
    const TemporaryFolder folder;
    const auto source = folder.write("roads.geojson", geojson(cross, "32633"));
    translate(source, folder.path("roads.gpkg"), {"-f", "GPKG"});
    translate(source, folder.path("roads.fgb"), {"-f", "FlatGeobuf"});
    translate(source, folder.path("roads.shp"), {"-f", "ESRI Shapefile"});
    zip({folder.path("roads.shp"), folder.path("roads.shx"), folder.path("roads.dbf")}, folder.path("roads.zip"));
    ::testing::internal::CaptureStderr();
    for (const char* name :
         {"roads.geojson", "roads.gpkg", "roads.fgb", "roads.shp", "roads.shx", "roads.dbf", "roads.zip"}) {
        std::ifstream in(folder.path(name), std::ios::binary);
        const std::string whole(std::istreambuf_iterator<char>(in), {});
        in.close();
        const bool part_of_shapefile = std::string_view(name).ends_with("x") || std::string_view(name).ends_with("dbf");
        std::size_t refused = 0;
        const std::size_t step = std::max<std::size_t>(1, whole.size() / 97);
        for (std::size_t size = 0; size < whole.size(); size += step) {
            folder.write(name, whole.substr(0, size));
            try {
                read_network(folder.path(part_of_shapefile ? "roads.shp" : name));
            } catch (const InputError&) {
                ++refused;
            }
        }
        folder.write(name, whole);
        EXPECT_GT(refused, 5u) << name;
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace allways::test
