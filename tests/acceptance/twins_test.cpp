// SPDX-License-Identifier: Apache-2.0
// Networks that come in two formats give the same tables. Matrices with negative costs end with the cycle that forbids
// any. The data lie beside the project or in ALLWAYS_DATA; without them the tests skip.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/importers/read.h"
#include "allways/network/adjacency.h"
#include "support/dijkstra.h"
#include "support/shared_data.h"

namespace allways {
namespace {

TEST(Twins, SiouxFallsFromTntpAndCsv) {
    const auto tntp_file = testing::shared_data("tntp/SiouxFalls_net.tntp");
    const auto csv_file = testing::shared_data("edgelist/SiouxFalls_net.csv");
    if (!tntp_file || !csv_file) GTEST_SKIP() << testing::no_shared_data;
    SolveOptions options;
    options.cost = "time";
    const DistanceTable tntp = solve(read_network(*tntp_file), options);
    options.cost = "a0";
    const DistanceTable csv = solve(read_network(*csv_file), options);
    EXPECT_EQ(tntp.node_ids(), csv.node_ids());
    EXPECT_TRUE(tntp.distances() == csv.distances());
}

// The .gr was made from the GraphML, each length rounded to metres.
TEST(Twins, HydeParkFromGraphmlAndDimacs) {
    const auto graphml_file = testing::shared_data("graphml/chicago_hydepark_osmnx.graphml");
    const auto dimacs_file = testing::shared_data("dimacs/chicago_hydepark.gr");
    if (!graphml_file || !dimacs_file) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork graphml = read_network(*graphml_file);
    const RoadNetwork dimacs = read_network(*dimacs_file);
    ASSERT_EQ(graphml.tail, dimacs.tail);
    ASSERT_EQ(graphml.head, dimacs.head);
    for (std::size_t arc = 0; arc < graphml.arc_count(); ++arc) {
        ASSERT_EQ(graphml.column("length")->values[arc].rounded_fixed_point(0),
                  dimacs.column("cost")->values[arc].fixed_point(0));
    }
    for (std::size_t node = 0; node < graphml.node_count(); ++node) {
        ASSERT_NEAR(graphml.coordinates[node].x, dimacs.coordinates[node].x, 1e-6);
        ASSERT_NEAR(graphml.coordinates[node].y, dimacs.coordinates[node].y, 1e-6);
    }

    SolveOptions options;
    const DistanceTable rounded = solve(dimacs, options);
    options.cost = "length";
    options.cost_type = CostType::float64;
    const DistanceTable exact = solve(graphml, options);
    std::size_t reachable = 0;
    for (NodeIndex from = 0; from < exact.node_count(); ++from) {
        for (NodeIndex to = 0; to < exact.node_count(); ++to) {
            ASSERT_EQ(rounded.is_reachable(from, to), exact.is_reachable(from, to));
            if (!exact.is_reachable(from, to)) continue;
            const auto legs = std::max(rounded.path(from, to).legs.size(), exact.path(from, to).legs.size());
            ASSERT_NEAR(rounded.distance(from, to), exact.distance(from, to), 0.5 * static_cast<double>(legs) + 1e-9);
            ++reachable;
        }
    }
    EXPECT_GT(reachable, exact.node_count() * exact.node_count() / 2);
}

// AequilibraE's times between the zones of Lima, in minutes. AequilibraE treated node 100000 as a centroid, and allows
// every turn.
TEST(Twins, LimaAndItsSkimOfAnotherProgram) {
    const auto folder = testing::shared_data("gmns/lima");
    if (!folder) GTEST_SKIP() << testing::no_shared_data;
    RoadNetwork network = read_network(*folder, {.no_through = "1-100000"});
    network.turns = {};
    const DistanceTable skim = read_table(*folder + "/reference/sp_skim.omx", {.cost_field = "free_flow_time"});
    std::vector<NodeIndex> zones;
    for (NodeIndex zone = 0; zone < skim.node_count(); ++zone) {
        const auto node = network.node_ids.find(skim.node_ids().text(zone));
        ASSERT_TRUE(node.has_value());
        zones.push_back(*node);
    }
    SolveOptions options;
    options.cost = "time";
    options.cost_type = CostType::float64;
    const auto seconds = solve_between(network, zones, zones, options).value;
    ASSERT_EQ(seconds.scale().unit, "s");
    for (NodeIndex from = 0; from < zones.size(); ++from) {
        for (NodeIndex to = 0; to < zones.size(); ++to) {
            if (from == to) continue;
            const double expected = 60 * skim.distance(from, to);
            ASSERT_NEAR(seconds.distance(from, to), expected, 1e-6 * expected);
        }
    }
}

std::vector<std::pair<NodeIndex, NodeIndex>> sorted_arcs(const RoadNetwork& network) {
    std::vector<std::pair<NodeIndex, NodeIndex>> arcs;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) arcs.emplace_back(network.tail[arc], network.head[arc]);
    std::ranges::sort(arcs);
    return arcs;
}

// The .gr was made from the .mtx, which has no lengths: the arcs are the same, and so are the tables where each arc
// costs 1.
TEST(Twins, UsRoadsFromMatrixMarketAndDimacs) {
    const auto matrix_file = testing::shared_data("mtx/usroads.mtx");
    const auto dimacs_file = testing::shared_data("dimacs/usroads.gr.gz");
    if (!matrix_file || !dimacs_file) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork matrix = read_network(*matrix_file);
    const RoadNetwork dimacs = read_network(*dimacs_file);
    ASSERT_EQ(matrix.node_count(), dimacs.node_count());
    ASSERT_EQ(matrix.arc_count(), dimacs.arc_count());
    EXPECT_TRUE(sorted_arcs(matrix) == sorted_arcs(dimacs));
    for (std::size_t node = 0; node < matrix.node_count(); ++node) {
        ASSERT_EQ(matrix.coordinates[node], dimacs.coordinates[node]);
    }

    const std::vector<NodeIndex> origins{0, 40000, 129163};
    std::vector<NodeIndex> all(matrix.node_count());
    std::iota(all.begin(), all.end(), NodeIndex{0});
    const auto rows = solve_between(matrix, origins, all).value;
    ASSERT_EQ(rows.type(), CostType::int32);
    const std::vector<std::int64_t> ones(dimacs.arc_count(), 1);
    const AdjacencyArray adjacency = build_adjacency(dimacs.node_count(), dimacs.tail);
    for (std::size_t origin = 0; origin < origins.size(); ++origin) {
        const auto steps = testing::dijkstra(dimacs, adjacency, ones, std::int64_t{-1}, origins[origin]);
        for (const NodeIndex to : all) {
            const std::int32_t distance = rows.values<std::int32_t>()[origin * all.size() + to];
            ASSERT_EQ(is_reachable(distance) ? distance : std::numeric_limits<std::int64_t>::max(), steps[to]);
        }
    }
}

class NegativeMatrices : public ::testing::TestWithParam<const char*> {};

// The costs around the cycle that the error names, summed here, are below zero.
TEST_P(NegativeMatrices, EndWithANegativeCycle) {
    const auto file = testing::shared_data(GetParam());
    if (!file) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork network = read_network(*file);
    try {
        solve(network);
        FAIL() << "a negative cycle was expected";
    } catch (const NegativeCycleError& error) {
        ASSERT_FALSE(error.cycle().empty());
        double sum = 0;
        for (std::size_t i = 0; i < error.cycle().size(); ++i) {
            const auto from = error.cycle()[i];
            const auto to = error.cycle()[(i + 1) % error.cycle().size()];
            double cheapest = std::numeric_limits<double>::infinity();
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
                if (network.tail[arc] != from || network.head[arc] != to) continue;
                cheapest = std::min(cheapest, network.columns[0].values[arc].to_double());
            }
            sum += cheapest;
        }
        EXPECT_LT(sum, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Data, NegativeMatrices, ::testing::Values("mtx/LFAT5.mtx", "mtx/Hamrle1.mtx"),
                         [](const auto& parameter) {
                             return std::string(parameter.param).substr(4, std::string(parameter.param).size() - 8);
                         });

}  // namespace
}  // namespace allways
