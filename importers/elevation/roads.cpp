// SPDX-License-Identifier: Apache-2.0
#include "elevation/roads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>

#include "base/text.h"

namespace allways::importers::elevation {

namespace {

constexpr std::array<std::string_view, 4> structure_names{"structure", "bridge", "tunnel", "covered"};
constexpr std::array<std::string_view, 6> negative_words{"", "no", "n", "f", "false", "0"};

std::vector<std::uint8_t> structures_of(const RoadNetwork& network) {
    std::vector<std::uint8_t> structures(network.arc_count(), 0);
    if (const TextColumn* types = network.text("facility_type")) {
        for (ArcIndex arc = 0; arc < structures.size(); ++arc) structures[arc] = types->text(arc) == "ferry";
    }
    for (const TextColumn& column : network.texts) {
        if (std::ranges::find(structure_names, lower_case(column.name())) == structure_names.end()) continue;
        for (ArcIndex arc = 0; arc < structures.size(); ++arc) {
            const std::string word = lower_case(column.text(arc));
            structures[arc] |= std::ranges::find(negative_words, word) == negative_words.end();
        }
    }
    for (const ArcColumn& column : network.columns) {
        if (std::ranges::find(structure_names, lower_case(column.name)) == structure_names.end()) continue;
        for (ArcIndex arc = 0; arc < structures.size(); ++arc) {
            const Decimal& number = column.values[arc];
            structures[arc] |= !number.is_missing() && number.digits() != 0;
        }
    }
    return structures;
}

// Cells of a grid over the network, numbered row by row.
class Cells {
public:
    explicit Cells(const std::vector<Coordinate>& nodes) {
        for (const Coordinate node : nodes) {
            if (!is_finite(node)) continue;
            left_ = std::min(left_, node.x), right_ = std::max(right_, node.x);
            bottom_ = std::min(bottom_, node.y), top_ = std::max(top_, node.y);
        }
    }
    std::uint32_t of(Coordinate at) const {
        if (!is_finite(at)) return 0;
        constexpr double side = 256;
        const auto part = [](double offset, double range) {
            return range > 0 ? static_cast<std::uint32_t>(std::min(offset / range * side, side - 1)) : 0;
        };
        return part(at.y - bottom_, top_ - bottom_) * static_cast<std::uint32_t>(side) +
               part(at.x - left_, right_ - left_);
    }

private:
    double left_ = INFINITY, bottom_ = INFINITY, right_ = -INFINITY, top_ = -INFINITY;
};

}  // namespace

Roads find_roads(const RoadNetwork& network) {
    using Key = std::tuple<std::uint32_t, ArcShapes::ShapeIndex, NodeIndex, NodeIndex>;
    const std::vector<std::uint8_t> structures = structures_of(network);
    const Cells cells(network.coordinates);
    Roads found{{}, {}, {}, std::vector<std::uint8_t>(network.arc_count())};
    std::vector<std::pair<Key, ArcIndex>> arcs;
    arcs.reserve(network.arc_count());
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const bool shaped = network.shapes.has_shape(arc);
        NodeIndex start = network.tail[arc];
        NodeIndex end = network.head[arc];
        found.is_backward[arc] = shaped ? network.shapes.is_backward(arc) : start > end;
        if (found.is_backward[arc] != 0) std::swap(start, end);
        const auto shape = shaped ? network.shapes.shape(arc) : ArcShapes::no_shape;
        arcs.push_back({{cells.of(network.coordinates[start]), shape, start, end}, arc});
    }
    std::ranges::sort(arcs);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const auto& [key, arc] = arcs[i];
        if (i == 0 || key != arcs[i - 1].first) {
            const auto& [cell, shape, start, end] = key;
            found.roads.push_back({start, end, shape, false});
            found.first_arc.push_back(static_cast<std::uint32_t>(i));
        }
        if (structures[arc] != 0) found.roads.back().is_structure = true;
        found.arcs.push_back(arc);
    }
    found.first_arc.push_back(static_cast<std::uint32_t>(arcs.size()));
    return found;
}

std::vector<Coordinate> line_of(const Road& road, const RoadNetwork& network) {
    if (road.shape == ArcShapes::no_shape) return {network.coordinates[road.start], network.coordinates[road.end]};
    const auto points = network.shapes.shape_points(road.shape);
    return {points.begin(), points.end()};
}

}  // namespace allways::importers::elevation
