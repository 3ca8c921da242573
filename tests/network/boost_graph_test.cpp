// SPDX-License-Identifier: Apache-2.0
#include "allways/network/boost_graph.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/property_map/function_property_map.hpp>

namespace allways {
namespace {

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<NetworkGraph>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<NetworkGraph>));

// 0 ⇄ 1 → 2 → 3, and 0 → 3 twice; node 4 alone.
struct Example {
    std::vector<NodeIndex> tail{0, 1, 1, 2, 0, 0};
    std::vector<NodeIndex> head{1, 0, 2, 3, 3, 3};
    std::vector<int> cost{1, 1, 2, 3, 9, 8};
    AdjacencyArray adjacency = build_adjacency(5, tail);
};

std::vector<int> distances(const Example& example, const NetworkGraph& graph, NodeIndex from) {
    std::vector<int> distance(5);
    const auto index = get(boost::vertex_index, graph);
    boost::dijkstra_shortest_paths(graph, from,
                                   boost::distance_map(boost::make_iterator_property_map(distance.begin(), index))
                                       .weight_map(boost::make_function_property_map<NetworkGraph::Edge>(
                                           [&](const NetworkGraph::Edge& edge) { return example.cost[edge.arc]; })));
    return distance;
}

constexpr int unreachable = std::numeric_limits<int>::max();

TEST(BoostGraph, DijkstraRunsOnTheAdjacencyArray) {
    const Example example;
    const NetworkGraph graph(example.adjacency, example.head);
    EXPECT_EQ(distances(example, graph, 0), (std::vector<int>{0, 1, 3, 6, unreachable}));
    EXPECT_EQ(distances(example, graph, 4), (std::vector<int>{unreachable, unreachable, unreachable, unreachable, 0}));
}

TEST(BoostGraph, NoThroughNodesAreNotPassed) {
    const Example example;
    const std::vector<std::uint8_t> no_through{0, 1, 0, 0, 0};
    EXPECT_EQ(distances(example, NetworkGraph(example.adjacency, example.head, no_through, 0), 0),
              (std::vector<int>{0, 1, unreachable, 8, unreachable}));
    EXPECT_EQ(distances(example, NetworkGraph(example.adjacency, example.head, no_through, 1), 1),
              (std::vector<int>{1, 0, 2, 5, unreachable}));
}

TEST(BoostGraph, StrongComponents) {
    const Example example;
    const NetworkGraph graph(example.adjacency, example.head);
    std::vector<int> component(5);
    const int count = boost::strong_components(
        graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
    EXPECT_EQ(count, 4);
    EXPECT_EQ(component[0], component[1]);
}

TEST(BoostGraph, EmptyNetwork) {
    const AdjacencyArray adjacency = build_adjacency(0, {});
    const NetworkGraph graph(adjacency, {});
    EXPECT_EQ(num_vertices(graph), 0u);
    const auto [begin, end] = vertices(graph);
    EXPECT_EQ(begin, end);
}

}  // namespace
}  // namespace allways
