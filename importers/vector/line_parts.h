// Lines cut into parts, so that they meet others inside too.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "allways/network/arc_shapes.h"

namespace allways {

// A place inside a line: in the segment that begins at the vertex of that number, `along` of its length on. 0 is the
// vertex itself, which is no end of the line.
struct Cut {
    std::uint32_t line = 0;
    std::uint32_t segment = 0;
    double along = 0;
    Coordinate place;

    bool at_vertex() const { return along == 0; }
};

// Arrays are parallel, in the order of the lines.
struct LineParts {
    ArcShapes shapes;                 // a shape a part
    std::vector<std::uint32_t> line;  // whose part it is
    std::vector<double> begin, end;   // along the line; the last part's end is the line's length
    std::vector<double> lengths;      // of the lines

    std::size_t size() const { return line.size(); }
    double line_length(std::size_t part) const { return lengths[line[part]]; }
};

using LineLength = std::function<double(std::span<const Coordinate>)>;

// Each line as its one part; `lengths` are theirs.
LineParts whole_lines(const ArcShapes& lines, std::span<const double> lengths);

// Cuts come in any order and may repeat. One inside a segment is skipped where a vertex that is cut, an end, or the cut
// before it lies within `tolerance` of it; the lengths of parts add up to those of lines, as `length` has them.
LineParts cut_lines(const ArcShapes& lines, std::vector<Cut> cuts, double tolerance, const LineLength& length);

// The inner vertices that lie exactly where another line has a vertex or an end, or the same line has once more.
std::vector<Cut> shared_vertices(const ArcShapes& lines);

}  // namespace allways
