// Where a route runs: one connected line.
#pragma once

#include <vector>

#include "allways/base/progress.h"
#include "lon_lat.h"
#include "routes/route.h"

namespace allways::tools {

// Throws InputError where the source has no coordinates.
void require_coordinates(const RouteSource& source);

// The line of one leg in its direction of travel: along the arc's shape, straight between the nodes where it has none.
std::vector<Coordinate> line_of(const RouteSource& source, const PathLeg& leg);

// The lines of the legs in a row, in the source's reference system, points that repeat left out: two or more points, or
// none where the route goes nowhere. Throws InputError where a node on the way has no coordinates.
std::vector<Coordinate> line_of(const RouteSource& source, const Route& route);

// As PointToLonLat takes points, points that repeat left out.
class ToLonLat {
public:
    ToLonLat(const RouteSource& source, const LogCallback& log);
    std::vector<Coordinate> operator()(std::vector<Coordinate> line) const;

private:
    PointToLonLat point_;
};

}  // namespace allways::tools
