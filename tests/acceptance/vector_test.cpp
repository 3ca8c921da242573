// SPDX-License-Identifier: Apache-2.0
// Real line layers and GMNS networks with shapes: counts, lengths against an independent computation, and one network
// read from two formats. The data lie beside the project or in ALLWAYS_DATA; without them the tests skip.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "support/shared_data.h"

namespace allways {
namespace {

// Vincenty's inverse formula (Survey Review 23, 1975) on an ellipsoid: not the method of the library, which is
// Karney's.
double vincenty_m(double a, double f, Coordinate from, Coordinate to) {
    constexpr double degree = std::numbers::pi / 180;
    const double b = (1 - f) * a;
    const double u1 = std::atan((1 - f) * std::tan(from.y * degree));
    const double u2 = std::atan((1 - f) * std::tan(to.y * degree));
    const double difference = (to.x - from.x) * degree;
    double lambda = difference;
    double sin_sigma = 0;
    double cos_sigma = 1;
    double sigma = 0;
    double cos_squared_alpha = 0;
    double cos_2m = 0;
    for (int i = 0; i < 100; ++i) {
        sin_sigma = std::hypot(std::cos(u2) * std::sin(lambda),
                               std::cos(u1) * std::sin(u2) - std::sin(u1) * std::cos(u2) * std::cos(lambda));
        if (sin_sigma == 0) return 0;
        cos_sigma = std::sin(u1) * std::sin(u2) + std::cos(u1) * std::cos(u2) * std::cos(lambda);
        sigma = std::atan2(sin_sigma, cos_sigma);
        const double sin_alpha = std::cos(u1) * std::cos(u2) * std::sin(lambda) / sin_sigma;
        cos_squared_alpha = 1 - sin_alpha * sin_alpha;
        cos_2m = cos_squared_alpha == 0 ? 0 : cos_sigma - 2 * std::sin(u1) * std::sin(u2) / cos_squared_alpha;
        const double c = f / 16 * cos_squared_alpha * (4 + f * (4 - 3 * cos_squared_alpha));
        const double before = lambda;
        lambda = difference + (1 - c) * f * sin_alpha *
                                  (sigma + c * sin_sigma * (cos_2m + c * cos_sigma * (2 * cos_2m * cos_2m - 1)));
        if (std::abs(lambda - before) < 1e-13) break;
    }
    const double k = cos_squared_alpha * (a * a - b * b) / (b * b);
    const double big_a = 1 + k / 16384 * (4096 + k * (-768 + k * (320 - 175 * k)));
    const double big_b = k / 1024 * (256 + k * (-128 + k * (74 - 47 * k)));
    const double correction =
        big_b * sin_sigma *
        (cos_2m + big_b / 4 *
                      (cos_sigma * (2 * cos_2m * cos_2m - 1) -
                       big_b / 6 * cos_2m * (4 * sin_sigma * sin_sigma - 3) * (4 * cos_2m * cos_2m - 3)));
    return b * big_a * (sigma - correction);
}

struct Independent {
    std::uint64_t features = 0;
    std::uint64_t one_way = 0;             // with oneway = 1
    std::map<std::string, double> length;  // by feature, metres
    double total = 0;
};

// Reads a layer through GDAL alone: feature ids, and lengths in the layer's own geographic system.
Independent read_independently(const std::string& path) {
    GDALAllRegister();
    Independent found;
    const GDALDatasetUniquePtr dataset(GDALDataset::Open(path.c_str(), GDAL_OF_VECTOR));
    OGRLayer& layer = *dataset->GetLayer(0);
    const OGRSpatialReference& system = *layer.GetSpatialRef();
    const std::unique_ptr<OGRSpatialReference> geographic(system.CloneGeogCS());
    geographic->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    const std::unique_ptr<OGRCoordinateTransformation> to_degrees(
        OGRCreateCoordinateTransformation(&system, geographic.get()));
    for (const auto& feature : layer) {
        ++found.features;
        const int oneway = feature->GetFieldIndex("oneway");
        found.one_way += oneway >= 0 && feature->GetFieldAsInteger(oneway) == 1;
        const std::unique_ptr<OGRLineString> line(feature->GetGeometryRef()->clone()->toLineString());
        if (line->transform(to_degrees.get()) != OGRERR_NONE) ADD_FAILURE() << "no degrees";
        double length = 0;
        for (int i = 1; i < line->getNumPoints(); ++i) {
            length += vincenty_m(system.GetSemiMajor(), 1 / system.GetInvFlattening(),
                                 {line->getX(i - 1), line->getY(i - 1)}, {line->getX(i), line->getY(i)});
        }
        found.length[std::to_string(feature->GetFID())] += length;
        found.total += length;
    }
    return found;
}

struct Layer {
    const char* file;
    const char* prefix;  // GDAL's
    std::uint64_t lines;
    std::uint64_t one_way;
    std::size_t arcs;
    bool names_nodes = false;
};

class VectorLayers : public ::testing::TestWithParam<Layer> {};

TEST_P(VectorLayers, CountsAndLengths) {
    const auto path = testing::shared_data(GetParam().file);
    if (!path) GTEST_SKIP() << testing::no_shared_data;
    ImportReport report;
    using Join = ReadOptions::Join;
    const Join join = GetParam().names_nodes ? Join::automatic : Join::ends;  // lines stay whole
    const RoadNetwork network = read_network(*path, {.join = join, .tolerance_m = 0.0}, &report);
    const Independent expected = read_independently(GetParam().prefix + *path);
    EXPECT_EQ(expected.features, GetParam().lines);
    EXPECT_EQ(expected.one_way, GetParam().one_way);
    EXPECT_EQ(network.arc_count(), GetParam().arcs);
    EXPECT_EQ(network.shapes.shape_count(), GetParam().lines);
    EXPECT_TRUE(report.skipped.empty());
    const auto count = std::ranges::find(report.counts, "one-way lines", &ImportReport::Count::name);
    if (GetParam().one_way > 0) {
        ASSERT_NE(count, report.counts.end());
        EXPECT_EQ(count->count, GetParam().one_way);
    }

    // Every line, and the sum over lines.
    std::vector<double> of_shape(network.shapes.shape_count(), -1);
    const ArcColumn& length = *network.column("length");
    EXPECT_EQ(length.unit, "m");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        of_shape[network.shapes.shape(arc)] = length.values[arc].to_double();
    }
    double total = 0;
    std::vector<double> independent;
    for (const double value : of_shape) total += value;
    for (const auto& [id, value] : expected.length) independent.push_back(value);
    EXPECT_NEAR(total, expected.total, 1e-3 * expected.total);
    EXPECT_NEAR(total, expected.total, 0.0005 * static_cast<double>(expected.features));  // rounding of each feature
    std::ranges::sort(of_shape);
    std::ranges::sort(independent);
    for (std::size_t line = 0; line < of_shape.size(); ++line) {
        EXPECT_NEAR(of_shape[line], independent[line], 1e-3 * independent[line] + 0.0005);
    }

