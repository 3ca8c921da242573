#include "result/driven_arcs.h"

namespace allways::result {

TableArcs driven_arcs(const cost::DrivenNetwork& driven, const ArcCosts& costs) {
    TableArcs arcs = table_arcs(driven.roads(), driven.road_adjacency(), driven.road_costs(costs.values));
    if (driven.states() == nullptr) return arcs;
    arcs.states = driven.states()->states;
    if (arcs.states.seconds.empty()) return arcs;
    CostVector of_steps = costs.values;
    std::visit([&](auto& values) { values.resize(arcs.states.next.size()); }, of_steps);
    arcs.step_cost = shared(std::move(of_steps));
    return arcs;
}

}  // namespace allways::result
