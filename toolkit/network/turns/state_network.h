// SPDX-License-Identifier: Apache-2.0
// A network whose nodes are the states of drives. Solvers and searches work on it, so they need not know any rule.
#pragma once

#include <span>
#include <vector>

#include "allways/base/units.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/network/turn_rules.h"

namespace allways::network {

// Nodes 0 … states.size()-1 of `network` are the states: a drive from node i of the road network starts at node i. The
// end places follow, one for each node of the road network with several states, which all lead to it at no cost. A node
// with a single state is its own end. Arcs are the states' steps in their order, so that their ordinals are those of
// the road network's arcs, and the first arcs are those of the road network in the order of its adjacency array;
// forbidden steps are loops, which no path uses. Columns of time include prices of turns; there are no texts, shapes or
// rules.
struct StateNetwork {
    TurnStates states;
    RoadNetwork network;
    std::vector<NodeIndex> end_of;  // by node of the road network: the node where drives to it end

    NodeIndex node_of(NodeIndex state) const { return states.node[state]; }
    bool has_end(NodeIndex node) const { return end_of[node] != node; }
};

// Converts the price of a turn to a unit of time; minutes and hours are rounded to 9 digits.
Decimal in_unit(const Decimal& seconds, const Unit& time);

// `adjacency`: that of the road network. O(steps).
StateNetwork make_state_network(const RoadNetwork& roads, const AdjacencyArray& adjacency, TurnStates states);

}  // namespace allways::network
