// SPDX-License-Identifier: Apache-2.0
#include "cost/expanded_network.h"

#include <cmath>

#include "base/threads/blocks.h"
#include "cost/fixed_cost.h"
#include "network/metered.h"
#include "network/turns/build_turn_states.h"

namespace allways::cost {

ExpandedNetwork::ExpandedNetwork(const RoadNetwork& roads, std::string_view cost_field, WorkMeter& meter)
    : roads_(roads), road_adjacency_(build_adjacency(roads.node_count(), roads.tail, meter)) {
    TurnStates states;
    if (!roads.turns.empty()) {
        states =
            network::build_turn_states(roads, road_adjacency_, cost_column(roads, cost_field), available_host_bytes());
    }
    if (!states.empty()) {
        states_ = network::make_state_network(roads, road_adjacency_, std::move(states));
        adjacency_ = build_adjacency(states_->network.node_count(), states_->network.tail, meter);
        return;
    }
    ends_ = made_vector<NodeIndex>(roads.node_count(), meter, [](std::size_t i) { return static_cast<NodeIndex>(i); });
}

CostVector ExpandedNetwork::road_costs(const CostVector& costs) const {
    if (!states_) return costs;
    return std::visit(
        [&](const auto& of_steps) -> CostVector {
            std::remove_cvref_t<decltype(of_steps)> values(roads_.arc_count());
            for (std::size_t i = 0; i < values.size(); ++i) values[road_adjacency_.arcs[i]] = of_steps[i];
            return values;
        },
        costs);
}

ArcCosts ExpandedNetwork::costs(const CostOptions& options, CostType float_type, const LogCallback& log,
                                WorkMeter& meter) const {
    const std::string name = chosen_cost(roads_, options.field, log).name;
    return build_arc_costs(network(), adjacency(), {name, options.type}, float_type, log, meter);
}

ArcCosts ExpandedNetwork::costs(const CostOptions& options, const LogCallback& log) const {
    WorkMeter unmetered;
    return costs(options, CostType::float64, log, unmetered);
}

ArcCosts ExpandedNetwork::costs_of_steps(const ArcCosts& of_roads) const {
    if (!states_) return of_roads;
    CostVector costs = cost::costs_of_steps(states_->states, road_adjacency_, of_roads);
    std::visit([&](auto& values) { values.resize(states_->network.arc_count()); }, costs);  // to end places: nothing
    return {of_roads.scale, std::move(costs)};
}

CostVector costs_of_steps(const TurnStates& states, const AdjacencyArray& adjacency, const ArcCosts& of_roads) {
    const Unit* time = states.seconds.empty() ? nullptr : find_unit(of_roads.scale.unit, Unit::Kind::time);
    return std::visit(
        [&]<class T>(const std::vector<T>& roads) -> CostVector {
            std::vector<T> values;
            values.reserve(states.next.size());
            for (std::size_t state = 0; state < states.size(); ++state) {
                for (const ArcIndex arc : adjacency.out_arcs(states.node[state])) {
                    T value = roads[arc];
                    if (time && is_reachable(value)) {
                        const Decimal price = network::in_unit(states.seconds[values.size()], *time);
                        if constexpr (std::is_integral_v<T>)
                            value += static_cast<T>(price.rounded_fixed_point(of_roads.scale.digits).value_or(0));
                        else
                            value += static_cast<T>(price.to_double());
                    }
                    values.push_back(value);
                }
            }
            return values;
        },
        of_roads.values);
}

}  // namespace allways::cost
