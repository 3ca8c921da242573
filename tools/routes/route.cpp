// SPDX-License-Identifier: Apache-2.0
#include "allways/routes/route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve.h"
#include "allways/points/hour_options.h"
#include "allways/points/snapped_points.h"
#include "allways/query/alternatives.h"
#include "allways/result/network_factor.h"
#include "points/node_argument.h"
#include "points/zones.h"
#include "routes/formats.h"

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

std::vector<double> leg_times(const Route& route) {
    std::vector<double> times;
    double begin = 0;  // of the part
    for (std::size_t at = 0; at < route.parts.size(); ++at) {
        const RoutePart& part = route.parts[at];
        const bool has_access = access_between(route.stops[at], route.stops[at + 1]) > 0;
        double now = begin + (has_access ? route.stops[at].raw_access : 0);
        for (const PathLeg& leg : route.legs_of(part)) {
            times.push_back(now);
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

// ---- the geometry of a route as one connected line

using namespace tools;

void tools::drop_repeated(std::vector<Coordinate>& line) {
    line.erase(std::unique(line.begin(), line.end()), line.end());
    if (line.size() < 2) line.clear();
}

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

// ---- the stops that a user names

using namespace tools;

namespace {

const IdTable& ids_of(const Input& input, const std::string& file) {
    if (std::holds_alternative<OriginDestinationTable>(input)) throw no_paths_between_origins(file);
    return row_names(input).ids;
}

// The network that positions are snapped to, and the cost to minimise.
std::pair<RoadNetwork, CostOptions> ground_of(Input input, const std::string& file, const SolveOptions& solve) {
    if (auto* network = std::get_if<RoadNetwork>(&input)) {
        return {std::move(*network), CostOptions{solve.cost, solve.cost_type}};
    }
    try {
        if (const auto* table = std::get_if<DistanceTable>(&input))
            return {extract_network(*table), CostOptions{table->scale().name, {}}};
        if (const auto* factor = std::get_if<NetworkFactor>(&input))
            return {extract_network(*factor), CostOptions{factor->scale.name, {}}};
    } catch (const InvalidArgument& error) {
        throw InputError(file, 0, error.what());
    }
    throw InputError(file, 0, "it has no coordinates, so positions cannot be used; use node ids");
}

std::string place_text(const RoadNetwork& network, const SnappedPoint& place) {
    if (place.node != no_node) return format("node {}", network.node_ids.text(place.node));
    if (network.tail[place.arc] == network.head[place.arc]) {
        return format("arc {}, a loop at node {}", network.arc_ids.text(place.arc),
                      network.node_ids.text(network.tail[place.arc]));
    }
    return format("arc {}, between nodes {} and {}", network.arc_ids.text(place.arc),
                  network.node_ids.text(network.tail[place.arc]), network.node_ids.text(network.head[place.arc]));
}

// Converts names to stops on a network to which the positions are added.
class Placer {
public:
    Placer(std::pair<RoadNetwork, CostOptions> ground, const SnapChoice& snap, const std::string& file,
           const SolveOptions& solve, const HourlyDeparture* departure)
        : network_(std::move(ground.first)),
          cost_(std::move(ground.second)),
          file_(file),
          solve_(solve),
          departure_(departure),
          snapped_points_(network_, cost_, snap, file, solve.log) {}

    AskedRoutes place(const std::vector<std::vector<std::string>>& names) {
        std::map<std::string, std::size_t> known;
        std::vector<Places> routes;
        for (const auto& route : names) {
            routes.emplace_back();
            for (const std::string& name : route) {
                const auto [place, is_new] = known.try_emplace(name);
                if (is_new) place->second = snapped_points_.add(name);
                routes.back().push_back(place->second);
            }
        }
        require_ends(routes);
        if (routes.size() == 1)
            tell(routes.front());
        else
            snapped_points_.report(false);
        return attached(routes);
    }

    AskedRoutes place(const PairLists& lists) {
        const Places starts = snapped_points_.add(lists.origins);
        const Places ends = snapped_points_.add(lists.destinations);
        snapped_points_.require_any(starts, "starts");
        snapped_points_.require_any(ends, "ends");
        snapped_points_.report(false);
        std::vector<Places> routes;
        routes.reserve(lists.pairs.size());
        for (const auto& [from, to] : lists.pairs) routes.push_back({starts[from], ends[to]});
        return attached(routes);
    }

private:
    using Places = std::vector<std::size_t>;  // indexes of snapped_points_.places()

    AskedRoutes attached(const std::vector<Places>& routes) {
        PointNetwork points = snapped_points_.attach(
            departure_ == nullptr ? std::span<const std::string>() : std::span<const std::string>(departure_->columns));
        const std::vector<NodeIndex> nodes = std::move(points.node_of_point);
        SolveOptions options = solve_;
        options.cost = cost_.field;
        std::vector<std::string> names = names_of(nodes);
        AskedRoutes made{make_path_source(std::move(points.network), file_, options, std::move(names), departure_),
                         {},
                         snapped_points_.unsnapped().size(),
                         {}};
        std::vector<Stop> stop_at;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Place& place = snapped_points_.places()[i];
            stop_at.push_back({nodes[i], place.is_node ? nullptr : std::make_shared<const Place>(place)});
            if (snapped_points_.has_access_cost())
                stop_at[i].raw_access = snapped_points_.access_cost(place, made.source.scale(), made.source.type());
        }
        made.stops.reserve(routes.size());
        for (const Places& route : routes) {
            made.stops.emplace_back();
            for (const std::size_t place : route) made.stops.back().push_back(stop_at[place]);
        }
        made.positions = std::move(snapped_points_).positions();
        return made;
    }

    // At least one route must begin on the network and one must end there; the same holds for each stop on the way.
    void require_ends(const std::vector<Places>& routes) const {
        const std::size_t most = std::ranges::max_element(routes, {}, &Places::size)->size();
        for (std::size_t stop = 0; stop < most; ++stop) {
            Places places;
            for (const Places& route : routes) {
                if (stop < route.size()) places.push_back(route[stop]);
            }
            std::ranges::sort(places);
            const auto repeated = std::ranges::unique(places);
            places.erase(repeated.begin(), repeated.end());
            snapped_points_.require_any(places, stop == 0 ? "starts" : stop + 1 == most ? "ends" : "stops on the way");
        }
    }

    // Logs where each position of a route was snapped.
    void tell(const Places& route) const {
        for (const std::size_t stop : route) {
            const Place& place = snapped_points_.places()[stop];
            if (place.is_node) continue;
            log(solve_.log, LogLevel::info,
                format("{}: {}, {} away", place.name, place_text(network_, place.snapped),
                       snapped_points_.frame().distance_text(place.snapped.distance)));
        }
        snapped_points_.report_passed_over();
    }

    // Names of the added nodes, in the order of the nodes.
    std::vector<std::string> names_of(const std::vector<NodeIndex>& nodes) const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i] < network_.node_count()) continue;
            const std::size_t added = nodes[i] - network_.node_count();
            if (added == names.size()) names.push_back(snapped_points_.places()[i].name);
        }
        return names;
    }

    RoadNetwork network_;
    CostOptions cost_;
    const std::string& file_;
    const SolveOptions& solve_;
    const HourlyDeparture* departure_;
    SnappedPoints snapped_points_;
};

}  // namespace

