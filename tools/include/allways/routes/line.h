// Where a route runs: one connected line.
#pragma once

#include <vector>

#include "allways/network/coordinate.h"
#include "allways/routes/route.h"

namespace allways {

// Throws InputError where the source has no coordinates.
void require_coordinates(const PathSource& source);

// The line of one leg in its direction of travel: along the arc's shape, straight between the nodes where it has none.
std::vector<Coordinate> line_of(const PathSource& source, const PathLeg& leg);

// The lines of the legs in a row, in the source's reference system, points that repeat left out: two or more points, or
// none where the route goes nowhere. Throws InputError where a node on the way has no coordinates.
std::vector<Coordinate> line_of(const PathSource& source, const Route& route);

}  // namespace allways
