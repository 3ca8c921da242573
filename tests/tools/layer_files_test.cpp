// SPDX-License-Identifier: Apache-2.0
// Shapefile and FlatGeobuf: what their limits do to names, texts, numbers and geometries, and networks there and back.
#include "export/features/feature_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "allways/query/table_difference.h"
#include "libraries/vector_layer.h"
#include "scratch_folder.h"

namespace allways::tools {

using namespace importers;
namespace {

using test::ScratchFolder;

using Names = std::vector<std::string>;

struct Log {
    Names lines;
    LogCallback callback() {
        return [this](LogLevel, std::string_view text) { lines.emplace_back(text); };
    }
    bool contains(std::string_view part) const {
        return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(part) != line.npos; });
    }
};

Names field_names_of(const std::string& path) {
    const VectorLayer layer(path, "", "");
    Names names;
    for (const auto& field : layer.fields()) names.push_back(field.name);
    return names;
}

OGRLineString line() {
    OGRLineString made;
    made.addPoint(7, 43);
    made.addPoint(7.5, 43.25);
    return made;
}

const FeatureLayer roads{"link",
                         wkbLineString,
                         {{"facility_type"},
                          {"facility_tag"},
                          {"travel_time_min", FeatureField::Type::real},
                          {"travel_time_max", FeatureField::Type::real},
                          {"id", FeatureField::Type::integer}}};

TEST(LayerFiles, NamesOfShapefilesHaveTenCharacters) {
    const ScratchFolder folder;
    Log log;
    const std::string path = folder.file("a.shp");
    const auto file = make_layer_files({.path = path, .format = "shp", .log = log.callback()}, "EPSG:4326");
    file->begin_layer(roads);
    const OGRLineString shape = line();
    const std::string accents(200, 'a');
    file->add(
        std::vector<FeatureValue>{std::string("primary"), accents + accents, 1.5, 0.1234567891234, std::int64_t{7}},
        &shape);
    file->commit();
    EXPECT_EQ(field_names_of(path), (Names{"facility_t", "facility_2", "travel_tim", "travel_t_2", "id"}));
    EXPECT_TRUE(
        log.contains("facility_type is facility_t, facility_tag is facility_2, travel_time_min is travel_tim, "
                     "travel_time_max is travel_t_2"));
    EXPECT_TRUE(log.contains("1 text is cut to 254 bytes"));
    EXPECT_TRUE(log.contains("1 number is rounded to 9 decimals"));
    VectorLayer back(path, "", "");
    ASSERT_TRUE(back.next());
    EXPECT_EQ(back.text(1).size(), 254u);
    EXPECT_EQ(back.number(2).to_string(), "1.5");
    EXPECT_EQ(back.number(3).to_string(), "0.123456789");
    EXPECT_EQ(back.number(4).to_string(), "7");
    const auto is_file = [](const auto& entry) { return entry.is_regular_file(); };  // the writer's folder goes with it
    const std::filesystem::directory_iterator entries(folder.file(""));
    EXPECT_EQ(std::count_if(begin(entries), end(entries), is_file), 5);  // shp, shx, dbf, prj, cpg
}

TEST(LayerFiles, TextsAreCutBetweenCharacters) {
    const ScratchFolder folder;
    const auto file = make_layer_files({.path = folder.file("a.shp"), .format = "shp"}, "");
    file->begin_layer({"link", wkbLineString, {{"name"}}});
    std::string street = "x";
    for (int i = 0; i < 200; ++i) street += "ß";
    const OGRLineString shape = line();
    file->add(std::vector<FeatureValue>{street}, &shape);
    file->commit();
    VectorLayer back(folder.file("a.shp"), "", "");
    ASSERT_TRUE(back.next());
    EXPECT_EQ(back.text(0), street.substr(0, 253));
}

