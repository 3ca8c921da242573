// SPDX-License-Identifier: Apache-2.0
#include "allways/points/snapped_points.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/cost/arc_costs.h"
#include "base/counted.h"
#include "base/human.h"
#include "cost/fixed_cost.h"
#include "export/features/lon_lat.h"
#include "libraries/reference_system.h"
#include "network/named_column.h"
#include "network/road_line.h"

namespace allways {

// ---- coordinates of users and of networks

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

// ---- snapped positions

using namespace importers;

namespace {

constexpr std::size_t most_named = 10;

// 1 for arcs that have a cost.
std::vector<std::uint8_t> usable_arcs(const RoadNetwork& network, const CostOptions& options) {
    std::vector<std::uint8_t> usable;
    usable.reserve(network.arc_count());
    for (const Decimal& cost : cost_column(network, options.field).values) usable.push_back(cost.is_missing() ? 0 : 1);
    return usable;
}

const std::string& reference_system(const RoadNetwork& network, const std::string& file) {
    if (!network.coordinates.empty()) return network.provenance.crs;
    throw InputError(file, 0, "it has no coordinates, so positions cannot be used; use node ids");
}

// "shops.csv:12: mill"
std::string full_name(const SnappedPosition& point) {
    return point.where.empty() ? point.name : format("{}: {}", point.where, point.name);
}

void check_access(const SnapChoice& snap, const ArcColumn& cost, bool has_metres) {
    if (!snap.access_speed_kmh) return;
    if (!(*snap.access_speed_kmh > 0) || !std::isfinite(*snap.access_speed_kmh))
        throw InvalidArgument(format("`access_speed_kmh` {} is not above 0", *snap.access_speed_kmh));
    if (find_unit(cost.unit, Unit::Kind::time) == nullptr) {
        throw InvalidArgument(format(
            "`access_speed_kmh` adds the time between positions and their roads, but the cost '{}' is {}; choose "
            "a `cost` that is a time",
            cost.name, cost.unit.empty() ? "without a unit" : "in " + cost.unit));
    }
    if (!has_metres) {
        throw InvalidArgument(
            "`access_speed_kmh` needs distances in metres, but the network states no reference system");
    }
}

}  // namespace

void warn_of_unused_access(const SnapChoice& snap, const LogCallback& log_to) {
    if (!snap.access_speed_kmh) return;
    log(log_to, LogLevel::warning,
        "`access_speed_kmh` has no effect: all places are nodes, and only positions are away from their roads");
}

SnappedPoints::SnappedPoints(const RoadNetwork& network, const CostOptions& cost, const SnapChoice& snap,
                             const std::string& file, LogCallback log)
    : network_(network),
      cost_(cost),
      frame_(reference_system(network, file), file, log),
      file_(file),
      log_(std::move(log)) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    extent_ = {{infinity, infinity}, {-infinity, -infinity}};
    for (const std::span<const Coordinate> places :
         {std::span<const Coordinate>(network.coordinates), std::span<const Coordinate>(network.shapes.all_points())}) {
        for (const Coordinate at : places) {
            if (!std::isfinite(at.x) || !std::isfinite(at.y)) continue;
            extent_.low = {std::min(extent_.low.x, at.x), std::min(extent_.low.y, at.y)};
            extent_.high = {std::max(extent_.high.x, at.x), std::max(extent_.high.y, at.y)};
        }
    }
    const std::optional<double> metres = frame_.metres_per_unit();
    // If units are unknown, the default radius is the network's width: without a limit, coordinates of another system
    // would snap to the nearest road at any distance.
    const double width = extent_.width() > 0 ? extent_.width() : infinity;
    SnapOptions options{.space = frame_.space(), .onto = snap.onto, .component = snap.component};
    if (snap.radius) options.radius = *snap.radius / metres.value_or(1.0);
    options = with_usual_limits(options, travel_mode(network.provenance.notes), metres, width);
    check_access(snap, cost_column(network, cost.field), metres.has_value());
    access_speed_kmh_ = snap.access_speed_kmh;
    any_component_ = options.component == SnapOptions::Component::any;
    onto_name_ = options.onto == SnapOptions::Onto::nodes ? "node" : "road";
    radius_ = *options.radius;
    is_radius_width_ = !metres && !snap.radius;
    snapper_.emplace(network, usable_arcs(network, cost), options);
}

