// Lines as texts of tables state them: WKT, or PostGIS's EWKT and EWKB in hexadecimal digits.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways {

struct LineGeometry {
    std::vector<Coordinate> points;  // two or more, finite; none for an empty line
    int srid = 0;                    // of the spatial reference system, as EWKT and EWKB state it; 0: not stated
};

// A line, or a line in parts one part after another ("LINESTRING (1 2, 3 4)", "SRID=4326;LINESTRING …", "0102…").
// Nothing for any other text.
std::optional<LineGeometry> parse_line_geometry(std::string_view text);

// What messages say was expected.
inline constexpr std::string_view line_geometry_words = "WKT such as LINESTRING (1 2, 3 4), of two or more points";

// Whether a line's ends lie nearer to a road's ends the other way round.
bool runs_backward(std::span<const Coordinate> points, Coordinate from, Coordinate to);

}  // namespace allways
