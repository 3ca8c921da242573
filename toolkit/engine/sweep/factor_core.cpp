// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/factor_core.h"

#include <algorithm>

#include "base/threads/blocks.h"
#include "network/metered.h"
#include "network/turns/state_network.h"

namespace allways::engine {

namespace {

template <class Values>
auto copied(const Values& values, WorkMeter& meter) {
    using Value = std::remove_cvref_t<decltype(values[0])>;
    return made_vector<Value>(values.size(), meter, [&](std::size_t i) { return values[i]; });
}

IdTable borrowed(const IdTable& ids) {
    if (!ids.is_numeric()) return ids;
    return IdTable(
        SharedArray<std::int64_t>(ids.numbers(), std::shared_ptr<const void>(std::shared_ptr<void>(), &ids)));
}

RoadNetwork extract_network(const NetworkFactor& factor, WorkMeter& meter) {
    RoadNetwork network;
    network.node_ids = borrowed(factor.node_ids);
    network.no_through = copied(factor.no_through, meter);
    network.head = copied(factor.arcs.head, meter);
    if (!factor.arcs.states.empty()) network.arc_ids = factor.arcs.arc_ids;
    network.tail = large_vector<NodeIndex>(network.head.size());
    for_each_index(factor.node_count(), meter, [&](std::size_t node) {
        std::fill(network.tail.begin() + static_cast<std::ptrdiff_t>(factor.arcs.first_out[node]),
                  network.tail.begin() + static_cast<std::ptrdiff_t>(factor.arcs.first_out[node + 1]),
                  static_cast<NodeIndex>(node));
    });
    return network;
}

// The adjacency array of arcs that are grouped by tail already.
AdjacencyArray adjacency_of(const TableArcs& arcs, WorkMeter& meter) {
    AdjacencyArray adjacency;
    adjacency.first_out = copied(arcs.first_out, meter);
    adjacency.arcs =
        made_vector<ArcIndex>(arcs.size(), meter, [](std::size_t arc) { return static_cast<ArcIndex>(arc); });
    return adjacency;
}

}  // namespace

template <class T>
FactorCore<T>::FactorCore(const NetworkFactor& factor, std::optional<std::int64_t> bound, WorkMeter& meter)
    : network(extract_network(factor, meter)), adjacency(adjacency_of(factor.arcs, meter)) {
    const TableArcs& arcs = factor.arcs;
    costs = copied(std::get<SharedArray<T>>(arcs.cost), meter);
    if (!arcs.states.empty()) {
        auto made = network::make_state_network(network, adjacency, arcs.states);
        costs.clear();
        for (std::size_t state = 0; state < arcs.states.size(); ++state) {
            for (std::uint32_t i = 0; i < arcs.states.steps(state).size(); ++i) {
                costs.push_back(static_cast<T>(arcs.cost_of_step(state, i)));
            }
        }
        costs.resize(made.network.arc_count());  // arcs to end places cost nothing
        ends = std::move(made.end_of);
        network = std::move(made.network);
        adjacency = build_adjacency(network.node_count(), network.tail, meter);
    }
    ArcCosts of_steps{factor.scale, std::move(costs), bound};
    prepared = prepare<T>(network, adjacency, of_steps, meter, BoundUse::sweep);
    costs = std::move(std::get<std::vector<T>>(of_steps.values));
    format = sweep_format(prepared, true);
    graph = core_graph(prepared, format, meter);
}

template <class T>
std::vector<NodeIndex> FactorCore<T>::nodes_in(std::span<const std::uint32_t> classes, WorkMeter& meter) const {
    if (prepared.classes.contracted() == 0) {
        return made_vector<NodeIndex>(classes.size(), meter,
                                      [&](std::size_t i) { return prepared.classes.members(classes[i]).front(); });
    }
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
