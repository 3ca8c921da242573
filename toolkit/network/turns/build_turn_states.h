// SPDX-License-Identifier: Apache-2.0
// Turn rules → states. Splits only as many nodes as needed to decide every step.
#pragma once

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/network/turn_rules.h"
#include "base/host_memory.h"
#include "network/turns/destination_zones.h"

namespace allways::network {

// The ways back that states forbid, where paths may not turn round.
enum class ListedWaysBack {
    paying,  // those that could be part of a shortest path with these costs (detours.h)
    all,     // for costs that vary: whatever they are, no shortest path turns round there
};

// `costs`: the column that paths minimise, one value per arc; paths do not use arcs without a value. Prices of turns
// count if the column is a time. Returns no states if no rule has an effect.
//
// `zones`: receives those of the network under these costs; none without other rules or streets for destinations only.
//
// With prices or negative costs all ways back are forbidden. The result depends on the network and the costs alone. O(m
// log m) on road networks. Throws InvalidArgument for rules that do not fit the network, such as sequences whose arcs
// do not connect, and for prices beside a cost without a unit, and CapacityError if the states need more memory than is
// available: a node with d in-arcs and d out-arcs may have d states of d steps.
TurnStates build_turn_states(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs,
                             std::uint64_t memory_limit_bytes = available_host_bytes(),
                             ListedWaysBack ways_back = ListedWaysBack::paying, DestinationZones* zones = nullptr);

}  // namespace allways::network
