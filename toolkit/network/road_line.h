// The line that an arc runs along, and which arcs share it.
#pragma once

#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// Whether the arc runs along its road from begin to end: from the end node with the lower index to the other, whichever
// arc is asked. A loop, whose two ends are one node, begins the way whose coordinates come first in order; where both
// ways have the same coordinates, as there and back again, its shape tells.
bool runs_upward(const RoadNetwork& network, std::size_t arc);

// From the road's begin to its end, whichever way the arc runs: along its shape, straight where it has none. Of an arc
// between nodes with coordinates.
std::vector<Coordinate> road_line(const RoadNetwork& network, std::size_t arc);

// Whether two arcs join the same two nodes, either way, along the same line.
bool same_road(const RoadNetwork& network, std::size_t a, std::size_t b);

}  // namespace allways::network
