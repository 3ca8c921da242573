// SPDX-License-Identifier: Apache-2.0
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

// Names of columns in several languages and programs; all state the same place.
TEST(Points, HaveTheirCoordinatesUnderTheUsualNames) {
    for (const char* names :
         {"Längengrad;Breitengrad", "laengengrad;breitengrad", "GEO LÄNGE;GEO BREITE", "longitud;latitud", "lng;lat",
          "stop_lon;stop_lat", "decimalLongitude;decimalLatitude", "gps-longitude;gps-latitude"}) {
        const PointSet points = points_in(std::string(names) + "\n7.25;43.5\n");
        EXPECT_EQ(points.places, (std::vector<Coordinate>{{7.25, 43.5}})) << names;
        EXPECT_EQ(points.crs, "EPSG:4326") << names;
    }
    for (const char* names :
         {"POINT_X;POINT_Y", "Rechtswert;Hochwert", "GKODE;GKODN", "E;N", "coord_x;coord_y", "abscisse;ordonnee",
          "este;norte", "coordonnée x;coordonnée y", "X-Koordinate;Y-Koordinate", "xcoord;ycoord", "UTM_E;UTM_N"}) {
        const PointSet points = points_in(std::string(names) + "\n7.25;43.5\n");
        EXPECT_EQ(points.places, (std::vector<Coordinate>{{7.25, 43.5}})) << names;
        EXPECT_EQ(points.crs, "") << names;
    }
}

TEST(Points, HaveTheirCoordinatesInNamedColumns) {
    const std::string text = "id,a,b,lon,lat\n1,7,43,1,2\n";
    EXPECT_EQ(points_in(text, {.x_field = "A", .y_field = "b"}).places[0], (Coordinate{7, 43}));
    EXPECT_EQ(points_in(text, {.x_field = "a", .y_field = "b"}).crs, "");
    EXPECT_EQ(points_in(text, {.x_field = "a", .y_field = "b", .crs = "EPSG:4326"}).crs, "EPSG:4326");
    EXPECT_EQ(points_in(text, {.x_field = "lon", .y_field = "lat"}).crs, "EPSG:4326");
    EXPECT_TRUE(tells(refusal(text, {.x_field = "a"}), "give both"));
    EXPECT_TRUE(
        tells(refusal(text, {.x_field = "a", .y_field = "c"}), "no column 'c' for positions; it has: id, a, b"));
    EXPECT_TRUE(holds_points(TemporaryFile(text, ".csv").path(), {.x_field = "a", .y_field = "b"}));
}

TEST(Points, HaveBothCoordinatesInOneColumn) {
    for (const char* text :
         {"id;coordinates\nA;43.5,7.25\n", "id;lat,lon\nA;43.5, 7.25\n", "id,LatLng\nA,\"43.5,7.25\"\n",
          "id\tlocation\nA\t(43.5, 7.25)\n", "id;geo_point_2d\nA;43,5; 7,25\n", "id;lon_lat\nA;7.25 43.5\n",
          "id,\"lon,lat\"\nA,\"7.25,43.5\"\n"}) {
        // A semicolon within the column needs quotes.
        const bool quoted = tells(text, "; 7,25");
        const PointSet points = points_in(quoted ? "id;geo_point_2d\nA;\"43,5; 7,25\"\n" : text);
        EXPECT_EQ(points.places, (std::vector<Coordinate>{{7.25, 43.5}})) << text;
        EXPECT_EQ(points.crs, "EPSG:4326") << text;
    }
    EXPECT_EQ(points_in("id;coords\nA;43.5,7\nB;here\n").problems[1], "coords 'here' is not 'latitude,longitude'");
}

