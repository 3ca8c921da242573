// SPDX-License-Identifier: Apache-2.0
// Finds positions where lines cross or touch without a common vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/importers/read.h"
#include "vector/end_points.h"
#include "vector/line_parts.h"

namespace allways::importers {

struct LineCrossings {
    std::vector<Cut> cuts;        // for both lines of a crossing, and for the line that an end touches
    std::uint64_t crossings = 0;  // crossings that are cut
    std::uint64_t apart = 0;      // crossings on different levels, which are not cut
};

// Finds crossings of lines as drawn, straight between their points. `level` has the level of each line: lines on
// different levels cross without meeting. An end of a line within `tolerance` (as in meet_ends) of another line touches
// it, whatever their levels, since bridges begin and end on roads. O(points · log + crossings) for lines of typical
// roads.
LineCrossings find_crossings(const ArcShapes& lines, std::span<const double> level, double tolerance,
                             const Places& places);

// Finds places where lines cross on the same level without a common vertex, dead ends within `near` of a line that does
// not end at the same node, and all other dead ends. `node` has the nodes of each line's ends, `level` the level of
// each line. Time as above.
std::vector<ImportReport::LooseEnd> find_loose_ends(const ArcShapes& lines, std::span<const NodeIndex> node,
                                                    std::span<const double> level, double near, const Places& places);

}  // namespace allways::importers
