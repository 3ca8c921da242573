// SPDX-License-Identifier: Apache-2.0
// The turns of a network: restrictions, as sequences of arcs that are forbidden or mandatory (turn_sequences.cpp), and
// prices by the rules of a profile (turn_costs.cpp).
#pragma once

#include <span>

#include "allways/network/road_network.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

struct TurnCostRules;

// Fills network.turns with the restrictions of ways.turns, by ascending relation id. `first_arc`: the first arc of each
// way, and the number of arcs. Counts the outcomes. Time and memory grow with the relations, the sections of their
// ways, and the sections of via ways that each relation lists (at most 500).
void apply_turn_relations(const Ways& ways, std::span<const ArcIndex> first_arc, RoadNetwork& network, Counts& counts);

// Returns true if the traffic drives on the left: as the rules state, otherwise if more roundabouts run clockwise than
// not.
bool is_left_hand(const TurnCostRules& rules, const Ways& ways, const Nodes& nodes);

// Fills network.turns.costs, by ascending arcs, for a network of build_network with its turn restrictions. Prices do
// not change where paths may turn round. Time O(pairs of arcs that meet), and O(points of shapes).
void add_turn_costs(const TurnCostRules& rules, const Nodes& nodes, bool left_hand, RoadNetwork& network);

}  // namespace allways::importers::osm
