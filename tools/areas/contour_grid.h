// Lines in a plane → where the distance from them passes a given value: crossings on the edges of a square grid, before
// they become outlines (outlines.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/coordinate.h"

namespace allways::tools {

using Line = std::vector<Coordinate>;

// Nodes are (column, row), counted from `origin`, `step` apart. An edge leads from a node to the next one to the right,
// or up.
struct ContourGrid {
    using Edge = std::uint64_t;  // those of one row in the order of their columns, one row after the other

    Coordinate origin;
    double step = 1;
    std::uint64_t columns = 0;

    Edge edge(std::uint64_t column, std::uint64_t row, bool up) const {
        return 2 * (row * columns + column) + (up ? 1 : 0);
    }
    static bool leads_up(Edge edge) { return edge % 2 != 0; }
    std::uint64_t row(Edge edge) const { return edge / 2 / columns; }
    std::uint64_t column(Edge edge) const { return edge / 2 % columns; }
};

// Where a contour comes over an edge into a cell, and the edge over which it leaves that cell; what is near lies to its
// left.
struct Crossing {
    ContourGrid::Edge edge = 0;
    ContourGrid::Edge next = 0;
    double depth = 0;            // share of the edge from its near to its far node, never quite 0 or 1
    bool near_is_first = false;  // the edge begins at its near node
};

// The crossings of one cutoff, each edge once, in the order of their edges.
using Contours = std::vector<Crossing>;

struct DistanceContours {
    ContourGrid grid;
    std::vector<Contours> levels;
};

// Crossings never lie nearer to a node than this share of an edge, so that no two contours touch.
inline constexpr double least_depth = 1.0 / 64;

// Contours at `distance` around the lines of all levels up to each; `lines[k]` are those that level k adds, each of one
// point or more. Exact at the nodes of the grid, and on its edges a straight line between their distances (marching
// squares; Lorensen & Cline 1987), so that a level's area holds those of earlier levels. Tiles of the grid that lie
// near lines are done on all threads, with the same result whatever their number. O(length of lines · distance /
// step²). Progress stage "areas", in tiles; throws Cancelled, and InvalidArgument for a step so small beside the lines
// that the grid would fill the memory.
DistanceContours distance_contours(std::span<const std::vector<Line>> lines, double distance, double step,
                                   const ProgressCallback& progress);

}  // namespace allways::tools
