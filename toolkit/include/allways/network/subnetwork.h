// A part of a network.
#pragma once

#include <cstdint>
#include <span>

#include "allways/network/road_network.h"

namespace allways {

// The nodes with keep_node[node] != 0 and the arcs with both ends among them, in the order they had, with all they
// carry: ids, places, marks, columns, texts, shapes (those in use), provenance. `keep_node` has one entry a node. O(n +
// m).
RoadNetwork induced_subnetwork(const RoadNetwork& network, std::span<const std::uint8_t> keep_node);

}  // namespace allways
