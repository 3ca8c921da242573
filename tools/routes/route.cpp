// SPDX-License-Identifier: Apache-2.0
#include "allways/routes/route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve.h"
#include "allways/points/hour_options.h"
#include "allways/points/snapped_points.h"
#include "allways/query/alternatives.h"
#include "routes/lon_lat_line.h"

namespace allways {

namespace {

// The cost of access at both ends; 0 from a place to itself.
double access_between(const Stop& from, const Stop& to) {
    const bool same_place = from.asked && to.asked && from.asked->position == to.asked->position;
    return same_place ? 0 : from.raw_access + to.raw_access;
}

}  // namespace

Route find_route(const PathSource& source, std::vector<Stop> stops) {
    Route route;
    route.stops = std::move(stops);
    for (std::size_t at = 1; at < route.stops.size() && route.reachable; ++at) {
        const double access = access_between(route.stops[at - 1], route.stops[at]);
        const double elapsed = route.raw_distance + (access > 0 ? route.stops[at - 1].raw_access : 0);
        const Path part = source.path(route.stops[at - 1].node, route.stops[at].node, elapsed);
        const double distance = part.raw_distance + access;
        route.parts.push_back({part.from, part.to, distance, route.legs.size(), part.legs.size()});
        route.reachable = part.reachable;
        route.raw_distance += distance;
        route.legs.insert(route.legs.end(), part.legs.begin(), part.legs.end());
    }
    if (!route.reachable) {
        route.raw_distance = std::numeric_limits<double>::infinity();
        route.legs.clear();
        route.parts.clear();
    }
    return route;
}

std::vector<TimeSpan> leg_times(const Route& route) {
    std::vector<TimeSpan> times;
    double begin = 0;  // of the part
    for (std::size_t at = 0; at < route.parts.size(); ++at) {
        const RoutePart& part = route.parts[at];
        const bool has_access = access_between(route.stops[at], route.stops[at + 1]) > 0;
        double now = begin + (has_access ? route.stops[at].raw_access : 0);
        for (const PathLeg& leg : route.legs_of(part)) {
            times.push_back({now, now + leg.raw_cost});
            now += leg.raw_cost;
        }
        begin += part.raw_distance;
    }
    return times;
}

std::string time_text(const PathSource& source, double raw_elapsed) {
    if (source.departure() == nullptr || !std::isfinite(raw_elapsed)) return {};
    const double milliseconds = natural_value(raw_elapsed, source.scale()) * 1000;  // the unit is seconds
    return clock_text(*source.departure(), std::llround(milliseconds));
}

namespace {

void add_with_alternatives(const RoadRouter& router, const std::vector<Stop>& stops, std::size_t count,
                           std::vector<Route>& routes) {
    if (stops.size() != 2) throw InvalidArgument("alternatives are between two stops, without others on the way");
    const RoadPlace from{.node = stops[0].node, .fraction = 0, .arcs = {}};
    const RoadPlace to{.node = stops[1].node, .fraction = 0, .arcs = {}};
    const std::size_t first = routes.size();
    const auto add = [&](RoadPath path) {
        const double distance = path.raw_distance + access_between(stops[0], stops[1]);
        Route route{stops, path.reachable, distance, std::move(path.legs), {}, routes.size() - first};
        if (route.reachable) route.parts = {{from.node, to.node, route.raw_distance, 0, route.legs.size()}};
        routes.push_back(std::move(route));
    };
    RoadPath shortest = router.path(from, to);
    std::vector<RoadPath> others = find_alternatives(router, from, to, shortest, {.count = count});
    add(std::move(shortest));
    for (RoadPath& other : others) add(std::move(other));
}

}  // namespace

void prepare_routes(PathSource& source, std::span<const std::vector<Stop>> stops, std::size_t alternatives) {
    std::size_t parts = 0;
    for (const auto& of_route : stops) parts += of_route.size() - 1;
    if (alternatives > 0)
        source.factor();
    else
        source.expect(parts);
}

std::vector<Route> find_routes(PathSource& source, std::vector<std::vector<Stop>> stops, std::size_t alternatives,
                               const ProgressCallback& progress) {
    std::optional<RoadRouter> router;
    if (alternatives > 0) router.emplace(source.factor());
    std::vector<Route> routes;
    for (std::size_t at = 0; at < stops.size(); ++at) {
        report(progress, "path", at, stops.size());
        if (router)
            add_with_alternatives(*router, stops[at], alternatives, routes);
        else
            routes.push_back(find_route(source, std::move(stops[at])));
    }
    return routes;
}

InputError no_paths_between_origins(const std::string& file) {
    return {file, 0,
            "it holds distances from origins to destinations but no paths; use the network itself, or a table of all "
            "its pairs"};
}

PathSource make_path_source(Input input, const std::string& file, const SolveOptions& solve,
                            std::vector<std::string> point_names, const HourlyDeparture* departure) {
    const PathSourceOptions options{file, std::move(point_names), solve.progress, solve.log};
    if (auto* table = std::get_if<DistanceTable>(&input)) return PathSource(std::move(*table), options);
    if (auto* factor = std::get_if<NetworkFactor>(&input)) return PathSource(std::move(*factor), options);
    if (auto* network = std::get_if<RoadNetwork>(&input)) {
        if (departure != nullptr) check_departure_type(solve.cost_type);
        if (departure != nullptr)
            return PathSource(std::make_shared<const RoadNetwork>(std::move(*network)), *departure, options);
        return PathSource(std::move(*network), {solve.cost, solve.cost_type}, options);
    }
    if (std::holds_alternative<OriginDestinationTable>(input)) throw no_paths_between_origins(file);
    return PathSource(allways::solve(std::get<CostMatrix>(input), solve), options);
}

}  // namespace allways

// ---- the geometry of a route as one connected line

namespace allways {

using namespace tools;

namespace {

void drop_repeated(std::vector<Coordinate>& line) {
    line.erase(std::unique(line.begin(), line.end()), line.end());
    if (line.size() < 2) line.clear();
}

}  // namespace

void require_coordinates(const PathSource& source) {
    if (!source.coordinates().empty()) return;
    throw InputError(source.name(), 0,
                     "it has no coordinates, so its paths have no lines; choose `format` text, csv or json");
}

std::vector<Coordinate> line_of(const PathSource& source, const PathLeg& leg) {
    std::vector<Coordinate> line;
    if (leg.arc < source.arcs().size()) line = source.arcs().shapes.points(leg.arc);
    if (!line.empty()) return line;
    for (const NodeIndex node : {leg.from, leg.to}) {
        const Coordinate point = source.coordinates()[node];
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
            throw InputError(
                source.name(), 0,
                format("node {} on the way has no coordinates, so the path has no line", source.node_text(node)));
        }
        line.push_back(point);
    }
    return line;
}

std::vector<Coordinate> line_of(const PathSource& source, const Route& route) {
    std::vector<Coordinate> line;
    for (const PathLeg& leg : route.legs) {
        const auto along = line_of(source, leg);
        line.insert(line.end(), along.begin(), along.end());
    }
    drop_repeated(line);
    return line;
}

}  // namespace allways

namespace allways::tools {

ToLonLat::ToLonLat(const PathSource& source, const LogCallback& log)
    : point_(source.crs(), {source.coordinates()}, source.name(), log) {}

std::vector<Coordinate> ToLonLat::operator()(std::vector<Coordinate> line) const {
    for (Coordinate& point : line) point = point_(point);
    drop_repeated(line);
    return line;
}

}  // namespace allways::tools
