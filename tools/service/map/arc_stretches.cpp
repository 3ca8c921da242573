// SPDX-License-Identifier: Apache-2.0
#include "service/map/arc_stretches.h"

#include "network/edit/inner_nodes.h"
#include "network/snap/segment.h"

namespace allways::tools {

ArcStretches stretches_of(const MapSnapshot& map, ArcIndex arc) {
    const NodeIndex tail = map.router().tail(arc);
    const NodeIndex head = map.arcs().head[arc];
    const IdTable& ids = map.source().node_ids();
    if (!ids.is_numeric()) return {{tail, head}, {0, 1}};
    const ArcStretches whole{{ids.numbers()[tail], ids.numbers()[head]}, {0, 1}};
    const TextColumn* texts = map.arcs().text(network::inner_nodes_text);
    if (texts == nullptr || texts->text(arc).empty()) return whole;
    const std::vector<Coordinate> line = map.line(arc);
    const bool is_reversed = !map.arcs().reversed.empty() && map.arcs().reversed[arc] != 0;
    ArcStretches pieces;
    pieces.nodes =
        network::nodes_between(whole.nodes.front(), whole.nodes.back(), texts->text(arc), is_reversed, line.size());
    pieces.shares = network::lengths_along(line, network::Space::sphere);
    const double length = pieces.shares.back();
    if (pieces.nodes.empty() || !(length > 0)) return whole;
    for (double& share : pieces.shares) share /= length;
    return pieces;
}

bool keeps_inner_nodes(const MapSnapshot& map) {
    return map.arcs().text(network::inner_nodes_text) != nullptr;
}

void write_node(AnswerWriter& json, const MapSnapshot& map, std::int64_t node) {
    const IdTable& ids = map.source().node_ids();
    if (ids.is_numeric())
        json.integer(node);
    else
        json.string(ids.text(static_cast<NodeIndex>(node)));
}

}  // namespace allways::tools
