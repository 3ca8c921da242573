// SPDX-License-Identifier: Apache-2.0
// Finds the points where lines meet if no fields connect them: the option join.
#pragma once

#include <span>
#include <string>

#include "allways/importers/read.h"
#include "libraries/vector_layer.h"
#include "vector/end_points.h"
#include "vector/line_parts.h"
#include "vector/vector_fields.h"

namespace allways::importers {

// Returns the level of the current feature's lines, from the OpenStreetMap fields layer, bridge and tunnel: 0 on the
// ground. Of two lines that cross, one is above the other if their layers differ, or if only one is a bridge or a
// tunnel.
double level_of_line(const VectorLayer& layer, const VectorFields& fields);

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
