// SPDX-License-Identifier: Apache-2.0
// A search from both ends of a path: finds the distances that the rule of next hops needs, and few others.
#pragma once

#include <cstdint>
#include <vector>

#include "query/search_graph.h"

namespace allways::query {

// Returns by node its reduced distance to `to`: exact for every node on any shortest path from `from`, ties included;
// for other nodes exact, too large, or unreachable. If there is no path, the distance of `from` is unreachable, and
// those of other nodes may be. Paths pass no no-through nodes.
//
// Dijkstra from both ends alternately (Pohl 1971, "Bi-directional search"), until the nearest unsettled nodes are
// farther apart than the shortest path: each node on a shortest path is then settled from at least one end. Nodes
// settled only from `from` get their distance to `to` along the tight arcs of that search. O(m log n); on roads about
// half the nodes of a search from one end.
std::vector<std::int64_t> distances_along_paths(const SearchGraph<std::int64_t>& graph, NodeIndex from, NodeIndex to);

}  // namespace allways::query
