// A network's fingerprint in 16 digits: equal for runs that solve the same network.
#pragma once

#include <string>

#include "allways/network/road_network.h"

namespace allways::tools {

// Covers nodes, arcs, columns, texts and shapes, everything that a table of the network may hold. 64-bit FNV-1a
// (Fowler, Noll and Vo): detects accidental differences, not forged ones.
std::string fingerprint(const RoadNetwork& network);

}  // namespace allways::tools
