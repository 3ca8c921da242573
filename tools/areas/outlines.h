// SPDX-License-Identifier: Apache-2.0
// Areas within a distance of lines, as polygons with few corners.
#pragma once

#include <span>
#include <vector>

#include "areas/contour_grid.h"

namespace allways::tools {

// The rings of a polygon, whose first point is not repeated: the outer one counterclockwise, then holes clockwise.
using OutlinedPolygon = std::vector<std::vector<Coordinate>>;

// For each level, the area within the distance of the lines of all levels up to it; level k adds lines[k]. Apart from
// holes, places nearer than distance - tolerance are inside and places farther than distance + tolerance outside; so
// all lines are inside. The tolerance is above 0 and at most the distance; holes smaller than `hole_limit` are closed,
// with everything in them. Polygons are valid, disjoint, and contained in those of later levels. Uses distance_contours
// with a step of tolerance / √2: a contour stays in its cells when corners are dropped. O(crossings · log).
std::vector<std::vector<OutlinedPolygon>> outlines(std::span<const std::vector<Line>> lines, double distance,
                                                   double tolerance, double hole_limit,
                                                   const ProgressCallback& progress);

}  // namespace allways::tools
