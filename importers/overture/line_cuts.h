// SPDX-License-Identifier: Apache-2.0
// Fractions of a line's length → points of the line.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "allways/network/coordinate.h"
#include "libraries/reference_system.h"

namespace allways::importers::overture {

// A place where a line is cut; `own_point`: it needs a point that no other cut has, since it is a connector.
struct LineCut {
    double at = 0;  // fraction of the length, 0 to 1
    bool own_point = false;
    std::size_t point = 0;  // found by cut_line: index into the line's points
};

// Finds the point of each cut and inserts it where the line has no vertex within a few centimetres, since fractions are
// rounded. `cuts` are ascending. Lengths are geodesics on WGS 84, as the schema demands. Points of connectors are
// strictly ascending; other cuts share them where they coincide.
void cut_line(const ReferenceSystem& wgs84, std::vector<Coordinate>& points, std::span<LineCut> cuts);

}  // namespace allways::importers::overture