// Points that state no reference system are in the network's. But if the network is projected, none of the points lies
// in its extent, and most do when read as degrees, they are taken as degrees.
std::string SnappedPoints::system_of(const PointSet& points) const {
    const bool is_projected = frame_.in_degrees() && frame_.space() == NearestNode::Space::plane;
    if (!points.crs.empty() || !is_projected) return points.crs;
    std::size_t places = 0;
    std::size_t as_degrees = 0;
    for (const Coordinate place : points.places) {
        if (!is_finite(place)) continue;
        if (extent_.holds(place)) return points.crs;
        ++places;
        as_degrees += std::abs(place.x) <= 180 && std::abs(place.y) <= 90 && is_in_extent(place);
    }
    if (2 * as_degrees <= places) return points.crs;
    guess(log_, Guess::points_crs,
          format("{}: its points state no reference system and are read as longitudes and latitudes, because they lie "
                 "on the network only in that way",
                 points.source));
    return "EPSG:4326";
}

std::size_t SnappedPoints::add(const PointSet& points) {
    const std::size_t first = points_.size();
    const std::string crs = system_of(points);
    const std::vector<Coordinate> positions = frame_.positions(points.places, crs);
    std::vector<Coordinate> exchanged;
    for (const Coordinate place : points.places) exchanged.push_back({place.y, place.x});
    exchanged = frame_.positions(exchanged, crs);
    if (crs.empty()) {
        systems_.push_back(
            format("{}, the network's reference system; set another with `points.crs`", frame_.system_text()));
    } else {
        systems_.push_back(crs == "EPSG:4326" ? "" : ReferenceSystem(crs).name());
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        SnappedPosition point{points.ids.text(static_cast<std::uint32_t>(i)),
                              points.where(i),
                              positions[i],
                              points.problems[i],
                              systems_.size() - 1,
                              {},
                              false};
        if (point.problem.empty() && !std::isfinite(point.position.x)) {
            point.problem = format("{},{} is not a place on Earth{}", points.places[i].x, points.places[i].y,
                                   interpretation_text(point));
        }
        place(std::move(point), exchanged[i]);
    }
    return first;
}

std::size_t SnappedPoints::add(std::string name, Coordinate position) {
    place({std::move(name), "", frame_.rounded(position), "", 0, {}, false}, {position.y, position.x});
    return points_.size() - 1;
}

bool SnappedPoints::is_in_extent(Coordinate position) const {
    try {
        return std::isfinite(position.x) && extent_.holds(frame_.own(position));
    } catch (const InvalidArgument&) {
        return false;
    }
}

void SnappedPoints::place(SnappedPosition point, Coordinate exchanged) {
    try {
        if (point.problem.empty()) point.snapped = snapper_->snap(frame_.own(point.position));
    } catch (const InvalidArgument& error) {  // outside the network's reference system
        point.problem = error.what();
    }
    const bool is_far = !point.snapped.snapped || point.snapped.distance > extent_.width();
    point.is_exchanged = is_far && is_in_extent(exchanged) && !is_in_extent(point.position);
    points_.push_back(std::move(point));
}

std::vector<std::size_t> SnappedPoints::unsnapped() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (!points_[i].snapped.snapped) found.push_back(i);
    }
    return found;
}

double SnappedPoints::distance(const SnappedPosition& point) const {
    const double distance = point.snapped.distance * frame_.metres_per_unit().value_or(1.0);
    return point.problem.empty() && std::isfinite(distance) ? distance : NAN;
}

double SnappedPoints::access_cost(const SnappedPosition& point, const CostScale& scale, CostType type) const {
    constexpr double ms_per_m_at_1_kmh = 3600;
    if (!access_speed_kmh_ || !point.snapped.snapped) return 0;
    const double ms = distance(point) * ms_per_m_at_1_kmh / *access_speed_kmh_;
    const double natural = ms / static_cast<double>(find_unit(scale.unit, Unit::Kind::time)->size);
    const double raw = natural * std::pow(10.0, scale.digits);
    return type == CostType::int32 ? std::round(raw) : raw;
}