TEST(Points, HaveGeometriesAsText) {
    for (const char* text : {"id,geometry\nA,POINT (7.25 43.5)\n", "id,WKT\nA,\"POINT (7.25 43.5)\"\n",
                             "id,the_geom\nA,MULTIPOINT ((7.25 43.5))\n", "id;geom\nA;Point Z (7.25 43.5 9)\n"}) {
        const PointSet points = points_in(text);
        EXPECT_EQ(points.places, (std::vector<Coordinate>{{7.25, 43.5}})) << text;
        EXPECT_EQ(points.crs, "") << text;
    }
    for (const char* text : {"id;geojson\nA;{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[7.25,43.5]}\n",
                             "id;geom\nA;\"SRID=4326;POINT(7.25 43.5)\"\n",
                             "id,wkb_geometry\nA,0101000020E61000000000000000001D400000000000C04540\n"}) {
        std::string quoted = text;
        if (const std::size_t at = quoted.find('{'); at != std::string::npos)
            quoted = quoted.substr(0, at) + "\"" + quoted.substr(at, quoted.size() - at - 1) + "\"\n";
        const PointSet points = points_in(quoted);
        EXPECT_EQ(points.places, (std::vector<Coordinate>{{7.25, 43.5}})) << text;
        EXPECT_EQ(points.crs, "EPSG:4326") << text;
    }
    EXPECT_EQ(points_in("id,geom\nA,POINT (2600000 1200000)\n", {.crs = "EPSG:2056"}).crs, "EPSG:2056");
    EXPECT_TRUE(tells(points_in("id,geom\nA,POINT (1 2)\nB,\"LINESTRING (1 2, 3 4)\"\n").problems[1],
                      "geom is not a point as WKT or GeoJSON: 'LINESTRING (1 2, 3 4)'"));
    EXPECT_TRUE(tells(points_in("id;geom\nA;\"SRID=4326;POINT(7 43)\"\nB;\"SRID=2056;POINT(7 43)\"\n").problems[1],
                      "its geometry is in EPSG:2056, but the points are in EPSG:4326"));
}

TEST(Points, TakeDecimalCommasWhereTheySeparateNoFields) {
    EXPECT_EQ(points_in("id;lon;lat\nA;7,25;43,5\n").places[0], (Coordinate{7.25, 43.5}));
    EXPECT_EQ(points_in("id\tx\ty\nA\t7,25\t43.5\n").places[0], (Coordinate{7.25, 43.5}));
    EXPECT_EQ(points_in("id;lon;lat\nA;7,25;43\nB;1.234,5;43\n").problems[1], "lon '1.234,5' is not a number");
}

std::string utf_16(const std::u16string& text, bool little) {
    std::string bytes;
    for (const char16_t unit : u"\uFEFF" + text) {
        const char low = static_cast<char>(unit & 0xFF);
        const char high = static_cast<char>(unit >> 8);
        bytes += little ? std::string{low, high} : std::string{high, low};
    }
    return bytes;
}

