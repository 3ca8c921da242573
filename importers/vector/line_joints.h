// Where lines meet that no fields connect: the option join.
#pragma once

#include <span>
#include <string>

#include "allways/importers/read.h"
#include "libraries/vector_layer.h"
#include "vector/end_points.h"
#include "vector/line_lengths.h"
#include "vector/line_parts.h"
#include "vector/vector_fields.h"

namespace allways {

// The level of the current feature's lines, by the fields layer, bridge and tunnel as OpenStreetMap has them: 0 on the
// ground.
double level_of_line(const VectorLayer& layer, const VectorFields& fields);

struct DrawnLines {
    const std::string& layer;  // its name
    const ArcShapes& lines;
    std::span<const double> lengths;
    std::span<const double> levels;  // empty where no field tells any
    LineLengths& length;
    const Places& places;
    double tolerance = 0;
};

struct JoinedLines {
    LineParts parts;
    LineEnds ends;  // of the parts
};

// Decides by the pieces that the lines make where options.join leaves it open, and says so through options.log.
JoinedLines join_lines(const DrawnLines& drawn, const ReadOptions& options, ImportReport& report);

}  // namespace allways
