// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "libraries/reference_system.h"

namespace allways {

using namespace importers;

namespace {

constexpr double earth_radius_m = 6371008.8;  // mean radius of GRS 80 (IUGG)
constexpr double largest_latitude = 85;       // Mercator excludes the poles

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

}  // namespace

Extent extent_of(std::span<const Coordinate> points) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Extent extent{infinite, infinite, -infinite, -infinite};
    for (const Coordinate& point : points) {
        if (!is_finite(point)) continue;
        extent = {std::min(extent.left, point.x), std::min(extent.bottom, point.y), std::max(extent.right, point.x),
                  std::max(extent.top, point.y)};
    }
    if (extent.left > extent.right) return {};
    if (extent.width() == 0 && extent.height() == 0) {
        return {extent.left - 0.5, extent.bottom - 0.5, extent.right + 0.5, extent.top + 0.5};
    }
    return extent;
}

Extent grown(const Extent& extent, double share) {
    const double by = share * std::max(extent.width(), extent.height());
    return {extent.left - by, extent.bottom - by, extent.right + by, extent.top + by};
}

Projection::Projection(const std::string& crs, std::span<const Coordinate> points) {
    if (crs.empty()) return;
    const ReferenceSystem system(crs);
    degrees_ = system.is_geographic();
    metres_per_unit_ = degrees_ ? 1 : system.metres_per_unit();
    if (!degrees_) return;
    Extent extent = extent_of(points);
    if (extent.width() > 180) {
        across_antimeridian_ = true;
        std::vector<Coordinate> turned(points.begin(), points.end());
        for (Coordinate& point : turned) point.x += point.x < 0 ? 360 : 0;
        across_antimeridian_ = extent_of(turned).width() < extent.width();
    }
    const double middle = std::clamp((extent.bottom + extent.top) / 2, -largest_latitude, largest_latitude);
    radius_ = earth_radius_m * std::cos(radians(middle));
}

Coordinate Projection::operator()(Coordinate point) const {
    if (!degrees_) return point;
    const double longitude = across_antimeridian_ && point.x < 0 ? point.x + 360 : point.x;
    const double latitude = std::clamp(point.y, -largest_latitude, largest_latitude);
    return {radius_ * radians(longitude), radius_ * std::asinh(std::tan(radians(latitude)))};
}

}  // namespace allways
