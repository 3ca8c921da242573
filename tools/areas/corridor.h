// SPDX-License-Identifier: Apache-2.0
// Simplifies contours: fewer corners, but within the same cells of the grid.
#pragma once

#include <cstdint>
#include <vector>

#include "areas/contour_grid.h"

namespace allways::tools {

// One level's crossings, sorted by edge, with parallel arrays.
struct SimplifiedContours {
    Contours crossings;
    std::vector<std::uint32_t> next;      // index of the next crossing along the contour
    std::vector<std::uint8_t> is_corner;  // 1 where the simplified contour has a corner
    std::vector<double> depth;            // where the simplified contour crosses the edge
};

// The place of a crossing, in grid steps from the grid's origin.
Coordinate place_on_edge(const ContourGrid& grid, const Crossing& crossing, double depth);

// Greedily takes the longest straight pieces from corner to corner that cross the same edges in the same order (a
// corridor of cells; Imai & Iri 1988) and stay within half an edge of the contour, so contours neither cross nor touch.
// Areas stay nested: where a run would cross an edge inside the next smaller level `before`, it stays at or outside
// that level's crossings instead. Elsewhere the result does not depend on `before`.
SimplifiedContours simplify_contours(const ContourGrid& grid, Contours crossings, const SimplifiedContours& before);

}  // namespace allways::tools
