// SPDX-License-Identifier: Apache-2.0
// Fingerprints of 16 hexadecimal digits: equal for runs that solve the same network in the same order.
#pragma once

#include <span>
#include <string>

#include "allways/network/road_network.h"

namespace allways::tools {

// Covers nodes, arcs, columns, texts and shapes: everything that a table of the network may contain. The hash is 64-bit
// FNV-1a (Fowler, Noll and Vo), which detects accidental differences but not forged ones.
std::string fingerprint(const RoadNetwork& network);
// The fingerprint of a table's rows in their order of computing.
std::string fingerprint(std::span<const NodeIndex> rows);

}  // namespace allways::tools
