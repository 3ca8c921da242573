// SPDX-License-Identifier: Apache-2.0
// Heights from rasters whose answers are known by hand: planes, a ridge, a hole.
#include "elevation/climb.h"

#include <array>
#include <cmath>

#include "height_file.h"
#include "libraries/height_raster.h"
#include "osm_text.h"

namespace allways::test {

using namespace importers;
using namespace importers::elevation;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double plane(double x, double y) {
    return 100 + 0.05 * (x - 500'000) + 0.02 * (y - 5'200'000);
}

Coordinate at(double east, double north) {
    return {500'000 + east, 5'200'000 + north};
}

// ---- rasters

TEST(HeightRaster, InterpolatesBetweenCentresOfCells) {
    const TemporaryFolder folder;
    HeightRaster raster(write_heights(folder, plane), "EPSG:32632");
    EXPECT_NEAR(raster.cell_m(), 100, 0.1);
    const auto heights = raster.at(std::array{at(50, 50), at(512, 337), at(950, 950), at(20, 500), at(1001, 5)});
    EXPECT_NEAR(heights.metres[0], 103.5, 1e-4);
    EXPECT_NEAR(heights.metres[1], 100 + 25.6 + 6.74, 1e-4);
    EXPECT_NEAR(heights.metres[2], 166.5, 1e-4);
    EXPECT_NEAR(heights.metres[3], 100 + 2.5 + 10, 1e-4);  // in the outermost half of a cell, as at its centre
    EXPECT_TRUE(std::isnan(heights.metres[4]));
    EXPECT_EQ(heights.outside, 1u);
    EXPECT_EQ(heights.no_value, 0u);
}

TEST(HeightRaster, TakesPointsInAnotherSystem) {
    const TemporaryFolder folder;
    HeightRaster raster(write_heights(folder, plane), "EPSG:4326");
    const ReferenceSystem utm("EPSG:32632");
    const auto heights = raster.at(std::array{utm.to_lon_lat(at(512, 337))});
    EXPECT_NEAR(heights.metres[0], 132.34, 1e-3);
}

TEST(HeightRaster, LeavesOutCellsWithoutAValue) {
    const TemporaryFolder folder;
    const auto hole = [](double x, double y) { return x > 500'400 && x < 500'600 ? unknown : plane(x, y); };
    HeightRaster raster(write_heights(folder, hole), "EPSG:32632");
    const auto heights = raster.at(std::array{at(370, 50), at(410, 50), at(500, 50)});
    EXPECT_NEAR(heights.metres[0], plane(500'350, 5'200'050), 1e-4);  // the one neighbour that has a value
    EXPECT_TRUE(std::isnan(heights.metres[1]));
    EXPECT_TRUE(std::isnan(heights.metres[2]));
    EXPECT_EQ(heights.no_value, 2u);
}

TEST(HeightRaster, HonoursScaleOffsetAndUnit) {
    const TemporaryFolder folder;
    const auto stated = [&](const std::string& of_band) {
        HeightRaster raster(write_heights(folder, plane, {.of_band = of_band}), "EPSG:32632");
        return raster.at(std::array{at(50, 50)}).metres[0];
    };
    EXPECT_NEAR(stated("<Offset>10</Offset><Scale>2</Scale>"), 217, 1e-4);
    EXPECT_NEAR(stated("<UnitType>ft</UnitType>"), 103.5 * 0.3048, 1e-4);
    EXPECT_NEAR(stated("<UnitType>metre</UnitType>"), 103.5, 1e-4);
    ALLWAYS_EXPECT_ERROR(0, "its heights are in 'bar', an unknown unit", stated("<UnitType>bar</UnitType>"));
}

TEST(HeightRaster, ReadsMoreTilesThanOne) {
    const TemporaryFolder folder;
    HeightRaster raster(write_heights(folder, plane, {.columns = 600, .rows = 300, .cell = 10}), "EPSG:32632");
    for (const Coordinate point : {at(2'559, 433), at(2'561, 441), at(5'990, 2'990), at(11, 2'000)})
        EXPECT_NEAR(raster.at(std::array{point}).metres[0], plane(point.x, point.y), 1e-3);
}

TEST(HeightRaster, RefusesWhatHoldsNoHeights) {
    const TemporaryFolder folder;
    const auto open = [](const std::string& path) { HeightRaster raster(path, "EPSG:32632"); };
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened as a raster of heights", open(folder.path("nowhere.tif")));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened as a raster of heights", open(folder.write("a.csv", "a,b\n1,2\n")));
    ALLWAYS_EXPECT_ERROR(0, "it has 3 bands", open(write_heights(folder, plane, {.bands = 3})));
    ALLWAYS_EXPECT_ERROR(0, "states no reference system", open(write_heights(folder, plane, {.crs = ""})));
    ALLWAYS_EXPECT_ERROR(0, "colours of a palette",
                         open(write_heights(folder, plane, {.of_band = "<ColorInterp>Palette</ColorInterp>"})));
}

// ---- profiles of roads

TEST(RoadProfile, KeepsEndsAndEvenSlopes) {
    RoadProfile even{{}, 10, {}};
    for (int i = 0; i <= 40; ++i) even.heights.push_back(2.5 * i);
    even.heights[7] = even.heights[8] = unknown;
    even.fill_gaps();
    EXPECT_DOUBLE_EQ(even.heights[8], 20);
    even.smooth(150);
    for (int i = 0; i <= 40; ++i) EXPECT_NEAR(even.heights[i], 2.5 * i, 1e-9);
    EXPECT_NEAR(even.ascent_m(), 100, 1e-9);
    RoadProfile bumpy{{}, 50, {0, 3, 0, 3, 0}};  // the window holds one neighbour on each side
    bumpy.smooth(150);
    EXPECT_EQ(bumpy.heights, (std::vector<double>{0, 1, 2, 1, 0}));
    EXPECT_EQ(bumpy.ascent_m(), 2);
}

TEST(RoadProfile, HasPointsAtEqualDistances) {
    const ReferenceSystem utm("EPSG:32632");
    const std::array bent{at(0, 0), at(30, 40), at(30, 90)};
    const RoadProfile road = points_along(bent, utm, 30);
    ASSERT_EQ(road.points.size(), 5u);  // 100 m in four steps
    EXPECT_NEAR(road.length_m(), 100, 0.1);
    EXPECT_NEAR(road.points[1].x - 500'000, 15, 0.01);
    EXPECT_NEAR(road.points[2].x - 500'000, 30, 0.01);
    EXPECT_NEAR(road.points[3].y - 5'200'000, 65, 0.01);
}

TEST(NodeHeights, FollowStraightSlopesAndMeet) {
    // 0 ─100─ 1 ─300─ 2 ─100─ 3, known at both ends; 4 hangs on 1; 5 and 6 know nothing.
    std::vector<double> heights{10, unknown, unknown, 60, unknown, unknown, unknown};
    const std::vector<Stretch> stretches{
        {1, no_node, 10, 100}, {1, 2, 0, 300}, {2, no_node, 60, 100}, {4, 1, 0, 50}, {5, 6, 0, 10}};
    fill_heights(heights, stretches);
    EXPECT_NEAR(heights[1], 20, 1e-5);
    EXPECT_NEAR(heights[2], 50, 1e-5);
    EXPECT_NEAR(heights[4], 20, 1e-5);
    EXPECT_TRUE(std::isnan(heights[5]));
    std::vector<double> star{unknown};
    fill_heights(star, std::vector<Stretch>{{0, no_node, 0, 10}, {0, no_node, 30, 20}, {0, no_node, 60, 20}});
    EXPECT_NEAR(star[0], (0 / 10. + 30 / 20. + 60 / 20.) / (1 / 10. + 1 / 20. + 1 / 20.), 1e-6);
}

TEST(NodeHeights, AreExactAlongALongTunnel) {
    constexpr NodeIndex count = 500;
    std::vector<double> heights(count, unknown);
    std::vector<Stretch> stretches{{0, no_node, 0, 20}, {count - 1, no_node, 501, 20}};
    for (NodeIndex node = 0; node + 1 < count; ++node) stretches.push_back({node, node + 1, 0, 20});
    fill_heights(heights, stretches);
    for (NodeIndex node = 0; node < count; ++node) EXPECT_NEAR(heights[node], node + 1, 1e-3);
}

// ---- speeds

TEST(GradeSpeed, WalksByToblersFunction) {
    EXPECT_NEAR(walking_kmh(0), 5.0367, 1e-4);
    EXPECT_DOUBLE_EQ(walking_kmh(-0.05), 6);
    EXPECT_NEAR(walking_kmh(0.1), 3.5493, 1e-4);
    EXPECT_NEAR(time_factor(GradeRule::foot, 0.1, 5), 5.0367 / 3.5493, 1e-4);
    EXPECT_EQ(time_factor(GradeRule::foot, 0, 5), 1);
    EXPECT_EQ(time_factor(GradeRule::foot, 2, 5), time_factor(GradeRule::foot, 0.35, 5));
    EXPECT_EQ(time_factor(GradeRule::none, 0.1, 5), 1);
}

TEST(GradeSpeed, RidesWithAHundredWatts) {
    for (const double grade : {-0.02, -0.01, 0.0, 0.01, 0.03, 0.06}) {
        const double speed = cycling_kmh(grade) / 3.6;
        const double angle = std::atan(grade);
        const double pull = 90 * 9.80665 * (std::sin(angle) + 0.006 * std::cos(angle)) + 0.3 * speed * speed;
        EXPECT_NEAR(pull * speed, 100, 0.01) << grade;
    }
    EXPECT_EQ(cycling_kmh(-0.2), 40);
    EXPECT_EQ(cycling_kmh(0.2), walking_kmh(0.2));
    for (int i = -35; i < 35; ++i) EXPECT_GE(cycling_kmh(i / 100.0), cycling_kmh((i + 1) / 100.0));
    EXPECT_EQ(time_factor(GradeRule::bicycle, 0, 18), 1);
    EXPECT_NEAR(time_factor(GradeRule::bicycle, 0.05, 18), cycling_kmh(0) / cycling_kmh(0.05), 1e-9);
    EXPECT_EQ(time_factor(GradeRule::bicycle, 0.1, 4), time_factor(GradeRule::foot, 0.1, 4));  // pushing
}

// ---- networks

// Roads between points of a plane, both ways.
struct PlaneRoads {
    RoadNetwork network;

    explicit PlaneRoads(std::vector<Coordinate> nodes) {
        network.node_ids = IdTable::consecutive(nodes.size());
        network.coordinates = std::move(nodes);
        network.provenance.crs = "EPSG:32632";
    }
    void add(NodeIndex from, NodeIndex to, std::string structure = "") {
        for (const bool back : {false, true}) {
            network.tail.push_back(back ? to : from);
            network.head.push_back(back ? from : to);
            structures_.push_back(structure);
        }
    }
    RoadNetwork& finish() {
        network.arc_ids = IdTable::consecutive(network.tail.size());
        network.texts = {TextColumn("structure")};
        for (const std::string& structure : structures_) network.texts[0].add(structure);
        return network;
    }

private:
    std::vector<std::string> structures_;
};

std::string climbs(const RoadNetwork& network) {
    std::string text;
    const ArcColumn* ascent = network.column("ascent");
    const ArcColumn* descent = network.column("descent");
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (arc > 0) text += ", ";
        text += ascent->values[arc].is_missing()
                    ? "?"
                    : format("{}/{}", ascent->values[arc].to_double(), descent->values[arc].to_double());
    }
    return text;
}

TEST(Climb, OfAPlaneIsTheDifferenceOfHeights) {
    const TemporaryFolder folder;
    PlaneRoads roads({at(100, 100), at(900, 100), at(900, 600)});
    roads.add(0, 1);
    roads.add(2, 1);
    RoadNetwork& network = roads.finish();
    ReadOptions options;
    options.elevation = write_heights(folder, plane);
    ImportReport report;
    add_climb(network, options, report);
    EXPECT_EQ(climbs(network), "40/0, 0/40, 0/10, 10/0");
    EXPECT_EQ(network.column("ascent")->unit, "m");
    ALLWAYS_EXPECT_ERROR(0, "has its heights from", add_climb(network, options, report));
}

TEST(Climb, GoesOverARidgeOnTheRoadAndThroughItInTheTunnel) {
    const TemporaryFolder folder;
    // From 100 m up to 200 m at x = 500 m and down again, but smoothed: within 150 m around the top, at steps of 10 m,
    // the mean of 15 heights is 200 - 0.2 · 10 · 2 · (1 + … + 7) / 15.
    const auto ridge = [](double x, double) { return 200 - 0.2 * std::abs(x - 500'500); };
    PlaneRoads roads({at(100, 505), at(900, 505), at(300, 505), at(500, 505), at(700, 505)});
    roads.add(0, 1);
    roads.add(0, 2);
    roads.add(2, 3, "tunnel");
    roads.add(3, 4, "bridge");  // the node in the middle is not on the ground
    roads.add(4, 1);
    RoadNetwork& network = roads.finish();
    ReadOptions options;
    options.elevation = write_heights(folder, ridge, {.columns = 101, .rows = 101, .left = 499'995, .cell = 10});
    ImportReport report;
    add_climb(network, options, report);
    const double top = 80 - 0.2 * 10 * 2 * 28 / 15;
    const ArcColumn& ascent = *network.column("ascent");
    EXPECT_NEAR(ascent.values[0].to_double(), top, 0.1);
    EXPECT_EQ(ascent.values[0], network.column("descent")->values[0]);
    EXPECT_EQ(climbs(network).substr(climbs(network).find(", ", climbs(network).find(", ") + 1) + 2),
              "40/0, 0/40, 0/0, 0/0, 0/0, 0/0, 0/40, 40/0");
    EXPECT_EQ(
        std::ranges::find(report.counts, "bridges, tunnels, covered roads, ferries", &ImportReport::Count::name)->count,
        2u);
}

TEST(Climb, BridgesHolesOfTheRaster) {
    const TemporaryFolder folder;
    const auto hole = [](double x, double y) {
        return x > 500'400 && x < 500'600 && y < 5'200'300 ? unknown : plane(x, y);
    };
    PlaneRoads roads({at(150, 150), at(500, 150), at(850, 150), at(150, 850), at(150, 450)});
    roads.add(0, 1);
    roads.add(1, 2);
    roads.add(2, 3);
    roads.add(3, 4);
    RoadNetwork& network = roads.finish();
    ReadOptions options;
    options.elevation = write_heights(folder, hole);
    ImportReport report;
    add_climb(network, options, report);
    const auto rise = [&](ArcIndex arc) {
        return network.column("ascent")->values[arc].to_double() - network.column("descent")->values[arc].to_double();
    };
    EXPECT_NEAR(rise(0), 0.05 * 350, 1.5);  // within what the outermost cells leave open
    EXPECT_NEAR(rise(0) + rise(2), 0.05 * 700, 0.011);
    EXPECT_EQ(rise(0), -rise(1));
}

TEST(Climb, RefusesARasterThatLacksMuch) {
    const TemporaryFolder folder;
    PlaneRoads roads({at(150, 150), at(850, 150), at(4'000, 150), at(4'000, 4'000), at(6'000, 4'000)});
    roads.add(0, 1);
    roads.add(1, 2);
    roads.add(3, 4);
    RoadNetwork network = roads.finish();
    ReadOptions options;
    options.elevation = write_heights(folder, plane);
    ImportReport report;
    ALLWAYS_EXPECT_ERROR(0, "are outside the raster and in 0 it has no value; use a raster that covers",
                         add_climb(network, options, report));
    options.lenient = true;
    network = roads.finish();
    for (Coordinate& node : network.coordinates) node.x += 10'000;
    ALLWAYS_EXPECT_ERROR(0, "are outside the raster", add_climb(network, options, report));
    network = roads.finish();
    add_climb(network, options, report);
    EXPECT_EQ(climbs(network).substr(0, 10), "35/0, 0/35");
    EXPECT_TRUE(climbs(network).ends_with("?, ?"));
}

TEST(Climb, NeedsPlaces) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.elevation = write_heights(folder, plane);
    const auto graph = folder.write("a.gr", "p sp 2 1\na 1 2 3\n");
    ALLWAYS_EXPECT_ERROR(0, "the network has no coordinates, which `elevation` needs", read_network(graph, options));
    EXPECT_THROW(read_matrix(fixture("table.csv"), options), InvalidArgument);
}

// A road of 1,000 m to the east in Tobler's and in the cyclist's time, on a slope of 5 %.
TEST(Climb, ChangesTimesByTheProfilesRule) {
    const TemporaryFolder folder;
    const ReferenceSystem utm("EPSG:32632");
    const auto lon_lat = [&](double east, double north) { return utm.to_lon_lat(at(east, north)); };
    std::string body;
    std::int64_t id = 0;
    for (const Coordinate point : {lon_lat(100, 100), lon_lat(900, 100), lon_lat(900, 500), lon_lat(100, 500)})
        body += osm_node(++id, point.x, point.y);
    body += osm_way(1, {1, 2}, {{"highway", "residential"}});
    body += osm_way(2, {2, 3}, {{"highway", "residential"}, {"bridge", "yes"}});
    body += osm_way(3, {3, 4}, {{"highway", "steps"}});
    const std::string file = folder.write("a.osm", osm_file(body));
    ReadOptions options;
    const auto times = [&](const std::string& profile, bool with_heights) {
        options.profile = profile;
        options.elevation =
            with_heights ? write_heights(folder, [](double x, double) { return 0.05 * (x - 500'000); }) : "";
        const RoadNetwork network = read_network(file, options);
        EXPECT_EQ(network.text("structure") != nullptr, with_heights);
        std::vector<double> found;
        for (const Decimal& time : network.column("time")->values) found.push_back(time.to_double());
        return found;
    };
    for (const std::string profile : {"bicycle", "foot"}) {
        const auto level = times(profile, false);
        const auto sloped = times(profile, true);
        const GradeRule rule = grade_rule(profile);
        EXPECT_NEAR(sloped[0] / level[0], time_factor(rule, 0.05, 17), 0.01) << profile;
        EXPECT_NEAR(sloped[1] / level[1], time_factor(rule, -0.05, 17), 0.01) << profile;
        EXPECT_NEAR(sloped[2] / level[2], 1, 0.001) << profile;  // along the slope
        EXPECT_EQ(sloped[4], level[4]) << profile;               // steps
    }
    EXPECT_EQ(times("car", true), times("car", false));
    const std::string own = folder.write("own.toml", "extends = \"bicycle\"\nname = \"e-bike\"\ngrade = false\n");
    EXPECT_EQ(times(own, true), times("bicycle", false));
    ALLWAYS_EXPECT_ERROR(
        3, "'grade'", times(folder.write("bad.toml", "extends = \"bicycle\"\nname = \"x\"\ngrade = \"car\"\n"), true));
}

}  // namespace
}  // namespace allways::test
