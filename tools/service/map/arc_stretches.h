// SPDX-License-Identifier: Apache-2.0
// The pieces of an arc between neighbouring nodes of OpenStreetMap, as annotations name them.
#pragma once

#include <cstdint>
#include <vector>

#include "service/http/answer_writer.h"
#include "service/map/map_snapshot.h"

namespace allways::tools {

// If the network does not keep an arc's inner nodes, the arc is one piece.
struct ArcStretches {
    std::vector<std::int64_t> nodes;  // from tail to head: ids, or node indexes if ids are texts
    std::vector<double> shares;       // for each node the share of the arc's length before it, 0 … 1
};

ArcStretches stretches_of(const MapSnapshot& map, ArcIndex arc);

// Returns true if the network keeps the nodes inside its arcs.
bool keeps_inner_nodes(const MapSnapshot& map);

// Writes a node of ArcStretches.
void write_node(AnswerWriter& json, const MapSnapshot& map, std::int64_t node);

}  // namespace allways::tools
