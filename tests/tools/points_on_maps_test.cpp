// SPDX-License-Identifier: Apache-2.0
// Points on real maps: one table whatever file they come from, the same cells for some of them, and paths that cost
// what the cells say.
#include <cmath>
#include <fstream>
#include <numeric>

#include <gtest/gtest.h>
#include <ogr_geometry.h>

#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/importers/points.h"
#include "allways/network/make_network.h"
#include "allways/points/point_list.h"
#include "allways/points/point_table.h"
#include "allways/query/path_source.h"
#include "base/random.h"
#include "base/threads/parallel.h"
#include "export/features/feature_file.h"
#include "libraries/reference_system.h"
#include "scratch_folder.h"
#include "support/shared_data.h"

namespace allways::tools {

using namespace importers;
namespace {

using test::ScratchFolder;

struct City {
    const char* map;
    std::size_t points;
    double west, south, east, north;
    const char* other_system;  // projected
};

std::vector<Coordinate> random_places(const City& city, std::uint64_t seed) {
    Random random(seed);
    const auto within = [&](double low, double high) {
        return std::round((low + (high - low) * static_cast<double>(random.next() >> 11) * 0x1p-53) * 1e6) / 1e6;
    };
    std::vector<Coordinate> places;
    for (std::size_t i = 0; i < city.points; ++i) {
        const double longitude = within(city.west, city.east);
        places.push_back({longitude, within(city.south, city.north)});
    }
    return places;
}

std::string csv_of(const ScratchFolder& folder, const std::string& name, std::span<const Coordinate> places,
                   std::size_t first = 0) {
    const std::string path = folder.file(name);
    std::ofstream file(path);
    file << "id,lat,lon\n";
    for (std::size_t i = 0; i < places.size(); ++i)
        file << format("{},{:.6f},{:.6f}\n", first + i + 1, places[i].y, places[i].x);
    return path;
}

std::string gpkg_of(const ScratchFolder& folder, std::span<const Coordinate> places, const std::string& crs) {
    const std::string path = folder.file("points.gpkg");
    const ReferenceSystem system(crs);
    const auto file = make_feature_file({.path = path}, crs);
    file->begin_layer({"customers", wkbPoint, {{"id", FeatureField::Type::integer}}});
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Coordinate at = system.from_lon_lat(places[i]);
        const OGRPoint point(at.x, at.y);
        const FeatureValue values[] = {static_cast<std::int64_t>(i + 1)};
        file->add(values, &point);
    }
    file->commit();
    return path;
}

const SnapChoice wide{.radius = 10000};  // some places lie in the sea

FoundTable table_of(const RoadNetwork& network, const std::string& origins, const std::string& destinations = {}) {
    TableRequest request{.origins = read_point_list(origins, "--origins", {}), .snap = wide, .name = "map"};
    if (!destinations.empty()) request.destinations = read_point_list(destinations, "--destinations", {});
    return find_table(network, request);
}

// The network with the points, as `allways path` makes it, and a factor of it.
struct Paths {
    PointNetwork points;
    PathSource factor;

    Paths(const RoadNetwork& network, const std::string& csv)
        : points(attached(network, csv)), factor(factorize(points.network)) {}

