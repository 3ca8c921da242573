// SPDX-License-Identifier: Apache-2.0
// Routes as files: read back by other readers.
#include "allways/routes/route_formats.h"

#include <gdal_priv.h>
#include <ogrsf_frmts.h>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/routes/route.h"
#include "export/features/lon_lat.h"
#include "libraries/gdal_library.h"
#include "route_support.h"
#include "routes/formats.h"

namespace allways::tools {

using namespace importers;
namespace {

using Json = nlohmann::json;
using test::asked;
using test::route_of;
using test::ScratchFolder;
using test::small_town;
using test::source_of;
using test::source_of_table;
using test::written;
using Line = std::vector<Coordinate>;

const Line one_to_five = {{7, 43}, {7.001, 43}, {7.002, 43}, {7.0021, 43.0005}, {7.002, 43.001}, {7.002, 43.002}};

Line line_in(const Json& feature) {
    Line line;
    for (const Json& point : feature["geometry"]["coordinates"]) line.push_back({point[0], point[1]});
    return line;
}

TEST(RouteLine, FollowsShapesInTheDirectionOfTravel) {
    const auto source = source_of(small_town());
    EXPECT_EQ(line_of(source, route_of(source, {"1", "5"})), one_to_five);
    EXPECT_EQ(line_of(source, route_of(source, {"5", "1"})), Line(one_to_five.rbegin(), one_to_five.rend()));
    EXPECT_TRUE(line_of(source, route_of(source, {"5", "5"})).empty());
}

TEST(RouteLine, LegsAreConnected) {
    const auto source = source_of(small_town());
    const Route route = route_of(source, {"8", "1", "10"});
    for (std::size_t at = 1; at < route.legs.size(); ++at) {
        EXPECT_EQ(line_of(source, route.legs[at - 1]).back(), line_of(source, route.legs[at]).front()) << at;
    }
    ASSERT_EQ(route.parts.size(), 2u);
    EXPECT_EQ(route.parts[0].leg_count + route.parts[1].leg_count, route.legs.size());
    EXPECT_EQ(route.legs_of(route.parts[1]).front().from, 0u);
}

// A number whose fewest digits are easily missed.
TEST(RouteGeoJson, CoordinatesHaveSevenDecimals) {
    test::TownBuilder town("EPSG:4326");
    town.street(1, 2, "", "", true);
    RoadNetwork network = town.finish();
    network.coordinates[0] = {7.4167076, 43.7370196};
    network.coordinates[1] = {7.43156390004, -0.00000012};
    const auto source = source_of(std::move(network));
    EXPECT_NE(written(source, {route_of(source, {"1", "2"})}, "geojson")
                  .find("\"coordinates\":[[7.4167076,43.7370196],[7.4315639,-1e-07]]"),
              std::string::npos);
}

TEST(RouteFormats, StopWhereTheyAreCancelled) {
    const auto source = source_of(small_town());
    const std::vector<Route> routes(3, route_of(source, {"1", "5"}));
    for (const RouteFormat& known : route_formats()) {
        const ScratchFolder folder;
        RouteOutput output;
        const bool is_layer = known.name == "shp" || known.name == "fgb";  // these need their suffix
        output.path = folder.file(is_layer ? "paths." + known.name : "paths");
        output.progress = [](const Progress& progress) { return progress.done < 2; };
        EXPECT_THROW(known.write(source, routes, output), Cancelled) << known.name;
        EXPECT_TRUE(folder.names().empty()) << known.name;
    }
}

TEST(RouteGeoJson, HasLinesAndValues) {
    const auto [source, routes, unsnapped] = asked(small_town(), {{"@7,43.0001", "5"}, {"11", "1"}, {"4", "4"}});
    const Json json = Json::parse(written(source, routes, "geojson"));
    EXPECT_EQ(json["type"], "FeatureCollection");
    EXPECT_EQ(json["attribution"], "© the town's \"surveyors\"");
    ASSERT_EQ(json["features"].size(), 3u);
    const Json& found = json["features"][0];
    EXPECT_EQ(line_in(found), one_to_five);
    const Json& values = found["properties"];
    EXPECT_EQ(values["length_m"], 400.4);
    EXPECT_EQ(values["time_s"], 42);
    EXPECT_EQ(values["distance"], 42);
    EXPECT_EQ(values["cost"], "time");
    EXPECT_EQ(values["arcs"], 4);
    EXPECT_EQ(values["roads"], (Json{"High Street", "Mill Lane"}));
    EXPECT_EQ(values["stops"][0]["position"], (Json{7.0, 43.0001}));
    EXPECT_NEAR(values["stops"][0]["snap_distance_m"].get<double>(), 11.1, 0.1);
    EXPECT_EQ(values["legs"][2]["name"], "Mill Lane");
    EXPECT_EQ(values["legs"][2]["reversed"], true);
    EXPECT_EQ(values["legs"][2]["length_m"], 100.1);
    const Json& maneuvers = values["maneuvers"];
    ASSERT_EQ(maneuvers.size(), 3u);
    EXPECT_EQ(maneuvers[0]["type"], "depart");
    EXPECT_FALSE(maneuvers[0].contains("bearing_before"));
    EXPECT_EQ(maneuvers[0]["location"], (Json{7.0, 43.0}));
    const Json turn{{"type", "new name"},
                    {"modifier", "left"},
                    {"instruction", "turn left onto Mill Lane"},
                    {"name", "Mill Lane"},
                    {"location", {7.002, 43}},
                    {"bearing_before", 90},
                    {"bearing_after", 8},
                    {"length_m", 200.2},
                    {"time_s", 21},
                    {"first_leg", 2},
                    {"legs", 2}};
    EXPECT_EQ(maneuvers[1], turn);
    EXPECT_EQ(maneuvers[2]["type"], "arrive");
    EXPECT_EQ(maneuvers[2]["legs"], 0);
    EXPECT_FALSE(json["features"][1]["properties"].contains("maneuvers"));
    EXPECT_EQ(json["features"][1]["geometry"], nullptr);
    EXPECT_EQ(json["features"][1]["properties"]["reachable"], false);
    EXPECT_FALSE(json["features"][1]["properties"].contains("length_m"));
    EXPECT_EQ(json["features"][2]["geometry"], nullptr);
    EXPECT_EQ(json["features"][2]["properties"]["reachable"], true);
}

TEST(RouteJson, ManeuversOfRoundabouts) {
    const auto source = source_of(small_town("EPSG:32632"));
    const Json json = Json::parse(written(source, {route_of(source, {"4", "9"})}, "json"));
    const Json& maneuver = json["paths"][0]["maneuvers"][1];
    EXPECT_EQ(maneuver["type"], "roundabout");
    EXPECT_EQ(maneuver["exit"], 2);
    EXPECT_EQ(maneuver["name"], "Quay Road");
    EXPECT_NEAR(maneuver["location"][1].get<double>(), 43.002, 2e-7);
}

TEST(RouteGeoJson, IsInDegreesWhateverTheNetworkIsIn) {
    const auto source = source_of(small_town("EPSG:32632"));
    const Json json = Json::parse(written(source, {route_of(source, {"1", "5"})}, "geojson"));
    const Line line = line_in(json["features"][0]);
    ASSERT_EQ(line.size(), one_to_five.size());
    for (std::size_t at = 0; at < line.size(); ++at) {
        EXPECT_NEAR(line[at].x, one_to_five[at].x, 2e-7);
        EXPECT_NEAR(line[at].y, one_to_five[at].y, 2e-7);
    }
}

TEST(RouteGeoJson, OfAnUnknownSystemAsItIs) {
    RoadNetwork town = small_town("");
    for (Coordinate& place : town.coordinates) place.x += 1000;
    town.shapes = {};
    const auto source = source_of(town);
    std::vector<LogLevel> levels;
    const tools::PointToLonLat as_it_is(source.crs(), {source.coordinates()}, source.name(),
                                        [&](LogLevel level, std::string_view) { levels.push_back(level); });
    Line line{{1007, 43}, {1007, 43.00000001}, {1008, 43}};
    for (Coordinate& point : line) point = as_it_is(point);
    drop_repeated(line);
    EXPECT_EQ(line, (Line{{1007, 43}, {1008, 43}}));
    EXPECT_EQ(levels, std::vector<LogLevel>{LogLevel::guess});
}

TEST(RouteGeoJson, OpensInGdal) {
    gdal::start();
    const ScratchFolder folder;
    const auto source = source_of(small_town());
    RouteOutput output;
    output.path = folder.file("paths.geojson");
    find_route_format(output).write(source, {route_of(source, {"1", "10"}), route_of(source, {"11", "1"})}, output);
    const GDALDatasetUniquePtr file(GDALDataset::Open(output.path.c_str(), GDAL_OF_VECTOR));
    ASSERT_TRUE(file);
    OGRLayer& layer = *file->GetLayer(0);
    EXPECT_EQ(layer.GetFeatureCount(), 2);
    const OGRFeatureUniquePtr feature(layer.GetNextFeature());
    EXPECT_EQ(feature->GetGeometryRef()->getGeometryType(), wkbLineString);
    EXPECT_EQ(feature->GetFieldAsInteger("to"), 10);
}

TEST(RouteGeoPackage, HasPathsAndLegs) {
    gdal::start();
    const ScratchFolder folder;
    const auto [source, routes, unsnapped] =
        asked(small_town("EPSG:32632"), {{"@7,43.0001", "3", "5"}, {"11", "1"}, {"9", "10"}});
    RouteOutput output;
    output.path = folder.file("paths.gpkg");
    find_route_format(output).write(source, routes, output);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"paths.gpkg"});
    EXPECT_THROW(find_route_format(output).write(source, routes, output), InputError);  // it is there

