// The line that an arc runs along, and which arcs share it.
#pragma once

#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// From the end node with the lower index to the other, whichever way the arc runs: along its shape, straight where it has
// none. Of an arc between two different nodes with coordinates.
std::vector<Coordinate> road_line(const RoadNetwork& network, std::size_t arc);

// Whether the arc runs from the lower node index to the higher.
inline bool runs_upward(const RoadNetwork& network, std::size_t arc) { return network.tail[arc] < network.head[arc]; }

// Whether two arcs join the same two nodes, either way, along the same line.
bool same_road(const RoadNetwork& network, std::size_t a, std::size_t b);

}  // namespace allways::network
