// SPDX-License-Identifier: Apache-2.0
// The map of a network alone.
#include <array>
#include <filesystem>

#include "allways/base/format.h"
#include "allways/draw/maps.h"
#include "allways/network/components.h"
#include "base/counted.h"
#include "base/human.h"
#include "draw/base_map.h"

namespace allways {

using namespace tools;

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

}  // namespace allways