    static PointNetwork attached(const RoadNetwork& network, const std::string& csv) {
        SnappedPoints snapped_points(network, {}, wide, "map", {});
        snapped_points.add(read_points(csv));
        return snapped_points.attach();
    }
    double cost(std::size_t from, std::size_t to) const {
        const Path path = factor.path(points.node_of_point[from], points.node_of_point[to]);
        if (!path.reachable) return INFINITY;
        double sum = 0;
        for (const PathLeg& leg : path.legs) sum += leg.raw_cost;  // integers
        return sum / std::pow(10.0, factor.scale().digits);
    }
};

class PointsOnMaps : public ::testing::TestWithParam<City> {
protected:
    void SetUp() override {
        const City& city = GetParam();
        const auto map = testing::shared_data(std::string("osm/") + city.map);
        if (!map) GTEST_SKIP() << testing::no_shared_data;
        network_ = read_network(*map, {.profile = "car"});
        places_ = random_places(city, 11);
    }
    RoadNetwork network_;
    std::vector<Coordinate> places_;
    ScratchFolder folder_;
};

TEST_P(PointsOnMaps, HaveOneTableWhateverFileTheyComeFrom) {
    const FoundTable of_csv = table_of(network_, csv_of(folder_, "points.csv", places_));
    const FoundTable of_gpkg = table_of(network_, gpkg_of(folder_, places_, GetParam().other_system));
    EXPECT_TRUE(of_csv.unsnapped.empty());
    EXPECT_EQ(of_csv.table.origin_ids(), of_gpkg.table.origin_ids());
    EXPECT_TRUE(of_csv.table.distances() == of_gpkg.table.distances());
    EXPECT_EQ(of_csv.table.unreachable_pairs(), 0u);
}

TEST_P(PointsOnMaps, HaveTheSameCellsWhenTheyAreFewer) {
    const FoundTable all = table_of(network_, csv_of(folder_, "points.csv", places_));
    const std::size_t first = places_.size() / 3;
    const std::span<const Coordinate> some = std::span(places_).subspan(first, places_.size() / 10);
    const std::span<const Coordinate> others = std::span(places_).subspan(2 * first, 7);
    const FoundTable part =
        table_of(network_, csv_of(folder_, "some.csv", some, first), csv_of(folder_, "others.csv", others, 2 * first));
    ASSERT_EQ(part.table.scale(), all.table.scale());
    ASSERT_EQ(part.table.type(), all.table.type());
    for (std::size_t i = 0; i < some.size(); ++i) {
        for (std::size_t j = 0; j < others.size(); ++j) {
            ASSERT_EQ(part.table.distance(i, j), all.table.distance(first + i, 2 * first + j)) << i << ", " << j;
        }
    }
}

TEST_P(PointsOnMaps, HavePathsThatCostWhatTheCellsSay) {
    const std::string csv = csv_of(folder_, "points.csv", places_);
    const FoundTable found = table_of(network_, csv);
    ASSERT_EQ(found.table.type(), CostType::int32);
    const Paths paths(network_, csv);
    constexpr std::size_t pairs = 4000;
    Random random(3);
    std::vector<std::pair<std::size_t, std::size_t>> asked;
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::size_t from = random.next() % places_.size();
        asked.emplace_back(from, random.next() % places_.size());
    }
    std::vector<std::uint8_t> same(pairs, 0);
    parallel_for(pairs, [&](std::size_t i) {
        const auto [from, to] = asked[i];
        same[i] = paths.cost(from, to) == found.table.distance(from, to);
    });
    EXPECT_EQ(std::accumulate(same.begin(), same.end(), std::size_t{0}), pairs);
}

INSTANTIATE_TEST_SUITE_P(Cities, PointsOnMaps,
                         ::testing::Values(City{"monaco.osm.pbf", 500, 7.4095, 43.7247, 7.4395, 43.7497, "EPSG:32632"},
                                           City{"malta-latest.osm.pbf", 2000, 14.33, 35.81, 14.57, 35.99,
                                                "EPSG:32633"}),
                         [](const auto& city) { return std::string(city.param.map).substr(0, 5); });

// A thousand points on a grid of streets; in each case one is bad in one way that a point can be.
TEST(PointsOnStreets, OneBadPointLeavesTheOthersRight) {
    RoadNetwork streets = generate_streets({.nodes = 400, .seed = 5});
    streets.provenance.crs = "EPSG:32632";
    for (Coordinate& at : streets.coordinates) at = {at.x + 500000, at.y + 4840000};
    const ReferenceSystem system(streets.provenance.crs);
    const ScratchFolder folder;
    Random random(9);
    std::vector<Coordinate> places;
    for (std::size_t i = 0; i < 1000; ++i) {
        const Coordinate node = streets.coordinates[random.next() % 400];
        const Coordinate at = system.to_lon_lat({node.x + static_cast<double>(random.next() % 100), node.y + 20});
        places.push_back({std::round(at.x * 1e6) / 1e6, std::round(at.y * 1e6) / 1e6});
    }
    const FoundTable good = table_of(streets, csv_of(folder, "good.csv", places));
    ASSERT_EQ(good.table.unreachable_pairs(), 0u);
    for (const char* bad : {"500,n/a,9\n", "500,,\n", "500,97,9\n", "500,0,0\n", "500,nan,9\n"}) {
        std::ifstream in(folder.file("good.csv"));
        std::ofstream out(folder.file("bad.csv"));
        std::string line;
        for (std::size_t number = 0; std::getline(in, line); ++number) {
            if (number == 500)
                out << bad;
            else
                out << line << "\n";
        }
        out.close();
        const FoundTable found = table_of(streets, folder.file("bad.csv"));
        ASSERT_EQ(found.unsnapped, std::vector<std::string>{"500"}) << bad;
        EXPECT_EQ(found.table.unreachable_pairs(), 2u * 999u) << bad;
        std::size_t same = 0;
        for (std::size_t i = 0; i < 1000; ++i) {
            for (std::size_t j = 0; j < 1000; ++j) {
                if (i != 499 && j != 499) same += found.table.distance(i, j) == good.table.distance(i, j);
            }
        }
        EXPECT_EQ(same, 999u * 999u) << bad;
    }
}

}  // namespace
}  // namespace allways::tools
