// SPDX-License-Identifier: Apache-2.0
// Lines of answers: converts them to printable text and back (Google's encoded polyline algorithm, latitude first, as
// OSRM uses it), and drops points that are invisible at the zoom level that shows the whole line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::tools {

// `digits`: 5 or 6 decimals.
std::string encode_polyline(std::span<const Coordinate> line, int digits);
// Returns nothing if the text is not an encoded line.
std::optional<std::vector<Coordinate>> decode_polyline(std::string_view text, int digits);

// Douglas and Peucker 1973, for a line that fills a map of about a thousand pixels. Keeps the first and last point.
std::vector<Coordinate> simplified_line(const std::vector<Coordinate>& line);

}  // namespace allways::tools
