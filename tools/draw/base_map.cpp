#include "draw/base_map.h"

#include <algorithm>
#include <cmath>

namespace allways::tools {

namespace {

constexpr std::size_t most_labelled_nodes = 60;

}  // namespace

Map base_map(const RouteSource& source, const RoadPlan& plan) {
    Map map;
    map.metres_per_unit = plan.metres_per_unit;
    map.attribution = source.attribution();
    map.nodes = plan.nodes;
    map.left_out = plan.without_place;
    std::vector<Coordinate> corners;
    for (const Coordinate& node : plan.nodes) corners.push_back(node);
    for (const Road& road : plan.roads) {
        const Extent around = extent_of(road.line);
        corners.push_back({around.left, around.bottom});
        corners.push_back({around.right, around.top});
    }
    map.extent = grown(extent_of(corners), 0.03);
    for (NodeIndex node = 0; node < plan.nodes.size(); ++node) map.node_ids.push_back(source.node_ids().text(node));
    map.label_nodes = plan.nodes.size() <= most_labelled_nodes;
    return map;
}

double boldness(const RoadPlan& plan) {
    constexpr double many = 2500;
    return std::clamp(std::pow(many / std::max(1.0, static_cast<double>(plan.roads.size())), 0.3), 1.0, 2.4);
}

RoadTexts::RoadTexts(const RouteSource& source, Map& map)
    : name_(source.arcs().text("name")), ref_(source.arcs().text("ref")), map_(map) {}

std::uint32_t RoadTexts::of(const Road& road) {
    std::string text(name_ == nullptr ? "" : name_->text(road.arc));
    const std::string ref(ref_ == nullptr ? "" : ref_->text(road.arc));
    if (!ref.empty()) text = text.empty() ? ref : text.append(" (").append(ref).append(")");
    const auto [at, is_new] = known_.try_emplace(text, static_cast<std::uint32_t>(map_.texts.size()));
    if (is_new) map_.texts.push_back(text);
    return at->second;
}

std::vector<LineLayer> grey_roads(const RouteSource& source, const RoadPlan& plan, Map& map, const Theme& theme) {
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
