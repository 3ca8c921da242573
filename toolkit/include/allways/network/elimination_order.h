// SPDX-License-Identifier: Apache-2.0
// Checks if an elimination order fits a network.
#pragma once

#include <span>
#include <string>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

// Returns why `order` is not an elimination order of the network, which contains each passable node exactly once, or an
// empty text if it is. O(n). Arcs and costs are irrelevant.
ALLWAYS_API std::string why_order_misfits(const RoadNetwork& network, std::span<const NodeIndex> order);

}  // namespace allways