TEST(LayerFiles, NumbersBeyondAShapefileAreRefused) {
    const ScratchFolder folder;
    const OGRLineString shape = line();
    for (const char* format : {"shp", "fgb"}) {
        const std::string path = folder.file(std::string("big.") + format);
        const auto write = [&] {
            const auto file = make_layer_files({.path = path, .format = format}, "");
            file->begin_layer({"link", wkbLineString, {{"cost", FeatureField::Type::real}}});
            file->add(std::vector<FeatureValue>{2e13}, &shape);
            file->commit();
        };
        if (std::string(format) == "fgb") {
            write();
            continue;
        }
        EXPECT_THROW(write(), InputError);
        EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
    }
}

TEST(LayerFiles, FeaturesWithoutAGeometry) {
    const ScratchFolder folder;
    const OGRLineString shape = line();
    for (const auto& [format, kept] : std::map<std::string, std::uint64_t>{{"shp", 2}, {"fgb", 1}}) {
        Log log;
        const std::string path = folder.file("a." + format);
        const auto file = make_layer_files({.path = path, .format = format, .log = log.callback()}, "");
        file->begin_layer({"link", wkbLineString, {{"name"}}});
        file->add(std::vector<FeatureValue>{FeatureValue()}, nullptr);
        file->add(std::vector<FeatureValue>{std::string("x")}, &shape);
        file->commit();
        EXPECT_EQ(VectorLayer(path, "", "").feature_count(), kept);
        EXPECT_EQ(log.contains("1 feature is left out"), format == "fgb");
    }
}

TEST(LayerFiles, FurtherLayersHaveFilesOfTheirOwnAndNothingIsReplacedUnasked) {
    const ScratchFolder folder;
    const OGRLineString shape = line();
    const OGRPoint point(7, 43);
    const auto write = [&](bool overwrite) {
        const auto file = make_layer_files({.path = folder.file("a.shp"), .format = "shp", .overwrite = overwrite}, "");
        file->begin_layer({"link", wkbLineString, {{"name"}}});
        file->add(std::vector<FeatureValue>{std::string("x")}, &shape);
        file->begin_layer({"node", wkbPoint, {{"name"}}});
        file->add(std::vector<FeatureValue>{std::string("y")}, &point);
        file->commit();
    };
    std::filesystem::create_directories(folder.file(""));
    folder.write("a_node.dbf", "of something else");
    EXPECT_THROW(write(false), InputError);
    EXPECT_FALSE(std::filesystem::exists(folder.file("a.shp")));
    EXPECT_EQ(std::filesystem::file_size(folder.file("a_node.dbf")), 17u);
    folder.write("a.qix", "an old index");
    write(true);
    EXPECT_FALSE(std::filesystem::exists(folder.file("a.qix")));
    EXPECT_EQ(VectorLayer(folder.file("a_node.shp"), "", "", VectorLayer::Holds::points).feature_count(), 1u);
    EXPECT_THROW(write(false), InputError);
    for (const auto& entry : std::filesystem::directory_iterator(folder.file("")))
        EXPECT_EQ(entry.path().string().find(".part"), std::string::npos);
}

