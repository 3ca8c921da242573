// SPDX-License-Identifier: Apache-2.0
// The network of a path source, for searches with other costs or rules.
#pragma once

#include "allways/query/path_source.h"
#include "allways/result/extract_network.h"

namespace allways::query {

// Returns nodes, arcs, turn rules and one column, that of `costs`; the arcs are those of source.arcs().
inline RoadNetwork network_of(const PathSource& source, const ArcCosts& costs) {
    const TableArcs& arcs = source.arcs();
    RoadNetwork network;
    network.node_ids = source.node_ids();
    network.no_through.assign(source.no_through().begin(), source.no_through().end());
    network.head = arcs.head;
    network.arc_ids = arcs.arc_ids;
    network.reversed = arcs.reversed;
    network.shapes = arcs.shapes;
    network.turns = arcs.turns;
    network.tail = tails_of(arcs);
    network.columns = {column_of(costs)};
    return network;
}

}  // namespace allways::query
