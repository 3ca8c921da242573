// SPDX-License-Identifier: Apache-2.0
#include "engine/next_hops/hop_graphs.h"

#include <memory>

namespace allways::engine {

namespace {

// A network's arcs by head, with the ordinal each has at its tail.
struct InArcs {
    AdjacencyArray by_head;
    std::vector<std::uint32_t> ordinal;
};

}  // namespace

template <class T>
HopGraph hop_graph(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const T> costs,
                   const Prepared<T>& prepared) {
    auto in = std::make_shared<InArcs>();
    in->by_head = build_adjacency(network.node_count(), network.head);
    in->ordinal.resize(network.arc_count());
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        const auto out = adjacency.out_arcs(node);
        for (std::uint32_t i = 0; i < out.size(); ++i) in->ordinal[out[i]] = i;
    }
    HopGraph graph;
    graph.node_count = network.node_count();
    graph.head_of = [&network, &adjacency](std::uint32_t from, std::uint32_t hop) {
        return network.head[adjacency.out_arcs(from)[hop]];
    };
    graph.may_pass = [&network](std::uint32_t node) { return !network.is_no_through(node); };
    graph.for_each_in_arc = [&network, &prepared, costs, in](std::uint32_t head, const auto& visit) {
        for (const ArcIndex arc : in->by_head.out_arcs(head)) {
            const NodeIndex tail = network.tail[arc];
            if (tail == head || !is_reachable(costs[arc])) continue;
            visit(tail, in->ordinal[arc], prepared.reduced(tail, head, costs[arc]));
        }
    };
    return graph;
}

template <class T>
HopGraph hop_graph(const CostMatrix& matrix, const Prepared<T>& prepared) {
    const std::span<const T> costs = matrix.values<T>();
    const auto n = static_cast<std::uint32_t>(matrix.node_count());
    HopGraph graph;
    graph.node_count = n;
    graph.head_of = [](std::uint32_t, std::uint32_t hop) { return hop; };
    graph.may_pass = [](std::uint32_t) { return true; };
    graph.for_each_in_arc = [costs, n, &prepared](std::uint32_t head, const auto& visit) {
        for (std::uint32_t tail = 0; tail < n; ++tail) {
            const T cost = costs[std::size_t{tail} * n + head];
            if (tail != head && is_reachable(cost)) visit(tail, head, prepared.reduced(tail, head, cost));
        }
    };
    return graph;
}

template HopGraph hop_graph(const RoadNetwork&, const AdjacencyArray&, std::span<const std::int32_t>,
                            const Prepared<std::int32_t>&);
template HopGraph hop_graph(const RoadNetwork&, const AdjacencyArray&, std::span<const float>, const Prepared<float>&);
template HopGraph hop_graph(const RoadNetwork&, const AdjacencyArray&, std::span<const double>,
                            const Prepared<double>&);
template HopGraph hop_graph(const CostMatrix&, const Prepared<float>&);
template HopGraph hop_graph(const CostMatrix&, const Prepared<double>&);

}  // namespace allways::engine
