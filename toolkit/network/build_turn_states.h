// Turn rules → states: as few nodes are split as decide every step.
#pragma once

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/network/turn_states.h"

namespace allways::network {

// `costs`: the column that paths minimise, one value per arc; arcs without a value are no way on. Prices of turns count
// if the column is a time. Returns no states if no rule bites.
//
// Where paths may not turn round, only the turns that could pay are split off (detours.h); with prices or negative
// costs, all of them. The result depends on the network and the costs alone. O(m log m) on road networks. Throws
// InvalidArgument for rules that do not fit the network, such as sequences whose arcs do not connect.
TurnStates build_turn_states(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs);

}  // namespace allways::network
