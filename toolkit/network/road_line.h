// SPDX-License-Identifier: Apache-2.0
// The line that an arc runs along, and the test for arcs that share it.
#pragma once

#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// Returns true if the arc runs along its road from beginning to end: from the end node with the lower index to the
// other. A loop, whose two end nodes are one, begins in the direction whose coordinates come first in order; if both
// directions have the same coordinates, because the loop goes out and back on one line, the direction of its shape
// decides.
bool runs_upward(const RoadNetwork& network, std::size_t arc);

// The line from the road's beginning to its end, whichever way the arc runs: along its shape, or straight without one.
// Requires coordinates at the arc's end nodes.
std::vector<Coordinate> road_line(const RoadNetwork& network, std::size_t arc);

// Returns true if two arcs join the same two nodes, in either direction, along the same line.
bool same_road(const RoadNetwork& network, std::size_t a, std::size_t b);

}  // namespace allways::network
