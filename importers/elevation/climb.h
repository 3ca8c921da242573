// SPDX-License-Identifier: Apache-2.0
// Heights from a raster → columns `ascent` and `descent` of arcs, and times that mind slopes.
#pragma once

#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Adds the columns `ascent` and `descent`, in metres for the direction of each arc, from options.elevation. Heights are
// taken along the shapes at steps of about a cell of the raster, at least 10 m, and smoothed by a moving average over
// 150 m that keeps the ends (as GraphHopper does). Bridges, tunnels, covered roads and ferries
// rise evenly from end to end. Places without a height get one from their neighbours along the roads. ascent - descent
// is exactly the difference of the ends' heights. A network whose reader left the note "grade" (of a profile:
// "bicycle", "foot") and columns time, length and free_speed gets the times of that rule; ferries and steps keep
// theirs.
//
// Adds counts to the report. Throws InputError for a network without positions or reference system, or with heights
// already, for a file that is no raster of heights (HeightRaster), if no point has a height, and if more than a fifth
// of the points have none, unless options.lenient is set. O(m log m + points).
void add_climb(RoadNetwork& network, const ReadOptions& options, ImportReport& report);

}  // namespace allways::importers
