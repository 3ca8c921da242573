// SPDX-License-Identifier: Apache-2.0
// The reasons why paths may not pass a node: the values of RoadNetwork::no_through; 0 if paths may pass it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "allways/network/road_network.h"

namespace allways {

// Points can snap to roads that lead to a closed barrier, but not to the connectors of a centroid, which are not roads.
// Paths treat both reasons alike.
struct NoThrough {
    enum : std::uint8_t { passable = 0, centroid = 1, barrier = 2 };
};

inline bool is_centroid(const RoadNetwork& network, NodeIndex node) {
    return network.is_no_through(node) && network.no_through[node] == NoThrough::centroid;
}

// Returns the number of nodes that paths may not pass.
inline std::size_t count_no_through(const RoadNetwork& network) {
    return network.no_through.size() -
           static_cast<std::size_t>(std::ranges::count(network.no_through, NoThrough::passable));
}

}  // namespace allways
