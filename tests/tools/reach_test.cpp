// Areas, arcs and nodes that `allways reach` writes.
#include "reach/output.h"

#include <gtest/gtest.h>

#include <ogrsf_frmts.h>

#include <cmath>

#include "allways/base/error.h"
#include "allways/network/generate.h"
#include "export/polygons.h"
#include "gdal_library.h"
#include "points/placement.h"
#include "reach/areas.h"
#include "tools/scratch_folder.h"

namespace allways::tools {
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
    for (const auto& feature : *dataset->GetLayerByName(layer)) {
        rows.shapes.emplace_back(feature->GetGeometryRef()->clone());
        rows.cutoffs.push_back(feature->GetFieldAsDouble("cutoff_s"));
    }
    return rows;
}

std::vector<ReachCutoff> cutoffs_of(const CostScale& scale) {
    std::vector<ReachCutoff> cutoffs;
    for (const double seconds : {15.0, 40.0, 90.0}) cutoffs.push_back({seconds, seconds * std::pow(10, scale.digits), 0, {}});
    return cutoffs;
}

// A row for each of the three cutoffs and every layer, from a position inside a road.
void write(const RoadNetwork& network, const std::string& file, bool rings, std::vector<ReachCutoff>* told = nullptr) {
    const Coordinate middle = network.coordinates[150];
    const CostOptions cost{.field = "time"};
    Placement placement(network, cost, {}, "streets", {});
    placement.add("here", {middle.x + 1e-4, middle.y + 1e-4});
    PointNetwork made = placement.attach();
    const ReachStarts starts{std::move(made.network), network.node_count(), made.node_of_point, {}};
    const ArcCosts costs = build_arc_costs(starts.network, cost);
    std::vector<ReachCutoff> cutoffs = cutoffs_of(costs.scale);
    const Reach reach(starts.network, costs, starts.nodes, cutoffs.back().raw, ReachDirection::from_starts);
    write_reach(starts, reach, costs, cutoffs, {.path = file, .format = "gpkg", .rings = rings});
    if (told != nullptr) *told = cutoffs;
}

