// Whether an order of elimination is one of this network.
#pragma once

#include <span>
#include <string>

#include "allways/network/road_network.h"

namespace allways {

// What keeps `order` from being an order of elimination of the network, which names each node that paths may pass once;
// empty: nothing does. O(n). Arcs and costs play no part.
std::string why_order_misfits(const RoadNetwork& network, std::span<const NodeIndex> order);

}  // namespace allways
