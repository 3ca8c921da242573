// SPDX-License-Identifier: Apache-2.0
// A road network in the form that all peers get: int32 costs, and paths may pass every node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"

namespace allways::peers {

struct Roads {
    RoadNetwork network;     // solved by Allways; without no-through nodes
    ArcCosts costs;          // of its arcs; int32, none negative
    std::size_t opened = 0;  // no-through nodes made passable, because no peer supports such nodes

    // The same arcs for the peers: grouped by tail, heads ascending; only the cheapest of parallel arcs, no loops.
    std::vector<std::int64_t> first_out;  // n + 1
    std::vector<std::int32_t> head;
    std::vector<std::int32_t> cost;

    std::size_t node_count() const { return network.node_count(); }
    std::size_t arc_count() const { return head.size(); }
};

// `cost`: a column; empty: Allways' choice. Throws InvalidArgument if costs are negative or not int32, or if there are
// no nodes. O(m log m).
Roads make_roads(RoadNetwork network, const std::string& cost, const LogCallback& log = {});

}  // namespace allways::peers