    const GDALDatasetUniquePtr file(GDALDataset::Open(output.path.c_str(), GDAL_OF_VECTOR));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->GetLayerCount(), 2);
    OGRLayer& paths = *file->GetLayerByName("path");
    EXPECT_STREQ(paths.GetSpatialRef()->GetAuthorityCode(nullptr), "32632");
    ASSERT_EQ(paths.GetFeatureCount(), 3);
    OGRFeatureUniquePtr path(paths.GetNextFeature());
    EXPECT_EQ(path->GetFieldAsInteger("to"), 5);
    EXPECT_STREQ(path->GetFieldAsString("via"), "3");
    EXPECT_EQ(path->GetFieldAsDouble("length_m"), 400.4);
    EXPECT_EQ(path->GetFieldAsDouble("cost"), 42);
    EXPECT_STREQ(path->GetFieldAsString("roads"), "High Street, Mill Lane");
    EXPECT_STREQ(path->GetFieldAsString("from_position"), "@7,43.0001");
    EXPECT_NEAR(path->GetFieldAsDouble("from_snap_distance_m"), 11.1, 0.1);
    const OGRLineString* line = path->GetGeometryRef()->toLineString();
    const Line wanted = line_of(source, routes[0]);
    ASSERT_EQ(static_cast<std::size_t>(line->getNumPoints()), wanted.size());
    for (int at = 0; at < line->getNumPoints(); ++at) {
        EXPECT_EQ((Coordinate{line->getX(at), line->getY(at)}), wanted[static_cast<std::size_t>(at)]);
    }
    path.reset(paths.GetNextFeature());
    EXPECT_EQ(path->GetFieldAsInteger("reachable"), 0);
    EXPECT_EQ(path->GetGeometryRef(), nullptr);
    EXPECT_FALSE(path->IsFieldSetAndNotNull(path->GetFieldIndex("cost")));

    OGRLayer& legs = *file->GetLayerByName("path_leg");
    ASSERT_EQ(legs.GetFeatureCount(), 5);
    OGRFeatureUniquePtr last;
    for (OGRFeatureUniquePtr leg(legs.GetNextFeature()); leg; leg.reset(legs.GetNextFeature())) last = std::move(leg);
    EXPECT_EQ(last->GetFieldAsInteger("route"), 3);
    EXPECT_STREQ(last->GetFieldAsString("name"), "Lake Ferry");
    EXPECT_FALSE(last->IsFieldSetAndNotNull(last->GetFieldIndex("length_m")));  // not known is not 0
    EXPECT_EQ(last->GetFieldAsDouble("time_s_sum"), 600);
}

