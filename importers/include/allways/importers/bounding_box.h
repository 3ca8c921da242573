// ReadOptions::bbox: the part of a network inside a box of longitudes and latitudes.
#pragma once

#include <optional>
#include <string>

#include "allways/importers/read.h"

namespace allways {

// The box around all nodes: WGS 84 where the network's reference system is known, else the file's own numbers. Nothing
// without coordinates. Throws InvalidArgument where PROJ does not know the system.
std::optional<ReadOptions::Box> extent_of(const RoadNetwork& network);

// "7.4,43.72,7.45,43.76", as the command takes it; rounded outwards to seven digits after the point (a centimetre).
std::string text_of(const ReadOptions::Box& box);

// Nodes inside, sides included, and the arcs between them. Places in a known reference system are taken to WGS 84,
// others as they are; what is kept is said through `log_to`. Throws InputError for a network without coordinates, and
// where nothing is inside, telling what the network covers.
RoadNetwork within_box(RoadNetwork network, const ReadOptions::Box& box, const std::string& path,
                       const LogCallback& log_to);

}  // namespace allways
