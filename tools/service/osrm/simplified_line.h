// SPDX-License-Identifier: Apache-2.0
// Leaves out points of a line that nobody sees at the zoom level at which the whole line is shown.
#pragma once

#include <vector>

#include "allways/network/coordinate.h"

namespace allways::tools {

// Douglas and Peucker 1973, for a line that fills a map of about a thousand pixels. Keeps the first and last point.
std::vector<Coordinate> simplified_line(const std::vector<Coordinate>& line);

}  // namespace allways::tools
