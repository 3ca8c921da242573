#include "engine/sweep/factor_core.h"

#include "allways/base/error.h"
#include "allways/network/elimination_order.h"
#include "engine/prepare/core_order.h"

namespace allways::engine {

namespace {

RoadNetwork extract_network(const NetworkFactor& factor) {
    RoadNetwork network;
    network.node_ids = factor.node_ids;
    network.no_through = factor.no_through;
    network.head = factor.arcs.head;
    network.tail.reserve(factor.arcs.size());
    for (NodeIndex node = 0; node < factor.node_count(); ++node) {
        network.tail.resize(factor.arcs.first_out[node + 1], node);
    }
    return network;
}

}  // namespace

template <class T>
FactorCore<T>::FactorCore(const NetworkFactor& factor)
    : network(extract_network(factor)),
      adjacency(build_adjacency(network.node_count(), network.tail)),
      prepared(prepare<T>(network, adjacency, {factor.scale, factor.arcs.cost})),
      format(sweep_format(prepared, true)),
      graph(core_graph(prepared, format)) {}

template <class T>
std::vector<std::uint32_t> FactorCore<T>::classes_in(std::span<const NodeIndex> order) const {
    const std::string misfit = why_order_misfits(network, order);
    if (!misfit.empty()) throw InvalidArgument(misfit);
    return engine::classes_in(prepared.classes, order);
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
