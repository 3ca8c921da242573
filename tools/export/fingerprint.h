// What a network is, in 16 digits: to tell whether two runs solve the same one.
#pragma once

#include <string>

#include "allways/network/road_network.h"

namespace allways::tools {

// Of nodes, arcs, columns, texts and shapes, everything that a table of the network may hold. 64-bit FNV-1a (Fowler,
// Noll and Vo): made to tell apart, not to withstand anyone.
std::string fingerprint(const RoadNetwork& network);

}  // namespace allways::tools
