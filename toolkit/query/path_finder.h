// SPDX-License-Identifier: Apache-2.0
// Shortest paths directly from a network: one search per path, no table. For exact costs they are identical to the
// paths of a table's next hops.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/result/distance_table.h"
#include "cost/expanded_network.h"
#include "query/search_graph.h"

namespace allways::query {

// ---- the next hop

// The rule that next hops of a network follow (exact costs): the arc that a shortest path takes from a node, derived
// from the distances to the target alone. It does not depend on how these were computed, so every schedule, a table and
// a single query agree.
//
// A node on no zero-cost cycle is left by its lowest-ordinal tight arc, cost + distance(head) = distance(node), whose
// head is passable or the target. Nodes on a common zero-cost cycle form a class, which is left by the first tight arc
// of its members (by index, then ordinal); inside a class, paths have the fewest arcs, lowest ordinal first. A walk by
// this rule ends: distances decrease along it, and zero-cost arcs between classes form no cycle.
class HopRule {
public:
    explicit HopRule(const SearchGraph<std::int64_t>& graph);  // borrows the graph

    // Returns the position of the next arc on the path from `node` to `to`, or no_arc if none matches the distances.
    // `distance(v)`: reduced distance from v to `to`, unreachable if there is no path; node != to.
    template <class Distance>
    ArcIndex next(NodeIndex node, NodeIndex to, Distance&& distance) const {
        if (is_alone(node)) return tight_arc(node, to, distance);
        if (class_of(node) == class_of(to)) return inner_arc(node, to);
        for (const NodeIndex member : members_of(node)) {
            const ArcIndex exit = tight_arc(member, to, distance);
            if (exit != no_arc) return member == node ? exit : inner_arc(node, member);
        }
        return no_arc;
    }

private:
    std::uint32_t class_of(NodeIndex node) const { return class_of_.empty() ? node : class_of_[node]; }
    bool is_alone(NodeIndex node) const { return class_of_.empty() || members_of(node).size() == 1; }
    // The members of the node's class, in order of node index.
    std::span<const NodeIndex> members_of(NodeIndex node) const { return members_.out_arcs(class_of(node)); }
    // Returns the next arc from one member of a class to another.
    ArcIndex inner_arc(NodeIndex from, NodeIndex to) const;

    template <class Distance>
    ArcIndex tight_arc(NodeIndex node, NodeIndex to, Distance&& distance) const {
        const std::int64_t wanted = distance(node);
        for (std::size_t arc = graph_->out.first_out[node]; arc < graph_->out.first_out[node + 1]; ++arc) {
            const NodeIndex head = graph_->arcs.head[arc];
            const std::int64_t cost = graph_->cost[arc];
            if (cost > wanted || class_of(head) == class_of(node) || !(head == to || graph_->is_passable(head)))
                continue;
            if ((head == to ? 0 : distance(head)) == wanted - cost) return static_cast<ArcIndex>(arc);
        }
        return no_arc;
    }

    const SearchGraph<std::int64_t>* graph_;
    std::vector<std::uint32_t> class_of_;  // empty if there is no zero-cost cycle: every node is its own class
    AdjacencyArray members_;               // by class
};

// ---- paths

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