    // The points of a shape are those of the layer: both its ends are nodes.
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const auto points = network.shapes.points(arc);
        EXPECT_EQ(points.front(), network.coordinates[network.tail[arc]]);
        EXPECT_EQ(points.back(), network.coordinates[network.head[arc]]);
    }
}

INSTANTIATE_TEST_SUITE_P(Real, VectorLayers,
                         ::testing::Values(Layer{"vector/sydroads.zip", "/vsizip/", 4451, 910, 2 * 4451 - 910},
                                           Layer{"vector/geodanet_streets.shp", "", 293, 0, 2 * 293},
                                           Layer{"vector/phillip_island_roads.gpkg", "", 779, 0, 2 * 779},
                                           Layer{"vector/anaheim_links.geojson", "", 914, 0, 914, true}),
                         [](const auto& layer) {
                             std::string name = layer.param.file;
                             std::erase_if(name,
                                           [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
                             return name;
                         });

// The links of Anaheim, from TNTP and from GeoJSON: the same tables, by node id.
TEST(Vector, AnaheimFromTwoFormats) {
    const auto tntp_file = testing::shared_data("tntp/Anaheim_net.tntp");
    const auto geojson_file = testing::shared_data("vector/anaheim_links.geojson");
    if (!tntp_file || !geojson_file) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork tntp = read_network(*tntp_file);
    const RoadNetwork drawn = read_network(*geojson_file, {.no_through = "1-38"});
    ASSERT_EQ(drawn.node_count(), tntp.node_count());
    ASSERT_EQ(drawn.arc_count(), tntp.arc_count());
    for (const auto& [tntp_cost, drawn_cost] :
         {std::pair{"time", "free_flow_time"}, std::pair{"length", "length_field"}}) {
        const auto expected = solve(tntp, {.cost = tntp_cost});
        const auto table = solve(drawn, {.cost = drawn_cost});
        std::size_t wrong = 0;
        for (NodeIndex from = 0; from < tntp.node_count(); ++from) {
            const auto same_from = drawn.node_ids.find(tntp.node_ids.text(from));
            ASSERT_TRUE(same_from.has_value());
            for (NodeIndex to = 0; to < tntp.node_count(); ++to) {
                const auto same_to = drawn.node_ids.find(tntp.node_ids.text(to));
                wrong += table.distance(*same_from, *same_to) != expected.distance(from, to);
            }
        }
        EXPECT_EQ(wrong, 0u) << drawn_cost;
        EXPECT_TRUE(std::isfinite(table.distance(0, 1)));
    }
}

// Counts the arcs whose shapes end at their nodes, within `distance`.
std::size_t ending_at_nodes(const RoadNetwork& network, double distance) {
    std::size_t found = 0;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const auto points = network.shapes.points(arc);
        const auto apart = [](Coordinate a, Coordinate b) { return std::hypot(a.x - b.x, a.y - b.y); };
        found += apart(points.front(), network.coordinates[network.tail[arc]]) <= distance &&
                 apart(points.back(), network.coordinates[network.head[arc]]) <= distance;
    }
    return found;
}

TEST(GmnsShapes, Lima) {
    const auto folder = testing::shared_data("gmns/lima");
    if (!folder) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork network = read_network(*folder);
    EXPECT_EQ(network.arc_count(), 6095u);
    EXPECT_EQ(network.shapes.shape_count(), 3224u);
    std::size_t backward = 0;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) backward += network.shapes.is_backward(arc);
    EXPECT_EQ(backward, 2871u);
    EXPECT_EQ(ending_at_nodes(network, 0), 6095u);
    ASSERT_NE(network.text("facility_type"), nullptr);
    EXPECT_EQ(network.text("facility_type")->text(0), "hot");
    EXPECT_EQ(network.column("dir_flag"), nullptr);
}

TEST(GmnsShapes, ArlingtonSignals) {
    const auto folder = testing::shared_data("gmns/arlington_signals");
    if (!folder) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork network = read_network(*folder);
    EXPECT_EQ(network.arc_count(), 40u);  // 14 links one way, 13 both
    EXPECT_EQ(network.shapes.shape_count(), 27u);
    // Four two-way links with dir_flag 0 are drawn against their direction.
    EXPECT_EQ(ending_at_nodes(network, 10), 40u);
    EXPECT_EQ(network.text("name")->text(0), "Minuteman Bikeway");
    EXPECT_EQ(network.text("parking")->text(0), "none");
}

}  // namespace
}  // namespace allways