TEST(ReachOutput, AreasAreValidAndHoldEachOtherAndTheirNodes) {
    for (const bool degrees : {false, true}) {
        SCOPED_TRACE(degrees ? "degrees" : "plane");
        const ScratchFolder folder;
        std::vector<ReachCutoff> cutoffs;
        write(streets(degrees), folder.file("reach.gpkg"), false, &cutoffs);
        const Rows areas = read_layer(folder.file("reach.gpkg"), "reach_area");
        ASSERT_EQ(areas.cutoffs, (std::vector<double>{15, 40, 90}));
        for (std::size_t i = 0; i < areas.shapes.size(); ++i) {
            EXPECT_TRUE(areas.shapes[i]->IsValid());
            EXPECT_GT(cutoffs[i].area.value(), i == 0 ? 0 : *cutoffs[i - 1].area);
            if (i == 0) continue;
            const OGRGeometryUniquePtr outside(areas.shapes[i - 1]->Difference(areas.shapes[i].get()));
            EXPECT_LT(ReachAreas::size(*outside), 1e-6 * ReachAreas::size(*areas.shapes[i]));
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

TEST(ReachOutput, RingsAreWhatTheNextAreaAdds) {
    const ScratchFolder folder;
    write(streets(true), folder.file("areas.gpkg"), false);
    write(streets(true), folder.file("rings.gpkg"), true);
    const Rows areas = read_layer(folder.file("areas.gpkg"), "reach_area");
    const Rows rings = read_layer(folder.file("rings.gpkg"), "reach_area");
    EXPECT_NEAR(ReachAreas::size(*rings.shapes[0]), ReachAreas::size(*areas.shapes[0]), 1e-12);
    for (std::size_t i = 1; i < 3; ++i) {
        EXPECT_TRUE(rings.shapes[i]->IsValid());
        EXPECT_NEAR(ReachAreas::size(*rings.shapes[i]),
                    ReachAreas::size(*areas.shapes[i]) - ReachAreas::size(*areas.shapes[i - 1]), 1e-9);
    }
}

TEST(ReachAreasTest, ClosesSmallHolesAndWidensByMetres) {
    ReachAreas areas("", {0, 0}, 1);
    const auto square = [](double side) {
        return std::vector<Coordinate>{{0, 0}, {side, 0}, {side, side}, {0, side}, {0, 0}};
    };
    areas.add(square(5.9));  // the hole has a side of 3.9: below four buffers
    areas.grow();
    EXPECT_NEAR(ReachAreas::size(areas.area()), 7.9 * 7.9 - 4 + 3.06, 0.01);  // corners of 4 segments each
    ReachAreas open("", {0, 0}, 1);
    open.add(square(6.1));
    open.grow();
    EXPECT_NEAR(ReachAreas::size(open.area()), 8.1 * 8.1 - 4 + 3.06 - 4.1 * 4.1, 0.01);
    ReachAreas point("EPSG:4326", {7, 43}, 100);
    point.add(std::vector<Coordinate>{{7, 43}});
    point.grow();
    EXPECT_NEAR(ReachAreas::size(point.area()), 3.06 * 100 * 100, 100);
}

TEST(JoinedLines, GoStraightOnAndKeepEveryLineOnce) {
    // A street from west to east in three pieces, the middle one drawn backwards; at (2, 0) one that turns off by a right
    // angle, and another by less; a piece that leads back; a place.
    const std::vector<Line> lines{{{0, 0}, {1, 0}}, {{2, 0}, {2, 1}}, {{2, 0}, {1, 0}}, {{2, 0}, {3, 0.9}},
                                  {{2, 0}, {3, 0.1}}, {{0, 0}, {1, 0.1}}, {{5, 5}}};
    const auto joined = joined_lines(lines);
    ASSERT_EQ(joined.size(), 5u);
    EXPECT_EQ(joined[0], (Line{{3, 0.1}, {2, 0}, {1, 0}, {0, 0}}));
    EXPECT_EQ(joined[1], (Line{{2, 1}, {2, 0}}));
    EXPECT_EQ(joined[2], (Line{{3, 0.9}, {2, 0}}));
    EXPECT_EQ(joined[3], (Line{{1, 0.1}, {0, 0}}));
    EXPECT_EQ(joined[4], lines[6]);
    EXPECT_TRUE(joined_lines({}).empty());
}

TEST(JoinedLines, CloseRoundaboutsAndStopWhereNoDirectionIs) {
    Line round;
    for (int corner = 0; corner <= 12; ++corner) round.push_back({std::cos(corner * 3.14159265 / 6), std::sin(corner * 3.14159265 / 6)});
    round.back() = round.front();
    const std::vector<Line> halves{Line(round.begin(), round.begin() + 7), Line(round.begin() + 6, round.end())};
    const auto ring = joined_lines(halves);
    ASSERT_EQ(ring.size(), 1u);
    EXPECT_EQ(ring[0].size(), round.size());
    EXPECT_EQ(ring[0].front(), ring[0].back());
    const std::vector<Line> nowhere{{{0, 0}, {1, 0}}, {{1, 0}, {1, 0}}, {{1, 0}, {2, 0}}};
    EXPECT_EQ(joined_lines(nowhere).size(), 2u);
}

// Roads in patches, joined where they go straight on, against a buffer around each of them, all united at once.
TEST(ReachAreasTest, AreTheUnionOfAllBuffers) {
    const RoadNetwork network = streets(false);
    constexpr double buffer = 30;
    ReachAreas areas("", network.coordinates[0], buffer);
    OGRMultiPolygon buffers;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const Line line{network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]};
        areas.add(line);
        if (arc == network.arc_count() / 3) areas.grow();
        OGRLineString way;
        for (const Coordinate at : line) way.addPoint(at.x, at.y);
        add_polygons(buffers, *OGRGeometryUniquePtr(way.Buffer(buffer, 4)));
    }
    ASSERT_GT(buffers.getNumGeometries(), 4 * 128);  // several patches
    areas.grow();
    OGRMultiPolygon expected;  // without holes, but for the large ones
    OGRMultiPolygon united;
    add_polygons(united, *OGRGeometryUniquePtr(buffers.UnionCascaded()));
    for (OGRPolygon* part : united) {
        OGRPolygon filled;
        filled.addRing(part->getExteriorRing());
        for (int i = 0; i < part->getNumInteriorRings(); ++i) {
            if (part->getInteriorRing(i)->get_Area() >= areas.hole_limit()) filled.addRing(part->getInteriorRing(i));
        }
        expected.addGeometry(&filled);
    }
    const double size = ReachAreas::size(expected);
    EXPECT_TRUE(areas.area().IsValid());
    EXPECT_NEAR(ReachAreas::size(areas.area()), size, 0.002 * size);  // corners are rounded elsewhere
    const OGRGeometryUniquePtr apart(areas.area().SymDifference(&expected));
    EXPECT_LT(ReachAreas::size(*apart), 0.003 * size);
}

TEST(ReachOutput, UsualBufferIsTheMedianLengthOfArcs) {
    EXPECT_NEAR(usual_buffer(streets(true)), usual_buffer(streets(false)), 1);
    EXPECT_EQ(usual_buffer(RoadNetwork{}), 20);
}

}  // namespace
}  // namespace allways::tools
