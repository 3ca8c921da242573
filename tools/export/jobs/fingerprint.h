// SPDX-License-Identifier: Apache-2.0
// Fingerprints in 16 digits: equal for runs that solve the same network in the same order.
#pragma once

#include <span>
#include <string>

#include "allways/network/road_network.h"

namespace allways::tools {

// Covers nodes, arcs, columns, texts and shapes, everything that a table of the network may hold. 64-bit FNV-1a
// (Fowler, Noll and Vo): detects accidental differences, not forged ones.
std::string fingerprint(const RoadNetwork& network);
// The rows of a table in some order.
std::string fingerprint(std::span<const NodeIndex> rows);

}  // namespace allways::tools
