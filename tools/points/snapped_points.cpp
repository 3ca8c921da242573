// SPDX-License-Identifier: Apache-2.0
#include "allways/points/snapped_points.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

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
#include "points/node_argument.h"

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

SnapOptions::Space CoordinateFrame::space() const {
    return system_ && system_->is_geographic() ? SnapOptions::Space::sphere : SnapOptions::Space::plane;
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
    if (!metres_per_unit()) return format("{:.6g} in the file's own units", distance);
    if (distance >= 10000) return format("{:.0f} km", distance / 1000);
    return distance < 10 ? format("{:.1f} m", distance) : format("{:.0f} m", distance);
}

// ---- places

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
std::string full_name(const Place& place) {
    return place.where.empty() ? place.name : format("{}: {}", place.where, place.name);
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
    extent_.add(network.coordinates);
    extent_.add(network.shapes.all_points());
    const std::optional<double> metres = frame_.metres_per_unit();
    // If units are unknown, the default radius is the network's width: without a limit, coordinates of another system
    // would snap to the nearest road at any distance.
    const double width = extent_.diagonal() > 0 ? extent_.diagonal() : infinity;
    SnapOptions options{.space = frame_.space(), .onto = snap.onto, .component = snap.component};
    if (snap.radius) options.radius = *snap.radius / metres.value_or(1.0);
    options = with_usual_limits(options, travel_mode(network.provenance.notes), metres, width);
    check_access(snap, cost_column(network, cost.field), metres.has_value());
    access_speed_kmh_ = snap.access_speed_kmh;
    any_component_ = options.component == SnapOptions::Component::any;
    onto_name_ = options.onto == SnapOptions::Onto::nodes ? "node" : "road";
    radius_ = *options.radius * metres.value_or(1.0);
    is_radius_width_ = !metres && !snap.radius;
    snapper_.emplace(network, usable_arcs(network, cost), options);
}

// Points that state no reference system are in the network's. But if the network is projected, none of the points lies
// in its extent, and most do when read as degrees, they are taken as degrees.
std::string SnappedPoints::system_of(const PointSet& points) const {
    const bool is_projected = frame_.in_degrees() && frame_.space() == SnapOptions::Space::plane;
    if (!points.crs.empty() || !is_projected) return points.crs;
    std::size_t places = 0;
    std::size_t as_degrees = 0;
    for (const Coordinate place : points.places) {
        if (!is_finite(place)) continue;
        if (extent_.contains(place)) return points.crs;
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

std::vector<std::size_t> SnappedPoints::add(const PointSet& list) {
    if (!list.places.empty()) return add_positions(list);
    std::vector<std::size_t> added;
    for (std::uint32_t i = 0; i < list.names.size(); ++i) {
        try {
            added.push_back(add(list.names[i]));
        } catch (const Error& error) {
            fail_at(list, i, error);
        }
        if (list.ids.size() > 0) places_.back().table_id = list.ids.text(i);
    }
    return added;
}

std::size_t SnappedPoints::add(const std::string& name) {
    Place place;
    place.name = name;
    if (names_position(network_.node_ids, name)) {
        const Coordinate position = parse_position(name, frame_.in_degrees());
        place.position = frame_.rounded(position);
        return add(std::move(place), {position.y, position.x});
    }
    const NodeIndex node = find_node(network_.node_ids, name, file_);
    place.name = network_.node_ids.text(node);
    place.is_node = true;
    place.snapped = {.snapped = true, .node = node, .place = network_.coordinates[node], .distance = 0};
    places_.push_back(std::move(place));
    return places_.size() - 1;
}

std::vector<std::size_t> SnappedPoints::add_positions(const PointSet& points) {
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
    std::vector<std::size_t> added;
    for (std::size_t i = 0; i < points.size(); ++i) {
        Place place;
        place.name = points.ids.text(static_cast<std::uint32_t>(i));
        place.where = points.where(i);
        place.position = positions[i];
        place.system = systems_.size() - 1;
        place.problem = points.problems[i];
        if (place.problem.empty() && !std::isfinite(place.position.x)) {
            place.problem = format("{},{} is not a place on Earth{}", points.places[i].x, points.places[i].y,
                                   interpretation_text(place));
        }
        added.push_back(add(std::move(place), exchanged[i]));
    }
    return added;
}

bool SnappedPoints::is_in_extent(Coordinate position) const {
    try {
        return std::isfinite(position.x) && extent_.contains(frame_.own(position));
    } catch (const InvalidArgument&) {
        return false;
    }
}

std::size_t SnappedPoints::add(Place place, Coordinate exchanged) {
    try {
        if (place.problem.empty()) place.snapped = snapper_->snap(frame_.own(place.position));
    } catch (const InvalidArgument& error) {  // outside the network's reference system
        place.problem = error.what();
    }
    const bool is_far = !place.snapped.snapped || place.snapped.distance > extent_.diagonal();
    place.is_exchanged = is_far && is_in_extent(exchanged) && !is_in_extent(place.position);
    const std::optional<double> metres = frame_.metres_per_unit();
    place.in_metres = metres.has_value();
    place.snapped.distance *= metres.value_or(1.0);
    place.snapped.passed_over *= metres.value_or(1.0);
    places_.push_back(std::move(place));
    return places_.size() - 1;
}

std::vector<std::size_t> SnappedPoints::indexes_unsnapped() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (!places_[i].snapped.snapped) found.push_back(i);
    }
    return found;
}

