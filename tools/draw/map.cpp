// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <tuple>
#include <vector>

#include "allways/base/error.h"
#include "libraries/reference_system.h"

namespace allways {

// ---- the plane

using namespace importers;

namespace {

constexpr double largest_latitude = 85;  // Mercator excludes the poles

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

}  // namespace

BoundingBox extent_of(std::span<const Coordinate> points) {
    BoundingBox extent;
    extent.add(points);
    if (extent.is_empty()) return {{}, {}};
    const auto& [low, high] = extent;
    return low == high ? BoundingBox{{low.x - 0.5, low.y - 0.5}, {high.x + 0.5, high.y + 0.5}} : extent;
}

BoundingBox grown(const BoundingBox& extent, double share) {
    const double by = share * std::max(extent.width(), extent.height());
    return {{extent.low.x - by, extent.low.y - by}, {extent.high.x + by, extent.high.y + by}};
}

Projection::Projection(const std::string& crs, std::span<const Coordinate> points) {
    if (crs.empty()) return;
    const ReferenceSystem system(crs);
    degrees_ = system.is_geographic();
    metres_per_unit_ = degrees_ ? 1 : system.metres_per_unit();
    if (!degrees_) return;
    BoundingBox extent = extent_of(points);
    if (extent.width() > 180) {
        across_antimeridian_ = true;
        std::vector<Coordinate> turned(points.begin(), points.end());
        for (Coordinate& point : turned) point.x += point.x < 0 ? 360 : 0;
        across_antimeridian_ = extent_of(turned).width() < extent.width();
    }
    const double middle = std::clamp((extent.low.y + extent.high.y) / 2, -largest_latitude, largest_latitude);
    radius_ = mean_earth_radius_m * std::cos(radians(middle));
}

Coordinate Projection::operator()(Coordinate point) const {
    if (!degrees_) return point;
    const double longitude = across_antimeridian_ && point.x < 0 ? point.x + 360 : point.x;
    const double latitude = std::clamp(point.y, -largest_latitude, largest_latitude);
    return {radius_ * radians(longitude), radius_ * std::asinh(std::tan(radians(latitude)))};
}

// ---- roads

RoadPlan plan_roads(const PathSource& source) {
    if (source.coordinates().empty()) {
        throw InputError(source.name(), 0,
                         "it has no coordinates, so it cannot be drawn; add them with `node_file` to a network, or "
                         "draw a table or matrix as numbers, without `from`");
    }
    if (source.arcs().first_out.empty()) {
        throw InputError(
            source.name(), 0,
            "it is the table of a matrix and has no roads that could be drawn; draw it as numbers, without "
            "`from`");
    }
    const TableArcs& arcs = source.arcs();
    check_arcs(arcs, source.node_count());
    const Projection projection(source.crs(), source.coordinates());
    RoadPlan plan;
    plan.road_of_arc.assign(arcs.size(), RoadPlan::no_road);
    plan.against.assign(arcs.size(), 0);
    plan.metres_per_unit = projection.metres_per_unit();
    for (const Coordinate& point : source.coordinates()) {
        plan.nodes.push_back(is_finite(point) ? projection(point) : point);
    }
    // The two directions of a road share their ends and their shape.
    std::map<std::tuple<NodeIndex, NodeIndex, ArcShapes::ShapeIndex>, std::size_t> known;
    const auto add = [&](NodeIndex tail, std::uint64_t arc) {
        const NodeIndex head = arcs.head[arc];
        const auto shape = arcs.shapes.has_shape(arc) ? arcs.shapes.shape(arc) : ArcShapes::no_shape;
        if (shape == ArcShapes::no_shape && tail == head) return;
        const auto [at, is_new] =
            known.try_emplace({std::min(tail, head), std::max(tail, head), shape}, plan.roads.size());
        if (is_new) {
            Road road{tail, head, Road::no_way, Road::no_way, arc, {}};
            for (const Coordinate& point : arcs.shapes.points(arc)) road.line.push_back(projection(point));
            if (road.line.empty()) road.line = {plan.nodes[tail], plan.nodes[head]};
            if (!std::ranges::all_of(road.line, is_finite)) {
                ++plan.without_place;
                known.erase(at);
                return;
            }
            plan.roads.push_back(std::move(road));
        }
        plan.road_of_arc[arc] = static_cast<std::uint32_t>(at->second);
        Road& road = plan.roads[at->second];
        const double cost = std::visit(
            [&](const auto& costs) {
                return is_reachable(costs[arc]) ? static_cast<double>(costs[arc]) : Road::no_way;
            },
            arcs.cost);
        const bool along =
            tail != head ? tail == road.tail : arcs.shapes.is_backward(arc) == arcs.shapes.is_backward(road.arc);
        plan.against[arc] = along ? 0 : 1;
        double& side = along ? road.forward : road.backward;
        side = std::min(side, cost);
    };
    for (NodeIndex tail = 0; tail + 1 < arcs.first_out.size(); ++tail) {
        for (std::uint64_t arc = arcs.first_out[tail]; arc < arcs.first_out[tail + 1]; ++arc) add(tail, arc);
    }
    return plan;
}

std::vector<Coordinate> part_of_line(const std::vector<Coordinate>& line, double from, double to) {
    std::vector<double> along{0};
    for (std::size_t i = 1; i < line.size(); ++i) {
        along.push_back(along.back() + std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y));
    }
    const double first = from * along.back();
    const double last = to * along.back();
    const auto place = [&](std::size_t i, double at) -> Coordinate {  // between points i-1 and i
        const double length = along[i] - along[i - 1];
        const double share = length > 0 ? (at - along[i - 1]) / length : 0;
        return {line[i - 1].x + share * (line[i].x - line[i - 1].x),
                line[i - 1].y + share * (line[i].y - line[i - 1].y)};
    };
    std::vector<Coordinate> part;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (along[i] <= first && i + 1 < line.size()) continue;
        if (part.empty()) part.push_back(place(i, first));
        if (along[i] >= last) {
            part.push_back(place(i, last));
            break;
        }
        part.push_back(line[i]);
    }
    return part;
}

