#include "network/destination_zones.h"

#include <algorithm>

#include "allways/network/components.h"

namespace allways::network {

namespace {

// Strong components of the arcs that paths can pass on from, and that `is_part` accepts.
template <class IsPart>
Components components_of(const RoadNetwork& network, const IsPart& is_part) {
    std::vector<NodeIndex> tail, head;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (network.is_no_through(network.tail[arc]) || !is_part(arc)) continue;
        tail.push_back(network.tail[arc]);
        head.push_back(network.head[arc]);
    }
    return strong_components(network.node_count(), tail, head);
}

// 1 for nodes of the largest strong component of open streets within their strong component of the whole network.
std::vector<std::uint8_t> main_streets(const RoadNetwork& network, const Components& whole) {
    const std::size_t n = network.node_count();
    const Components open =
        components_of(network, [&](ArcIndex arc) { return network.turns.destination_only[arc] == 0; });
    std::vector<std::uint32_t> size(open.count, 0);
    for (const std::uint32_t component : open.of) ++size[component];
    std::vector<std::uint32_t> largest(whole.count, no_node);
    for (NodeIndex node = 0; node < n; ++node) {
        std::uint32_t& best = largest[whole.of[node]];
        if (best == no_node || size[open.of[node]] > size[best]) best = open.of[node];
    }
    std::vector<std::uint8_t> is_main(n);
    for (NodeIndex node = 0; node < n; ++node) is_main[node] = open.of[node] == largest[whole.of[node]];
    return is_main;
}

}  // namespace

DestinationZones destination_zones(const RoadNetwork& network) {
    DestinationZones zones;
    const auto& marked = network.turns.destination_only;
    if (std::ranges::find(marked, 1) == marked.end()) return zones;
    const Components whole = components_of(network, [](ArcIndex) { return true; });
    const std::vector<std::uint8_t> is_main = main_streets(network, whole);
    const auto is_side = [&](NodeIndex node, NodeIndex other) {
        return !is_main[node] && whole.of[node] == whole.of[other];
    };
    zones.arc = marked;
    zones.node.assign(network.node_count(), 0);
    std::vector<std::uint8_t> has_open(network.node_count(), 0);
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        if (is_side(tail, head) || is_side(head, tail)) zones.arc[arc] = 1;
        (zones.arc[arc] ? zones.node : has_open)[tail] = 1;
        (zones.arc[arc] ? zones.node : has_open)[head] = 1;
    }
    for (NodeIndex node = 0; node < network.node_count(); ++node) zones.node[node] &= !has_open[node];
    return zones;
}

}  // namespace allways::network