PositionDistances SnappedPoints::distances() const {
    const std::optional<double> metres = frame_.metres_per_unit();
    PositionDistances found{{}, metres.has_value()};
    for (const SnappedPosition& point : points_) {
        found.positions.push_back(
            {point.name, point.snapped.snapped, distance(point), point.snapped.passed_over * metres.value_or(1.0)});
    }
    return found;
}

// A hint at a likely mistake of the user.
std::string SnappedPoints::interpretation_text(const SnappedPosition& point) const {
    if (point.is_exchanged) {
        return format("; with its two coordinates exchanged it lies within the network's extent: {} {}",
                      frame_.in_degrees() ? "longitude" : "x",
                      frame_.in_degrees() ? "comes before latitude" : "comes before y");
    }
    if (!frame_.in_degrees()) return "";
    const std::string& system = systems_[point.system];
    return system.empty() ? " (positions are longitude, then latitude)" : format(" (read as {})", system);
}

std::string SnappedPoints::why_unsnapped(const SnappedPosition& point) const {
    if (!point.problem.empty()) return point.problem;
    if (!std::isfinite(point.snapped.distance)) return "the network has no road to snap positions to";
    if (is_radius_width_) {
        const auto& [low, high] = extent_;
        return format(
            "the nearest place on the network is {} away, farther than the network is wide; positions are read as {}, "
            "which range from {},{} to {},{}{}",
            frame_.distance_text(point.snapped.distance), frame_.system_text(), low.x, low.y, high.x, high.y,
            interpretation_text(point));
    }
    return format("the nearest place on the network is {} away, beyond the `radius` of {}{}{}",
                  frame_.distance_text(point.snapped.distance), frame_.distance_text(radius_),
                  interpretation_text(point), passed_over_text(point));
}

// "; a nearer road, 12 m away, is outside the largest component (…)"; empty if no nearer road within the radius was
// passed over.
std::string SnappedPoints::passed_over_text(const SnappedPosition& point) const {
    if (!std::isfinite(point.snapped.passed_over) || point.snapped.passed_over > radius_) return "";
    return format("; a nearer {}, {} away, is outside the largest component (`component` any accepts it)", onto_name_,
                  frame_.distance_text(point.snapped.passed_over));
}

double SnappedPoints::share(const SnappedPosition& point) const {
    const SnappedPoint& at = point.snapped;
    return network::runs_upward(network_, at.arc) ? at.fraction : 1 - at.fraction;
}

void SnappedPoints::require_any(std::span<const std::size_t> points, std::string_view what) const {
    const auto snapped = [&](std::size_t point) { return points_[point].snapped.snapped; };
    if (points.empty() || std::ranges::any_of(points, snapped)) return;
    const SnappedPosition& nearest = points_[*std::ranges::min_element(
        points, {}, [&](std::size_t point) { return points_[point].snapped.distance; })];
    const bool is_far = nearest.problem.empty() && std::isfinite(nearest.snapped.distance);
    const std::string none = points.size() == 1 ? format("{} is not on the network", full_name(nearest))
                                                : format("none of the {} {} is on the network; the nearest of them, {}",
                                                         count_text(points.size()), what, full_name(nearest));
    throw InputError(
        file_, 0,
        format("{}: {}{}{}", none, why_unsnapped(nearest),
               is_far ? "; a larger `radius` allows positions that are farther away" : "",
               is_far && !any_component_ ? ", `component` any also allows roads outside the largest component" : ""));
}

void SnappedPoints::report(bool left_out) const {
    report_unsnapped(left_out);
    report_passed_over();
    double farthest = 0;
    for (const SnappedPosition& point : points_) {
        if (point.snapped.snapped) farthest = std::max(farthest, point.snapped.distance);
    }
    const std::size_t missing = unsnapped().size();
    if (missing == points_.size()) return;
    log(log_, LogLevel::info,
        format("{} on the network, at most {} away",
               counted(points_.size() - missing, "position lies", "positions lie"), frame_.distance_text(farthest)));
}

