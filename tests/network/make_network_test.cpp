// SPDX-License-Identifier: Apache-2.0
// Networks from a program's own arrays, sparse matrices and graphs of Boost.
#include "allways/network/make_network.h"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <cmath>
#include <vector>

#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/network/boost_graph.h"

namespace allways {
namespace {

const std::vector<NodeIndex> tails{0, 1, 1, 2};
const std::vector<NodeIndex> heads{1, 0, 2, 3};

TEST(MakeNetwork, HasTheArcsOfTheArrays) {
    const std::vector<double> minutes{2.5, 2.5, 0, NAN};
    const std::vector<Coordinate> places{{7, 43}, {8, 43}, {9, 43}, {9, 44}};
    const RoadNetwork network = make_network({.tail = tails,
                                              .head = heads,
                                              .cost = minutes,
                                              .name = "time",
                                              .unit = "min",
                                              .coordinates = places,
                                              .crs = "EPSG:4326"});
    EXPECT_EQ(network.node_count(), 4u);
    EXPECT_EQ(network.tail, tails);
    EXPECT_EQ(network.head, heads);
    EXPECT_EQ(network.node_ids.text(3), "4");
    EXPECT_EQ(network.coordinates, places);
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    ASSERT_NE(network.column("time"), nullptr);
    EXPECT_EQ(network.column("time")->unit, "min");
    EXPECT_EQ(network.column("time")->values[0], Decimal(25, 1));
    EXPECT_EQ(network.column("time")->values[2], Decimal(0, 0));
    EXPECT_TRUE(network.column("time")->values[3].is_missing());
    const DistanceTable table = solve(network, {.device = "reference"});
    EXPECT_EQ(table.distance(0, 2), 2.5);
    EXPECT_FALSE(table.is_reachable(0, 3));
    EXPECT_EQ(table.unit(), "min");
}

TEST(MakeNetwork, TakesFloatsAsTheyRead) {
    const std::vector<float> costs{0.1F, 1, 2, 3};
    EXPECT_EQ(make_network({.tail = tails, .head = heads, .cost = costs}).columns[0].values[0], Decimal(1, 1));
    const std::vector<std::int64_t> whole{-5, 1, 2, 3};
    EXPECT_EQ(make_network({.tail = tails, .head = heads, .cost = whole}).columns[0].values[0], Decimal(-5, 0));
}

TEST(MakeNetwork, MayHaveIsolatedNodesOrNone) {
    const std::vector<std::int32_t> costs{1, 2, 3, 4};
    EXPECT_EQ(make_network({.tail = tails, .head = heads, .cost = costs, .nodes = 9}).node_count(), 9u);
    EXPECT_EQ(make_network(NetworkArrays{}).node_count(), 0u);
}

TEST(MakeNetwork, HasFurtherColumnsOfDifferentNames) {
    const std::vector<double> minutes{1, 2, 3, 4};
    const std::vector<float> metres{0.5F, 1, 1.5F, 2};
    const RoadNetwork network = make_network(
        {.tail = tails, .head = heads, .cost = minutes, .name = "time", .columns = {{"length", "m", metres}}});
    ASSERT_NE(network.column("length"), nullptr);
    EXPECT_EQ(network.column("length")->unit, "m");
    EXPECT_EQ(network.column("length")->values[2], Decimal(15, 1));
    const DistanceTable table = solve(network, {.cost = "time", .device = "reference", .skims = {"length"}});
    EXPECT_EQ(table.distance(0, 2), 4);
    EXPECT_EQ(table.skim("length", 0, 2), 2);
    EXPECT_TRUE(std::isinf(table.skim("length", 3, 0)));
    EXPECT_THROW(table.skim("toll", 0, 2), InvalidArgument);

    const std::vector<double> few{1};
    const auto refused = [&](NumberColumn column) {
        EXPECT_THROW(make_network({.tail = tails, .head = heads, .cost = minutes, .columns = {std::move(column)}}),
                     InvalidArgument);
    };
    refused({"cost", "", metres});
    refused({"length", "m", few});
}

TEST(MakeNetwork, RefusesWhatDoesNotFit) {
    const std::vector<double> few{1};
    const std::vector<double> infinite{1, 2, INFINITY, 4};
    const std::vector<double> costs{1, 2, 3, 4};
    const std::vector<Coordinate> places{{0, 0}};
    EXPECT_THROW(make_network({.tail = tails, .head = heads, .cost = few}), InvalidArgument);
    EXPECT_THROW(make_network({.tail = tails, .head = heads, .cost = infinite}), InvalidArgument);
    EXPECT_THROW(make_network({.tail = tails, .head = heads, .cost = costs, .nodes = 3}), InvalidArgument);
    EXPECT_THROW(make_network({.tail = tails, .head = heads, .cost = costs, .coordinates = places}), InvalidArgument);
}

TEST(MakeNetwork, ColumnsOfAnotherLengthAreNoCosts) {
    const std::vector<double> costs{1, 2, 3, 4};
    const std::vector<double> two{1, 2};
    RoadNetwork network = make_network({.tail = tails, .head = heads, .cost = costs});
    network.columns.push_back(make_column("length", "m", two));
    EXPECT_THROW(solve(network, {.cost = "length", .device = "reference"}), InvalidArgument);
    EXPECT_THROW(solve(network, {.device = "reference", .skims = {"length"}}), InvalidArgument);
}

TEST(MakeNetwork, OfASparseMatrixKeepsZerosAsArcs) {
    const std::vector<std::int64_t> first{0, 2, 2, 3};
    const std::vector<NodeIndex> column{1, 2, 0};
    const std::vector<double> value{0, 4, 7};
    const RoadNetwork network = make_network({.first = first, .column = column, .value = value});
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 0, 2}));
    const DistanceTable table = solve(network, {.device = "reference"});
    EXPECT_EQ(table.distance(0, 1), 0);
    EXPECT_EQ(table.distance(2, 1), 7);
    EXPECT_FALSE(table.is_reachable(1, 0));
    const std::vector<std::int64_t> falling{0, 2, 1, 3};
    EXPECT_THROW(make_network({.first = falling, .column = column, .value = value}), InvalidArgument);
    const std::vector<std::int64_t> shorter{0, 2, 2};
    EXPECT_THROW(make_network({.first = shorter, .column = column, .value = value}), InvalidArgument);
}

TEST(MakeNetwork, OfAGraphOfBoost) {
    using Weight = boost::property<boost::edge_weight_t, int>;
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Weight> directed(3);
    add_edge(0, 1, 5, directed);
    add_edge(1, 2, 6, directed);
    const RoadNetwork one_way = make_network(directed, get(boost::edge_weight, directed), "time", "s");
    EXPECT_EQ(one_way.arc_count(), 2u);
    EXPECT_EQ(solve(one_way, {.device = "reference"}).distance(0, 2), 11);
    EXPECT_FALSE(solve(one_way, {.device = "reference"}).is_reachable(2, 0));

    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, Weight> undirected(3);
    add_edge(0, 1, 5, undirected);
    add_edge(1, 2, 6, undirected);
    const RoadNetwork both_ways = make_network(undirected, get(boost::edge_weight, undirected));
    EXPECT_EQ(both_ways.arc_count(), 4u);
    EXPECT_EQ(solve(both_ways, {.device = "reference"}).distance(2, 0), 11);
}

}  // namespace
}  // namespace allways
