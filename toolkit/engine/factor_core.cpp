#include "engine/factor_core.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::engine {

namespace {

RoadNetwork network_of(const NetworkFactor& factor) {
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
    : network(network_of(factor)),
      adjacency(build_adjacency(network.node_count(), network.tail)),
      prepared(prepare<T>(network, adjacency, {factor.scale, factor.arcs.cost})),
      format(sweep_format(prepared, true)),
      graph(core_graph(prepared, format)) {}

template <class T>
std::vector<std::uint32_t> FactorCore<T>::classes_in(std::span<const NodeIndex> order) const {
    const ZeroClasses& classes = prepared.classes;
    const auto fail = [&](const std::string& found) {
        std::size_t passable = 0;
        for (NodeIndex node = 0; node < network.node_count(); ++node) passable += network.is_no_through(node) ? 0 : 1;
        throw InvalidArgument(allways::format(
            "an order of elimination names each of the {} nodes that paths may pass once; {}", passable, found));
    };
    std::vector<std::uint8_t> named(network.node_count(), 0);
    std::vector<std::uint8_t> taken(classes.pivot_count(), 0);
    std::vector<std::uint32_t> result;
    std::size_t members = 0;
    for (const NodeIndex node : order) {
        if (node >= network.node_count()) fail(allways::format("it has a node of index {}", node));
        if (network.is_no_through(node) || named[node]) {
            fail(allways::format("node {} {}", network.node_ids.text(node), named[node] ? "comes twice" : "is none of them"));
        }
        named[node] = 1;
        const std::uint32_t c = classes.class_of(node);
        if (taken[c]) continue;
        taken[c] = 1;
        result.push_back(c);
        members += classes.members(c).size();
    }
    if (members != order.size() || result.size() != classes.pivot_count()) {
        fail(allways::format("it has {}", order.size()));
    }
    return result;
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
