// SPDX-License-Identifier: Apache-2.0
// The graph that every cost of a network is a part of: its passable nodes and all arcs between them. In it the classes
// of costs without cycles of zero cost have the same numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"
#include "ordering/elimination.h"

namespace allways::engine {

struct PassableGraph {
    // O(n + m).
    PassableGraph(const RoadNetwork& network, WorkMeter& meter);

    std::vector<NodeIndex> nodes;      // passable ones, ascending
    std::vector<NodeIndex> number_of;  // by node of the network: its index in `nodes`; no_node: not passable
    std::vector<std::size_t> first_out;
    std::vector<std::uint32_t> head;  // numbers; without self-loops

    ordering::Graph graph() const { return {first_out, head}; }
};

}  // namespace allways::engine
