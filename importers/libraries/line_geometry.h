// SPDX-License-Identifier: Apache-2.0
// Lines and points as text in tables: WKT, or PostGIS's EWKT and EWKB in hexadecimal digits; points also as GeoJSON.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::importers {

struct LineGeometry {
    std::vector<Coordinate> points;  // two or more, finite; empty for an empty line
    int srid = 0;                    // spatial reference system stated by EWKT or EWKB; 0: not stated
};

// Parses a line, or a multi-part line whose parts are joined in order ("LINESTRING (1 2, 3 4)", "SRID=4326;LINESTRING
// …", "0102…"). Returns nothing for any other text.
std::optional<LineGeometry> parse_line_geometry(std::string_view text);

// The expected text, for messages.
inline constexpr std::string_view line_geometry_words = "WKT such as LINESTRING (1 2, 3 4), of two or more points";

// Parses a point, or a collection of one point ("POINT (7 43)", {"type":"Point","coordinates":[7,43]}). Returns its
// finite place, and its spatial reference system as in LineGeometry, 4326 for GeoJSON; nothing for any other text.
std::optional<std::pair<Coordinate, int>> parse_point_geometry(std::string_view text);

// Returns true if a line's ends lie nearer to a road's ends when the line is reversed.
bool runs_backward(std::span<const Coordinate> points, Coordinate from, Coordinate to);

}  // namespace allways::importers
