#include "engine/sweep/factor_core.h"

#include <numeric>

#include "network/state_network.h"

namespace allways::engine {

namespace {

RoadNetwork extract_network(const NetworkFactor& factor) {
    RoadNetwork network;
    network.node_ids = factor.node_ids;
    network.no_through = std::vector(factor.no_through.begin(), factor.no_through.end());
    network.head = factor.arcs.head;
    network.arc_ids = factor.arcs.arc_ids;
    network.tail.reserve(factor.arcs.size());
    for (NodeIndex node = 0; node < factor.node_count(); ++node) {
        network.tail.resize(factor.arcs.first_out[node + 1], node);
    }
    return network;
}

}  // namespace

template <class T>
FactorCore<T>::FactorCore(const NetworkFactor& factor) : network(extract_network(factor)) {
    const TableArcs& arcs = factor.arcs;
    costs = std::get<SharedArray<T>>(arcs.cost);
    if (arcs.states.empty()) {
        ends.resize(factor.node_count());
        std::iota(ends.begin(), ends.end(), NodeIndex{0});
    } else {
        const AdjacencyArray roads = build_adjacency(network.node_count(), network.tail);
        auto made = network::make_state_network(network, roads, arcs.states);
        costs.clear();
        for (std::size_t state = 0; state < arcs.states.size(); ++state) {
            for (std::uint32_t i = 0; i < arcs.states.steps(state).size(); ++i) {
                costs.push_back(static_cast<T>(arcs.cost_of_step(state, i)));
            }
        }
        costs.resize(made.network.arc_count());  // ends cost nothing
        ends = std::move(made.end_of);
        network = std::move(made.network);
    }
    adjacency = build_adjacency(network.node_count(), network.tail);
    prepared = prepare<T>(network, adjacency, {factor.scale, costs});
    format = sweep_format(prepared, true);
    graph = core_graph(prepared, format);
}

template <class T>
std::vector<NodeIndex> FactorCore<T>::nodes_in(std::span<const std::uint32_t> classes) const {
    std::vector<NodeIndex> nodes;
    nodes.reserve(network.node_count());
    for (const std::uint32_t c : classes) {
        const auto members = prepared.classes.members(c);
        nodes.insert(nodes.end(), members.begin(), members.end());
    }
    return nodes;
}

template struct FactorCore<std::int32_t>;
template struct FactorCore<float>;
template struct FactorCore<double>;

}  // namespace allways::engine
