// SPDX-License-Identifier: Apache-2.0
// Drops the points of a line that are invisible at the zoom level that shows the whole line.
#pragma once

#include <vector>

#include "allways/network/coordinate.h"

namespace allways::tools {

// Douglas and Peucker 1973, for a line that fills a map of about a thousand pixels. Keeps the first and last point.
std::vector<Coordinate> simplified_line(const std::vector<Coordinate>& line);

}  // namespace allways::tools
