// Distances between places and their roads, as results carry them.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace allways {

// The column of these distances: in metres, or in units of the coordinates if these are unknown.
inline const char* snap_column(bool in_metres) {
    return in_metres ? "snap_distance_m" : "snap_distance";
}

// Rounded to the millimetre where the unit is known: the rest is trigonometric noise.
inline double rounded_snap(double distance, bool in_metres) {
    return in_metres ? std::round(distance * 1000) / 1000 : distance;
}

// A position of a request, with the distance from its road; `passed_over` as in SnappedPoint.
struct PositionDistance {
    std::string name;
    bool snapped = false;
    double distance = NAN;  // NaN: no road, or no place
    double passed_over = INFINITY;
};

struct PositionDistances {
    std::vector<PositionDistance> positions;
    bool in_metres = true;
};

}  // namespace allways
