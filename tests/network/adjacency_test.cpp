// SPDX-License-Identifier: Apache-2.0
// Adjacency arrays and strong components of networks that threads share, against plain loops and Boost.Graph.
#include "allways/network/adjacency.h"

#include <random>

#include <gtest/gtest.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include "allways/network/components.h"

namespace allways {
namespace {

std::vector<NodeIndex> random_nodes(std::size_t count, std::size_t node_count, std::mt19937& random) {
    std::vector<NodeIndex> nodes(count);
    for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random() % node_count);
    return nodes;
}

TEST(Adjacency, ManyArcsKeepTheirOrderAtEachNode) {
    std::mt19937 random(7);
    for (const auto& [nodes, arcs] :
         {std::pair{1u, 300'000u}, {3u, 262'145u}, {1023u, 400'000u}, {250'000u, 900'001u}}) {
        const auto tail = random_nodes(arcs, nodes, random);
        const AdjacencyArray made = build_adjacency(nodes + 5, tail);
        std::vector<std::vector<ArcIndex>> expected(nodes + 5);
        for (ArcIndex arc = 0; arc < arcs; ++arc) expected[tail[arc]].push_back(arc);
        ASSERT_EQ(made.node_count(), nodes + 5);
        for (NodeIndex node = 0; node < nodes + 5; ++node) {
            ASSERT_TRUE(std::ranges::equal(made.out_arcs(node), expected[node])) << node << " of " << nodes;
        }
    }
}

TEST(StrongComponents, AreThoseOfBoost) {
    std::mt19937 random(11);
    for (int round = 0; round < 40; ++round) {
        const std::size_t n = 1 + random() % 300;
        const std::size_t m = random() % (3 * n);
        const auto tail = random_nodes(m, n, random);
        const auto head = random_nodes(m, n, random);
        boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(n);
        for (std::size_t arc = 0; arc < m; ++arc) add_edge(tail[arc], head[arc], graph);
        std::vector<std::uint32_t> expected(n);
        const auto count = boost::strong_components(
            graph, boost::make_iterator_property_map(expected.begin(), get(boost::vertex_index, graph)));
        const Components found = strong_components(n, tail, head);
        EXPECT_EQ(found.count, count);
        EXPECT_EQ(found.of, expected);
        std::vector<std::size_t> size(count, 0);
        for (const std::uint32_t c : expected) ++size[c];
        EXPECT_EQ(found.largest, *std::ranges::max_element(size));
    }
}

}  // namespace
}  // namespace allways
