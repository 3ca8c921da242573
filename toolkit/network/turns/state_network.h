// SPDX-License-Identifier: Apache-2.0
// A network whose nodes are the states of a drive: what solvers and searches work on, so that they need to know no
// rule.
#pragma once

#include <span>
#include <vector>

#include "allways/base/units.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/network/turn_states.h"

namespace allways::network {

// Nodes 0 … states.size()-1 of `network` are the states: a drive from node i of the roads starts at node i. Then follow
// the ends, one for each node of the roads with several states, which all lead to it at no cost. A node with a single
// state is its own end. Arcs are the states' steps in their order, so that their ordinals are those of the roads' arcs,
// and the first arcs are the roads' in the order of their adjacency; forbidden steps are loops, which no path uses.
// Columns have prices of turns added to times; there are no texts, shapes or rules.
struct StateNetwork {
    TurnStates states;
    RoadNetwork network;
    std::vector<NodeIndex> end_of;  // by node of the roads: where a drive to it ends

    NodeIndex node_of(NodeIndex state) const { return states.node[state]; }
    bool has_end(NodeIndex node) const { return end_of[node] != node; }
};

// The price of a turn in a unit of time; minutes and hours are rounded to 9 digits.
Decimal in_unit(const Decimal& seconds, const Unit& time);

// `adjacency`: of the roads. O(steps).
StateNetwork make_state_network(const RoadNetwork& roads, const AdjacencyArray& adjacency, TurnStates states);

}  // namespace allways::network
