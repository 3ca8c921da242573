// SPDX-License-Identifier: Apache-2.0
#include "cost/expanded_network.h"

#include <cmath>

#include "base/threads/blocks.h"
#include "cost/metered_arc_costs.h"
#include "network/metered.h"
#include "network/turns/build_turn_states.h"

namespace allways::cost {

ExpandedNetwork::ExpandedNetwork(const RoadNetwork& roads, std::string_view cost_field, WorkMeter& meter)
    : roads_(roads), road_adjacency_(build_adjacency(roads.node_count(), roads.tail, meter)) {
    TurnStates states;
    if (!roads.turns.empty()) {
        states = network::build_turn_states(roads, road_adjacency_, cost_column(roads, cost_field),
                                            available_host_bytes(), network::ListedWaysBack::paying, &zones_);
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
    const TurnStates& states = states_->states;
    const Unit* time = states.seconds.empty() ? nullptr : find_unit(of_roads.scale.unit, Unit::Kind::time);
    ArcCosts costs{of_roads.scale, {}};
    std::visit(
        [&]<class T>(const std::vector<T>& roads) {
            std::vector<T> values;
            values.reserve(states_->network.arc_count());
            for (std::size_t state = 0; state < states.size(); ++state) {
                const auto arcs = road_adjacency_.out_arcs(states.node[state]);
                for (std::size_t i = 0; i < arcs.size(); ++i) {
                    T value = roads[arcs[i]];
                    if (time && is_reachable(value)) {
                        const Decimal price = network::in_unit(states.seconds[states.first_step[state] + i], *time);
                        if constexpr (std::is_integral_v<T>)
                            value += static_cast<T>(price.rounded_fixed_point(costs.scale.digits).value_or(0));
                        else
                            value += static_cast<T>(price.to_double());
                    }
                    values.push_back(value);
                }
            }
            values.resize(states_->network.arc_count());  // arcs to end places cost nothing
            costs.values = std::move(values);
        },
        of_roads.values);
    return costs;
}

}  // namespace allways::cost
