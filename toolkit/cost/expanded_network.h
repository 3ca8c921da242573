// SPDX-License-Identifier: Apache-2.0
// The turn-expanded network: the road network itself if no turn rule applies, else the network of its states.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"
#include "network/turns/state_network.h"

namespace allways::cost {

// Solvers and searches work on network(): rows of a table are its nodes 0 … row_count()-1, one for each state; the
// column of a node is ends()[node]. Borrows the road network.
class ExpandedNetwork {
public:
    // `cost_field`: as in cost_column(). Throws InvalidArgument for turn rules that do not fit, and under turn rules
    // for an unknown field.
    ExpandedNetwork(const RoadNetwork& roads, std::string_view cost_field, WorkMeter& meter);
    ExpandedNetwork(const RoadNetwork& roads, std::string_view cost_field, WorkMeter&& unmetered = {})
        : ExpandedNetwork(roads, cost_field, unmetered) {}
    ExpandedNetwork(const ExpandedNetwork&) = delete;
    ExpandedNetwork& operator=(const ExpandedNetwork&) = delete;

    const RoadNetwork& roads() const { return roads_; }
    const AdjacencyArray& road_adjacency() const { return road_adjacency_; }
    const RoadNetwork& network() const { return states_ ? states_->network : roads_; }
    const AdjacencyArray& adjacency() const { return states_ ? adjacency_ : road_adjacency_; }
    const network::StateNetwork* states() const { return states_ ? &*states_ : nullptr; }  // null: nodes are states

    std::size_t node_count() const { return roads_.node_count(); }  // nodes of the road network, and columns of a table
    std::size_t row_count() const { return states_ ? states_->states.size() : roads_.node_count(); }
    const std::vector<NodeIndex>& ends() const { return states_ ? states_->end_of : ends_; }
    NodeIndex node_of(NodeIndex state) const { return states_ ? states_->node_of(state) : state; }

    // Returns the costs of the road network's arcs, picked from those of network().
    CostVector road_costs(const CostVector& costs) const;
    // The costs of network(), by a column that is chosen among those of the roads: prices of turns would hide one that
    // is 0 on every arc.
    ArcCosts costs(const CostOptions& options, CostType float_type, const LogCallback& log, WorkMeter& meter) const;
    ArcCosts costs(const CostOptions& options, const LogCallback& log = {}) const;
    // The reverse of road_costs: returns raw costs of network().
    ArcCosts costs_of_steps(const ArcCosts& of_roads) const;

private:
    const RoadNetwork& roads_;
    AdjacencyArray road_adjacency_;
    std::optional<network::StateNetwork> states_;
    AdjacencyArray adjacency_;  // of the states' network
    std::vector<NodeIndex> ends_;
};

// Raw costs of the states' steps: those of their arcs, with prices of turns rounded to the digits of the costs.
// `adjacency`: that of the road network. O(steps).
CostVector costs_of_steps(const TurnStates& states, const AdjacencyArray& adjacency, const ArcCosts& of_roads);

}  // namespace allways::cost
