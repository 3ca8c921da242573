// SPDX-License-Identifier: Apache-2.0
// The turn from one arc into another, as GMNS calls it.
#pragma once

#include <string_view>

#include "allways/network/road_network.h"

namespace allways::tools {

// Returns "uturn" for the way back along the same road, otherwise "thru" (up to 45 degrees), "left" or "right" by the
// directions of the arcs where they meet; empty if those are unknown.
std::string_view movement_type(const RoadNetwork& network, ArcIndex from, ArcIndex to);

}  // namespace allways::tools