TEST(Points, OfSpreadsheetsMayBeUtf16) {
    const std::u16string text = u"name;Länge;Breite\r\nZürich \U0001F3E0;8,54;47,37\r\n";
    for (const bool little : {true, false}) {
        const PointSet points = points_in(utf_16(text, little));
        EXPECT_EQ(points.ids, IdTable(std::vector<std::string>{"Zürich \U0001F3E0"}));
        EXPECT_EQ(points.places[0], (Coordinate{8.54, 47.37}));
    }
    std::u16string many = u"id;lon;lat\n";  // several pieces of the reader
    for (int i = 0; i < 40'000; ++i) many += u"Zürich;8,5;47,5\n";
    const PointSet points = points_in(utf_16(many, true));
    EXPECT_EQ(points.size(), 40'000u);
    EXPECT_EQ(points.places.back(), (Coordinate{8.5, 47.5}));
    EXPECT_EQ(points.ids.text(39'999), "Zürich");
    const std::string whole = utf_16(u"lon;lat\n1;2\n", true);
    EXPECT_TRUE(tells(refusal(whole.substr(0, whole.size() - 1)), "its UTF-16 ends within a character"));
    EXPECT_TRUE(tells(refusal(utf_16(u"lon;lat\n\xDC00;2\n", true)), "half a character"));
}

TEST(Points, OfBrokenFilesAreRefused) {
    EXPECT_TRUE(tells(refusal(""), "the file is empty"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n"), "expected points, but there are none"));
    EXPECT_TRUE(tells(refusal("id,lon,latt\n1,2,3\n"),
                      ":1: expected columns of positions in the first line: lon and lat, x and y,"));
    EXPECT_TRUE(tells(refusal("id,lon,latt\n1,2,3\n"), "it has: id, lon, latt; `points.x_field`"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n1,2,3,4\n"), ":2: expected 3 fields, found 4"));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n\"1,2,3\n"), ":2: "));
    EXPECT_TRUE(tells(refusal("id,lon,lat\n,2,3\n", {.id_field = "id"}), ":2: expected the id of a point"));
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
    EXPECT_FALSE(holds("id,location\n17,Main Street\n"));
    EXPECT_FALSE(holds("position\n@7.4,43.7\n"));
    EXPECT_TRUE(holds("id;location\n17;43.7,7.4\n"));
    EXPECT_TRUE(holds("id,geom\n17,POINT (7 43)\n"));
    EXPECT_FALSE(holds(""));
    EXPECT_TRUE(holds_points("points.gpkg"));
}

// Guesses and skipped rows are logged.
TEST(Points, ColumnsThatAreNotWhatTheySeemAreSaid) {
    std::string said;
    PointOptions options;
    options.log = [&](LogLevel level, std::string_view message) {
        if (is_warning(level)) said = message;
    };
    const PointSet numbered = points_in("name,lon,lat\nmill,1,2\n,3,4\n", options);
    EXPECT_EQ(numbered.ids.text(0), "1");
    EXPECT_EQ(numbered.ids.text(1), "2");
    EXPECT_TRUE(tells(said, "the column name is empty for 1 of 2 points, so the ids of points are their numbers"));
    EXPECT_EQ(points_in("id,lon,lat,lon\n1,9.5,47.1,9.6\n", options).places[0].x, 9.5);
    EXPECT_TRUE(tells(said, "the column lon occurs twice; the first is used"));
    const TemporaryFile nodes("node_id,lon,lat\n1,9.5,47.1\n", ".csv");
    EXPECT_FALSE(holds_points(nodes.path(), options));
    EXPECT_TRUE(tells(said, "its columns of positions are not used; `points.id_field`"));
    EXPECT_TRUE(holds_points(nodes.path(), {.x_field = "lon", .y_field = "lat"}));
}

// As spreadsheets write them: Windows-1252, a line that states the separator, UTF-16 without a mark.
TEST(Points, OfSpreadsheetsAreRead) {
    const PointSet german = points_in("Kunde;L\xe4nge;Breite\n7;9,5;47,25\n");
    EXPECT_EQ(german.places[0], (Coordinate{9.5, 47.25}));
    const PointSet stated = points_in("sep=;\nid;lon;lat\n7;9,5;47,25\n");
    EXPECT_EQ(stated.places[0], (Coordinate{9.5, 47.25}));
    EXPECT_EQ(stated.ids.text(0), "7");
    for (const bool little : {true, false}) {
        const PointSet wide = points_in(utf_16(u"id,lon,lat\n7,9.5,47.25\n", little).substr(2));
        EXPECT_EQ(wide.places[0], (Coordinate{9.5, 47.25})) << little;
    }
}

TEST(Points, RepeatedIdsAreSaid) {
    std::string said;
    PointOptions options;
    options.log = [&](LogLevel level, std::string_view message) {
        if (is_warning(level)) said = message;
    };
    EXPECT_EQ(points_in("id,lon,lat\nA,1,2\nB,1,2\nA,3,4\n", options).size(), 3u);
    EXPECT_TRUE(tells(said, ":4: 1 id repeats for 2 points, such as A"));
    EXPECT_EQ(points_in("id,lon,lat\n1,1,2\n,,\n2.0,1,2\n1.0,3,4\n", options).ids.text(1), "2");
    EXPECT_TRUE(tells(said, ":5: 1 id repeats for 2 points, such as 1"));
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
