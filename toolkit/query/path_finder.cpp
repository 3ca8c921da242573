// SPDX-License-Identifier: Apache-2.0
#include "query/path_finder.h"

#include <limits>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "query/hop_rule.h"
#include "query/search_graph.h"
#include "query/two_way_search.h"
#include "result/expanded_arcs.h"

namespace allways::query {

// Only one of the two graphs exists, depending on the type of the costs.
struct PathFinder::State {
    std::optional<SearchGraph<std::int64_t>> exact;
    std::optional<HopRule> rule;
    std::optional<SearchGraph<double>> floating;
    TableArcs roads;              // empty if the graph's nodes are those of the road network
    std::vector<NodeIndex> ends;  // by node

    const TableArcs& graph_arcs() const { return exact ? exact->arcs : floating->arcs; }
    const TableArcs& arcs() const { return roads.states.empty() ? graph_arcs() : roads; }
    NodeIndex node_of(NodeIndex state) const { return roads.states.empty() ? state : roads.states.node[state]; }

    // `next(state)` returns the arc of the graph to take from a state of another node than `to`.
    template <class Next>
    Path walk(NodeIndex from, NodeIndex to, bool reachable, const Next& next) const {
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
};

PathFinder::PathFinder(const cost::ExpandedNetwork& expanded, const ArcCosts& costs) {
    auto state = std::make_unique<State>();
    if (costs.type() == CostType::int32) {
        state->exact = build_search_graph<std::int64_t>(expanded.network(), costs);
        state->rule.emplace(*state->exact);
    } else {
        state->floating = build_search_graph<double>(expanded.network(), costs);
    }
    if (expanded.states()) state->roads = result::expanded_arcs(expanded, costs);
    state->ends = expanded.ends();
    state_ = std::move(state);
}

PathFinder::~PathFinder() = default;
PathFinder::PathFinder(PathFinder&&) noexcept = default;
PathFinder& PathFinder::operator=(PathFinder&&) noexcept = default;

const TableArcs& PathFinder::arcs() const {
    return state_->arcs();
}

Path PathFinder::shortest_path(NodeIndex from, NodeIndex to) const {
    const std::size_t n = state_->ends.size();
    for (const NodeIndex node : {from, to}) {
        if (node >= n) throw InvalidArgument(format("node index {} is outside a network of {} nodes", node, n));
    }
    if (from == to) return {from, to, true, 0, {}};
    const NodeIndex end = state_->ends[to];
    if (state_->exact) {
        const std::vector<std::int64_t> distances = distances_along_paths(*state_->exact, from, end);
        const auto distance = [&](NodeIndex state) { return distances[state]; };
        const bool reachable = distances[from] != SearchGraph<std::int64_t>::unreachable;
        return state_->walk(from, to, reachable,
                            [&](NodeIndex state) { return state_->rule->next(state, end, distance); });
    }
    // Rounded sums are rarely tight, so this uses the search's own tree, which is a shortest-path tree.
    const auto& graph = *state_->floating;
    const auto tree = search(graph, end, Direction::to_root, from);
    const bool reachable = tree.distance[from] != SearchGraph<double>::unreachable;
    return state_->walk(from, to, reachable, [&](NodeIndex state) { return tree.arc[state]; });
}

}  // namespace allways::query
