// SPDX-License-Identifier: Apache-2.0
// The heights along a road → ascent, descent and grades.
#pragma once

#include <span>
#include <vector>

#include "allways/network/coordinate.h"
#include "libraries/reference_system.h"

namespace allways::importers::elevation {

// Points at equal distances along a line, both ends included.
struct RoadPoints {
    std::vector<Coordinate> points;  // two or more, or none
    double step_m = 0;               // between them, along the line
    double length_m() const { return step_m * static_cast<double>(points.size() - 1); }
};

// Steps are at most `step_m` long. The line has two or more points. Returns no points if one of them lies outside the
// area of the system.
RoadPoints points_along(std::span<const Coordinate> line, const ReferenceSystem& system, double step_m);

// Heights at equal distances along a road, in metres.
struct RoadProfile {
    std::vector<double> heights;
    double step_m = 0;

    // Interpolates linearly between known neighbours where heights are missing (NaN). Both ends must be known.
    void fill_gaps();
    // Takes the mean of the heights within `window_m` along the road, half on each side; less near the ends, which keep
    // their heights, so that roads stay joined and even slopes unchanged.
    void smooth(double window_m);
    double ascent_m() const;  // the sum of all rises
};

}  // namespace allways::importers::elevation
