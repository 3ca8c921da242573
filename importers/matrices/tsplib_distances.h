// SPDX-License-Identifier: Apache-2.0
// The distance functions of TSPLIB95's coordinate types.
#pragma once

#include <string_view>

namespace allways::importers {

struct TsplibPoint {
    double x = 0;
    double y = 0;
    double z = 0;
};

// Returns the distance between two points: an integer, as a double because distances of far points exceed every integer
// type.
using TsplibDistance = double (*)(const TsplibPoint&, const TsplibPoint&);

struct TsplibMetric {
    TsplibDistance distance = nullptr;  // null for an unknown type
    int dimensions = 2;
};

// Returns the metric of an EDGE_WEIGHT_TYPE: EUC_2D, EUC_3D, MAX_2D, MAX_3D, MAN_2D, MAN_3D, CEIL_2D, GEO, ATT. Source:
// G. Reinelt, TSPLIB 95, section 2 (1995).
TsplibMetric tsplib_metric(std::string_view edge_weight_type);

}  // namespace allways::importers
