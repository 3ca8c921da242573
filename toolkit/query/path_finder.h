// SPDX-License-Identifier: Apache-2.0
// Shortest paths directly from a network: one search per path, no table. For exact costs they are identical to the
// paths of a table's next hops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/result/distance_table.h"
#include "cost/expanded_network.h"
#include "query/hop_rule.h"
#include "query/search_graph.h"

namespace allways::query {

// A search from both ends of a path: finds the distances that the rule of next hops needs, and few others.
//
// Returns by node its reduced distance to `to`: exact for every node on any shortest path from `from`, ties included;
// for other nodes exact, too large, or unreachable. If there is no path, the distance of `from` is unreachable, and
// those of other nodes may be. Paths pass no no-through nodes.
//
// Dijkstra from both ends alternately (Pohl 1971, "Bi-directional search"), until the nearest unsettled nodes are
// farther apart than the shortest path: each node on a shortest path is then settled from at least one end. Nodes
// settled only from `from` get their distance to `to` along the tight arcs of that search. O(m log n); on roads about
// half the nodes of a search from one end.
std::vector<std::int64_t> distances_along_paths(const SearchGraph<std::int64_t>& graph, NodeIndex from, NodeIndex to);

// Answers any number of queries on one network and cost. Copies the data that it needs of both, O(n + m). Safe to use
// from several threads at once.
class PathFinder {
public:
    // `costs`: those of expanded.network(). Throws NegativeCycleError (costs may be negative), and InvalidArgument if
    // `costs` belong to another network.
    PathFinder(const cost::ExpandedNetwork& expanded, const ArcCosts& costs);
    PathFinder(const PathFinder&) = delete;  // the rule borrows the graph
    PathFinder& operator=(const PathFinder&) = delete;

    // No-through nodes occur only first or last. Costs and the distance are raw; legs refer to arcs(). Unreachable
    // pairs give reachable = false. Throws InvalidArgument for an index out of range. O(m log n), less for near nodes.
    Path shortest_path(NodeIndex from, NodeIndex to) const;

    // The road network's arcs in the order in which next hops number them, as in a table of the same network.
    const TableArcs& arcs() const { return roads_.states.empty() ? graph_arcs() : roads_; }

private:
    const TableArcs& graph_arcs() const { return exact_ ? exact_->arcs : floating_->arcs; }
    NodeIndex node_of(NodeIndex state) const { return roads_.states.empty() ? state : roads_.states.node[state]; }
    template <class Next>
    Path walk(NodeIndex from, NodeIndex to, bool reachable, const Next& next) const;

    // Only one of the two graphs exists, depending on the type of the costs.
    std::optional<SearchGraph<std::int64_t>> exact_;
    std::optional<HopRule> rule_;
    std::optional<SearchGraph<double>> floating_;
    TableArcs roads_;              // empty if the graph's nodes are those of the road network
    std::vector<NodeIndex> ends_;  // by node
};

}  // namespace allways::query
