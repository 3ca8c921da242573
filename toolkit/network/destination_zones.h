// Zones: streets for destinations only, and what only they lead to.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// Both empty if no arc is for destinations only.
struct DestinationZones {
    // 1 for arcs of a zone: those marked so, and those at nodes that open streets alone do not lead to and from. (For
    // these, the nodes of each strong component of the network are compared with the largest strong component of its
    // open streets; the one with the lowest node on a tie.) So zones cut nothing off.
    std::vector<std::uint8_t> arc;
    // 1 for nodes inside a zone: all their arcs belong to it.
    std::vector<std::uint8_t> node;

    bool empty() const { return arc.empty(); }
};

// O(n + m).
DestinationZones destination_zones(const RoadNetwork& network);

}  // namespace allways::network
