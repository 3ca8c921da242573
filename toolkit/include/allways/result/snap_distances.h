// SPDX-License-Identifier: Apache-2.0
// Distances between positions and their roads, as results carry them.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allways {

// The name of the column of these distances: in metres, or in units of the coordinates if these are unknown.
inline const char* snap_column(bool in_metres) {
    return in_metres ? "snap_distance_m" : "snap_distance";
}

// The same for one end of a pair or path, "from" or "to".
inline std::string snap_column_of(std::string_view end, bool in_metres) {
    return std::string(end) + "_" + snap_column(in_metres);
}
inline bool is_snap_column_of_an_end(std::string_view name) {
    return name == snap_column_of("from", true) || name == snap_column_of("to", true) ||
           name == snap_column_of("from", false) || name == snap_column_of("to", false);
}

// Rounds to the millimetre if the unit is known: smaller digits are trigonometric noise.
inline double rounded_snap(double distance, bool in_metres) {
    return in_metres ? std::round(distance * 1000) / 1000 : distance;
}

// A position of a request, with the distance from its road; `passed_over` as in SnappedPoint.
struct PositionDistance {
    std::string name;
    bool snapped = false;
    double distance = NAN;  // NaN: no road, or no position
    double passed_over = INFINITY;
};

struct PositionDistances {
    std::vector<PositionDistance> positions;
    bool in_metres = true;
};

// Distances of a table's rows and columns, as in PositionDistance: NaN for nodes. Both empty: nothing was snapped.
struct SnapDistances {
    std::vector<double> origins;
    std::vector<double> destinations;
    bool in_metres = true;

    bool empty() const { return origins.empty() && destinations.empty(); }
};

}  // namespace allways