std::vector<Coordinate> beside(const std::vector<Coordinate>& line, double distance) {
    std::vector<Coordinate> points;
    std::vector<Coordinate> directions;  // from each point but the last
    for (const Coordinate& point : line) {
        const double length = points.empty() ? 1 : std::hypot(point.x - points.back().x, point.y - points.back().y);
        if (length == 0) continue;
        if (!points.empty())
            directions.push_back({(point.x - points.back().x) / length, (point.y - points.back().y) / length});
        points.push_back(point);
    }
    if (directions.empty()) return line;
    constexpr double sharpest = 0.5;  // keeps the corners of sharp bends near
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Coordinate in = directions[i == 0 ? 0 : i - 1];
        const Coordinate out = directions[std::min(i, directions.size() - 1)];
        const double by = distance / std::max(sharpest, 1 + in.x * out.x + in.y * out.y);
        points[i] = {points[i].x - by * (in.y + out.y), points[i].y + by * (in.x + out.x)};
    }
    return points;
}

// ---- the map

std::vector<LegendEntry> legend_of(const Map& map, const std::vector<LineLayer>& drawn) {
    using Kind = LegendEntry::Kind;
    std::vector<LegendEntry> entries;
    const auto add = [&](Kind kind, const std::string& label, const LineStyle& style, const std::string& letter = {}) {
        if (!label.empty()) entries.push_back({kind, label, style, letter});
    };
    const auto shown = [&](LineStyle style) {  // bands differ in colour only
        if (map.reach) style.width = 6;
        return style;
    };
    for (const MapMark& mark : map.marks) add(Kind::mark, mark.label, {mark.colour, 0, false}, mark.letter);
    for (auto layer = drawn.rbegin(); layer != drawn.rend(); ++layer)
        add(Kind::line, layer->label, shown(layer->style));
    constexpr double visible = 3.5;  // smaller dots have no clear colour
    for (auto dots = map.dots.rbegin(); dots != map.dots.rend(); ++dots) {
        if (dots->square)
            add(Kind::square, dots->label, {dots->colour, dots->radius, false});
        else
            add(Kind::dot, dots->label, {dots->colour, std::max(visible, dots->radius), false});
    }
    return entries;
}

}  // namespace allways
