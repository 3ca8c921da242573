// SPDX-License-Identifier: Apache-2.0
#include "query/hop_rule.h"

#include <algorithm>

#include "allways/network/components.h"

namespace allways::query {

HopRule::HopRule(const SearchGraph<std::int64_t>& graph) : graph_(&graph) {
    std::vector<NodeIndex> tail, head;
    for (std::size_t arc = 0; arc < graph.cost.size(); ++arc) {
        if (graph.cost[arc] != 0 || !graph.is_passable(graph.tail[arc]) || !graph.is_passable(graph.arcs.head[arc])) {
            continue;
        }
        tail.push_back(graph.tail[arc]);
        head.push_back(graph.arcs.head[arc]);
    }
    if (tail.empty()) return;
    const Components zero = strong_components(graph.node_count(), tail, head);
    if (zero.count == graph.node_count()) return;

    class_of_ = zero.of;
    members_ = build_adjacency(zero.count, class_of_);
}

// Searches breadth first backwards from `to`, over the class's zero-cost arcs: classes have a handful of members. The
// arc leads from `from` to the level before its own.
ArcIndex HopRule::inner_arc(NodeIndex from, NodeIndex to) const {
    const auto is_inner = [&](ArcIndex arc) {
        return graph_->cost[arc] == 0 && class_of(graph_->tail[arc]) == class_of(graph_->arcs.head[arc]);
    };
    const auto members = members_of(from);
    const auto rank = [&](NodeIndex node) {
        return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), node) - members.begin());
    };
    std::vector<std::size_t> level(members.size(), members.size());
    std::vector<NodeIndex> queue = {to};
    level[rank(to)] = 0;
    for (std::size_t at = 0; at < queue.size() && queue[at] != from; ++at) {
        for (const ArcIndex arc : graph_->in.out_arcs(queue[at])) {
            if (!is_inner(arc) || level[rank(graph_->tail[arc])] != members.size()) continue;
            level[rank(graph_->tail[arc])] = level[rank(queue[at])] + 1;
            queue.push_back(graph_->tail[arc]);
        }
    }
    for (const ArcIndex arc : graph_->out.out_arcs(from)) {
        if (is_inner(arc) && level[rank(graph_->arcs.head[arc])] + 1 == level[rank(from)]) return arc;
    }
    return no_arc;
}

}  // namespace allways::query
