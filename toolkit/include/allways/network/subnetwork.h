// SPDX-License-Identifier: Apache-2.0
// Cuts a subnetwork out of a network.
#pragma once

#include <cstdint>
#include <span>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

// Keeps the nodes with keep_node[node] != 0 and the arcs between them, in their order, with all their data: ids,
// coordinates, marks, columns, texts, the shapes still used, provenance. `keep_node` has one entry per node. O(n + m).
ALLWAYS_API RoadNetwork induced_subnetwork(const RoadNetwork& network, std::span<const std::uint8_t> keep_node);

// Keeps all nodes, and the arcs with closed[arc] == 0, likewise. `closed` has one entry per arc.
ALLWAYS_API RoadNetwork without_arcs(const RoadNetwork& network, std::span<const std::uint8_t> closed);

}  // namespace allways
