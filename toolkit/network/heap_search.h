// SPDX-License-Identifier: Apache-2.0
// Shortest distances from some nodes, by a binary heap: the only search of its kind in the toolkit, for any arcs that
// the caller provides. (query/search_graph.h searches with Boost.Graph, as an independent check for `verify`.)
#pragma once

#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/ids.h"

namespace allways::network {

enum class Settled { relax_arcs, skip_arcs, stop };

// Dijkstra 1959. `distance` holds an upper bound per node: the roots' start values, and for all others a number that no
// path reaches. Nodes settle in order of distance, ties in order of index.
//
// settle(node, distance) is called for each node when its distance is final. for_each_arc(node, relax) calls
// relax(next, cost) for each arc, cost >= 0; relax returns true if it shortened next's distance. O(m log m).
template <class Distance, class Settle, class ForEachArc>
void heap_search(std::span<Distance> distance, std::span<const NodeIndex> roots, const Settle& settle,
                 const ForEachArc& for_each_arc) {
    using Entry = std::pair<Distance, NodeIndex>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (const NodeIndex root : roots) queue.emplace(distance[root], root);
    while (!queue.empty()) {
        const auto [reached, node] = queue.top();
        queue.pop();
        if (reached != distance[node]) continue;  // reached by a shorter path since
        const Settled next_step = settle(node, reached);
        if (next_step == Settled::stop) return;
        if (next_step == Settled::skip_arcs) continue;
        for_each_arc(node, [&, reached = reached](NodeIndex next, Distance cost) {
            const Distance sum = reached + cost;
            if (!(sum < distance[next])) return false;
            distance[next] = sum;
            queue.emplace(sum, next);
            return true;
        });
    }
}

}  // namespace allways::network
