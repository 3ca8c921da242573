// SPDX-License-Identifier: Apache-2.0
// Boost.Graph's floyd_warshall_all_pairs_shortest_paths on a complete digraph; int costs and distances.
#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/floyd_warshall_shortest.hpp>
#include <string>
#include <vector>

#include "peer.h"

int main(int count, char** arguments) {
    peer_require(count == 4, "usage: boost_peer MATRIX.npy N DISTANCES.i32");
    const std::size_t n = std::stoul(arguments[2]);
    int32_t* costs = peer_read(arguments[1], n);
    using Graph =
        boost::adjacency_matrix<boost::directedS, boost::no_property, boost::property<boost::edge_weight_t, int32_t>>;
    Graph graph(n);
    for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; to < n; ++to) {
            if (from != to) boost::add_edge(from, to, costs[from * n + to], graph);
        }
    }
    std::vector<std::vector<int32_t>> distances(n, std::vector<int32_t>(n));
    const double begin = peer_seconds();
    const bool solved = boost::floyd_warshall_all_pairs_shortest_paths(graph, distances);
    const double seconds = peer_seconds() - begin;
    peer_require(solved, "Boost found a negative cycle");
    for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; to < n; ++to) costs[from * n + to] = distances[from][to];
    }
    peer_write(arguments[3], costs, n);
    std::printf("%.6f\n", seconds);
    std::free(costs);
}