TEST(RouteFormats, ATableSaysWhatItsNetworkSays) {
    for (const char* crs : {"EPSG:4326", "EPSG:32632", ""}) {
        const auto network = source_of(small_town(crs));
        const auto table = source_of_table(small_town(crs));
        for (const char* format : {"text", "csv", "json", "geojson"}) {
            const auto ask = [&](const PathSource& source) {
                std::vector<Route> routes;
                for (const char* to : {"1", "5", "8", "10", "11"}) routes.push_back(route_of(source, {"3", "4", to}));
                routes.push_back(route_of(source, {"11", "3"}));
                return written(source, routes, format);
            };
            // A table solved in memory keeps no attribution of its own that differs: notes travel with it.
            EXPECT_EQ(ask(network), ask(table)) << format << " " << crs;
        }
    }
}

TEST(RouteFormats, CsvAppendsWhatIsKnown) {
    const auto source = source_of(small_town());
    EXPECT_EQ(
        written(source, {route_of(source, {"2", "4"}), route_of(source, {"9", "10"}), route_of(source, {"11", "1"})},
                "csv"),
        "route,from,to,step,tail,head,arc,cost,sum,name,length_m,time_s\n"
        "1,2,4,1,2,3,101,10.5,10.5,High Street,100.1,10.5\n"
        "1,2,4,2,3,4,102,10.5,21,Mill Lane,100.1,10.5\n"
        "2,9,10,1,9,10,109,600,600,Lake Ferry,,600\n"
        "3,11,1,,,,,,inf,,,\n");
}

