// Where lines cross or touch without a vertex in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vector/end_points.h"
#include "vector/line_parts.h"

namespace allways {

struct LineCrossings {
    std::vector<Cut> cuts;        // of both lines of a crossing, and of the line that an end touches
    std::uint64_t crossings = 0;  // that are cut
    std::uint64_t apart = 0;      // of lines on different levels, which are not
};

// Crossings are those of the lines as they are drawn, straight between their points. `level` is of each line: lines of
// different levels cross without meeting. An end of a line within `tolerance` (as meet_ends has it) of another line
// touches it, whatever their levels: bridges begin and end on roads. O(points · log + crossings) for lines as roads
// are.
LineCrossings find_crossings(const ArcShapes& lines, std::span<const double> level, double tolerance,
                             const Places& places);

}  // namespace allways
