// SPDX-License-Identifier: Apache-2.0
#include "cost/road_stretches.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "network/edit/inner_nodes.h"
#include "network/snap/segment.h"

namespace allways::cost {

namespace {

// The share of the line's length up to each of its points.
std::vector<double> shares_along(const RoadNetwork& network, ArcIndex arc, std::size_t points) {
    std::vector<double> shares(points);
    for (std::size_t i = 0; i < points; ++i) shares[i] = static_cast<double>(i) / static_cast<double>(points - 1);
    if (points == 2) return shares;
    const bool is_plane = network.provenance.coordinate_unit == Provenance::CoordinateUnit::length;
    const auto space = is_plane ? network::Space::plane : network::Space::sphere;
    const std::vector<double> lengths = network::lengths_along(network.shapes.points(arc), space);
    if (!(lengths.back() > 0)) return shares;
    for (std::size_t i = 0; i < points; ++i) shares[i] = lengths[i] / lengths.back();
    return shares;
}

}  // namespace

RoadStretches::RoadStretches(const RoadNetwork& network) {
    const bool are_numbers = network.node_ids.is_numeric();
    if (!are_numbers) node_ids_ = network.node_ids;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const std::vector<std::int64_t> nodes = are_numbers
                                                    ? network::nodes_along(network, arc)
                                                    : std::vector<std::int64_t>{network.tail[arc], network.head[arc]};
        if (nodes.empty()) continue;
        const std::vector<double> shares = shares_along(network, arc, nodes.size());
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            stretches_.push_back({nodes[i - 1], nodes[i], arc, static_cast<float>(shares[i] - shares[i - 1])});
        }
        nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
    }
    std::ranges::sort(stretches_, {},
                      [](const RoadStretch& piece) { return std::tuple(piece.from, piece.to, piece.arc); });
    std::ranges::sort(nodes_);
    const auto repeated = std::ranges::unique(nodes_);
    nodes_.erase(repeated.begin(), repeated.end());
    nodes_.shrink_to_fit();
}

std::optional<std::int64_t> RoadStretches::key(std::string_view node) const {
    if (node_ids_.size() == 0) return parse_whole(node);
    return node_ids_.find(node);
}

RoadStretches::Range RoadStretches::find(std::string_view from, std::string_view to) const {
    const auto tail = key(from);
    const auto head = key(to);
    if (!tail || !head) return {};
    const auto found = std::ranges::equal_range(stretches_, std::tuple(*tail, *head), {}, [](const RoadStretch& piece) {
        return std::tuple(piece.from, piece.to);
    });
    return {static_cast<std::size_t>(found.begin() - stretches_.begin()),
            static_cast<std::size_t>(found.end() - stretches_.begin())};
}

bool RoadStretches::knows(std::string_view node) const {
    const auto id = key(node);
    return id && std::ranges::binary_search(nodes_, *id);
}

}  // namespace allways::cost
