// SPDX-License-Identifier: Apache-2.0
// Maps of a network alone, and maps whose roads or points have the colours of a column of numbers.
#include "allways/draw/maps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/components.h"
#include "allways/points/snapped_points.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "draw/base_map.h"

namespace allways {

using namespace tools;

// ---- the network

namespace {

// 1 for nodes of the largest strong component of passable nodes, and for all no-through nodes; 1 for all if that
// component is a single node.
std::vector<std::uint8_t> in_largest_component(const PathSource& source, const RoadPlan& plan) {
    std::vector<NodeIndex> tail;
    std::vector<NodeIndex> head;
    for (const Road& road : plan.roads) {
        if (road.forward < Road::no_way) tail.push_back(road.tail), head.push_back(road.head);
        if (road.backward < Road::no_way) tail.push_back(road.head), head.push_back(road.tail);
    }
    const auto& no_through = source.no_through();
    const auto nodes = largest_strong_component(plan.nodes.size(), tail, head, no_through);
    if (nodes.size() < 2) return std::vector<std::uint8_t>(plan.nodes.size(), 1);
    std::vector<std::uint8_t> inside(plan.nodes.size(), 0);
    for (const NodeIndex node : nodes) inside[node] = 1;
    for (std::size_t node = 0; node < no_through.size(); ++node) inside[node] |= no_through[node];
    return inside;
}

DotLayer nodes_that_end_paths(const PathSource& source, const RoadPlan& plan, bool labelled, const Theme& theme) {
    constexpr double around_label = 11;
    DotLayer dots{"paths may not pass", theme.faint_ink, labelled ? around_label : 1.7, true, {}};
    for (std::size_t node = 0; node < source.no_through().size(); ++node) {
        if (source.no_through()[node] != 0) dots.at.push_back(plan.nodes[node]);
    }
    return dots;
}

}  // namespace

Map network_map(const PathSource& source, const Theme& theme) {
    const RoadPlan plan = plan_roads(source);
    Map map = base_map(source, plan);
    map.title = std::filesystem::path(source.name()).filename().string();
    map.subtitle = format("{}, {}", counted(plan.nodes.size(), "node"), counted(source.arcs().size(), "arc"));
    const RoadClasses classes(source);
    RoadTexts texts(source, map);
    const auto inside = in_largest_component(source, plan);
    std::array<LineLayer, road_class_count> by_class;
    LineLayer cut_off{"no way there or back", {theme.cut_off, 1.2, false}, {}};
    for (const Road& road : plan.roads) {
        const bool connected = inside[road.tail] != 0 && inside[road.head] != 0;
        LineLayer& layer = connected ? by_class[static_cast<std::size_t>(classes.of(road))] : cut_off;
        layer.lines.push_back({road.line, texts.of(road)});
    }
    if (!cut_off.lines.empty()) map.layers.push_back(std::move(cut_off));
    for (std::size_t at = road_class_count; at-- > 0;) {
        if (by_class[at].lines.empty()) continue;
        by_class[at].label = name(static_cast<RoadClass>(at));
        if (static_cast<RoadClass>(at) == RoadClass::other && classes.stated()) by_class[at].label = "other road";
        by_class[at].style = style_of(static_cast<RoadClass>(at), theme);
        by_class[at].style.width *= boldness(plan);
        map.layers.push_back(std::move(by_class[at]));
    }
    DotLayer ends = nodes_that_end_paths(source, plan, map.label_nodes, theme);
    if (!ends.at.empty()) map.dots.push_back(std::move(ends));
    return map;
}

// ---- a column

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr const char* no_value_label = "no value";

const TableColumn& numbers_of(const PathSource& source, const std::string& column) {
    const TableArcs& arcs = source.arcs();
    if (const TableColumn* found = arcs.column(column)) return *found;
    std::vector<std::string> known;
    for (const TableColumn& one : arcs.columns) known.push_back(one.name);
    throw InvalidArgument(format("the roads of {} have {} '{}'; their columns of numbers: {}", source.name(),
                                 arcs.text(column) != nullptr ? "texts, not numbers, in" : "no column", column,
                                 known.empty() ? "none" : joined(known)));
}

// The value farthest from 0 of the arcs of each road; NaN if all are missing.
std::vector<double> values_of_roads(const RoadPlan& plan, const TableColumn& column) {
    std::vector<double> values(plan.roads.size(), no_value);
    const std::vector<Decimal> of_arcs = column.values.decimals();
    for (std::size_t arc = 0; arc < of_arcs.size(); ++arc) {
        const std::uint32_t road = plan.road_of_arc[arc];
        if (road == RoadPlan::no_road || of_arcs[arc].is_missing()) continue;
        const double value = of_arcs[arc].to_double();
        if (!(std::abs(values[road]) >= std::abs(value))) values[road] = value;
    }
    return values;
}

// The classes of a map's values, with their look.
struct Classes {
    Bands bands;
    double smallest = 0;
    std::vector<Colour> colours;

