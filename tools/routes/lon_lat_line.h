// Lines of routes as GeoJSON wants them.
#pragma once

#include <vector>

#include "allways/base/progress.h"
#include "allways/query/path_source.h"
#include "export/lon_lat.h"

namespace allways::tools {

// As PointToLonLat takes points, points that repeat left out.
class ToLonLat {
public:
    ToLonLat(const PathSource& source, const LogCallback& log);
    std::vector<Coordinate> operator()(std::vector<Coordinate> line) const;

private:
    PointToLonLat point_;
};

}  // namespace allways::tools
