// SPDX-License-Identifier: Apache-2.0
#include "export/features/lon_lat.h"

#include <algorithm>
#include <cmath>

#include "allways/base/format.h"

namespace allways::tools {

namespace {

bool beyond_degrees(Coordinate at) {
    return std::abs(at.x) > 180 || std::abs(at.y) > 90;
}

}  // namespace

double rounded_degrees(double degrees) {
    constexpr double parts = 1e7;
    return std::round(degrees * parts) / parts;
}

std::vector<std::vector<Coordinate>> cut_at_antimeridian(std::span<const Coordinate> line) {
    std::vector<std::vector<Coordinate>> parts(1);
    for (const Coordinate point : line) {
        if (!parts.back().empty() && std::abs(point.x - parts.back().back().x) > 180) {
            const Coordinate before = parts.back().back();
            const double east = std::remainder(point.x - before.x, 360);
            const double meridian = std::copysign(180, before.x);
            const double share = east == 0 ? 0 : (meridian - before.x) / east;
            const double latitude = rounded_degrees(before.y + share * (point.y - before.y));
            parts.back().push_back({meridian, latitude});
            parts.push_back({{-meridian, latitude}});
        }
        parts.back().push_back(point);
    }
    for (auto& part : parts) part.erase(std::unique(part.begin(), part.end()), part.end());
    std::erase_if(parts, [](const auto& part) { return part.size() < 2; });
    return parts;
}

PointToLonLat::PointToLonLat(const std::string& crs, std::initializer_list<std::span<const Coordinate>> all,
                             const std::string& file, const LogCallback& log) {
    if (crs.empty()) {
        const bool degrees = std::ranges::none_of(
            all, [](std::span<const Coordinate> points) { return std::ranges::any_of(points, beyond_degrees); });
        allways::log(log, degrees ? LogLevel::info : LogLevel::guess,
                     format("the reference system of {} is not stated: lines keep its coordinates unchanged{}", file,
                            degrees ? "" : ", which are not longitudes and latitudes"));
    } else if (crs != "EPSG:4326" && crs != "OGC:CRS84") {
        system_.emplace(crs);
    }
}

Coordinate PointToLonLat::operator()(Coordinate point) const {
    if (system_) point = system_->to_lon_lat(point);
    return {rounded_degrees(point.x), rounded_degrees(point.y)};
}

}  // namespace allways::tools
