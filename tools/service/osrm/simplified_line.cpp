// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/simplified_line.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace allways::tools {

namespace {

double distance_to_segment(Coordinate point, Coordinate a, Coordinate b) {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    const double along = square == 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / square;
    const double share = std::clamp(along, 0.0, 1.0);
    return std::hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
}

}  // namespace

std::vector<Coordinate> simplified_line(const std::vector<Coordinate>& line) {
    constexpr double pixels = 1000;
    if (line.size() < 3) return line;
    std::vector<Coordinate> plane;  // in degrees of latitude, from the first point's meridian
    const double narrowing = std::cos(line.front().y * std::numbers::pi / 180);
    for (const Coordinate& point : line)
        plane.push_back({std::remainder(point.x - line.front().x, 360) * narrowing, point.y});
    const auto [left, right] = std::ranges::minmax(plane, {}, &Coordinate::x);
    const auto [low, high] = std::ranges::minmax(plane, {}, &Coordinate::y);
    const double tolerance = std::max(right.x - left.x, high.y - low.y) / pixels;

    std::vector<bool> is_kept(line.size(), false);
    is_kept.front() = is_kept.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        std::size_t farthest = first;
        double most = tolerance;
        for (std::size_t at = first + 1; at < last; ++at) {
            const double distance = distance_to_segment(plane[at], plane[first], plane[last]);
            if (distance > most) {
                most = distance;
                farthest = at;
            }
        }
        if (farthest == first) continue;
        is_kept[farthest] = true;
        open.push_back({first, farthest});
        open.push_back({farthest, last});
    }
    std::vector<Coordinate> kept;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (is_kept[at]) kept.push_back(line[at]);
    }
    return kept;
}

}  // namespace allways::tools
