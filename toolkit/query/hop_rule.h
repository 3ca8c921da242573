// SPDX-License-Identifier: Apache-2.0
// The rule that next hops of a network follow (exact costs): the arc that a shortest path takes from a node, derived
// from the distances to the target alone. It does not depend on how these were computed, so every schedule, a table and
// a single query agree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/search_graph.h"

namespace allways::query {

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

}  // namespace allways::query
