// SPDX-License-Identifier: Apache-2.0
// Tables compared with Boost's Johnson, an independent implementation: networks and matrices, also with negative costs.
#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/johnson_all_pairs_shortest.hpp>

#include "allways/engine/solve.h"
#include "support/random_networks.h"

namespace allways {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                    boost::property<boost::edge_weight_t, std::int64_t>>;

std::vector<std::vector<std::int64_t>> johnson(const RoadNetwork& network) {
    const std::size_t n = network.node_count();
    Graph graph(n);
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (network.tail[arc] == network.head[arc]) continue;
        boost::add_edge(network.tail[arc], network.head[arc], *network.columns[0].values[arc].fixed_point(0), graph);
    }
    std::vector<std::vector<std::int64_t>> distance(n, std::vector<std::int64_t>(n));
    EXPECT_TRUE(boost::johnson_all_pairs_shortest_paths(graph, distance));
    return distance;
}

TEST(Johnson, EveryKindOfNetworkWithoutNoThroughNodes) {
    std::uint64_t seed = 100;
    for (const auto& kind : testing::network_kinds()) {
        if (kind.no_through_share > 0) continue;  // Johnson would pass them
        for (const std::size_t n : {3u, 40u, 75u}) {
            const RoadNetwork network = testing::random_network(kind, n, ++seed);
            SCOPED_TRACE(network.provenance.source);
            const auto expected = johnson(network);
            for (const char* device : {"reference", "auto"}) {
                const DistanceTable table = solve(network, {.device = device, .next_hops = false});
                for (NodeIndex from = 0; from < n; ++from) {
                    for (NodeIndex to = 0; to < n; ++to) {
                        const bool reached = expected[from][to] != std::numeric_limits<std::int64_t>::max();
                        ASSERT_EQ(table.is_reachable(from, to), reached);
                        if (!reached) continue;
                        ASSERT_EQ(table.raw_distance(from, to), static_cast<double>(expected[from][to]));
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace allways
