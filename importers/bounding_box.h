// ReadOptions::bbox: the part of a network inside a box of longitudes and latitudes.
#pragma once

#include <string>

#include "allways/importers/read.h"

namespace allways {

// Nodes inside, sides included, and the arcs between them. Places in a known reference system are taken to WGS 84,
// others as they are; what is kept is said through `log_to`. Throws InputError for a network without coordinates, and
// where nothing is inside, telling what the network covers.
RoadNetwork within_box(RoadNetwork network, const ReadOptions::Box& box, const std::string& path,
                       const LogCallback& log_to);

}  // namespace allways
