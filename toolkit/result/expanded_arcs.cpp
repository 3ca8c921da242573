// SPDX-License-Identifier: Apache-2.0
#include "result/expanded_arcs.h"

namespace allways::result {

TableArcs expanded_arcs(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, WorkMeter&& unmetered) {
    return expanded_arcs(expanded, costs, nullptr, unmetered);
}

TableArcs expanded_arcs(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, OnlyColumns only,
                        WorkMeter& meter) {
    const AdjacencyArray& adjacency = expanded.road_adjacency();
    if (expanded.states() == nullptr) return table_arcs(expanded.roads(), adjacency, costs.values, only, meter);
    TableArcs arcs = table_arcs(expanded.roads(), adjacency, expanded.road_costs(costs.values), only, meter);
    arcs.states = expanded.states()->states;
    if (arcs.states.seconds.empty()) return arcs;
    CostVector of_steps = costs.values;
    std::visit([&](auto& values) { values.resize(arcs.states.next.size()); }, of_steps);
    arcs.step_cost = shared(std::move(of_steps));
    return arcs;
}

}  // namespace allways::result
