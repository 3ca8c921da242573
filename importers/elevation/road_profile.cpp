// SPDX-License-Identifier: Apache-2.0
#include "elevation/road_profile.h"

#include <algorithm>
#include <cmath>

namespace allways::importers::elevation {

RoadPoints points_along(std::span<const Coordinate> line, const ReferenceSystem& system, double step_m) {
    std::vector<double> along{0};
    for (std::size_t i = 1; i < line.size(); ++i)
        along.push_back(along.back() + system.estimate_length(line.subspan(i - 1, 2)).length_m);
    const double length_m = along.back();
    if (!std::isfinite(length_m)) return {};
    const auto steps = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(length_m / step_m)));
    RoadPoints road{{line.front()}, length_m / static_cast<double>(steps)};
    std::size_t segment = 1;
    for (std::size_t i = 1; i < steps; ++i) {
        const double at = road.step_m * static_cast<double>(i);
        while (segment + 1 < line.size() && along[segment] < at) ++segment;
        const double share = (at - along[segment - 1]) / (along[segment] - along[segment - 1]);
        const Coordinate from = line[segment - 1];
        const Coordinate to = line[segment];
        road.points.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
    road.points.push_back(line.back());
    return road;
}

void RoadProfile::fill_gaps() {
    std::size_t known = 0;
    for (std::size_t i = 1; i < heights.size(); ++i) {
        if (std::isnan(heights[i])) continue;
        const double rise = (heights[i] - heights[known]) / static_cast<double>(i - known);
        for (std::size_t gap = known + 1; gap < i; ++gap)
            heights[gap] = heights[known] + rise * static_cast<double>(gap - known);
        known = i;
    }
}

void RoadProfile::smooth(double window_m) {
    if (heights.size() < 3) return;
    const auto half = static_cast<std::size_t>(window_m / 2 / step_m);
    std::vector<double> sums{0};
    for (const double height : heights) sums.push_back(sums.back() + height);
    for (std::size_t i = 1; i + 1 < heights.size(); ++i) {
        const std::size_t reach = std::min({half, i, heights.size() - 1 - i});
        heights[i] = (sums[i + reach + 1] - sums[i - reach]) / static_cast<double>(2 * reach + 1);
    }
}

double RoadProfile::ascent_m() const {
    double sum = 0;
    for (std::size_t i = 1; i < heights.size(); ++i) sum += std::max(0.0, heights[i] - heights[i - 1]);
    return sum;
}

}  // namespace allways::importers::elevation
