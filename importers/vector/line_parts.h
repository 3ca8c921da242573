// SPDX-License-Identifier: Apache-2.0
// Cuts lines into sections, so that they also meet other lines at inner points.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "allways/network/arc_shapes.h"

namespace allways::importers {

// A position inside a line: in the segment that begins at vertex number `segment`, at the fraction `along` of its
// length. 0 is the vertex itself, which is not an end of the line.
struct Cut {
    std::uint32_t line = 0;
    std::uint32_t segment = 0;
    double along = 0;
    Coordinate place;

    bool at_vertex() const { return along == 0; }
};

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

using LineLength = std::function<double(std::span<const Coordinate>)>;

// Returns each line as a single section; `lengths` are the lines' lengths.
LineParts whole_lines(const ArcShapes& lines, std::span<const double> lengths);

// Cuts may be in any order and may repeat. A cut inside a segment is skipped if a cut vertex, an end, or the previous
// cut lies within `tolerance` of it. The lengths of sections add up to those of lines, as `length` measures them.
LineParts cut_lines(const ArcShapes& lines, std::vector<Cut> cuts, double tolerance, const LineLength& length);

// Returns inner vertices that coincide exactly with a vertex of another line, or with another one of the same line.
std::vector<Cut> shared_vertices(const ArcShapes& lines);

}  // namespace allways::importers
