// SPDX-License-Identifier: Apache-2.0
// Maps of a network alone, and isochrone maps.
#include "allways/draw/maps.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/components.h"
#include "allways/result/natural_scale.h"
#include "allways/routes/route_formats.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "draw/base_map.h"
#include "query/search_graph.h"

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

// ---- isochrones around one node

namespace {

void refuse_negative_costs(const PathSource& source) {
    const TableArcs& arcs = source.arcs();
    std::visit(
        [&](const auto& costs) {
            const auto negative = std::ranges::find_if(costs, [](auto cost) { return cost < 0; });
            if (negative == costs.end()) return;
            throw InputError(source.name(), 0,
                             format("an isochrone map needs costs of zero or more, but arc {} has a negative cost; "
                                    "choose another field with `cost`",
                                    arcs.arc_ids.text(static_cast<std::uint32_t>(negative - costs.begin()))));
        },
        arcs.cost);
}

// "Travel time", "Length"
std::string title_of(std::string name) {
    if (name == "time") return "Travel time";
    if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

double road_width(RoadClass road_class, const Theme& theme) {
    return std::max(1.0, 0.85 * style_of(road_class, theme).width);
}

// Calls visit(road, piece) for each piece into which the bands cut a road.
template <class Visit>
void visit_pieces(const Map& map, const Visit& visit) {
    const MapIsochrone& reach = *map.reach;
    const double natural = std::pow(10.0, -reach.digits);
    const auto passable = [&](NodeIndex node) {
        return node == reach.from || reach.no_through.empty() || reach.no_through[node] == 0;
    };
    for (std::size_t i = 0; i < map.roads.size(); ++i) {
        const Road& road = map.roads[i];
        const double forward = passable(road.tail) ? road.forward * natural : Road::no_way;
        const double backward = passable(road.head) ? road.backward * natural : Road::no_way;
        for (const BandStretch& piece :
             cut_road(reach.distances[road.tail] * natural, reach.distances[road.head] * natural, forward, backward,
                      reach.bands)) {
            visit(i, piece);
        }
    }
}

std::vector<Coordinate> line_of_piece(const Road& road, const BandStretch& piece) {
    const bool whole = piece.from == 0 && piece.to == 1;
    return whole ? road.line : part_of_line(road.line, piece.from, piece.to);
}

// The extent of the roads within the bands, with a margin.
BoundingBox extent_of_reach(const Map& map) {
    std::vector<Coordinate> points{map.nodes[map.reach->from]};
    visit_pieces(map, [&](std::size_t i, const BandStretch& piece) {
        if (!piece.reachable || piece.band >= map.reach->bands.count()) return;
        const std::vector<Coordinate> line = line_of_piece(map.roads[i], piece);
        points.insert(points.end(), line.begin(), line.end());
    });
    return points.size() == 1 ? map.extent : grown(extent_of(points), 0.08);
}

}  // namespace

std::vector<double> distances_from(const PathSource& source, NodeIndex from) {
    refuse_negative_costs(source);
    const TableArcs& arcs = source.arcs();
    check_arcs(arcs, source.node_count());
    return query::distances_from_node(arcs, source.no_through(), from);
}

std::vector<BandStretch> cut_road(double at_tail, double at_head, double forward, double backward, const Bands& bands) {
    const bool from_tail = std::isfinite(at_tail) && std::isfinite(forward);
    const bool from_head = std::isfinite(at_head) && std::isfinite(backward);
    if (!from_tail && !from_head) return {{bands.count(), false, 0, 1}};
    const auto value = [&](double share) {
        const double along = from_tail ? at_tail + share * forward : Road::no_way;
        return std::min(along, from_head ? at_head + (1 - share) * backward : Road::no_way);
    };
    std::vector<double> cuts{0, 1};
    const auto cut = [&](double share) {
        if (share > 0 && share < 1) cuts.push_back(share);
    };
    for (const double end : bands.breaks) {
        if (from_tail && forward > 0) cut((end - at_tail) / forward);
        if (from_head && backward > 0) cut(1 - (end - at_head) / backward);
    }
    if (from_tail && from_head && forward + backward > 0) cut((at_head + backward - at_tail) / (forward + backward));
    std::ranges::sort(cuts);
    std::vector<BandStretch> pieces;
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        const std::size_t band = bands.band_of(value((cuts[i - 1] + cuts[i]) / 2));
        if (!pieces.empty() && pieces.back().band == band) {
            pieces.back().to = cuts[i];
        } else {
            pieces.push_back({band, true, cuts[i - 1], cuts[i]});
        }
    }
    return pieces;
}

