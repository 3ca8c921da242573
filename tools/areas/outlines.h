// Areas within a distance of lines, as polygons with few corners.
#pragma once

#include <span>
#include <vector>

#include "areas/contour_grid.h"

namespace allways::tools {

struct OutlinedPolygon {
    std::vector<Coordinate> outer;               // against the clock, its first point once
    std::vector<std::vector<Coordinate>> holes;  // with the clock
};

struct OutlineOptions {
    double distance = 0;
    double tolerance = 0;   // above 0, at most the distance
    double hole_limit = 0;  // holes of a smaller area are closed, and what lies in them is one with them
    ProgressCallback progress = {};
};

// What lies within the distance of the lines of all levels up to each; `lines[k]` are those that level k adds. Holes
// apart, a place nearer than distance - tolerance lies inside and one farther than distance + tolerance outside; so
// every place on a line lies inside. Polygons are valid, apart from each other, and lie in those of later levels. As
// distance_contours, with a step of tolerance / √2: a contour stays in the cells that it runs through when corners are
// left out. O(crossings · log).
std::vector<std::vector<OutlinedPolygon>> outlines(std::span<const std::vector<Line>> lines,
                                                   const OutlineOptions& options);

}  // namespace allways::tools
