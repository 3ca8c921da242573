#include "points/placement.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/point_costs.h"
#include "cost/fixed_cost.h"
#include "human.h"

namespace allways::tools {

namespace {

constexpr std::size_t most_named = 10;

// 1 for arcs that have the cost.
std::vector<std::uint8_t> usable_arcs(const RoadNetwork& network, const CostOptions& options) {
    std::vector<std::uint8_t> usable;
    usable.reserve(network.arc_count());
    for (const Decimal& cost : cost::find_column(network, options.field).values) usable.push_back(cost.is_missing() ? 0 : 1);
    return usable;
}

const std::string& reference_system(const RoadNetwork& network, const std::string& file) {
    if (!network.coordinates.empty()) return network.provenance.crs;
    throw InputError(file, 0, "it has no coordinates, so positions lead nowhere; name nodes by their ids");
}

}  // namespace

Placement::Placement(const RoadNetwork& network, const CostOptions& cost, const SnapArguments& snap,
                     const std::string& file, LogCallback log)
    : network_(network), cost_(cost), frame_(reference_system(network, file), file, log), log_(std::move(log)) {
    const SnapOptions options = snap.options(frame_);
    radius_ = options.radius;
    snapper_.emplace(network, usable_arcs(network, cost), options);
}

std::size_t Placement::add(const PointSet& points) {
    const std::size_t first = points_.size();
    const std::vector<Coordinate> positions = frame_.positions(points.places, points.crs);
    for (std::size_t i = 0; i < points.size(); ++i) {
        PlacedPoint point{points.ids.text(static_cast<std::uint32_t>(i)), points.where(i), positions[i], points.problems[i], {}};
        if (point.problem.empty() && !std::isfinite(point.position.x)) {
            point.problem = format("its place is none that {} covers", points.crs);
        }
        place(std::move(point));
    }
    return first;
}

std::size_t Placement::add(std::string name, Coordinate position) {
    place({std::move(name), "", frame_.rounded(position), "", {}});
    return points_.size() - 1;
}

void Placement::place(PlacedPoint point) {
    try {
        if (point.problem.empty()) point.snapped = snapper_->snap(frame_.own(point.position));
    } catch (const InvalidArgument& error) {  // beyond what the network's reference system covers
        point.problem = error.what();
    }
    points_.push_back(std::move(point));
}

std::vector<std::size_t> Placement::unsnapped() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (!points_[i].snapped.snapped) found.push_back(i);
    }
    return found;
}

std::string Placement::why_unsnapped(const PlacedPoint& point) const {
    if (!point.problem.empty()) return point.problem;
    if (!std::isfinite(point.snapped.distance)) return "the network has no road that a position could lie on";
    return format("the nearest place on the network is {} away, beyond the {} of --snap-radius{}",
                  frame_.distance_text(point.snapped.distance), frame_.distance_text(radius_),
                  frame_.in_degrees() ? " (positions are longitude, then latitude)" : "");
}

void Placement::report() const {
    const std::vector<std::size_t> missing = unsnapped();
    for (std::size_t i = 0; i < std::min(missing.size(), most_named); ++i) {
        const PlacedPoint& point = points_[missing[i]];
        log(log_, LogLevel::warning,
            format("{}{}: {}; nothing is reached from there", point.where.empty() ? "" : format("{}: ", point.where), point.name,
                   why_unsnapped(point)));
    }
    if (missing.size() > most_named) {
        log(log_, LogLevel::warning, format("{} more points were not snapped", count_text(missing.size() - most_named)));
    }
    double farthest = 0;
    for (const PlacedPoint& point : points_) {
        if (point.snapped.snapped) farthest = std::max(farthest, point.snapped.distance);
    }
    if (missing.size() == points_.size()) return;
    log(log_, LogLevel::info,
        format("{} positions lie on the network, at most {} away", count_text(points_.size() - missing.size()),
               frame_.distance_text(farthest)));
}

PointNetwork Placement::attach(std::span<const std::string> sums) const {
    std::vector<SnappedPoint> snapped;
    snapped.reserve(points_.size());
    for (const PlacedPoint& point : points_) snapped.push_back(point.snapped);
    return with_points(network_, snapped, point_digits(network_, cost_, sums));
}

}  // namespace allways::tools
