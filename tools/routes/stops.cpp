// SPDX-License-Identifier: Apache-2.0
#include "allways/routes/stops.h"

#include <algorithm>
#include <map>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/points/snapped_points.h"
#include "allways/result/network_factor.h"
#include "points/node_argument.h"

namespace allways {

using namespace tools;

namespace {

const IdTable& ids_of(const Input& input, const std::string& file) {
    if (std::holds_alternative<OriginDestinationTable>(input)) throw no_paths_between_origins(file);
    return row_names(input).ids;
}

// Calls find(); adds file and line to errors if the name comes from a file.
template <class Find>
auto naming_line(const StopName& name, const Find& find) {
    try {
        return find();
    } catch (const Error& error) {
        if (name.file.empty()) throw;
        throw InputError(name.file, name.line, error.what());
    }
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

    AskedRoutes place(const std::vector<std::vector<StopName>>& names) {
        for (const auto& route : names) {
            for (const StopName& name : route) {
                if (names_position(network_.node_ids, name.text)) add(name);
            }
        }
        require_ends(names);
        tell(names);
        PointNetwork points = attach();
        std::vector<std::vector<Stop>> stops;
        for (const auto& route : names) {
            stops.emplace_back();
            for (const StopName& name : route) stops.back().push_back(stop(name, points));
        }
        return routes_on(std::move(points), std::move(stops));
    }

    AskedRoutes place(const PairLists& lists) {
        SnappedList origins;
        SnappedList destinations;
        origins.add(lists.origins, snapped_points_, file_);
        destinations.add(lists.destinations, snapped_points_, file_);
        origins.require_any(snapped_points_, "starts");
        destinations.require_any(snapped_points_, "ends");
        snapped_points_.report(false);
        PointNetwork points = attach();
        const std::vector<Stop> starts = stops_of(origins, points);
        const std::vector<Stop> ends = stops_of(destinations, points);
        std::vector<std::vector<Stop>> stops;
        stops.reserve(lists.pairs.size());
        for (const auto& [from, to] : lists.pairs) stops.push_back({starts[from], ends[to]});
        return routes_on(std::move(points), std::move(stops));
    }

private:
    PointNetwork attach() const {
        return snapped_points_.attach(departure_ == nullptr ? std::span<const std::string>()
                                                            : std::span<const std::string>(departure_->columns));
    }

    AskedRoutes routes_on(PointNetwork points, std::vector<std::vector<Stop>> stops) const {
        std::vector<std::string> point_names = names_of(points);
        SolveOptions options = solve_;
        options.cost = cost_.field;
        AskedRoutes routes{
            make_path_source(std::move(points.network), file_, options, std::move(point_names), departure_),
            std::move(stops), snapped_points_.unsnapped().size(), snapped_points_.distances()};
        if (snapped_points_.has_access_cost()) set_access(routes);
        return routes;
    }

    void set_access(AskedRoutes& routes) const {
        for (std::vector<Stop>& stops : routes.stops) {
            for (Stop& stop : stops) {
                if (!stop.asked) continue;
                const SnappedPosition& point = snapped_points_.points()[stop.asked->position];
                stop.raw_access = snapped_points_.access_cost(point, routes.source.scale(), routes.source.type());
            }
        }
    }

    std::vector<Stop> stops_of(const SnappedList& list, const PointNetwork& points) const {
        const TableSide side = list.on(points, snapped_points_, false);
        std::vector<Stop> stops;
        for (std::uint32_t i = 0; i < side.nodes.size(); ++i) {
            stops.push_back({side.nodes[i], {}});
            if (const SnappedPosition* position = list.position(i, snapped_points_))
                stops[i].asked = asked(static_cast<std::size_t>(position - snapped_points_.points().data()));
        }
        return stops;
    }

    AskedPosition asked(std::size_t position) const {
        const SnappedPosition& point = snapped_points_.points()[position];
        const auto metres = snapped_points_.frame().metres_per_unit();
        return {point.name,
                point.position,
                point.snapped.distance * metres.value_or(1.0),
                metres.has_value(),
                !point.name.starts_with('@'),
                position};
    }

    void add(const StopName& name) {
        if (at_.contains(name.text)) return;
        at_[name.text] = naming_line(name, [&] {
            return snapped_points_.add(name.text, parse_position(name.text, snapped_points_.frame().in_degrees()));
        });
    }

    // At least one route must begin on the network and one must end there; the same holds for each stop on the way.
    void require_ends(const std::vector<std::vector<StopName>>& names) const {
        const std::size_t most = std::ranges::max_element(names, {}, &std::vector<StopName>::size)->size();
        for (std::size_t stop = 0; stop < most; ++stop) {
            std::vector<std::size_t> points;
            bool any_node = false;
            for (const auto& route : names) {
                if (stop >= route.size()) continue;
                const auto found = at_.find(route[stop].text);
                if (found == at_.end())
                    any_node = true;
                else
                    points.push_back(found->second);
            }
            if (any_node) continue;
            std::ranges::sort(points);
            const auto repeated = std::ranges::unique(points);
            points.erase(repeated.begin(), repeated.end());
            snapped_points_.require_any(points, stop == 0 ? "starts" : stop + 1 == most ? "ends" : "stops on the way");
        }
    }

    // Logs where each position of the command line was snapped; for files, one summary.
    void tell(const std::vector<std::vector<StopName>>& names) const {
        if (names.size() > 1 || !names[0][0].file.empty()) return snapped_points_.report(false);
        for (const StopName& name : names[0]) {
            const auto found = at_.find(name.text);
            if (found == at_.end()) continue;
            const SnappedPosition& point = snapped_points_.points()[found->second];
            log(solve_.log, LogLevel::info,
                format("{}: {}, {} away", name.text, place_text(network_, point.snapped),
                       snapped_points_.frame().distance_text(point.snapped.distance)));
        }
        snapped_points_.report_passed_over();
    }

    Stop stop(const StopName& name, const PointNetwork& points) const {
        const auto found = at_.find(name.text);
        if (found == at_.end()) {
            return naming_line(name, [&] { return Stop{find_node(network_.node_ids, name.text, file_), {}}; });
        }
        return {points.node_of_point[found->second], asked(found->second)};
    }

    // Names of the added nodes, in the order of the nodes.
    std::vector<std::string> names_of(const PointNetwork& points) const {
        const std::size_t n = network_.node_count();
        std::vector<std::string> names(points.network.node_count() - n);
        for (std::size_t i = 0; i < snapped_points_.points().size(); ++i) {
            const NodeIndex node = points.node_of_point[i];
            if (node >= n && names[node - n].empty()) names[node - n] = snapped_points_.points()[i].name;
        }
        return names;
    }

    RoadNetwork network_;
    CostOptions cost_;
    const std::string& file_;
    const SolveOptions& solve_;
    const HourlyDeparture* departure_;
    SnappedPoints snapped_points_;
    std::map<std::string, std::size_t> at_;  // positions by their text
};

}  // namespace

AskedRoutes find_stops(Input input, const std::string& file, const std::vector<std::vector<StopName>>& names,
                       const SolveOptions& solve, const SnapChoice& snap, const HourlyDeparture* departure) {
    const IdTable& ids = ids_of(input, file);
    const auto is_position = [&](const StopName& name) { return names_position(ids, name.text); };
    const bool any =
        std::ranges::any_of(names, [&](const auto& route) { return std::ranges::any_of(route, is_position); });
    if (any) return Placer(ground_of(std::move(input), file, solve), snap, file, solve, departure).place(names);
    warn_of_unused_access(snap, solve.log);
    std::vector<std::vector<Stop>> stops;
    for (const auto& route : names) {
        stops.emplace_back();
        for (const StopName& name : route) {
            stops.back().push_back(naming_line(name, [&] { return Stop{find_node(ids, name.text, file), {}}; }));
        }
    }
    return {make_path_source(std::move(input), file, solve, {}, departure), std::move(stops), 0, {}};
}

AskedRoutes find_stops(Input input, const std::string& file, const PairLists& lists, const SolveOptions& solve,
                       const SnapChoice& snap, const HourlyDeparture* departure) {
    const IdTable& ids = ids_of(input, file);
    if (lists.origins.has_positions(ids) || lists.destinations.has_positions(ids))
        return Placer(ground_of(std::move(input), file, solve), snap, file, solve, departure).place(lists);
    warn_of_unused_access(snap, solve.log);
    const std::vector<NodeIndex> starts = find_nodes(lists.origins.nodes, ids, file);
    const std::vector<NodeIndex> ends = find_nodes(lists.destinations.nodes, ids, file);
    std::vector<std::vector<Stop>> stops;
    stops.reserve(lists.pairs.size());
    for (const auto& [from, to] : lists.pairs) stops.push_back({Stop{starts[from], {}}, Stop{ends[to], {}}});
    return {make_path_source(std::move(input), file, solve, {}, departure), std::move(stops), 0, {}};
}

bool is_node_id(const Input& input, const std::string& text) {
    return ids_of(input, "").find(text).has_value();
}

}  // namespace allways