TEST(RouteFormats, JsonHasPartsAndSums) {
    const auto source = source_of(small_town());
    const Json path = Json::parse(written(source, {route_of(source, {"1", "9", "10"})}, "json"))["paths"][0];
    EXPECT_FALSE(path.contains("length_m"));  // of the ferry it is not known
    EXPECT_EQ(path["time_s"], 673.5);
    ASSERT_EQ(path["parts"].size(), 2u);
    EXPECT_EQ(path["parts"][0]["length_m"], 700.7);
    EXPECT_EQ(path["parts"][0]["arcs"], 7);
    EXPECT_EQ(path["parts"][1]["distance"], 600);
    EXPECT_FALSE(path.contains("geometry"));
}

TEST(RouteFormats, MilesAndMinutesBecomeMetresAndSeconds) {
    RoadNetwork town = small_town();
    town.columns[0].unit = "mi";
    town.columns[1].unit = "min";
    const auto source = source_of(town);
    const Json path = Json::parse(written(source, {route_of(source, {"1", "3"})}, "json"))["paths"][0];
    EXPECT_EQ(path["length_m"], 322190.6688);
    EXPECT_EQ(path["time_s"], 1260);
    town.columns[0].unit = "league";
    const auto odd = source_of(town);
    EXPECT_EQ(Json::parse(written(odd, {route_of(odd, {"1", "3"})}, "json"))["paths"][0]["length_league"], 200.2);
}

TEST(RouteFormats, AreFoundByNameAndSuffix) {
    const auto found = [](const std::string& path, const std::string& format) {
        return find_route_format({.path = path, .format = format}).name;
    };
    EXPECT_EQ(found("-", ""), "text");
    EXPECT_EQ(found("-", "geojson"), "geojson");
    EXPECT_EQ(found("a.geojson", ""), "geojson");
    EXPECT_EQ(found("a.json", ""), "json");
    EXPECT_EQ(found("a.txt", ""), "text");
    EXPECT_EQ(found("a.gpkg", "csv"), "csv");
    EXPECT_THROW(found("a.xyz", ""), InvalidArgument);
    EXPECT_THROW(found("-", "gpkg"), InvalidArgument);
    EXPECT_THROW(find_route_format({.path = "a.csv", .steps = "arcs"}), InvalidArgument);
}

TEST(RouteFormats, LinesNeedCoordinates) {
    RoadNetwork bare = small_town();
    bare.coordinates.clear();
    const auto source = source_of(bare);
    const std::vector<Route> routes = {route_of(source, {"1", "2"})};
    const ScratchFolder folder;
    for (const char* name : {"a.geojson", "a.gpkg"}) {
        RouteOutput output;
        output.path = folder.file(name);
        EXPECT_THROW(find_route_format(output).write(source, routes, output), InputError) << name;
    }
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace allways::tools