AskedRoutes find_stops(Input input, const std::string& file, const std::vector<std::vector<std::string>>& names,
                       const SolveOptions& solve, const SnapChoice& snap, const HourlyDeparture* departure) {
    const IdTable& ids = ids_of(input, file);
    const auto is_position = [&](const std::string& name) { return names_position(ids, name); };
    const auto any_position = [&](const auto& route) { return std::ranges::any_of(route, is_position); };
    if (std::ranges::any_of(names, any_position))
        return Placer(ground_of(std::move(input), file, solve), snap, file, solve, departure).place(names);
    warn_of_unused_access(snap, solve.log);
    std::vector<std::vector<Stop>> stops;
    for (const auto& route : names) {
        stops.emplace_back();
        for (const std::string& name : route) stops.back().push_back({find_node(ids, name, file)});
    }
    return {make_path_source(std::move(input), file, solve, {}, departure), std::move(stops), 0, {}};
}

AskedRoutes find_stops(Input input, const std::string& file, const PairLists& lists, const SolveOptions& solve,
                       const SnapChoice& snap, const HourlyDeparture* departure) {
    require_single_nodes(lists.origins);
    require_single_nodes(lists.destinations);
    const IdTable& ids = ids_of(input, file);
    if (has_positions(lists.origins, ids) || has_positions(lists.destinations, ids))
        return Placer(ground_of(std::move(input), file, solve), snap, file, solve, departure).place(lists);
    warn_of_unused_access(snap, solve.log);
    const std::vector<NodeIndex> starts = find_nodes(lists.origins, ids, file);
    const std::vector<NodeIndex> ends = find_nodes(lists.destinations, ids, file);
    std::vector<std::vector<Stop>> stops;
    stops.reserve(lists.pairs.size());
    for (const auto& [from, to] : lists.pairs) stops.push_back({Stop{starts[from]}, Stop{ends[to]}});
    return {make_path_source(std::move(input), file, solve, {}, departure), std::move(stops), 0, {}};
}

bool is_node_id(const Input& input, const std::string& text) {
    return ids_of(input, "").find(text).has_value();
}

}  // namespace allways
