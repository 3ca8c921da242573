// SPDX-License-Identifier: Apache-2.0
// One search from both ends of a path: the distances that the rule of next hops needs, and few others.
#pragma once

#include <cstdint>
#include <vector>

#include "query/search_graph.h"

namespace allways::query {

// Returns by node its reduced distance to `to`: exact for every node on any shortest path from `from`, ties included,
// and for others exact, too large, or unreachable. If there is no path, all of them may be unreachable, and that of
// `from` is. Paths pass no no-through nodes.
//
// Dijkstra from both ends by turns (Pohl 1971, "Bi-directional search"), until the nearest unsettled nodes are farther
// apart than the shortest path: each node on one is then settled from one end at least. Those settled only from `from`
// get their distance along the arcs that made theirs. O(m log n); on roads about half the nodes of a search from one
// end.
std::vector<std::int64_t> distances_along_paths(const SearchGraph<std::int64_t>& graph, NodeIndex from, NodeIndex to);

}  // namespace allways::query