    // "up to 5 min", but "0" where a class holds one value.
    std::string label(std::size_t at) const {
        return at == 0 && bands.breaks[0] == smallest ? quantity_text(smallest, bands.unit) : bands.label(at);
    }
    // From 0 for the smallest values to 1 for the largest; among changes, which have both signs, the class of 0 has 0.
    double share(std::size_t at) const {
        if (smallest < 0) return farthest_from_0(at) / std::max(-smallest, std::abs(bands.breaks.back()));
        return bands.count() < 2 ? 0.5 : static_cast<double>(at) / static_cast<double>(bands.count() - 1);
    }

private:
    double farthest_from_0(std::size_t at) const {
        const double from = at == 0 ? smallest : bands.breaks[at - 1];
        const double to = bands.breaks[at];
        return from < 0 && to >= 0 ? 0 : std::max(std::abs(from), std::abs(to));
    }
};

Classes make_classes(const std::vector<double>& values, const std::string& unit, ClassRule rule, const Theme& theme) {
    Classes classes{class_bands(values, unit, rule), std::numeric_limits<double>::infinity(), {}};
    for (const double value : values) classes.smallest = std::fmin(classes.smallest, value);
    classes.colours = value_colours(classes.bands.count(), theme);
    return classes;
}

std::string legend_title(const std::string& column, ClassRule rule) {
    return format("{}, {}", column,
                  rule == ClassRule::quantiles ? "classes of equal counts" : "classes of equal width");
}

// The layer of each value; those without one come last.
std::size_t layer_of(const Classes& classes, double value) {
    return std::isnan(value) ? classes.bands.count() : classes.bands.band_of(value);
}

}  // namespace

Map column_map(const PathSource& source, const std::string& column, ClassRule rule, const Theme& theme) {
    const TableColumn& numbers = numbers_of(source, column);
    const RoadPlan plan = plan_roads(source);
    const std::vector<double> values = values_of_roads(plan, numbers);
    const Classes classes = make_classes(values, numbers.unit, rule, theme);
    if (classes.bands.breaks.empty())
        throw InputError(source.name(), 0, format("every value of column '{}' is missing", column));
    Map map = base_map(source, plan);
    map.title = column;
    map.subtitle = std::filesystem::path(source.name()).filename().string();
    map.legend_title = legend_title(column, rule);
    RoadTexts texts(source, map);
    constexpr double thin = 0.9;
    constexpr double thick = 4.2;
    const double bold = boldness(plan);
    std::vector<LineLayer> layers;
    for (std::size_t at = 0; at < classes.bands.count(); ++at) {
        const double width = bold * (thin + (thick - thin) * classes.share(at));
        layers.push_back({classes.label(at), {classes.colours[at], width, false}, {}});
    }
    layers.push_back({no_value_label, {theme.road, thin * bold, false}, {}});
    for (std::size_t road = 0; road < plan.roads.size(); ++road)
        layers[layer_of(classes, values[road])].lines.push_back({plan.roads[road].line, texts.of(plan.roads[road])});
    if (!layers.back().lines.empty()) map.layers.push_back(std::move(layers.back()));
    layers.pop_back();
    for (LineLayer& layer : layers) map.layers.push_back(std::move(layer));
    return map;
}

Map point_map(const PathSource& source, const PointSet& points, const std::string& column, ClassRule rule,
              const Theme& theme) {
    const std::vector<double>& values = points.numbers.at(0);
    const Classes classes = make_classes(values, "", rule, theme);
    if (classes.bands.breaks.empty())
        throw InputError(points.source, 0, format("every value of column '{}' is missing", column));
    const RoadPlan plan = plan_roads(source);
    Map map = base_map(source, plan);
    map.title = column;
    map.subtitle = std::filesystem::path(points.source).filename().string();
    map.legend_title = legend_title(column, rule);
    map.label_nodes = false;
    map.layers = grey_roads(source, plan, map, theme);
    constexpr double room = 90;  // a radius of 4.5 for 400 points, less for more
    const double radius = std::clamp(room / std::sqrt(static_cast<double>(points.size())), 1.4, 5.0);
    std::vector<DotLayer> dots;
    for (std::size_t at = 0; at < classes.bands.count(); ++at)
        dots.push_back({classes.label(at), classes.colours[at], radius, false, {}});
    dots.push_back({no_value_label, theme.road, radius, false, {}});
    const CoordinateFrame frame(source.crs(), source.name(), {});
    const Projection projection(source.crs(), source.coordinates());
    const std::vector<Coordinate> places = frame.positions(points.places, points.crs);
    std::vector<Coordinate> shown;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!is_finite(places[i])) continue;
        shown.push_back(projection(frame.own(places[i])));
        dots[layer_of(classes, values[i])].at.push_back(shown.back());
    }
    // The points choose the shown part, unless they are one.
    if (shown.size() > 1) map.extent = grown(extent_of(shown), 0.08), map.far_nodes = 0;
    if (!dots.back().at.empty()) map.dots.push_back(std::move(dots.back()));
    dots.pop_back();
    for (DotLayer& layer : dots) map.dots.push_back(std::move(layer));
    return map;
}

}  // namespace allways
