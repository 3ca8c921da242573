// SPDX-License-Identifier: Apache-2.0
// Finds where lines cross, touch or share vertices, and cuts them into sections, so that they also meet other lines at
// inner points, if no fields connect them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "allways/network/arc_shapes.h"
#include "vector/end_points.h"

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

// Positions where lines cross or touch without a common vertex.
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