TEST(LayerFiles, NetworksThereAndBack) {
    const ScratchFolder folder;
    RoadNetwork network = generate_streets({400, 3, 0});
    for (Coordinate& at : network.coordinates) at = {500'000 + at.x, 5'300'000 + at.y};
    network.provenance.crs = "EPSG:32633";
    network.columns.front().name = "toll";
    const DistanceTable before = solve(network, {.cost = "toll"});
    for (const char* suffix : {".shp", ".fgb"}) {
        SCOPED_TRACE(suffix);
        const std::string path = folder.file(std::string("streets") + suffix);
        write_network(network, path, {.lossy = true});
        const RoadNetwork back = read_network(path);
        EXPECT_EQ(back.node_count(), network.node_count());
        EXPECT_EQ(back.arc_count(), network.arc_count());
        EXPECT_EQ(back.provenance.crs, "EPSG:32633");
        const DistanceTable after = solve(back, {.cost = "toll"});
        const ComparedTable a = compared(before), b = compared(after);
        const CommonIds rows = common_ids(a.rows, b.rows);
        EXPECT_TRUE(rows.same());
        EXPECT_TRUE(difference({a, a.fields[0], b, b.fields[0], rows, rows}).same());
        EXPECT_EQ(VectorLayer(folder.file(std::string("streets_node") + suffix), "", "", VectorLayer::Holds::points)
                      .feature_count(),
                  network.node_count());
    }
}

// Times are never made from speeds whose unit the file has lost.
TEST(LayerFiles, TimesComeBackAsTheyWere) {
    struct Case {
        double metres_per_second;
        std::int64_t speed;
        std::string time_unit, speed_unit;
    };
    // 36 km/h come back with their units; 30 mph, and minutes, without.
    for (const Case& one : {Case{10, 36, "s", "km/h"}, {13.4112, 30, "", ""}, {600, 36, "", ""}}) {
        SCOPED_TRACE(one.metres_per_second);
        const ScratchFolder folder;
        RoadNetwork network = generate_streets({100, 3, 0});
        for (Coordinate& at : network.coordinates) at = {500'000 + at.x, 5'300'000 + at.y};
        network.provenance.crs = "EPSG:32633";
        ArcColumn time{"time", "s", {}, std::nullopt};
        ArcColumn speed{"free_speed", "km/h", {}, std::nullopt};
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            const Coordinate a = network.coordinates[network.tail[arc]], b = network.coordinates[network.head[arc]];
            const double seconds = std::hypot(a.x - b.x, a.y - b.y) / one.metres_per_second;
            time.values.push_back(Decimal::from_double(std::round(seconds * 1e3) / 1e3));
            speed.values.push_back(Decimal(one.speed, 0));
        }
        network.shapes = {};
        network.columns = {speed, time};
        const DistanceTable before = solve(network, {});
        for (const char* suffix : {".shp", ".fgb"}) {
            SCOPED_TRACE(suffix);
            const std::string path = folder.file(std::string("streets") + suffix);
            write_network(network, path, {.lossy = true});
            std::string said;
            ReadOptions options;
            options.log = [&](LogLevel, std::string_view text) { said.append(text).append("\n"); };
            const RoadNetwork back = read_network(path, options);
            const DistanceTable after = solve(back, {});
            EXPECT_EQ(after.scale().name, "time");
            EXPECT_EQ(after.scale().unit, one.time_unit);
            EXPECT_EQ(back.column("free_speed")->unit, one.speed_unit);
            EXPECT_EQ(said.find("its unit is not stated; set `cost_unit`") == said.npos, one.time_unit == "s") << said;
            const ComparedTable a = compared(before), b = compared(after);
            const CommonIds rows = common_ids(a.rows, b.rows);
            EXPECT_TRUE(difference({a, a.fields[0], b, b.fields[0], rows, rows}).same());
        }
    }
}

// Without times, speeds whose unit is lost make none, and the cost stays what it was.
TEST(LayerFiles, SpeedsMakeNoTimes) {
    const ScratchFolder folder;
    RoadNetwork network = generate_streets({100, 3, 0});
    for (Coordinate& at : network.coordinates) at = {500'000 + at.x, 5'300'000 + at.y};
    network.provenance.crs = "EPSG:32633";
    network.columns = {{"free_speed", "mph", std::vector<Decimal>(network.arc_count(), Decimal(30, 0)), std::nullopt},
                       {"cents", "", std::vector<Decimal>(network.arc_count(), Decimal(7, 0)), std::nullopt}};
    const std::string path = folder.file("streets.fgb");
    std::string said;
    ExportOptions options{.lossy = true};
    options.log = [&](LogLevel, std::string_view text) { said.append(text).append("\n"); };
    write_network(network, path, options);
    EXPECT_NE(said.find("without `cost`, the cost is length in the written file but cents in this network"),
              std::string::npos)
        << said;
    const RoadNetwork back = read_network(path);
    EXPECT_EQ(back.column("time"), nullptr);
    EXPECT_EQ(cost_column(back).name, "length");
    EXPECT_NE(read_network(path, {.speed_unit = "mph"}).column("time"), nullptr);
}

}  // namespace
}  // namespace allways::tools
