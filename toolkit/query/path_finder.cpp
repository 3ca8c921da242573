// SPDX-License-Identifier: Apache-2.0
#include "query/path_finder.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/components.h"
#include "result/expanded_arcs.h"

namespace allways::query {

namespace {

constexpr std::int64_t unreachable = SearchGraph<std::int64_t>::unreachable;

// A search from one end.
class Frontier {
public:
    Frontier(std::size_t node_count, NodeIndex root) : distance(node_count, unreachable) { reach(root, 0); }

    // Returns the distance of the nearest unsettled node, or `unreachable` if there is none.
    std::int64_t nearest() {
        while (!queue_.empty() && queue_.top().first != distance[queue_.top().second]) queue_.pop();
        return queue_.empty() ? unreachable : queue_.top().first;
    }
    // Call it after nearest(), if that found a node.
    NodeIndex settle() {
        const NodeIndex node = queue_.top().second;
        queue_.pop();
        return node;
    }
    bool reach(NodeIndex node, std::int64_t sum) {
        if (sum >= distance[node]) return false;
        distance[node] = sum;
        queue_.emplace(sum, node);
        return true;
    }

    std::vector<std::int64_t> distance;

private:
    using Entry = std::pair<std::int64_t, NodeIndex>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

std::vector<std::int64_t> distances_along_paths(const SearchGraph<std::int64_t>& graph, NodeIndex from, NodeIndex to) {
    Frontier forward(graph.node_count(), from);
    Frontier backward(graph.node_count(), to);
    std::int64_t shortest = from == to ? 0 : unreachable;
    std::vector<NodeIndex> met;  // reached from both ends
    const auto may_use = [&](NodeIndex node) { return graph.is_passable(node) || node == from || node == to; };
    const auto reach = [&](Frontier& frontier, const Frontier& other, NodeIndex node, std::int64_t sum) {
        if (!may_use(node)) return;  // the node may be neither passed nor an end
        if (!frontier.reach(node, sum) || other.distance[node] == unreachable) return;
        met.push_back(node);
        shortest = std::min(shortest, sum + other.distance[node]);
    };
    for (;;) {
        const std::int64_t ahead = forward.nearest();
        const std::int64_t behind = backward.nearest();
        if (ahead == unreachable || behind == unreachable || ahead + behind > shortest) break;
        if (ahead <= behind) {
            const NodeIndex node = forward.settle();
            if (node != from && !graph.is_passable(node)) continue;
            for (std::size_t arc = graph.out.first_out[node]; arc < graph.out.first_out[node + 1]; ++arc) {
                if (graph.cost[arc] != unreachable)
                    reach(forward, backward, graph.arcs.head[arc], ahead + graph.cost[arc]);
            }
        } else {
            const NodeIndex node = backward.settle();
            if (node != to && !graph.is_passable(node)) continue;
            for (const ArcIndex arc : graph.in.out_arcs(node)) {
                if (graph.cost[arc] != unreachable) reach(backward, forward, graph.tail[arc], behind + graph.cost[arc]);
            }
        }
    }
    if (shortest == unreachable) return std::move(backward.distance);

    // Goes from the nodes where the searches met back along tight arcs.
    std::vector<NodeIndex> open;
    for (const NodeIndex node : met) {
        if (forward.distance[node] + backward.distance[node] == shortest) open.push_back(node);
    }
    while (!open.empty()) {
        const NodeIndex node = open.back();
        open.pop_back();
        if (node == from && !graph.is_passable(from)) continue;  // paths do not return to it
        for (const ArcIndex arc : graph.in.out_arcs(node)) {
            const NodeIndex before = graph.tail[arc];
            const std::int64_t start = forward.distance[before];
            if (start == unreachable || graph.cost[arc] == unreachable) continue;
            if (start + graph.cost[arc] != forward.distance[node]) continue;
            if (before != from && !graph.is_passable(before)) continue;
            if (backward.distance[before] == shortest - start) continue;
            backward.distance[before] = shortest - start;
            open.push_back(before);
        }
    }
    return std::move(backward.distance);
}

PathFinder::PathFinder(const cost::ExpandedNetwork& expanded, const ArcCosts& costs) : ends_(expanded.ends()) {
    if (costs.type() == CostType::int32) {
        exact_ = build_search_graph<std::int64_t>(expanded.network(), costs);
        rule_.emplace(*exact_);
    } else {
        floating_ = build_search_graph<double>(expanded.network(), costs);
    }
    if (expanded.states()) roads_ = result::expanded_arcs(expanded, costs);
}

// `next(state)` returns the arc of the graph to take from a state of another node than `to`.
template <class Next>
Path PathFinder::walk(NodeIndex from, NodeIndex to, bool reachable, const Next& next) const {
    Path path{from, to, reachable, 0, {}};
    if (!reachable) path.raw_distance = std::numeric_limits<double>::infinity();
    const TableArcs& graph = graph_arcs();
    for (NodeIndex state = from; reachable && node_of(state) != to;) {
        const ArcIndex step = next(state);
        const NodeIndex node = node_of(state);
        const std::uint64_t ordinal = step - graph.first_out[state];
        const double cost = std::visit([&](const auto& all) { return static_cast<double>(all[step]); }, graph.cost);
        state = graph.head[step];
        path.legs.push_back({node, node_of(state), arcs().first_out[node] + ordinal, cost});
        path.raw_distance += cost;
    }
    return path;
}

Path PathFinder::shortest_path(NodeIndex from, NodeIndex to) const {
    const std::size_t n = ends_.size();
    for (const NodeIndex node : {from, to}) {
        if (node >= n) throw InvalidArgument(format("node index {} is outside a network of {} nodes", node, n));
    }
    if (from == to) return {from, to, true, 0, {}};
    const NodeIndex end = ends_[to];
    if (exact_) {
        const std::vector<std::int64_t> distances = distances_along_paths(*exact_, from, end);
        const auto distance = [&](NodeIndex state) { return distances[state]; };
        const bool reachable = distances[from] != SearchGraph<std::int64_t>::unreachable;
        return walk(from, to, reachable, [&](NodeIndex state) { return rule_->next(state, end, distance); });
    }
    // Rounded sums are rarely tight, so this uses the search's own tree, which is a shortest-path tree.
    const auto& graph = *floating_;
    const auto tree = search(graph, end, Direction::to_root, from);
    const bool reachable = tree.distance[from] != SearchGraph<double>::unreachable;
    return walk(from, to, reachable, [&](NodeIndex state) { return tree.arc[state]; });
}

// ---- the next hop

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
