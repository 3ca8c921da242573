// SPDX-License-Identifier: Apache-2.0
#include "draw/base_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace allways::tools {

// ---- road classes

namespace {

struct Look {
    std::string_view name;
    double width;
    bool dashed;
    Colour light;
    Colour dark;
};

// Important roads have wide lines in strong colours. Widths and lightness distinguish the classes even without colour.
constexpr std::array<Look, road_class_count> looks{{
    {"motorway", 3.4, false, {0.65, 0.1, 0.22}, {0.98, 0.42, 0.45}},
    {"trunk road", 2.9, false, {0.8, 0.27, 0.13}, {0.98, 0.56, 0.36}},
    {"primary road", 2.5, false, {0.9, 0.46, 0.1}, {0.98, 0.7, 0.38}},
    {"secondary road", 2, false, {0.87, 0.62, 0.12}, {0.95, 0.82, 0.45}},
    {"tertiary road", 1.6, false, {0.33, 0.38, 0.45}, {0.8, 0.82, 0.85}},
    {"local road", 1.05, false, {0.5, 0.54, 0.6}, {0.58, 0.61, 0.66}},
    {"road", 1.1, false, {0.33, 0.38, 0.45}, {0.72, 0.75, 0.8}},
    {"service road, track", 0.7, false, {0.68, 0.71, 0.75}, {0.42, 0.45, 0.5}},
    {"footway, path", 0.8, true, {0.2, 0.5, 0.38}, {0.4, 0.72, 0.58}},
    {"ferry", 1.3, true, {0.12, 0.42, 0.72}, {0.4, 0.68, 0.95}},
}};

}  // namespace

std::string_view name(RoadClass road_class) {
    return looks[static_cast<std::size_t>(road_class)].name;
}

LineStyle style_of(RoadClass road_class, const Theme& theme) {
    const Look& look = looks[static_cast<std::size_t>(road_class)];
    return {theme.name == "dark" ? look.dark : look.light, look.width, look.dashed};
}

// ---- shared parts

namespace {

constexpr std::size_t most_labelled_nodes = 60;

// The extent without the outermost 1 in 200 nodes on each side.
BoundingBox extent_of_most(std::span<const Coordinate> nodes) {
    std::vector<double> x;
    std::vector<double> y;
    for (const Coordinate& node : nodes) {
        if (is_finite(node)) x.push_back(node.x), y.push_back(node.y);
    }
    std::ranges::sort(x);
    std::ranges::sort(y);
    const std::size_t skipped = x.size() / 200;
    const std::size_t last = x.size() - 1 - skipped;
    return {{x[skipped], y[skipped]}, {x[last], y[last]}};
}

}  // namespace

BoundingBox extent_without_outliers(std::span<const Coordinate> nodes, const BoundingBox& all) {
    constexpr std::size_t few = 1000;
    constexpr double far = 1.6;
    if (nodes.size() < few || all.width() <= 0) return all;
    const BoundingBox most = extent_of_most(nodes);
    if (all.width() < far * most.width() && all.height() < far * most.height()) return all;
    const BoundingBox shown = grown(most, 0.06);
    return {{std::max(shown.low.x, all.low.x), std::max(shown.low.y, all.low.y)},
            {std::min(shown.high.x, all.high.x), std::min(shown.high.y, all.high.y)}};
}

Map base_map(const PathSource& source, const RoadPlan& plan) {
    Map map;
    map.metres_per_unit = plan.metres_per_unit;
    map.attribution = source.attribution();
    map.nodes = plan.nodes;
    map.left_out = plan.without_place;
    std::vector<Coordinate> corners;
    for (NodeIndex node = 0; node < plan.nodes.size(); ++node) {
        map.node_ids.push_back(source.node_text(node));
        if (!source.is_point(node)) corners.push_back(plan.nodes[node]);  // added points may lie anywhere on a road
    }
    for (const Road& road : plan.roads) {
        const BoundingBox around = extent_of(road.line);
        corners.insert(corners.end(), {around.low, around.high});
    }
    const BoundingBox all = grown(extent_of(corners), 0.03);
    map.extent = extent_without_outliers(map.nodes, all);
    if (map.extent != all) {
        map.far_nodes = static_cast<std::size_t>(std::ranges::count_if(
            map.nodes, [&](Coordinate node) { return is_finite(node) && !map.extent.contains(node); }));
    }
    map.label_nodes = plan.nodes.size() <= most_labelled_nodes;
    return map;
}

double boldness(const RoadPlan& plan) {
    constexpr double many = 2500;
    const double room = many / std::max(1.0, static_cast<double>(plan.roads.size()));
    return std::clamp(std::pow(room, room > 1 ? 0.3 : 0.15), 0.5, 2.4);
}

RoadTexts::RoadTexts(const PathSource& source, Map& map)
    : name_(source.arcs().text("name")), ref_(source.arcs().text("ref")), map_(map) {}

std::uint32_t RoadTexts::of(const Road& road) {
    std::string text(name_ == nullptr ? "" : name_->text(road.arc));
    const std::string ref(ref_ == nullptr ? "" : ref_->text(road.arc));
    if (!ref.empty()) text = text.empty() ? ref : text.append(" (").append(ref).append(")");
    const auto [at, is_new] = known_.try_emplace(text, static_cast<std::uint32_t>(map_.texts.size()));
    if (is_new) map_.texts.push_back(text);
    return at->second;
}

std::vector<LineLayer> grey_roads(const PathSource& source, const RoadPlan& plan, Map& map, const Theme& theme) {
    std::vector<LineLayer> layers{{"", {theme.road, 0.9 * boldness(plan), false}, {}},
                                  {"", {theme.road, 2 * boldness(plan), false}, {}}};
    RoadTexts texts(source, map);
    const RoadClasses classes(source);
    for (const Road& road : plan.roads) {
        const bool is_main = classes.of(road) <= RoadClass::secondary;
        layers[is_main ? 1 : 0].lines.push_back({road.line, texts.of(road)});
    }
    return layers;
}

}  // namespace allways::tools
