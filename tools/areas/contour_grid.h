// SPDX-License-Identifier: Apache-2.0
// Lines in a plane → contours at a given distance from them, as crossings on the edges of a square grid. outlines.h
// makes polygons of the contours.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/coordinate.h"

namespace allways::tools {

using Line = std::vector<Coordinate>;

// Nodes are (column, row), counted from `origin`, `step` apart. An edge leads from a node to its right or its upper
// neighbour.
struct ContourGrid {
    using Edge = std::uint64_t;  // numbered row by row, each row in the order of its columns

    Coordinate origin;  // a multiple of the step, so that every grid of the step has the same nodes
    double step = 1;
    std::uint64_t columns = 0;

    Edge edge(std::uint64_t column, std::uint64_t row, bool up) const {
        return 2 * (row * columns + column) + (up ? 1 : 0);
    }
    static bool leads_up(Edge edge) { return edge % 2 != 0; }
    std::uint64_t row(Edge edge) const { return edge / 2 / columns; }
    std::uint64_t column(Edge edge) const { return edge / 2 % columns; }
};

// A contour enters a cell over `edge` and leaves it over `next`; the near side is on its left.
struct Crossing {
    ContourGrid::Edge edge = 0;
    ContourGrid::Edge next = 0;
    double depth = 0;            // distance from the edge's near node as a share of the edge, strictly between 0 and 1
    bool near_is_first = false;  // the edge begins at its near node
};

// The crossings of one cutoff, each edge once, sorted by edge.
using Contours = std::vector<Crossing>;

// No crossing is nearer to a node than this share of an edge, so that contours never touch.
inline constexpr double least_depth = 1.0 / 64;

// The grid, and for each level the contours at `distance` from the lines of all levels up to it. Level k adds lines[k];
// each line has one or more points. Distances are exact at the grid's nodes and interpolated linearly along its edges
// (marching squares; Lorensen & Cline 1987), so that a level's area contains those of earlier levels. All threads share
// the tiles near lines; the result does not depend on their number. O(length of lines · distance / step²). Progress
// stage "areas", in tiles; throws Cancelled, and InvalidArgument if the step is so small that the grid would fill the
// memory.
std::pair<ContourGrid, std::vector<Contours>> distance_contours(std::span<const std::vector<Line>> lines,
                                                                double distance, double step,
                                                                const ProgressCallback& progress);

}  // namespace allways::tools
