// SPDX-License-Identifier: Apache-2.0
// The map of paths on a network.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "allways/base/format.h"
#include "allways/draw/maps.h"
#include "allways/result/natural_scale.h"
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "base/counted.h"
#include "base/human.h"
#include "draw/base_map.h"

namespace allways {

using namespace tools;

namespace {

// ---- routes that share roads

// Consecutive legs of a route with the same other routes on their roads.
struct Stretch {
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;
    std::size_t above = 0;  // earlier routes in the list on the same roads, in any direction
    bool lowest = true;     // no later route takes these roads
};

// Finds the number of routes drawn above each stretch, so that a map can show all of them. Borrows the source and the
// routes.
class RouteOverlaps {
public:
    RouteOverlaps(const PathSource& source, const std::vector<Route>& routes);

    std::vector<Stretch> stretches(std::size_t route) const;
    // The largest number of routes on one road; at least 1.
    std::size_t most() const { return most_; }

private:
    using Road = std::tuple<NodeIndex, NodeIndex, std::uint64_t>;  // its end nodes, the lower first, and its shape
    Road road_of(const PathLeg& leg) const;

    const PathSource& source_;
    const std::vector<Route>& routes_;
    std::map<Road, std::vector<std::size_t>> on_road_;  // the routes, in order
    std::size_t most_ = 1;
};

RouteOverlaps::RouteOverlaps(const PathSource& source, const std::vector<Route>& routes)
    : source_(source), routes_(routes) {
    for (std::size_t at = 0; at < routes.size(); ++at) {
        for (const PathLeg& leg : routes[at].legs) {
            std::vector<std::size_t>& here = on_road_[road_of(leg)];
            if (here.empty() || here.back() != at) here.push_back(at);
            most_ = std::max(most_, here.size());
        }
    }
}

auto RouteOverlaps::road_of(const PathLeg& leg) const -> Road {
    const ArcShapes& shapes = source_.arcs().shapes;
    const bool has_shape = leg.arc < source_.arcs().size() && shapes.has_shape(leg.arc);
    return {std::min(leg.from, leg.to), std::max(leg.from, leg.to),
            has_shape ? std::uint64_t{shapes.shape(leg.arc)} : std::uint64_t{ArcShapes::no_shape}};
}

std::vector<Stretch> RouteOverlaps::stretches(std::size_t route) const {
    std::vector<Stretch> found;
    const std::vector<PathLeg>& legs = routes_[route].legs;
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
        const std::vector<std::size_t>& here = on_road_.at(road_of(legs[leg]));
        const auto own = std::ranges::lower_bound(here, route);
        const auto above = static_cast<std::size_t>(own - here.begin());
        const bool lowest = own + 1 == here.end();
        if (!found.empty() && found.back().above == above && found.back().lowest == lowest) {
            ++found.back().leg_count;
        } else {
            found.push_back({leg, 1, above, lowest});
        }
    }
    return found;
}

constexpr std::size_t most_named_routes = 12;  // in the legend

std::string cost_text(const PathSource& source, double raw) {
    if (!std::isfinite(raw)) return "unreachable";
    return quantity_text(raw * std::pow(10.0, -source.scale().digits), source.scale().unit);
}

std::string ends_text(const PathSource& source, const Route& route) {
    const std::string ends =
        format("{} to {}", stop_text(source, route.stops.front()), stop_text(source, route.stops.back()));
    return route.alternative == 0 ? ends : format("{}, alternative {}", ends, route.alternative);
}

// Returns true if the routes are one path and its alternatives, if any.
bool have_one_pair(const std::vector<Route>& routes) {
    return std::ranges::count_if(routes, [](const Route& route) { return route.alternative == 0; }) == 1;
}

// Marks the stops of a single route with letters and names. Stops of several routes are dots, and the routes are named
// by their ends.
void add_marks(Map& map, const PathSource& source, const Route& route, const Theme& theme) {
    for (std::size_t at = 0; at < route.stops.size(); ++at) {
        const Coordinate place = map.nodes[route.stops[at].node];
        if (!is_finite(place)) continue;
        const std::string letter(1, static_cast<char>('A' + std::min<std::size_t>(at, 25)));
        map.marks.push_back({place, letter, stop_text(source, route.stops[at]), theme.ink});
    }
}

void add_ends(Map& map, const std::vector<Route>& routes, const Theme& theme) {
    constexpr double around_label = 11.5;
    DotLayer ends{"starts and ends", theme.ink, map.label_nodes ? around_label : 3, false, {}};
    for (const Route& route : routes) {
        for (const Stop& stop : {route.stops.front(), route.stops.back()}) ends.at.push_back(map.nodes[stop.node]);
    }
    map.dots.push_back(std::move(ends));
}

// The text that a page shows for a route: its name and cost, and the columns of its pair.
std::string text_of(const PathSource& source, const Route& route, const PairColumns& pairs, std::size_t at) {
    const std::string label = pairs.label(at);
    std::string text =
        format("{}: {}", label.empty() ? ends_text(source, route) : label, cost_text(source, route.raw_distance));
    for (std::size_t column = 0; column < pairs.names.size(); ++column) {
        const std::string& value = pairs.values[at][column];
        if (!value.empty() && value != label) text += format("\n{}: {}", pairs.names[column], value);
    }
    return text;
}

// A rim that separates the route from the lines it crosses.
LineLayer rim_of(const LineLayer& layer, const Theme& theme) {
    LineLayer rim{"", {theme.ground, layer.style.width + 2.4, false}, layer.lines, false};
    for (MapLine& line : rim.lines) line.text = 0;
    return rim;
}

std::string legend_text(const PathSource& source, const Route& route, const std::string& name, std::size_t index,
                        bool alone) {
    if (alone) return cost_text(source, route.raw_distance);
    return index < most_named_routes ? format("{}: {}", name, cost_text(source, route.raw_distance)) : "";
}

// A route's rims and lines by width, the narrowest last. Under other routes the route is wider, so that its colour
// shows on both sides; the lowest route has a rim.
std::vector<LineLayer> layers_of(const PathSource& source, const RouteOverlaps& overlaps, const Route& route,
                                 std::size_t index, const LineStyle& style, const Theme& theme) {
    constexpr double most_width = 24;
    constexpr double most_step = 3.2;
    const double step = std::min(most_step, most_width / static_cast<double>(overlaps.most()));
    const Projection projection(source.crs(), source.coordinates());
    std::vector<LineLayer> rims, layers;
    for (const Stretch& stretch : overlaps.stretches(index)) {
        Route part;
        part.legs.assign(route.legs.begin() + static_cast<std::ptrdiff_t>(stretch.first_leg),
                         route.legs.begin() + static_cast<std::ptrdiff_t>(stretch.first_leg + stretch.leg_count));
        std::vector<Coordinate> line = line_of(source, part);
        for (Coordinate& point : line) point = projection(point);
        if (line.empty()) continue;
        LineLayer layer{"", style, {}, false};
        layer.style.width += step * static_cast<double>(stretch.above);
        layer.lines.push_back({std::move(line), 0});
        if (stretch.lowest) rims.push_back(rim_of(layer, theme));
        layers.push_back(std::move(layer));
    }
    if (layers.empty()) layers.push_back({"", style, {}, false});
    std::ranges::stable_sort(layers, std::ranges::greater{}, [](const LineLayer& layer) { return layer.style.width; });
    layers.insert(layers.begin(), rims.begin(), rims.end());
    return layers;
}

// The extent of the routes with a margin.
BoundingBox extent_around(const Map& map, const std::vector<Route>& routes) {
    std::vector<Coordinate> points;
    for (const LineLayer& layer : map.layers) {
        if (layer.named) continue;  // a layer of the network
        for (const MapLine& line : layer.lines) points.insert(points.end(), line.points.begin(), line.points.end());
    }
    const bool none = points.empty();
    for (const Route& route : routes) {
        if (!route.reachable && !none) continue;
        for (const Stop& stop : route.stops) points.push_back(map.nodes[stop.node]);
    }
    return grown(extent_of(points), 0.15);
}

}  // namespace

