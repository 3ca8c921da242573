// SPDX-License-Identifier: Apache-2.0
// Zones of several nodes against plain loops over the nodes: tables, loads and access.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/importers/read.h"
#include "allways/points/pair_lists.h"
#include "allways/points/point_access.h"
#include "allways/points/point_assignment.h"
#include "allways/points/point_table.h"
#include "importers/support.h"
#include "support/network_shapes.h"

namespace allways {
namespace {

using test::TemporaryFolder;

constexpr double unconnected = std::numeric_limits<double>::infinity();

struct Node {
    const char* zone;
    NodeIndex node;
    double share;
};
// In the order of the zones; the file has them in another.
const std::vector<Node> nodes{{"a", 0, 0.25}, {"a", 1, 0.75}, {"b", 2, 1}, {"c", 3, 0.5}, {"c", 4, 0.5}};
const std::vector<std::string> zone_names{"a", "b", "c"};

// 1 ═2═ 2 ═3═ 3 ═4═ 4 ─1─▶ 5
RoadNetwork line() {
    RoadNetwork network = testing::build_network({{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {3, 4}}, 5, 1, 1);
    const std::vector<std::int64_t> costs{2, 2, 3, 3, 4, 4, 1};
    for (std::size_t arc = 0; arc < costs.size(); ++arc) network.columns.front().values[arc] = Decimal(costs[arc], 0);
    ArcColumn hops{"hops", "", std::vector<Decimal>(costs.size(), Decimal(1, 0)), {}};
    network.columns.push_back(std::move(hops));
    return network;
}

const double distances[5][5] = {{0, 2, 5, 9, 10},  //
                                {2, 0, 3, 7, 8},   //
                                {5, 3, 0, 4, 5},   //
                                {9, 7, 4, 0, 1},   //
                                {unconnected, unconnected, unconnected, unconnected, 0}};

// The mean by shares over the pairs of nodes with a path.
double mean(const std::string& from, const std::string& to, double power) {
    double sum = 0;
    double weight = 0;
    for (const Node& i : nodes) {
        for (const Node& j : nodes) {
            const double distance = distances[i.node][j.node];
            if (i.zone != from || j.zone != to || distance == unconnected) continue;
            const double steps = std::abs(static_cast<double>(i.node) - static_cast<double>(j.node));
            sum += i.share * j.share * (power == 1 ? distance : steps);
            weight += i.share * j.share;
        }
    }
    return weight > 0 ? sum / weight : unconnected;
}

PointSet zones(const TemporaryFolder& folder, const std::string& fields = "") {
    folder.write("zones.csv", "zone_id,node_id,share,jobs\na,1,0.25,8\nb,3,1,10\na,2,0.75,8\nc,4,0.5,6\nc,5,0.5,6\n");
    PointOptions options;
    if (!fields.empty()) options.number_fields = {fields};
    return read_point_list(folder.path("zones.csv"), "--points", options);
}

TEST(Zones, HaveTheirNodesOneAfterTheOther) {
    const TemporaryFolder folder;
    const PointSet list = zones(folder);
    ASSERT_EQ(list.size(), nodes.size());
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        EXPECT_EQ(list.ids.text(i), nodes[i].zone);
        EXPECT_EQ(list.names[i], std::to_string(nodes[i].node + 1));
        EXPECT_DOUBLE_EQ(list.shares[i], nodes[i].share);
    }
}

TEST(Zones, OfATableHaveMeansOverTheirNodes) {
    const TemporaryFolder folder;
    TableRequest request{.origins = zones(folder)};
    request.solve.skims = {"hops"};
    std::vector<std::string> warnings;
    request.solve.log = [&](LogLevel level, std::string_view text) {
        if (level == LogLevel::warning) warnings.emplace_back(text);
    };
    const FoundTable found = find_table(line(), request);
    ASSERT_EQ(found.table.origin_count(), 3u);
    for (std::uint32_t row = 0; row < 3; ++row) {
        EXPECT_EQ(found.table.origin_ids().text(row), zone_names[row]);
        for (std::uint32_t column = 0; column < 3; ++column) {
            EXPECT_DOUBLE_EQ(found.table.distance(row, column), mean(zone_names[row], zone_names[column], 1));
            EXPECT_DOUBLE_EQ(found.table.skim("hops", row, column), mean(zone_names[row], zone_names[column], 0));
        }
    }
    EXPECT_DOUBLE_EQ(found.table.distance(0, 2), 8);
    EXPECT_DOUBLE_EQ(found.table.distance(2, 2), 1.0 / 3);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings.front(),
              "3 pairs of zones have no path between some of their nodes; the means are over the others");
}

TEST(Zones, ShareTheirTripsAmongTheirNodes) {
    const TemporaryFolder folder;
    const PointSides points{zones(folder)};
    folder.write("trips.csv", "from,to,trips\nb,c,20\na,c,100\na,a,16\nc,b,8\n");
    PointAssignmentRequest request{.pairs = read_trip_pairs(folder.path("trips.csv"), "", {}, &points)};
    const RoadNetwork network = line();
    const PointAssignment found = assign_point_trips(network, request);
    // 1→2: 25 of a→c, 3 of a→a; 2→1: 3; 2→3: 100; 3→4: 120; 4→3: 4 of c→b; 4→5: 60
    EXPECT_EQ(found.loads.arc_loads, (std::vector<double>{28, 3, 100, 0, 120, 4, 60}));
    EXPECT_DOUBLE_EQ(found.loads.requested, 144);
    EXPECT_DOUBLE_EQ(found.loads.unreachable, 4);
    EXPECT_DOUBLE_EQ(found.loads.within_nodes, 10);
}

TEST(Zones, OfClassesAtEquilibriumHaveSkimsBetweenZones) {
    const TemporaryFolder folder;
    const PointSides points{zones(folder)};
    folder.write("trips.csv", "from,to,trips\na,b,100\na,c,100\nb,c,20\n");
    PointAssignmentRequest request{.pairs = read_trip_pairs(folder.path("trips.csv"), "", {}, &points)};
    request.equilibrium.vdf = VolumeDelayForm::bpr;
    request.equilibrium.capacity = "1000000";
    request.equilibrium.alpha = "0";
    request.classes = {{.name = "one", .end = 1}, {.name = "two", .end = 3}};
    request.wants_skims = true;
    const PointAssignment found = assign_point_trips(line(), request);
    ASSERT_EQ(found.equilibrium->loads.size(), 2u);
    EXPECT_DOUBLE_EQ(found.equilibrium->loads[0][2], 100);
    EXPECT_DOUBLE_EQ(found.equilibrium->loads[1][4], 120);
    ASSERT_EQ(found.skims->origin_count(), 2u);
    EXPECT_DOUBLE_EQ(found.skims->distance(0, 0), mean("a", "b", 1));
    EXPECT_DOUBLE_EQ(found.skims->distance(0, 1), mean("a", "c", 1));
}

TEST(Zones, OfAccessShareTheirWeightsAndHaveMeans) {
    const TemporaryFolder folder;
    PointAccessRequest request{.origins = zones(folder), .destinations = zones(folder, "jobs"), .cutoffs = {3, 7}};
    request.kinds = {"jobs"};
    request.weights = request.destinations.numbers;
    const PointAccess found = find_point_access(line(), request);
    ASSERT_EQ(found.origin_ids.size(), 3u);
    const double jobs[]{8, 8, 10, 6, 6};
    for (std::size_t zone = 0; zone < 3; ++zone) {
        for (std::size_t c = 0; c < 2; ++c) {
            double sum = 0;
            for (const Node& i : nodes) {
                for (const Node& j : nodes) {
                    if (i.zone == zone_names[zone] && distances[i.node][j.node] <= request.cutoffs[c])
                        sum += i.share * j.share * jobs[j.node];
                }
            }
            EXPECT_DOUBLE_EQ(found.access.sum(zone, 0, c), sum);
        }
    }
    request.nearest = 1;
    EXPECT_THROW(find_point_access(line(), request), InvalidArgument);
}

TEST(Zones, DemandOfAccessIsSharedToo) {
    const TemporaryFolder folder;
    PointAccessRequest request{.origins = zones(folder, "jobs"), .destinations = zones(folder, "jobs"), .cutoffs = {7}};
    request.kinds = {"jobs"};
    request.weights = request.destinations.numbers;
    request.demand = request.origins->numbers.front();
    const PointAccess found = find_point_access(line(), request);
    const double zone_jobs[]{8, 10, 6};
    double sum = 0;  // the demand takes all supplies that it reaches, which are all
    for (std::size_t zone = 0; zone < 3; ++zone) sum += zone_jobs[zone] * found.access.sum(zone, 0, 0);
    EXPECT_NEAR(sum, 24, 1e-12);
}

TEST(Zones, OfGmnsAreItsCentroids) {
    const TemporaryFolder folder;
    folder.write("town/link.csv", "link_id,from_node_id,to_node_id,length,directed\n1,1,2,1,0\n2,2,3,1,0\n3,3,4,1,0\n");
    const auto table_of = [&](const std::string& node_file, const ReadOptions& options) {
        folder.write("town/node.csv", node_file);
        return find_table(read_network(folder.path("town"), options), {.origins = {.names = {"centroids"}}}).table;
    };
    const OriginDestinationTable by_zone =
        table_of("node_id,x_coord,y_coord,zone_id\n1,0,0,z7\n2,1,0,\n3,2,0,z8\n4,3,0,z7\n", {});
    ASSERT_EQ(by_zone.origin_count(), 2u);
    EXPECT_EQ(by_zone.origin_ids().text(0), "z7");
    EXPECT_EQ(by_zone.origin_ids().text(1), "z8");
    EXPECT_DOUBLE_EQ(by_zone.distance(0, 0), by_zone.distance(0, 1));  // (0 + 3 + 3 + 0) / 4 = (2 + 1) / 2
    // Marked nodes are the centroids, though others have zones.
    const OriginDestinationTable marked = table_of(
        "node_id,x_coord,y_coord,node_type,zone_id\n1,0,0,centroid,7\n2,1,0,,7\n3,2,0,,8\n4,3,0,centroid,8\n", {});
    ASSERT_EQ(marked.origin_count(), 2u);
    EXPECT_EQ(marked.origin_ids().text(1), "8");
    EXPECT_DOUBLE_EQ(marked.distance(0, 1), 2 * by_zone.distance(0, 0));
}

TEST(Zones, KeepTheirPairsInTablesOfPairs) {
    const TemporaryFolder folder;
    const PointSides points{zones(folder)};
    folder.write("pairs.csv", "from,to\nb,a\nc,b\n");
    const PairLists lists = read_pair_lists(folder.path("pairs.csv"), {}, &points);
    const FoundTable found = find_table(line(), {.origins = lists.origins, .destinations = lists.destinations});
    const PickedCells cells = picked_cells(lists, found);
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_DOUBLE_EQ(found.table.distance(cells[0].row, cells[0].column), mean("b", "a", 1));
    EXPECT_DOUBLE_EQ(found.table.distance(cells[1].row, cells[1].column), mean("c", "b", 1));
}

}  // namespace
}  // namespace allways
