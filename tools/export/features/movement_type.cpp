// SPDX-License-Identifier: Apache-2.0
#include "export/features/movement_type.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace allways::tools {

namespace {

std::vector<Coordinate> points_of(const RoadNetwork& network, ArcIndex arc) {
    std::vector<Coordinate> points = network.shapes.points(arc);
    if (points.size() >= 2 || network.coordinates.empty()) return points;
    return {network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]};
}

// Returns the angle from one step to the next in degrees, positive to the left; NaN if a step has no direction.
double turning_angle(Coordinate before, Coordinate at, Coordinate after, bool degrees) {
    constexpr double degree = std::numbers::pi / 180;
    const double narrowing = degrees ? std::cos(at.y * degree) : 1;  // degrees of longitude shrink towards the poles
    const auto east = [&](double x) { return degrees ? std::remainder(x, 360) * narrowing : x; };
    const double in_x = east(at.x - before.x);
    const double in_y = at.y - before.y;
    const double out_x = east(after.x - at.x);
    const double out_y = after.y - at.y;
    if (!(std::hypot(in_x, in_y) > 0) || !(std::hypot(out_x, out_y) > 0)) return NAN;
    return std::atan2(in_x * out_y - in_y * out_x, in_x * out_x + in_y * out_y) / degree;
}

}  // namespace

std::string_view movement_type(const RoadNetwork& network, ArcIndex from, ArcIndex to) {
    const bool back = network.head[to] == network.tail[from];
    if (back && network.arc_ids.text(from) == network.arc_ids.text(to)) return "uturn";
    const std::vector<Coordinate> in = points_of(network, from);
    const std::vector<Coordinate> out = points_of(network, to);
    if (in.size() < 2 || out.size() < 2) return "";
    const Provenance& provenance = network.provenance;
    const bool degrees =
        provenance.coordinate_unit == Provenance::CoordinateUnit::degrees || provenance.crs == "EPSG:4326";
    const double angle = turning_angle(in[in.size() - 2], in.back(), out[1], degrees);
    if (std::isnan(angle)) return "";
    if (back && std::abs(angle) > 175) return "uturn";
    if (std::abs(angle) <= 45) return "thru";
    return angle > 0 ? "left" : "right";
}

}  // namespace allways::tools