std::vector<std::string> SnappedPoints::unsnapped() const {
    std::vector<std::string> names;
    for (const std::size_t i : indexes_unsnapped()) names.push_back(places_[i].name);
    return names;
}

double SnappedPoints::access_cost(const Place& place, const CostScale& scale, CostType type) const {
    constexpr double ms_per_m_at_1_kmh = 3600;
    if (!access_speed_kmh_ || place.is_node || !place.snapped.snapped) return 0;
    const double ms = place.snapped.distance * ms_per_m_at_1_kmh / *access_speed_kmh_;
    const double natural = ms / static_cast<double>(find_unit(scale.unit, Unit::Kind::time)->size);
    const double raw = natural * std::pow(10.0, scale.digits);
    return type == CostType::int32 ? std::round(raw) : raw;
}

std::vector<double> SnappedPoints::access_costs(std::span<const std::size_t> list, const TableSide& side,
                                                const CostScale& scale, CostType type) const {
    std::vector<double> costs;
    for (const std::uint32_t i : side.kept) costs.push_back(access_cost(places_[list[i]], scale, type));
    return costs;
}

std::vector<Place> SnappedPoints::positions() && {
    std::erase_if(places_, [](const Place& place) { return place.is_node; });
    return std::move(places_);
}

TableSide SnappedPoints::side(std::span<const std::size_t> list, const PointNetwork& network, bool drop) const {
    TableSide side;
    side.in_metres = frame_.metres_per_unit().has_value();
    std::vector<std::string> ids;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        const Place& place = places_[list[i]];
        if (drop && !place.snapped.snapped) continue;
        side.kept.push_back(i);
        side.nodes.push_back(network.node_of_point[list[i]]);
        ids.push_back(place.table_id.empty() ? place.name : place.table_id);
        side.places.push_back(place.is_node ? frame_.position(place.snapped.place) : place.position);
        const bool is_known = !place.is_node && std::isfinite(place.snapped.distance);
        side.distances.push_back(is_known ? place.snapped.distance : NAN);
    }
    side.ids = IdTable::from_texts(std::move(ids));
    return side;
}

// A hint at a likely mistake of the user.
std::string SnappedPoints::interpretation_text(const Place& place) const {
    if (place.is_exchanged) {
        return format("; with its two coordinates exchanged it lies within the network's extent: {} {}",
                      frame_.in_degrees() ? "longitude" : "x",
                      frame_.in_degrees() ? "comes before latitude" : "comes before y");
    }
    if (!frame_.in_degrees()) return "";
    const std::string& system = systems_[place.system];
    return system.empty() ? " (positions are longitude, then latitude)" : format(" (read as {})", system);
}

std::string SnappedPoints::why_unsnapped(const Place& place) const {
    if (!place.problem.empty()) return place.problem;
    if (!std::isfinite(place.snapped.distance)) return "the network has no road to snap positions to";
    if (is_radius_width_) {
        const auto& [low, high] = extent_;
        return format(
            "the nearest place on the network is {} away, farther than the network is wide; positions are read as {}, "
            "which range from {},{} to {},{}{}",
            frame_.distance_text(place.snapped.distance), frame_.system_text(), low.x, low.y, high.x, high.y,
            interpretation_text(place));
    }
    return format("the nearest place on the network is {} away, beyond the `radius` of {}{}{}",
                  frame_.distance_text(place.snapped.distance), frame_.distance_text(radius_),
                  interpretation_text(place), passed_over_text(place));
}

// "; a nearer road, 12 m away, is outside the largest component (…)"; empty if no nearer road within the radius was
// passed over.
std::string SnappedPoints::passed_over_text(const Place& place) const {
    if (!std::isfinite(place.snapped.passed_over) || place.snapped.passed_over > radius_) return "";
    return format("; a nearer {}, {} away, is outside the largest component (`component` any accepts it)", onto_name_,
                  frame_.distance_text(place.snapped.passed_over));
}

double SnappedPoints::share(const Place& place) const {
    const SnappedPoint& at = place.snapped;
    return network::runs_upward(network_, at.arc) ? at.fraction : 1 - at.fraction;
}

