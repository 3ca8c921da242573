// Contours with fewer corners that stay in the cells they run through.
#pragma once

#include <cstdint>
#include <vector>

#include "areas/contour_grid.h"

namespace allways::tools {

// One level's crossings in the order of their edges, with parallel arrays.
struct SimplifiedContours {
    Contours crossings;
    std::vector<std::uint32_t> next;      // the crossing that follows along the contour
    std::vector<std::uint8_t> is_corner;  // 1 where the simplified contour has a corner
    std::vector<double> depth;            // where the simplified contour comes over the edge
};

// In steps of the grid from its origin.
Coordinate place_on_edge(const ContourGrid& grid, const Crossing& crossing, double depth);

// Greedily the longest straight pieces from corner to corner that cross the same edges in the same order (as in a
// corridor of cells; Imai & Iri 1988), and each no farther from the contour than half an edge; so contours neither
// cross nor touch. Where a contour comes over an edge that one of the smaller level `before` crosses too, it does so no
// nearer, and runs that are the same keep their corners; so areas stay one within the other.
SimplifiedContours simplify_contours(const ContourGrid& grid, Contours crossings, const SimplifiedContours& before);

}  // namespace allways::tools
