// SPDX-License-Identifier: Apache-2.0
// Cuts a section out of a line, by shares of its length.
#pragma once

#include <span>
#include <vector>

#include "allways/network/coordinate.h"
#include "network/snap/segment.h"

namespace allways::network {

// Returns the section of the line between the shares `begin` and `end` of its length, 0 ≤ begin ≤ end ≤ 1: two or more
// points, including the line's own points in between. `line` has two or more points.
std::vector<Coordinate> line_part(std::span<const Coordinate> line, double begin, double end, Space space);

}  // namespace allways::network
