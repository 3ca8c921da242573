// SPDX-License-Identifier: Apache-2.0
#include "allways/query/isochrone.h"

#include <algorithm>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "cost/expanded_network.h"
#include "query/nearest.h"

namespace allways {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check(const RoadNetwork& network, const ArcCosts& costs, const StartNodes& starts, double limit) {
    const std::size_t count = std::visit([](const auto& values) { return values.size(); }, costs.values);
    if (count != network.arc_count()) {
        throw InvalidArgument(format("expected {} costs, one per arc, found {}", network.arc_count(), count));
    }
    if (!(limit >= 0)) throw InvalidArgument(format("expected a limit of 0 or more, found {}", limit));
    if (!starts.costs.empty() && starts.costs.size() != starts.nodes.size())
        throw InvalidArgument(format("{} costs for {} starts", starts.costs.size(), starts.nodes.size()));
    if (std::ranges::any_of(starts.costs, [](double cost) { return !(cost >= 0); }))
        throw InvalidArgument("starts begin with costs of 0 or more");
    for (const NodeIndex start : starts.nodes) {
        if (start < network.node_count()) continue;
        throw InvalidArgument(format("node index {} is outside a network of {} nodes", start, network.node_count()));
    }
    std::visit(
        [&](const auto& values) {
            const auto negative = std::ranges::find_if(values, [](auto cost) { return cost < 0; });
            if (negative == values.end()) return;
            throw InvalidArgument(format("arc {} has a negative {}; isochrones need costs of 0 or more",
                                         network.arc_ids.text(static_cast<ArcIndex>(negative - values.begin())),
                                         costs.scale.name));
        },
        costs.values);
}

}  // namespace

Isochrone::Isochrone(const RoadNetwork& network, const ArcCosts& costs, const StartNodes& starts, double limit,
                     IsochroneDirection direction, const ProgressCallback& progress)
    : network_(network), costs_(costs), limit_(limit), direction_(direction) {
    check(network, costs, starts, limit);
    near_.assign(network.arc_count(), infinity);
    if (!network.turns.empty()) {
        const cost::ExpandedNetwork expanded(network, costs.scale.name);
        if (expanded.states()) {
            search_states(expanded, starts, progress);
            return;
        }
    }
    search_nodes(starts, progress);
}

std::vector<std::uint8_t> Isochrone::marks_of(const StartNodes& starts) const {
    std::vector<std::uint8_t> is_start(network_.node_count(), 0);
    for (const NodeIndex start : starts.nodes) is_start[start] = 1;
    return is_start;
}

void Isochrone::search_nodes(const StartNodes& starts, const ProgressCallback& progress) {
    const bool forward = direction_ == IsochroneDirection::from_starts;
    const std::vector<NodeIndex>& near_end = forward ? network_.tail : network_.head;
    const AdjacencyArray grouped = build_adjacency(network_.node_count(), near_end);
    distance_ = query::distances_from_nearest(
        {grouped, forward ? network_.head : network_.tail, costs_.values, network_.no_through}, starts.nodes, limit_,
        progress, starts.costs);
    const std::vector<std::uint8_t> is_start = marks_of(starts);
    for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
        const NodeIndex near = near_end[arc];
        if (!network_.is_no_through(near) || is_start[near]) near_[arc] = distance_[near];
    }
}

// An arc is entered from any state of its tail that permits it. Towards the starts, a path begins on the arc, so that
// its history is this arc alone.
void Isochrone::search_states(const cost::ExpandedNetwork& expanded, const StartNodes& starts,
                              const ProgressCallback& progress) {
    const bool forward = direction_ == IsochroneDirection::from_starts;
    const RoadNetwork& steps = expanded.network();
    const ArcCosts step_costs = expanded.costs_of_steps(costs_);
    const AdjacencyArray grouped = build_adjacency(steps.node_count(), forward ? steps.tail : steps.head);
    std::vector<NodeIndex> roots;
    for (const NodeIndex start : starts.nodes) roots.push_back(forward ? start : expanded.ends()[start]);
    const std::vector<double> distance =
        query::distances_from_nearest({grouped, forward ? steps.head : steps.tail, step_costs.values, steps.no_through},
                                      roots, limit_, progress, starts.costs);
    const std::vector<std::uint8_t> is_start = marks_of(starts);

    distance_.assign(network_.node_count(), infinity);
    for (NodeIndex state = 0; state < expanded.row_count(); ++state) {
        double& of_node = distance_[expanded.node_of(state)];
        if (forward || state < network_.node_count()) of_node = std::min(of_node, distance[state]);
    }
    const TurnStates& states = expanded.states()->states;
    const auto cost_of = [](const CostVector& costs, std::size_t arc) {
        return std::visit([&](const auto& values) { return static_cast<double>(values[arc]); }, costs);
    };
    for (NodeIndex state = 0; state < states.size(); ++state) {
        const NodeIndex node = states.node[state];
        const bool may_leave = !network_.is_no_through(node) || is_start[node] != 0;
        const auto arcs = expanded.road_adjacency().out_arcs(node);
        const auto next = states.steps(state);
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            const bool is_loop = network_.head[arcs[i]] == node;  // no path uses it, but it can be entered
            if (next[i] == no_node && !is_loop) continue;
            double& near = near_[arcs[i]];
            if (!forward) {
                const NodeIndex end = network_.head[arcs[i]];
                const bool may_pass_end = !network_.is_no_through(end) || is_start[end] != 0;
                if (state == node && may_pass_end) near = std::min(near, distance[is_loop ? node : next[i]]);
            } else if (may_leave) {
                const double price =
                    cost_of(step_costs.values, states.first_step[state] + i) - cost_of(costs_.values, arcs[i]);
                near = std::min(near, distance[state] + price);
            }
        }
    }
}

// Returns the share of an arc reached within `limit`, given the distance of its near end.
double Isochrone::share(double near_distance, double cost, double limit) const {
    if (limit < near_distance) return 0;
    return cost <= limit - near_distance ? 1 : (limit - near_distance) / cost;
}

std::vector<ReachedPart> Isochrone::parts(double above, double limit) const {
    const bool forward = direction_ == IsochroneDirection::from_starts;
    std::vector<ReachedPart> found;
    for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
        const bool has_extent = network_.tail[arc] != network_.head[arc] || network_.shapes.has_shape(arc);
        if (near_[arc] > limit || !has_extent) continue;
        const double cost = std::visit(
            [&](const auto& values) { return is_reachable(values[arc]) ? static_cast<double>(values[arc]) : infinity; },
            costs_.values);
        if (cost == infinity) continue;
        const double from = share(near_[arc], cost, above);
        const double to = share(near_[arc], cost, limit);
        if (from >= to) continue;
        found.push_back(forward ? ReachedPart{arc, from, to} : ReachedPart{arc, 1 - to, 1 - from});
    }
    return found;
}

}  // namespace allways
