// SPDX-License-Identifier: Apache-2.0
// Shortest distances from one node by a plain binary-heap Dijkstra, written apart from the product: the truth for
// networks too large for slower ones. Costs >= 0.
#pragma once

#include <functional>
#include <limits>
#include <queue>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"

namespace allways::testing {

// `cost` holds one value an arc; an arc with cost `missing` does not exist. No-through nodes are passed by no path.
template <class Cost>
std::vector<Cost> dijkstra(const RoadNetwork& network, const AdjacencyArray& adjacency, const std::vector<Cost>& cost,
                           Cost missing, NodeIndex source) {
    using Entry = std::pair<Cost, NodeIndex>;
    std::vector<Cost> distance(network.node_count(), std::numeric_limits<Cost>::max());
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distance[source] = 0;
    queue.push({0, source});
    while (!queue.empty()) {
        const auto [reached, node] = queue.top();
        queue.pop();
        if (reached > distance[node] || (node != source && network.is_no_through(node))) continue;
        for (const ArcIndex arc : adjacency.out_arcs(node)) {
            const NodeIndex head = network.head[arc];
            if (cost[arc] == missing || reached + cost[arc] >= distance[head]) continue;
            distance[head] = reached + cost[arc];
            queue.push({distance[head], head});
        }
    }
    return distance;
}

}  // namespace allways::testing