Map path_map(const PathSource& source, const std::vector<Route>& routes, const Theme& theme, const PairColumns& pairs) {
    const auto name_of = [&](std::size_t at) -> std::string {
        if (have_one_pair(routes)) return at == 0 ? "best" : format("alternative {}", at);
        const std::string label = pairs.label(at);
        if (label.empty()) return ends_text(source, routes[at]);
        return routes[at].alternative == 0 ? label : format("{}, alternative {}", label, routes[at].alternative);
    };
    const RoadPlan plan = plan_roads(source);
    Map map = base_map(source, plan);
    for (LineLayer& layer : grey_roads(source, plan, map, theme)) map.layers.push_back(std::move(layer));
    const RouteOverlaps overlaps(source, routes);
    const bool alone = routes.size() == 1;
    const bool one_pair = have_one_pair(routes);
    // The route drawn last is the first in the legend.
    for (std::size_t at = routes.size(); at-- > 0;) {
        const Route& route = routes[at];
        const LineStyle style{category_colour(at), alone ? 4.0 : 2.6, false};
        std::uint32_t text = 0;
        if (!route.legs.empty() && (!alone || !pairs.names.empty())) {  // the title names a single route
            text = static_cast<std::uint32_t>(map.texts.size());
            map.texts.push_back(text_of(source, route, pairs, at));
        }
        std::vector<LineLayer> layers = layers_of(source, overlaps, route, at, style, theme);
        for (LineLayer& layer : layers) {
            const bool is_rim = layer.style.colour == theme.ground;
            for (MapLine& line : layer.lines) line.text = is_rim ? 0 : text;
            map.layers.push_back(std::move(layer));
        }
        map.layers.back().label = legend_text(source, route, name_of(at), at, alone);
    }
    if (one_pair) {
        map.title =
            format("{}: {}", pairs.label(0).empty() ? "Path from " + ends_text(source, routes[0]) : pairs.label(0),
                   cost_text(source, routes[0].raw_distance));
        if (!alone) map.title += format(", and {}", counted(routes.size() - 1, "alternative"));
        add_marks(map, source, routes[0], theme);
    } else {
        map.title = counted(routes.size(), "path");
        add_ends(map, routes, theme);
    }
    map.subtitle =
        format("{}; cost: {}", std::filesystem::path(source.name()).filename().string(), source.scale().name);
    if (!routes.empty()) map.extent = extent_around(map, routes), map.far_nodes = 0;
    return map;
}

}  // namespace allways
