// The network that a solved table or a factor carries with it.
#pragma once

#include <vector>

#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"

namespace allways {

// The tail of each arc.
std::vector<NodeIndex> tails_of(const TableArcs& arcs);

// Nodes with their ids, places and no-through marks, arcs in the order of TableArcs with all they carry, and a column
// of the table's cost, called as it is, at the table's resolution, which takes the place of a column of that name. O(n
// + m). Throws InvalidArgument for a table without arcs: a matrix's, or one solved without next hops.
RoadNetwork extract_network(const DistanceTable& table);
// With its order of elimination.
RoadNetwork extract_network(const NetworkFactor& factor);

}  // namespace allways
