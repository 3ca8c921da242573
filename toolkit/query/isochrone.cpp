// SPDX-License-Identifier: Apache-2.0
#include "allways/query/isochrone.h"

#include <algorithm>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "cost/expanded_network.h"
#include "network/turns/drive_rules.h"
#include "query/nearest.h"

namespace allways {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void check(const RoadNetwork& network, const ArcCosts& costs) {
    const std::size_t count = std::visit([](const auto& values) { return values.size(); }, costs.values);
    if (count != network.arc_count()) {
        throw InvalidArgument(format("expected {} costs, one per arc, found {}", network.arc_count(), count));
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

void check(const RoadNetwork& network, const StartNodes& starts, double limit) {
    if (!(limit >= 0)) throw InvalidArgument(format("expected a limit of 0 or more, found {}", limit));
    if (!starts.costs.empty() && starts.costs.size() != starts.nodes.size())
        throw InvalidArgument(format("{} costs for {} starts", starts.costs.size(), starts.nodes.size()));
    if (std::ranges::any_of(starts.costs, [](double cost) { return !(cost >= 0); }))
        throw InvalidArgument("starts begin with costs of 0 or more");
    for (const NodeIndex start : starts.nodes) {
        if (start < network.node_count()) continue;
        throw InvalidArgument(format("node index {} is outside a network of {} nodes", start, network.node_count()));
    }
}

// Marks arcs inside which paths may end, although destination zones keep them from the arc's far end; or towards the
// starts, arcs inside which a path begins in another zone than at the arc's near end. Empty if there are none. An arc
// for which another rule decides, too, is not marked: states do not tell which of both forbids it.
std::vector<std::uint8_t> arcs_of_zones(const RoadNetwork& roads, const AdjacencyArray& adjacency,
                                        const CostVector& costs, const std::vector<std::uint8_t>& inside,
                                        bool is_forward) {
    if (inside.empty()) return {};
    const std::vector<std::uint8_t>& only = roads.turns.destination_only;
    std::vector<std::uint8_t> usable(roads.arc_count());
    for (ArcIndex arc = 0; arc < usable.size(); ++arc)
        usable[arc] = std::visit([&](const auto& values) { return is_reachable(values[arc]); }, costs);
    const network::DriveRules rules(roads, adjacency, std::move(usable));
    std::vector<std::uint8_t> found(roads.arc_count(), 0);
    for (ArcIndex arc = 0; arc < found.size(); ++arc) {
        const NodeIndex outer = is_forward ? roads.head[arc] : roads.tail[arc];
        const NodeIndex inner = is_forward ? roads.tail[arc] : roads.head[arc];
        if (!rules.is_usable(arc) || inside[outer] != 0 || (only[arc] == 0 && inside[inner] == 0)) continue;
        const auto may_come_back = [&](ArcIndex back) { return only[back] == 0 || inside[inner] != 0; };
        found[arc] = roads.turns.may_turn_round.empty() || std::ranges::none_of(rules.ways_back(arc), may_come_back);
    }
    for (std::size_t i = 0; i < roads.turns.size(); ++i) {
        for (const ArcIndex arc : roads.turns.sequence(i)) found[arc] = 0;
    }
    for (const TurnRules::Cost& price : roads.turns.costs) found[price.from] = found[price.to] = 0;
    return found;
}

std::vector<std::uint8_t> marks_of(const StartNodes& starts, std::size_t node_count) {
    std::vector<std::uint8_t> is_start(node_count, 0);
    for (const NodeIndex start : starts.nodes) is_start[start] = 1;
    return is_start;
}

}  // namespace

// What all searches share: the turn-expanded network, or without turn rules the network itself, and its arcs in the
// direction of the search.
struct Isochrone::Roads {
    Roads(const RoadNetwork& roads, const ArcCosts& of_roads, IsochroneDirection chosen)
        : network((check(roads, of_roads), roads)),
          costs(of_roads),
          direction(chosen),
          is_forward(chosen == IsochroneDirection::from_starts),
          expanded(roads, of_roads.scale.name),
          step_costs(expanded.states() != nullptr ? expanded.costs_of_steps(of_roads) : ArcCosts()) {
        const RoadNetwork& steps = expanded.network();
        grouped = build_adjacency(steps.node_count(), is_forward ? steps.tail : steps.head);
        if (expanded.states() != nullptr)
            of_zones =
                arcs_of_zones(roads, expanded.road_adjacency(), costs.values, expanded.zones().inside, is_forward);
    }
    query::SearchArcs arcs() const {
        const RoadNetwork& steps = expanded.network();
        return {grouped, is_forward ? steps.head : steps.tail,
                expanded.states() != nullptr ? step_costs.values : costs.values, steps.no_through};
    }

