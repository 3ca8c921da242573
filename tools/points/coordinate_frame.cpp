// SPDX-License-Identifier: Apache-2.0
#include "allways/points/coordinate_frame.h"

#include <cmath>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/features/lon_lat.h"
#include "libraries/reference_system.h"

namespace allways {

using namespace importers;

using namespace tools;

namespace {

const std::string wgs84 = "EPSG:4326";
constexpr Coordinate no_place{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};

}  // namespace

CoordinateFrame::CoordinateFrame(const std::string& crs, std::string file, const LogCallback& callback)
    : file_(std::move(file)) {
    if (!crs.empty()) {
        system_ = std::make_shared<const ReferenceSystem>(crs);
        return;
    }
    log(callback, LogLevel::info,
        format(
            "the reference system of {} is not stated: positions are read as x,y in the file's own units; `crs` states "
            "it",
            file_));
}

const std::string& CoordinateFrame::crs() const {
    static const std::string none;
    return system_ ? wgs84 : none;
}

NearestNode::Space CoordinateFrame::space() const {
    return system_ && system_->is_geographic() ? NearestNode::Space::sphere : NearestNode::Space::plane;
}

std::optional<double> CoordinateFrame::metres_per_unit() const {
    if (!system_) return std::nullopt;
    return system_->is_geographic() ? 1.0 : system_->metres_per_unit();
}

Coordinate CoordinateFrame::rounded(Coordinate position) const {
    return system_ ? Coordinate{rounded_degrees(position.x), rounded_degrees(position.y)} : position;
}

std::vector<Coordinate> CoordinateFrame::positions(std::span<const Coordinate> places, const std::string& crs) const {
    if (!system_ && !crs.empty()) {
        throw InvalidArgument(
            format("the points are in {}, but the reference system of {} is not stated; set it with `crs`, or give the "
                   "points as columns x and y in the network's own units",
                   crs, file_));
    }
    std::vector<Coordinate> positions;
    positions.reserve(places.size());
    std::optional<ReferenceSystem> from;
    if (system_ && crs != wgs84) from.emplace(crs.empty() ? system_->text() : crs);
    for (Coordinate place : places) {
        const bool finite = std::isfinite(place.x) && std::isfinite(place.y);
        const bool on_globe = !from || !from->is_geographic() || (std::abs(place.x) <= 180 && std::abs(place.y) <= 90);
        try {
            if (!finite || !on_globe)
                place = no_place;
            else if (from)
                place = from->to_lon_lat(place);
        } catch (const InvalidArgument&) {  // not a point on the Earth
            place = no_place;
        }
        positions.push_back(rounded(place));
    }
    return positions;
}

Coordinate CoordinateFrame::own(Coordinate position) const {
    return system_ ? system_->from_lon_lat(position) : position;
}

Coordinate CoordinateFrame::position(Coordinate own) const {
    return system_ ? rounded(system_->to_lon_lat(own)) : own;
}

std::string CoordinateFrame::system_text() const {
    if (!system_) return format("the coordinates of {}", file_);
    const bool is_code = system_->text().size() < 20;  // a code, not WKT
    return is_code ? format("{} ({})", system_->name(), system_->text()) : system_->name();
}

std::string CoordinateFrame::distance_text(double distance) const {
    const auto metres = metres_per_unit();
    if (!metres) return format("{:.6g} in the file's own units", distance);
    const double m = distance * *metres;
    if (m >= 10000) return format("{:.0f} km", m / 1000);
    return m < 10 ? format("{:.1f} m", m) : format("{:.0f} m", m);
}

}  // namespace allways
