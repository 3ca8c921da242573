// Files of points: CSV and layers, and every way in which they are wrong.
#include "allways/importers/points.h"

#include <cmath>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "support.h"

namespace allways {
namespace {

// One file, as long as this lives.
class TemporaryFile {
public:
    TemporaryFile(const std::string& text, const std::string& suffix) : path_(folder_.write("points" + suffix, text)) {}
    const std::string& path() const { return path_; }

private:
    test::TemporaryFolder folder_;
    std::string path_;
};

PointSet points_in(const std::string& text, const PointOptions& options = {}) {
    return read_points(TemporaryFile(text, ".csv").path(), options);
}

std::string refusal(const std::string& text, const PointOptions& options = {}) {
    try {
        points_in(text, options);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool tells(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(Points, OfCsvHaveIdsPlacesAndLines) {
    const PointSet points = points_in("name,Latitude,LON\nA,43.5,7.25\n\nB,-1,180\n");
    EXPECT_EQ(points.ids, IdTable(std::vector<std::string>{"A", "B"}));
    EXPECT_EQ(points.places, (std::vector<Coordinate>{{7.25, 43.5}, {180, -1}}));
    EXPECT_EQ(points.lines, (std::vector<std::uint64_t>{2, 4}));
    EXPECT_EQ(points.crs, "EPSG:4326");
    EXPECT_TRUE(points.where(1).ends_with(":4"));
}

TEST(Points, WithoutIdsAreNumbered) {
    const PointSet points = points_in("x;y\n100;200\n300;400\n");
    EXPECT_EQ(points.ids, IdTable::consecutive(2));
    EXPECT_EQ(points.crs, "");
    EXPECT_EQ(points_in("x,y\n2600000,1200000\n", {.crs = "EPSG:2056"}).crs, "EPSG:2056");
}

TEST(Points, ThatAreBadStayWithTheirReason) {
    const PointSet points = points_in("id,lon,lat\n1,7,43\n2,,43\n3,x7,43\n4,43,97\n5,200,0\n6,7\n7,nan,1\n");
    ASSERT_EQ(points.size(), 7u);
    EXPECT_EQ(points.problems[0], "");
    EXPECT_EQ(points.problems[1], "lon is empty");
    EXPECT_EQ(points.problems[2], "lon 'x7' is not a number");
    EXPECT_TRUE(tells(points.problems[3], "are they swapped?"));
    EXPECT_TRUE(tells(points.problems[4], "longitude 200"));
    EXPECT_EQ(points.problems[5], "lat is empty");
    EXPECT_EQ(points.problems[6], "lon 'nan' is not a number");
    for (std::size_t i = 1; i < 7; ++i) EXPECT_TRUE(std::isnan(points.places[i].x)) << i;
}

TEST(Points, OfAGivenSystemOfDegreesAreOnTheGlobe) {
    const PointSet points = points_in("x,y\n7,43\n2600000,1200000\n", {.crs = "EPSG:4258"});
    EXPECT_EQ(points.problems[0], "");
    EXPECT_TRUE(tells(points.problems[1], "longitude 2600000 and latitude 1200000 are outside"));
}

TEST(Points, OfBrokenFilesAreRefused) {
    EXPECT_TRUE(tells(refusal(""), "the file is empty"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n"), "expected points, but there are none"));
    EXPECT_TRUE(tells(refusal("id,lon,latt\n1,2,3\n"), ":1: expected columns lon and lat, or x and y"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n1,2,3,4\n"), ":2: expected 3 fields, found 4"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n\"1,2,3\n"), ":2: "));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n,2,3\n"), ":2: expected the id of a point"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n1,a,3\n2,b,4\n"), ":2: none of its 2 points has valid coordinates"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n1,2,3\n", {.id_field = "nr"}), "no column 'nr'"));
    EXPECT_TRUE(tells(refusal("id,x,y\n1,2,3\n", {.crs = "EPSG:1"}), "not a reference system that PROJ knows"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n1,2,3\n", {.crs = "EPSG:2056"}), "longitudes and latitudes of WGS 84"));
    EXPECT_THROW(read_points("/nowhere/points.csv"), InputError);
}

TEST(Points, AreToldFromListsOfNodes) {
    const auto holds = [](const std::string& text) { return holds_points(TemporaryFile(text, ".csv").path()); };
    EXPECT_TRUE(holds("id,lon,lat\n"));
    EXPECT_TRUE(holds("id,lon,latt\n"));
    EXPECT_TRUE(holds("X\tY\n"));
    EXPECT_FALSE(holds("node_id,x_coord,y_coord\n"));
    EXPECT_FALSE(holds("17\n18\n"));
    EXPECT_FALSE(holds(""));
    EXPECT_TRUE(holds_points("points.gpkg"));
}

TEST(Points, RepeatedIdsAreSaid) {
    std::string said;
    PointOptions options;
    options.log = [&](LogLevel level, std::string_view message) {
        if (level == LogLevel::warning) said = message;
    };
    EXPECT_EQ(points_in("id,lon,lat\nA,1,2\nB,1,2\nA,3,4\n", options).size(), 3u);
    EXPECT_TRUE(tells(said, ":4: the id A repeats"));
}

TEST(Points, OfGeoJson) {
    const TemporaryFile file(R"({"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"id":"A"},"geometry":{"type":"Point","coordinates":[7,43]}},
        {"type":"Feature","properties":{"id":"B"},"geometry":null},
        {"type":"Feature","properties":{"id":"C"},"geometry":{"type":"MultiPoint","coordinates":[[8,44]]}}]})",
                             ".geojson");
    const PointSet points = read_points(file.path());
    EXPECT_EQ(points.ids, IdTable(std::vector<std::string>{"A", "B", "C"}));
    EXPECT_EQ(points.places[0], (Coordinate{7, 43}));
    EXPECT_EQ(points.places[2], (Coordinate{8, 44}));
    EXPECT_TRUE(tells(points.problems[1], "its geometry is empty"));
    EXPECT_EQ(points.crs, "EPSG:4326");
    EXPECT_TRUE(tells(points.where(2), "feature"));
}

TEST(Points, OfLayersThatHoldNone) {
    const TemporaryFile lines(R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{},
        "geometry":{"type":"LineString","coordinates":[[7,43],[8,43]]}}]})",
                              ".geojson");
    EXPECT_THROW(read_points(lines.path()), InputError);
    const TemporaryFile cut(R"({"type":"FeatureCollection","features":[{"type")", ".geojson");
    EXPECT_THROW(read_points(cut.path()), InputError);
}

}  // namespace
}  // namespace allways
