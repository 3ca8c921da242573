#include "query/path_finder.h"

#include <limits>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "query/hop_rule.h"
#include "query/search_graph.h"

namespace allways::query {

namespace {

void append_leg(Path& path, const TableArcs& arcs, NodeIndex from, ArcIndex arc) {
    const double cost = std::visit([&](const auto& all) { return static_cast<double>(all[arc]); }, arcs.cost);
    path.legs.push_back({from, arcs.head[arc], arc, cost});
    path.distance += cost;
}

// `next(node)` returns the arc to take from a node other than `to`.
template <class Value, class Next>
Path walk(const SearchGraph<Value>& graph, NodeIndex from, NodeIndex to, bool reachable, Next&& next) {
    Path path{from, to, reachable, 0, {}};
    if (!reachable) path.distance = std::numeric_limits<double>::infinity();
    for (NodeIndex node = from; reachable && node != to; node = path.legs.back().to) {
        append_leg(path, graph.arcs, node, next(node));
    }
    return path;
}

}  // namespace

// One of the two graphs exists, by the type of the costs.
struct PathFinder::State {
    std::optional<SearchGraph<std::int64_t>> exact;
    std::optional<HopRule> rule;
    std::optional<SearchGraph<double>> floating;

    const TableArcs& arcs() const { return exact ? exact->arcs : floating->arcs; }
    std::size_t node_count() const { return exact ? exact->node_count() : floating->node_count(); }
};

PathFinder::PathFinder(const RoadNetwork& network, const ArcCosts& costs) {
    auto state = std::make_unique<State>();
    if (costs.type() == CostType::int32) {
        state->exact = build_search_graph<std::int64_t>(network, costs);
        state->rule.emplace(*state->exact);
    } else {
        state->floating = build_search_graph<double>(network, costs);
    }
    state_ = std::move(state);
}

PathFinder::~PathFinder() = default;
PathFinder::PathFinder(PathFinder&&) noexcept = default;
PathFinder& PathFinder::operator=(PathFinder&&) noexcept = default;

const TableArcs& PathFinder::arcs() const {
    return state_->arcs();
}

Path PathFinder::shortest_path(NodeIndex from, NodeIndex to) const {
    for (const NodeIndex node : {from, to}) {
        if (node >= state_->node_count()) {
            throw InvalidArgument(format("node index {} is outside a network of {} nodes", node, state_->node_count()));
        }
    }
    if (from == to) return {from, to, true, 0, {}};
    if (state_->exact) {
        // Distances to `to` of all nodes up to that of `from`, ties included: everything the rule needs.
        const auto& graph = *state_->exact;
        const auto tree = search(graph, to, Direction::to_root, from);
        const auto distance = [&](NodeIndex node) { return tree.distance[node]; };
        const bool reachable = tree.distance[from] != SearchGraph<std::int64_t>::unreachable;
        return walk(graph, from, to, reachable, [&](NodeIndex node) { return state_->rule->next(node, to, distance); });
    }
    // Rounded sums are rarely tight, so take the search's own tree, which is a shortest one.
    const auto& graph = *state_->floating;
    const auto tree = search(graph, to, Direction::to_root, from);
    const bool reachable = tree.distance[from] != SearchGraph<double>::unreachable;
    return walk(graph, from, to, reachable, [&](NodeIndex node) { return tree.arc[node]; });
}

}  // namespace allways::query
