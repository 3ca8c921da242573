// SPDX-License-Identifier: Apache-2.0
// Areas, arcs and nodes that `allways reach` writes.
#include "allways/areas/isochrones.h"

#include <gtest/gtest.h>

#include <ogrsf_frmts.h>

#include <cmath>

#include "allways/base/error.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "allways/points/point_list.h"
#include "areas/areas.h"
#include "areas/outlines.h"
#include "libraries/gdal_library.h"
#include "support/random_networks.h"
#include "support/shared_data.h"
#include "tools/scratch_folder.h"

namespace allways::tools {

using namespace importers;
namespace {

using test::ScratchFolder;

// Streets in a plane of unknown units, or around 7° east, 43° north.
RoadNetwork streets(bool degrees) {
    RoadNetwork network = generate_streets({.nodes = 300, .seed = 4});
    if (!degrees) return network;
    network.provenance.crs = "EPSG:4326";
    constexpr double metres_per_degree = 111195;
    for (Coordinate& at : network.coordinates) {
        at = {7 + at.x / metres_per_degree / std::cos(43 * 3.14159265 / 180), 43 + at.y / metres_per_degree};
    }
    return network;
}

struct Rows {
    std::vector<OGRGeometryUniquePtr> shapes;
    std::vector<double> cutoffs;
};

Rows read_layer(const std::string& file, const char* layer) {
    gdal::start();
    const GDALDatasetUniquePtr dataset(GDALDataset::Open(file.c_str(), GDAL_OF_VECTOR));
    Rows rows;
    OGRLayer* const named = dataset->GetLayerByName(layer);
    for (const auto& feature : *(named != nullptr ? named : dataset->GetLayer(0))) {  // GeoJSON names no layers
        const OGRGeometry* const shape = feature->GetGeometryRef();
        rows.shapes.emplace_back(shape == nullptr ? nullptr : shape->clone());
        rows.cutoffs.push_back(feature->GetFieldAsDouble("cutoff_s"));
    }
    return rows;
}

// A row for each of the three cutoffs and every layer, from positions inside roads; `merge`: together.
std::vector<IsochroneCount> write(const RoadNetwork& network, const std::string& file, bool rings, int positions = 1,
                                  bool merge = false) {
    std::vector<Coordinate> places;
    for (int i = 0; i < positions; ++i) {
        const Coordinate at = network.coordinates[static_cast<std::size_t>(150 - 70 * i)];
        places.push_back({at.x + 1e-4, at.y + 1e-4});
    }
    const IsochroneRequest request{.starts = {make_points(places, network.provenance.crs)},
                                   .cutoffs = {15, 40, 90},
                                   .merge = merge,
                                   .cost = {.field = "time"}};
    return write_isochrones(network, request, {.path = file, .format = "gpkg", .rings = rings}).counts;
}

TEST(IsochroneOutput, AreasAreValidAndHoldEachOtherAndTheirNodes) {
    for (const bool degrees : {false, true}) {
        SCOPED_TRACE(degrees ? "degrees" : "plane");
        const ScratchFolder folder;
        const std::vector<IsochroneCount> cutoffs = write(streets(degrees), folder.file("reach.gpkg"), false);
        const Rows areas = read_layer(folder.file("reach.gpkg"), "reach_area");
        ASSERT_EQ(areas.cutoffs, (std::vector<double>{15, 40, 90}));
        for (std::size_t i = 0; i < areas.shapes.size(); ++i) {
            EXPECT_TRUE(areas.shapes[i]->IsValid());
            EXPECT_GT(cutoffs[i].area.value(), i == 0 ? 0 : *cutoffs[i - 1].area);
            if (i == 0) continue;
            const OGRGeometryUniquePtr outside(areas.shapes[i - 1]->Difference(areas.shapes[i].get()));
            EXPECT_LT(area_size(*outside), 1e-6 * area_size(*areas.shapes[i]));
        }
        const Rows nodes = read_layer(folder.file("reach.gpkg"), "reach_node");
        std::vector<std::uint64_t> count(3, 0);
        for (std::size_t i = 0; i < nodes.shapes.size(); ++i) {
            for (std::size_t at = 0; at < 3; ++at) {
                if (nodes.cutoffs[i] > areas.cutoffs[at]) continue;
                ++count[at];
                EXPECT_TRUE(areas.shapes[at]->Contains(nodes.shapes[i].get()));
            }
        }
        for (std::size_t at = 0; at < 3; ++at) EXPECT_EQ(cutoffs[at].nodes, count[at]);
        EXPECT_GT(count[2], count[0]);
        for (const auto& line : read_layer(folder.file("reach.gpkg"), "reach_arc").shapes) {
            EXPECT_TRUE(areas.shapes[2]->Contains(line.get()));
        }
    }
}

TEST(IsochroneOutput, RingsAreWhatTheNextAreaAdds) {
    const ScratchFolder folder;
    write(streets(true), folder.file("areas.gpkg"), false);
    write(streets(true), folder.file("rings.gpkg"), true);
    const Rows areas = read_layer(folder.file("areas.gpkg"), "reach_area");
    const Rows rings = read_layer(folder.file("rings.gpkg"), "reach_area");
    EXPECT_NEAR(area_size(*rings.shapes[0]), area_size(*areas.shapes[0]), 1e-12);
    for (std::size_t i = 1; i < 3; ++i) {
        EXPECT_TRUE(rings.shapes[i]->IsValid());
        EXPECT_NEAR(area_size(*rings.shapes[i]), area_size(*areas.shapes[i]) - area_size(*areas.shapes[i - 1]), 1e-9);
    }
}

// Every feature of these files is valid, and a ring is what its area adds to the one before: holes included.
void expect_valid_rings(const std::string& areas_file, const std::string& rings_file, std::size_t cutoffs) {
    const Rows areas = read_layer(areas_file, "reach_area");
    const Rows rings = read_layer(rings_file, "reach_area");
    ASSERT_EQ(rings.shapes.size(), areas.shapes.size());
    ASSERT_GT(rings.shapes.size(), 0u);
    for (std::size_t i = 0; i < rings.shapes.size(); ++i) {
        SCOPED_TRACE(i);
        ASSERT_NE(areas.shapes[i], nullptr);
        EXPECT_TRUE(areas.shapes[i]->IsValid());
        const double whole = area_size(*areas.shapes[i]);
        const double inner = i % cutoffs == 0 ? 0 : area_size(*areas.shapes[i - 1]);
        if (!rings.shapes[i]) {
            EXPECT_NEAR(whole, inner, 1e-6 * whole);
            continue;
        }
        EXPECT_TRUE(rings.shapes[i]->IsValid());
        EXPECT_NEAR(area_size(*rings.shapes[i]), whole - inner, 1e-5 * whole);
        if (inner == 0) continue;
        // On a fine grid: GEOS may fail where outlines nearly coincide in floating-point coordinates.
        constexpr double grid = 1e-9;
        const auto outer = areas_on_grid(*areas.shapes[i], grid);
        const auto before = areas_on_grid(*areas.shapes[i - 1], grid);
        const auto ring = areas_on_grid(*rings.shapes[i], grid);
        const auto rest = difference_on_grid(*outer, *ring, grid);
        EXPECT_LT(area_size(*difference_on_grid(*rest, *before, grid)), 1e-5 * whole);
        EXPECT_LT(area_size(*difference_on_grid(*before, *outer, grid)), 1e-5 * whole);
        EXPECT_LT(area_size(*difference_on_grid(*ring, *outer, grid)), 1e-5 * whole);
    }
}

// Rings on real maps, where their outlines touch at many places. GeoJSON rounds their corners.
TEST(IsochroneOutput, RingsOfRealMapsAreValid) {
    std::size_t maps = 0;
    for (const char* map : {"monaco.osm.pbf", "liechtenstein-latest.osm.pbf", "krems.osm.gz",
                            "cathedral-no-left.osm.pbf", "herrenberg-minimal.osm.pbf"}) {
        SCOPED_TRACE(map);
        const auto file = testing::shared_data(std::string("osm/") + map);
        if (!file) continue;
        ++maps;
        const RoadNetwork network = read_network(*file, {.profile = "car"});
        std::vector<Coordinate> places;
        for (std::size_t i = 0; i < 8; ++i) places.push_back(network.coordinates[i * network.node_count() / 8]);
        const IsochroneRequest request{.starts = {make_points(places, network.provenance.crs)},
                                       .cutoffs = {30, 60, 120, 300, 500},
                                       .cost = {.field = "time"}};
        for (const std::string format : {"gpkg", "geojson"}) {
            SCOPED_TRACE(format);
            const ScratchFolder folder;
            const std::string areas = folder.file("areas." + format);
            const std::string rings = folder.file("rings." + format);
            const auto whole = write_isochrones(network, request, {.path = areas, .what = "areas"}).counts;
            const auto parts =
                write_isochrones(network, request, {.path = rings, .what = "areas", .rings = true}).counts;
            expect_valid_rings(areas, rings, request.cutoffs.size());
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const double inner = i % request.cutoffs.size() == 0 ? 0 : *whole[i - 1].area;
                EXPECT_NEAR(*parts[i].area, *whole[i].area - inner, 1e-9);
            }
        }
    }
    if (maps == 0) GTEST_SKIP() << testing::no_shared_data;
}

// Real maps have dead ends and shores, where the outlines of several cutoffs meet.
TEST(IsochroneOutput, AreasOfRealMapsAreNestedAndHardlyDependOnOtherCutoffs) {
    const auto file = testing::shared_data("osm/monaco.osm.pbf");
    if (!file) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork network = read_network(*file, {.profile = "car"});
    const auto areas_of = [&](const std::vector<double>& cutoffs, const std::string& format) {
        const ScratchFolder folder;
        std::vector<Coordinate> places;
        for (std::size_t i = 0; i < 8; ++i) places.push_back(network.coordinates[i * network.node_count() / 8]);
        const IsochroneRequest request{
            .starts = {make_points(places, network.provenance.crs)}, .cutoffs = cutoffs, .cost = {.field = "time"}};
        write_isochrones(network, request, {.path = folder.file("areas." + format), .what = "areas", .buffer = 60.0});
        return read_layer(folder.file("areas." + format), "reach_area").shapes;
    };
    const std::vector<double> cutoffs{60, 90, 120, 200, 300};
    for (const std::string format : {"gpkg", "geojson"}) {
        const auto nested = areas_of(cutoffs, format);
        for (std::size_t i = 0; i < nested.size(); ++i) {
            if (i % cutoffs.size() == 0) continue;
            EXPECT_TRUE(nested[i]->Contains(nested[i - 1].get())) << format << ", area " << i;
        }
        for (std::size_t at = 0; at < cutoffs.size(); ++at) {
            const auto alone = areas_of({cutoffs[at]}, format);
            for (std::size_t start = 0; start < alone.size(); ++start) {
                const double other = area_size(*nested[start * cutoffs.size() + at]);
                EXPECT_NEAR(area_size(*alone[start]), other, 5e-3 * other)
                    << format << ", cutoff " << cutoffs[at] << ", start " << start;
            }
        }
    }
}

// The texts of a field, row by row.
std::vector<std::string> read_field(const std::string& file, const char* layer, const char* field) {
    const GDALDatasetUniquePtr dataset(GDALDataset::Open(file.c_str(), GDAL_OF_VECTOR));
    std::vector<std::string> found;
    for (const auto& feature : *dataset->GetLayerByName(layer)) {
        const int index = feature->GetFieldIndex(field);
        found.push_back(index < 0 ? "none" : feature->GetFieldAsString(index));
    }
    return found;
}

TEST(IsochroneOutput, EachStartHasItsOwnAreasOrAllOfThemOne) {
    const ScratchFolder folder;
    const RoadNetwork network = streets(true);
    const auto apart = write(network, folder.file("apart.gpkg"), false, 2);
    const auto merged = write(network, folder.file("merged.gpkg"), false, 2, true);
    ASSERT_EQ(apart.size(), 6u);
    ASSERT_EQ(merged.size(), 3u);
    EXPECT_EQ(read_field(folder.file("apart.gpkg"), "reach_area", "start"),
              (std::vector<std::string>{"1", "1", "1", "2", "2", "2"}));
    EXPECT_EQ(read_field(folder.file("merged.gpkg"), "reach_area", "start"), std::vector<std::string>(3, "none"));
    const Rows alone = read_layer(folder.file("apart.gpkg"), "reach_area");
    const Rows together = read_layer(folder.file("merged.gpkg"), "reach_area");
    for (std::size_t i = 0; i < 3; ++i) {  // but for the outlines' tolerance
        const OGRGeometryUniquePtr either(alone.shapes[i]->Union(alone.shapes[3 + i].get()));
        const OGRGeometryUniquePtr differ(either->SymDifference(together.shapes[i].get()));
        EXPECT_LT(area_size(*differ), 0.05 * area_size(*either));
        EXPECT_LE(merged[i].nodes, apart[i].nodes + apart[3 + i].nodes);
    }
    std::size_t nodes = 0;
    for (const std::size_t i : {2u, 5u}) nodes += apart[i].nodes;
    EXPECT_EQ(read_field(folder.file("apart.gpkg"), "reach_node", "start").size(), nodes);
    EXPECT_EQ(read_field(folder.file("merged.gpkg"), "reach_node", "start").size(), merged[2].nodes);
}

TEST(IsochroneOutput, StopsWhenItIsTold) {
    const ScratchFolder folder;
    const RoadNetwork network = streets(true);
    for (const std::string stage : {"reach", "areas", "write"}) {
        const IsochroneRequest request{.starts = {make_points({network.coordinates[150]}, network.provenance.crs)},
                                       .cutoffs = {15, 40, 90},
                                       .cost = {.field = "time"}};
        IsochroneOutput output{.path = folder.file("reach.gpkg"), .format = "gpkg"};
        output.progress = [&](const Progress& progress) { return progress.stage != stage; };
        EXPECT_THROW(write_isochrones(network, request, output), Cancelled) << stage;
        EXPECT_TRUE(folder.names().empty()) << stage;
    }
}

TEST(IsochroneOutput, RefusesCutoffsThatDoNotGrowAndUnknownUnits) {
    const ScratchFolder folder;
    const RoadNetwork network = streets(true);
    const auto refused = [&](std::vector<double> cutoffs, const std::string& unit) {
        const IsochroneRequest request{.starts = {make_points({network.coordinates[150]}, network.provenance.crs)},
                                       .cutoffs = std::move(cutoffs),
                                       .unit = unit,
                                       .cost = {.field = "time"}};
        EXPECT_THROW(write_isochrones(network, request, {.path = folder.file("reach.gpkg")}), InvalidArgument);
        EXPECT_TRUE(folder.names().empty());
    };
    refused({}, "");
    refused({40, 15}, "");
    refused({0, 15}, "");
    refused({NAN}, "");
    refused({1e307}, "h");
    refused({15}, "km");
}

// The area of one level around lines in the plane.
OGRGeometryUniquePtr area_around(const std::vector<Line>& lines, double buffer, double tolerance) {
    const std::vector<std::vector<Line>> levels{lines};
    return std::move(isochrone_areas(levels, buffer, tolerance, {})[0]);
}

TEST(IsochroneAreas, CloseSmallHolesAndWidenByMetres) {
    const auto square = [](double side) {
        return std::vector<Line>{{{0, 0}, {side, 0}, {side, side}, {0, side}, {0, 0}}};
    };
    constexpr double round = 3.14159265;  // the corners, together a circle
    EXPECT_NEAR(area_size(*area_around(square(5.9), 1, 0.05)), 7.9 * 7.9 - 4 + round,
                0.2);  // a hole of less than four buffers
    EXPECT_NEAR(area_size(*area_around(square(6.1), 1, 0.05)), 8.1 * 8.1 - 4 + round - 4.1 * 4.1, 0.2);
    // A street inside the hole is joined with it if the hole is closed.
    auto yard = square(5.9);
    yard.push_back({{2.5, 2.95}, {3.5, 2.95}});
    EXPECT_EQ(area_around(yard, 1, 0.05)->toMultiPolygon()->getNumGeometries(), 1);
    auto court = square(20);
    court.push_back({{9, 10}, {11, 10}});
    EXPECT_EQ(area_around(court, 1, 0.05)->toMultiPolygon()->getNumGeometries(), 2);

    const AreaPlane plane("EPSG:4326", {7, 43}, area_system("EPSG:4326", 5));
    std::vector<Line> point{{{7, 43}}};
    plane.take(point);
    std::vector<OGRGeometryUniquePtr> around;
    around.push_back(area_around(point, 100, 5));
    EXPECT_NEAR(area_size(*around[0]), round * 100 * 100, 1000);
    const auto there = std::move(plane.written(around, false)[0]);
    OGREnvelope box;
    there->getEnvelope(&box);
    EXPECT_NEAR(box.MaxY - box.MinY, 200 / 111'100.0, 2e-5);
    EXPECT_NEAR(box.MaxX - box.MinX, 200 / 111'490.0 / std::cos(43 * round / 180), 4e-5);
    EXPECT_TRUE(plane.suits({7.5, 43.5}));
    EXPECT_FALSE(plane.suits({9, 43}));
}

double distance_to_segment(Coordinate at, Coordinate a, Coordinate b) {
    const double square = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
    const double along = square > 0 ? ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / square : 0;
    const double share = std::clamp(along, 0.0, 1.0);
    return std::hypot(at.x - a.x - share * (b.x - a.x), at.y - a.y - share * (b.y - a.y));
}

double distance_to(Coordinate at, const std::vector<Line>& lines) {
    double least = 1e300;
    for (const Line& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            least = std::min(least, distance_to_segment(at, line[i], line[std::min(i + 1, line.size() - 1)]));
        }
    }
    return least;
}

std::vector<Line> random_lines(Random& random, std::size_t count, double side) {
    const auto number = [&] { return static_cast<double>(random.below(1u << 30)) / (1u << 30) * side; };
    std::vector<Line> lines;
    while (lines.size() < count) {
        Line line{{number(), number()}};
        for (auto bends = random.below(4); bends > 0; --bends)
            line.push_back({line.back().x + number() / 4, line.back().y - number() / 4});
        lines.push_back(std::move(line));
    }
    return lines;
}

// Random lines, levels, buffers and tolerances: whatever is nearer than the buffer less the tolerance is inside,
// whatever is farther than both together is not, unless it lies in a hole that was closed; areas are valid and lie
// within each other.
TEST(IsochroneAreas, KeepTheirTolerance) {
    Random random(7);
    for (int trial = 0; trial < 20; ++trial) {
        SCOPED_TRACE(trial);
        const double side = 1000;
        const double buffer = 5 + static_cast<double>(random.below(60));
        const double tolerance = buffer / (1 + static_cast<double>(random.below(12)));
        std::vector<std::vector<Line>> levels;
        for (auto more = 1 + random.below(3); more > 0; --more)
            levels.push_back(random_lines(random, random.below(12) + 1, side));
        const double hole_limit = 16 * buffer * buffer;  // smaller holes are closed
        const auto areas = isochrone_areas(levels, buffer, tolerance, {});
        // Places near outlines, on lines and anywhere.
        std::vector<Coordinate> places;
        for (int i = 0; i < 150; ++i) {
            const Coordinate at{static_cast<double>(random.below(1400)) - 200,
                                static_cast<double>(random.below(1400)) - 200};
            places.push_back(at);
        }
        std::vector<Line> reached;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            reached.insert(reached.end(), levels[level].begin(), levels[level].end());
            for (const Line& line : levels[level]) {
                for (const Coordinate at : line) {
                    for (int turn = 0; turn < 5; ++turn) {
                        for (const double far : {0.0, buffer - 1.01 * tolerance, buffer + 1.01 * tolerance}) {
                            places.push_back({at.x + far * std::cos(turn), at.y + far * std::sin(turn)});
                        }
                    }
                }
            }
            EXPECT_TRUE(areas[level]->IsValid());
            for (const OGRPolygon* part : *areas[level]->toMultiPolygon()) {
                for (int hole = 0; hole < part->getNumInteriorRings(); ++hole) {
                    EXPECT_GT(part->getInteriorRing(hole)->get_Area(),
                              0.3 * hole_limit);  // within the tolerance
                }
            }
            for (const Coordinate at : places) {
                const OGRPoint point(at.x, at.y);
                const double distance = distance_to(at, reached);
                const bool inside = areas[level]->Contains(&point);
                if (distance <= buffer - tolerance) {
                    EXPECT_TRUE(inside) << at.x << " " << at.y << ": " << distance;
                }
                if (distance > buffer + tolerance && inside) {
                    // All around it, within the width of the largest hole that is closed, something is near.
                    EXPECT_LT(distance, buffer + std::sqrt(hole_limit / 3.14159) + tolerance);
                }
            }
            if (level == 0) continue;
            const OGRGeometryUniquePtr outside(areas[level - 1]->Difference(areas[level].get()));
            EXPECT_LT(area_size(*outside), 1e-9 * area_size(*areas[level]));
        }
    }
}

// Where a later level adds nothing, the outline is the same, corner by corner, so that rings have no slivers.
TEST(IsochroneAreas, GridsThatFillTheMemoryAreRefused) {
    const std::vector<std::vector<Line>> levels{{{{0, 0}, {1e9, 1e9}}}};
    EXPECT_THROW(isochrone_areas(levels, 1, 0.5, {}), InvalidArgument);
    EXPECT_EQ(isochrone_areas(levels, 1e6, 5e5, {}).size(), 1u);
}

TEST(IsochroneAreas, SameRoadsHaveTheSameOutline) {
    Random random(3);
    const auto roads = random_lines(random, 40, 1000);
    const std::vector<std::vector<Line>> levels{roads, {}, {{{3000, 3000}, {3500, 3100}}}};
    const auto areas = isochrone_areas(levels, 30, 7, {});
    EXPECT_TRUE(areas[0]->Equals(areas[1].get()));
    OGRMultiPolygon first;
    for (const OGRPolygon* part : *areas[2]->toMultiPolygon()) {
        OGREnvelope box;
        part->getEnvelope(&box);
        if (box.MaxX < 2500) first.addGeometry(part);
    }
    EXPECT_TRUE(areas[0]->Equals(&first));
}

TEST(IsochroneOutput, UsualBufferIsTheMedianLengthOfArcs) {
    EXPECT_NEAR(usual_buffer(streets(true)), usual_buffer(streets(false)), 1);
    EXPECT_EQ(usual_buffer(RoadNetwork{}), 20);
    RoadNetwork plane;  // in no stated unit, with one arc out of all proportion
    plane.coordinates = {{0, 0}, {1, 0}, {1, 1}, {1, 4096e3}};
    plane.tail = {0, 1, 2};
    plane.head = {1, 2, 3};
    EXPECT_NEAR(usual_buffer(plane), 1000, 1);
}

}  // namespace
}  // namespace allways::tools
