// SPDX-License-Identifier: Apache-2.0
// Lines of routes in the coordinates of GeoJSON.
#pragma once

#include <vector>

#include "allways/base/progress.h"
#include "allways/query/path_source.h"
#include "export/features/lon_lat.h"

namespace allways::tools {

// Converts points as PointToLonLat does and drops repeated ones.
class ToLonLat {
public:
    ToLonLat(const PathSource& source, const LogCallback& log);
    std::vector<Coordinate> operator()(std::vector<Coordinate> line) const;

private:
    PointToLonLat point_;
};

}  // namespace allways::tools
