#include "result/driven_arcs.h"

namespace allways::result {

TableArcs driven_arcs(const cost::DrivenNetwork& driven, const ArcCosts& costs, WorkMeter&& unmetered) {
    return driven_arcs(driven, costs, unmetered);
}

TableArcs driven_arcs(const cost::DrivenNetwork& driven, const ArcCosts& costs, WorkMeter& meter) {
    const AdjacencyArray& adjacency = driven.road_adjacency();
    if (driven.states() == nullptr) return table_arcs(driven.roads(), adjacency, costs.values, meter);
    TableArcs arcs = table_arcs(driven.roads(), adjacency, driven.road_costs(costs.values), meter);
    arcs.states = driven.states()->states;
    if (arcs.states.seconds.empty()) return arcs;
    CostVector of_steps = costs.values;
    std::visit([&](auto& values) { values.resize(arcs.states.next.size()); }, of_steps);
    arcs.step_cost = shared(std::move(of_steps));
    return arcs;
}

}  // namespace allways::result
