// SPDX-License-Identifier: Apache-2.0
// The geometry of a route as one connected line.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/network/coordinate.h"
#include "allways/routes/route.h"

namespace allways {

// Throws InputError if the source has no coordinates.
ALLWAYS_API void require_coordinates(const PathSource& source);

// The line of one leg in its direction of travel: the arc's shape, else a straight line between its nodes.
ALLWAYS_API std::vector<Coordinate> line_of(const PathSource& source, const PathLeg& leg);

// The lines of all legs joined, in the source's reference system, without repeated points: two or more points, or none
// if the route goes nowhere. Throws InputError if a node on the way has no coordinates.
ALLWAYS_API std::vector<Coordinate> line_of(const PathSource& source, const Route& route);

}  // namespace allways