std::vector<LineLayer> layers_of_reach(const Map& map) {
    const MapIsochrone& reach = *map.reach;
    const std::size_t bands = reach.bands.count();
    // One entry per band, one beyond the bands, one for unreachable roads; each maps road widths to lines.
    std::vector<std::map<double, std::vector<MapLine>>> lines(bands + 2);
    visit_pieces(map, [&](std::size_t i, const BandStretch& piece) {
        lines[piece.reachable ? piece.band : bands + 1][piece.reachable ? reach.widths[i] : reach.unreachable.width]
            .push_back({line_of_piece(map.roads[i], piece), map.road_texts[i]});
    });
    std::vector<LineLayer> layers;
    for (std::size_t at = bands + 2; at-- > 0;) {
        const bool is_band = at < bands;
        const Colour colour = is_band       ? reach.colours[at]
                              : at == bands ? reach.beyond.colour
                                            : reach.unreachable.colour;
        const std::string label = is_band       ? reach.bands.label(at)
                                  : at == bands ? reach.bands.beyond_label()
                                                : "no way there";
        if (is_band && lines[at].empty()) lines[at][1] = {};  // so that the legend shows every band
        for (auto width = lines[at].begin(); width != lines[at].end(); ++width) {
            const bool is_last = std::next(width) == lines[at].end();
            layers.push_back({is_last ? label : "", {colour, width->first, false}, std::move(width->second)});
        }
    }
    return layers;
}

Map isochrone_map(const PathSource& source, const Stop& from, std::span<const double> cutoffs, const Theme& theme,
                  const std::string& cutoff_unit) {
    RoadPlan plan = plan_roads(source);
    if (!std::isfinite(plan.nodes[from.node].x)) {
        throw InputError(source.name(), 0,
                         format("node {} has no coordinates, so it cannot be drawn", source.node_text(from.node)));
    }
    Map map = base_map(source, plan);
    MapIsochrone reach;
    reach.from = from.node;
    reach.distances = distances_from(source, from.node);
    reach.digits = source.scale().digits;
    reach.no_through.assign(source.no_through().begin(), source.no_through().end());
    const std::string& unit = source.scale().unit;
    std::vector<double> natural;
    for (const double raw : reach.distances) natural.push_back(raw * std::pow(10.0, -reach.digits));
    std::vector<double> limits;
    for (const double cutoff : cutoffs)
        limits.push_back(natural_limit(cutoff, cutoff_unit, source.scale()).to_double());
    reach.bands = limits.empty() ? nice_bands(natural, unit) : bands_at(limits, unit);
    reach.colours = value_colours(reach.bands.count(), theme);
    reach.beyond = {theme.road, 1, false};
    reach.unreachable = {theme.cut_off, 1.2, false};
    RoadTexts texts(source, map);
    const RoadClasses classes(source);
    for (const Road& road : plan.roads) {
        reach.widths.push_back(boldness(plan) * road_width(classes.of(road), theme));
        map.road_texts.push_back(texts.of(road));
    }
    map.roads = std::move(plan.roads);
    reach.title = title_of(source.scale().name);
    map.title = format("{} from {}", reach.title, stop_text(source, from));
    map.subtitle = std::filesystem::path(source.name()).filename().string();
    map.legend_title = source.scale().name;
    map.marks.push_back({map.nodes[from.node], "", format("from {}", stop_text(source, from)), theme.ink});
    map.reach = std::move(reach);
    if (!limits.empty()) map.extent = extent_of_reach(map), map.far_nodes = 0;  // the cutoffs choose the shown part
    return map;
}

}  // namespace allways