void SnappedPoints::require_any(std::span<const std::size_t> places, std::string_view what) const {
    const auto snapped = [&](std::size_t place) { return places_[place].snapped.snapped; };
    if (places.empty() || std::ranges::any_of(places, snapped)) return;
    const Place& nearest = places_[*std::ranges::min_element(
        places, {}, [&](std::size_t place) { return places_[place].snapped.distance; })];
    const bool is_far = nearest.problem.empty() && std::isfinite(nearest.snapped.distance);
    const std::string none = places.size() == 1 ? format("{} is not on the network", full_name(nearest))
                                                : format("none of the {} {} is on the network; the nearest of them, {}",
                                                         count_text(places.size()), what, full_name(nearest));
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
    std::size_t count = 0;
    for (const Place& place : places_) {
        if (place.is_node || !place.snapped.snapped) continue;
        farthest = std::max(farthest, place.snapped.distance);
        ++count;
    }
    if (count == 0) return;
    log(log_, LogLevel::info,
        format("{} on the network, at most {} away", counted(count, "position lies", "positions lie"),
               frame_.distance_text(farthest)));
}

void SnappedPoints::report_passed_over() const {
    std::vector<const Place*> moved;
    for (const Place& place : places_) {
        if (place.snapped.snapped && std::isfinite(place.snapped.passed_over)) moved.push_back(&place);
    }
    std::ranges::stable_sort(moved, std::greater{},
                             [](const Place* place) { return place->snapped.distance - place->snapped.passed_over; });
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
    const std::vector<std::size_t> missing = indexes_unsnapped();
    for (std::size_t i = 0; i < std::min(missing.size(), most_named); ++i) {
        const Place& place = places_[missing[i]];
        log(log_, LogLevel::warning,
            format("{}: {}; {}", full_name(place), why_unsnapped(place),
                   left_out ? "left out" : "no path starts or ends there"));
    }
    if (missing.size() > most_named) {
        const auto exchanged = static_cast<std::uint64_t>(
            std::ranges::count_if(missing, [&](std::size_t point) { return places_[point].is_exchanged; }));
        log(log_, LogLevel::warning,
            format("{} not snapped{}", counted(missing.size() - most_named, "more point was", "more points were"),
                   exchanged == 0 ? ""
                                  : format("; {} of all {} {} in the network's extent with the coordinates exchanged",
                                           exchanged, missing.size(), by_count(exchanged, "lies", "lie"))));
    }
}

PointNetwork SnappedPoints::attach(std::span<const std::string> sums) const {
    return with_points(network_, snapped(), split_precision(network_, cost_, sums));
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
    PointNetwork points = with_points(roads, snapped(), digits);
    points.network.shapes = {};
    return points;
}

std::vector<SnappedPoint> SnappedPoints::snapped() const {
    std::vector<SnappedPoint> snapped;
    snapped.reserve(places_.size());
    for (const Place& place : places_) snapped.push_back(place.snapped);
    return snapped;
}

// ---- two lists on a network

namespace {

TableSide all_nodes(const RoadNetwork& network) {
    TableSide side;
    side.nodes.resize(network.node_count());
    std::iota(side.nodes.begin(), side.nodes.end(), NodeIndex{0});
    side.ids = network.node_ids;
    return side;
}

}  // namespace

PlacedSides place_sides(const RoadNetwork& network, const PointSet* origins, const PointSet& destinations,
                        const SolveOptions& solve, const SnapChoice& snap, const std::string& name) {
    if (snap.access_speed_kmh)
        throw InvalidArgument("`access_speed_kmh` does not apply here; paths begin and end on the roads");
    const IdTable& ids = network.node_ids;
    if (!has_positions(destinations, ids) && !(origins != nullptr && has_positions(*origins, ids))) {
        return {{},
                origins == nullptr ? all_nodes(network) : side_at_nodes(*origins, ids, name),
                side_at_nodes(destinations, ids, name),
                {}};
    }
    SnappedPoints snapped_points(network, {solve.cost, solve.cost_type}, snap, name, solve.log);
    const std::vector<std::size_t> rows =
        origins == nullptr ? std::vector<std::size_t>() : snapped_points.add(*origins);
    const std::vector<std::size_t> columns = snapped_points.add(destinations);
    snapped_points.require_any(rows, "origins");
    snapped_points.require_any(columns, "destinations");
    snapped_points.report(false);
    PointNetwork points = snapped_points.attach();
    TableSide of_rows = origins == nullptr ? all_nodes(network) : snapped_points.side(rows, points);
    TableSide of_columns = snapped_points.side(columns, points);
    return {std::move(points), std::move(of_rows), std::move(of_columns), snapped_points.unsnapped()};
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
