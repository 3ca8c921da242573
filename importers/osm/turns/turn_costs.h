// SPDX-License-Identifier: Apache-2.0
// The prices of a network's turns, by the rules of a profile: computes TurnRules::costs from shapes of arcs and prices
// of nodes.
#pragma once

#include "allways/network/road_network.h"

namespace allways::importers::osm {

class Nodes;
struct TurnCostRules;
struct Ways;

// Returns true if the traffic drives on the left: as the rules state, otherwise if more roundabouts run clockwise than
// not.
bool is_left_hand(const TurnCostRules& rules, const Ways& ways, const Nodes& nodes);

// Fills network.turns.costs, by ascending arcs, for a network of build_network with its turn restrictions. Prices do
// not change where paths may turn round. Time O(pairs of arcs that meet), and O(points of shapes).
void add_turn_costs(const TurnCostRules& rules, const Nodes& nodes, bool left_hand, RoadNetwork& network);

}  // namespace allways::importers::osm