void SnappedPoints::report_passed_over() const {
    std::vector<const SnappedPosition*> moved;
    for (const SnappedPosition& point : points_) {
        if (point.snapped.snapped && std::isfinite(point.snapped.passed_over)) moved.push_back(&point);
    }
    std::ranges::stable_sort(moved, std::greater{}, [](const SnappedPosition* point) {
        return point->snapped.distance - point->snapped.passed_over;
    });
    for (std::size_t i = 0; i < std::min(moved.size(), most_named); ++i) {
        log(log_, LogLevel::warning,
            format("{}: snapped to a {} {} away{}", full_name(*moved[i]), onto_name_,
                   frame_.distance_text(moved[i]->snapped.distance), passed_over_text(*moved[i])));
    }
    if (moved.size() <= most_named) return;
    log(log_, LogLevel::warning,
        format("{} moved less past a {} outside the largest component",
               counted(moved.size() - most_named, "more point was", "more points were"), onto_name_));
}

void SnappedPoints::report_unsnapped(bool left_out) const {
    const std::vector<std::size_t> missing = unsnapped();
    for (std::size_t i = 0; i < std::min(missing.size(), most_named); ++i) {
        const SnappedPosition& point = points_[missing[i]];
        log(log_, LogLevel::warning,
            format("{}: {}; {}", full_name(point), why_unsnapped(point),
                   left_out ? "left out" : "no path starts or ends there"));
    }
    if (missing.size() > most_named) {
        const auto exchanged = static_cast<std::uint64_t>(
            std::ranges::count_if(missing, [&](std::size_t point) { return points_[point].is_exchanged; }));
        log(log_, LogLevel::warning,
            format("{} not snapped{}", counted(missing.size() - most_named, "more point was", "more points were"),
                   exchanged == 0 ? ""
                                  : format("; {} of all {} {} in the network's extent with the coordinates exchanged",
                                           exchanged, missing.size(), by_count(exchanged, "lies", "lie"))));
    }
}

PointNetwork SnappedPoints::attach(std::span<const std::string> sums) const {
    return with_points(network_, places(), split_precision(network_, cost_, sums));
}

PointNetwork SnappedPoints::attach(std::span<const ArcColumn> costs, std::span<const std::string> sums) const {
    std::vector<ArcColumn> columns(costs.begin(), costs.end());
    std::vector<std::optional<int>> digits = split_precision(network_, costs, cost_.type);
    for (const std::string& sum : sums) {
        columns.push_back(network::named_column(network_.columns, sum, "to sum along the paths"));
        digits.emplace_back(split_precision(columns.back()));
    }
    RoadNetwork roads = network::with_columns(network_, std::move(columns));
    roads.shapes = network_.shapes;  // on which points lie
    PointNetwork points = with_points(roads, places(), digits);
    points.network.shapes = {};
    return points;
}

std::vector<SnappedPoint> SnappedPoints::places() const {
    std::vector<SnappedPoint> snapped;
    snapped.reserve(points_.size());
    for (const SnappedPosition& point : points_) snapped.push_back(point.snapped);
    return snapped;
}

// ---- options

const std::vector<SnapOptionRow>& snap_options() {
    static const std::vector<SnapOptionRow> rows{
        {"onto", &SnapChoice::onto, "WHERE", "Snap positions to the nearest arc or the nearest node", "", "--snap"},
        {"radius", &SnapChoice::radius, "METRES",
         "Leave positions unsnapped, and so unreachable, beyond this distance (default: 500; 300 by bicycle, 200 on "
         "foot); in the network's own units if it states no reference system (default: its width)",
         "", "--snap-radius"},
        {"component", &SnapChoice::component, "WHICH", "Snap to the largest strong component only, or to any", "",
         "--snap-component"},
        {"access_speed_kmh", &SnapChoice::access_speed_kmh, "KM/H",
         "Add the time between positions and their roads at this speed, at both ends; the cost must be a time",
         with_times, "--access-speed"},
    };
    return rows;
}

}  // namespace allways
