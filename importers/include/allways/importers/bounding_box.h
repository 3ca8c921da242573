// SPDX-License-Identifier: Apache-2.0
// ReadOptions::bbox: cuts a network to a box of longitudes and latitudes.
#pragma once

#include <optional>
#include <string>

#include "allways/base/api.h"
#include "allways/importers/read.h"

namespace allways {

// Returns the box around all nodes, with west above east if it lies across the antimeridian: in WGS 84 if the network's
// reference system is known, else in the file's own units. Returns nothing without coordinates. Throws InvalidArgument
// if PROJ does not know the system.
ALLWAYS_API std::optional<ReadOptions::Box> extent_of(const RoadNetwork& network);

// Returns "7.4,43.72,7.45,43.76", as the command takes it; rounded outwards to 1e-7 degrees (a centimetre).
ALLWAYS_API std::string text_of(const ReadOptions::Box& box);

// Keeps the nodes inside the box, sides included, and the arcs between them; logs the numbers kept. Converts
// coordinates in a known reference system to WGS 84 and compares others as they are. Throws InputError for a network
// without coordinates, and if no node is inside, stating the extent of the network.
ALLWAYS_API RoadNetwork within_box(RoadNetwork network, const ReadOptions::Box& box, const std::string& path,
                                   const LogCallback& log_to);

}  // namespace allways
