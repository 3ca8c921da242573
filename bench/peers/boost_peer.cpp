// SPDX-License-Identifier: Apache-2.0
// Dijkstra's algorithm of Boost.Graph on a compressed graph with 32-bit indexes, which writes distances directly to the
// rows. Variants without a colour map, with a colour map kept for the next source and with a plain sum took the same
// time within 5 %; with a kept heap, 5 to 10 % more.
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/version.hpp>

#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "peers/peer.h"

namespace allways::peers {

namespace {

struct Arc {
    std::int32_t cost;
};
using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Arc, boost::no_property,
                                                 std::uint32_t, std::uint32_t>;

Graph make_graph(const Roads& roads) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> arc_ends;
    std::vector<Arc> arcs;
    for (std::size_t v = 0; v < roads.node_count(); ++v) {
        for (auto a = static_cast<std::size_t>(roads.first_out[v]);
             a < static_cast<std::size_t>(roads.first_out[v + 1]); ++a) {
            arc_ends.emplace_back(static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(roads.head[a]));
            arcs.push_back({roads.cost[a]});
        }
    }
    return {boost::edges_are_sorted, arc_ends.begin(), arc_ends.end(), arcs.begin(),
            static_cast<std::uint32_t>(roads.node_count())};
}

class BoostPeer : public Peer {
public:
    BoostPeer(const Roads& roads, unsigned threads) : graph_(make_graph(roads)), threads_(threads) {}

    std::string name() const override {
        return format("Boost {}.{}, dijkstra_shortest_paths", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000);
    }
    unsigned cores() const override { return threads_; }

    Spent solve(std::span<const NodeIndex> sources, std::span<std::int32_t> rows) override {
        const std::size_t n = boost::num_vertices(graph_);
        const auto index = get(boost::vertex_index, graph_);
        SpentWatch watch;
        parallel_for(
            sources.size(),
            [&](std::size_t i) {
                boost::dijkstra_shortest_paths(
                    graph_, sources[i],
                    boost::weight_map(get(&Arc::cost, graph_))
                        .distance_map(boost::make_iterator_property_map(rows.data() + i * n, index))
                        .distance_inf(unreachable_cost<std::int32_t>));
            },
            threads_);
        return watch.lap();
    }

private:
    Graph graph_;
    unsigned threads_;
};

}  // namespace

std::unique_ptr<Peer> boost_peer(const Roads& roads, unsigned threads) {
    return std::make_unique<BoostPeer>(roads, threads);
}

}  // namespace allways::peers
