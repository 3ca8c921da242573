// SPDX-License-Identifier: Apache-2.0
// Finds where lines cross, touch or share vertices, and cuts them into sections, so that they also meet other lines at
// inner points, if no fields connect them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "allways/network/arc_shapes.h"
#include "vector/end_points.h"

namespace allways::importers {

// Arrays are parallel, in the order of the lines.
struct LineParts {
    ArcShapes shapes;                 // one shape per section
    std::vector<std::uint32_t> line;  // the line of each section
    std::vector<double> begin, end;   // along the line; the last section's end is the line's length
    std::vector<double> lengths;      // lengths of the lines
    // The line's vertex at which each section ends, or the last one before that.
    std::vector<std::uint32_t> last_vertex;

    std::size_t size() const { return line.size(); }
    double line_length(std::size_t part) const { return lengths[line[part]]; }
};

// Returns each line as a single section; `lengths` are the lines' lengths.
LineParts whole_lines(const ArcShapes& lines, std::span<const double> lengths);

// ---- joints: the option join

struct DrawnLines {
    const std::string& layer;  // name of the layer
    const ArcShapes& lines;
    std::span<const double> lengths;
    std::span<const double> levels;      // empty if no field states levels
    std::span<const double> end_levels;  // of each line's two ends; empty if no fields state them
    std::span<const double> heights;     // of each point of the lines, NaN if unknown; empty if no line has any
    LineLengths& length;
    const Places& places;
    double tolerance = 0;
};

struct JoinedLines {
    LineParts parts;
    LineEnds ends;                              // ends of the sections
    std::uint64_t pieces = count_pieces(ends);  // number of separate networks
};

// If options.join is automatic, decides by the number of separate networks and logs the decision.
JoinedLines join_lines(const DrawnLines& drawn, const ReadOptions& options, ImportReport& report);

}  // namespace allways::importers