    const RoadNetwork& network;
    const ArcCosts& costs;
    IsochroneDirection direction;
    bool is_forward;
    cost::ExpandedNetwork expanded;
    ArcCosts step_costs;  // of the expanded network's arcs
    AdjacencyArray grouped;
    std::vector<std::uint8_t> of_zones;  // by arc, or empty
};

Isochrone::Isochrone(const RoadNetwork& network, const ArcCosts& costs, const StartNodes& starts, double limit,
                     IsochroneDirection direction, const ProgressCallback& progress)
    : Isochrone(std::make_shared<const Roads>(network, costs, direction), starts, limit, progress) {}

Isochrone::Isochrone(std::shared_ptr<const Roads> roads, const StartNodes& starts, double limit,
                     const ProgressCallback& progress)
    : roads_(std::move(roads)), limit_(limit) {
    check(roads_->network, starts, limit);
    near_.assign(roads_->network.arc_count(), infinity);
    if (roads_->expanded.states() != nullptr)
        search_states(starts, progress);
    else
        search_nodes(starts, progress);
}

void Isochrone::search_nodes(const StartNodes& starts, const ProgressCallback& progress) {
    const RoadNetwork& network = roads_->network;
    const std::vector<NodeIndex>& near_end = roads_->is_forward ? network.tail : network.head;
    distance_ = query::distances_from_nearest(roads_->arcs(), starts.nodes, limit_, progress, starts.costs);
    const std::vector<std::uint8_t> is_start = marks_of(starts, network.node_count());
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const NodeIndex near = near_end[arc];
        if (!network.is_no_through(near) || is_start[near]) near_[arc] = distance_[near];
    }
}

// An arc is entered from any state of its tail that permits it. Towards the starts, a path begins on the arc, so that
// its history is this arc alone.
void Isochrone::search_states(const StartNodes& starts, const ProgressCallback& progress) {
    const RoadNetwork& network = roads_->network;
    const cost::ExpandedNetwork& expanded = roads_->expanded;
    const bool forward = roads_->is_forward;
    std::vector<NodeIndex> roots;
    for (const NodeIndex start : starts.nodes) roots.push_back(forward ? start : expanded.ends()[start]);
    const std::vector<double> distance =
        query::distances_from_nearest(roads_->arcs(), roots, limit_, progress, starts.costs);
    const std::vector<std::uint8_t> is_start = marks_of(starts, network.node_count());

    distance_.assign(network.node_count(), infinity);
    for (NodeIndex state = 0; state < expanded.row_count(); ++state) {
        double& of_node = distance_[expanded.node_of(state)];
        if (forward || state < network.node_count()) of_node = std::min(of_node, distance[state]);
    }
    const TurnStates& states = expanded.states()->states;
    const auto enter = [&](NodeIndex state, const auto& of_steps, const auto& of_roads) {
        const NodeIndex node = states.node[state];
        const auto arcs = expanded.road_adjacency().out_arcs(node);
        const auto next = states.steps(state);
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            const ArcIndex arc = arcs[i];
            const bool is_loop = network.head[arc] == node;  // no path uses it, but it can be entered
            const bool of_zones = !roads_->of_zones.empty() && roads_->of_zones[arc] != 0;
            if (next[i] == no_node && !is_loop && !of_zones) continue;
            if (!forward) {
                const NodeIndex end = network.head[arc];
                const bool may_pass_end = !network.is_no_through(end) || is_start[end] != 0;
                if (may_pass_end) near_[arc] = std::min(near_[arc], distance[is_loop || of_zones ? end : next[i]]);
                continue;
            }
            const double price =
                static_cast<double>(of_steps[states.first_step[state] + i]) - static_cast<double>(of_roads[arc]);
            near_[arc] = std::min(near_[arc], distance[state] + price);
        }
    };
    std::visit(
        [&](const auto& of_steps, const auto& of_roads) {
            // Towards the starts, only states in which paths begin; otherwise only states that the search has reached.
            const std::size_t count = forward ? states.size() : network.node_count();
            for (NodeIndex state = 0; state < count; ++state) {
                const NodeIndex node = states.node[state];
                const bool may_leave = !network.is_no_through(node) || is_start[node] != 0;
                if (!forward || (may_leave && distance[state] <= limit_)) enter(state, of_steps, of_roads);
            }
        },
        roads_->step_costs.values, roads_->costs.values);
}

// Returns the share of an arc reached within `limit`, given the distance of its near end.
double Isochrone::share(double near_distance, double cost, double limit) const {
    if (limit < near_distance) return 0;
    return cost <= limit - near_distance ? 1 : (limit - near_distance) / cost;
}

std::vector<ReachedPart> Isochrone::parts(double above, double limit) const {
    const RoadNetwork& network = roads_->network;
    std::vector<ReachedPart> found;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const bool has_extent = network.tail[arc] != network.head[arc] || network.shapes.has_shape(arc);
        const bool is_entered = near_[arc] <= limit && near_[arc] != std::numeric_limits<double>::infinity();
        if (!is_entered || !has_extent) continue;
        const double cost = std::visit(
            [&](const auto& values) { return is_reachable(values[arc]) ? static_cast<double>(values[arc]) : infinity; },
            roads_->costs.values);
        if (cost == infinity) continue;
        const double from = share(near_[arc], cost, above);
        const double to = share(near_[arc], cost, limit);
        if (from >= to) continue;
        found.push_back(roads_->is_forward ? ReachedPart{arc, from, to} : ReachedPart{arc, 1 - to, 1 - from});
    }
    return found;
}

}  // namespace allways
