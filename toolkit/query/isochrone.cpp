// SPDX-License-Identifier: Apache-2.0
#include "allways/query/isochrone.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/query/road_router.h"
#include "cost/expanded_network.h"
#include "network/heap_search.h"
#include "network/turns/build_turn_states.h"
#include "network/turns/destination_zones.h"
#include "query/road_ends.h"

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

void check(const StartNodes& starts, std::size_t node_count, double limit) {
    if (!(limit >= 0)) throw InvalidArgument(format("expected a limit of 0 or more, found {}", limit));
    if (!starts.costs.empty() && starts.costs.size() != starts.nodes.size())
        throw InvalidArgument(format("{} costs for {} starts", starts.costs.size(), starts.nodes.size()));
    if (std::ranges::any_of(starts.costs, [](double cost) { return !(cost >= 0); }))
        throw InvalidArgument("starts begin with costs of 0 or more");
    for (const NodeIndex start : starts.nodes) {
        if (start < node_count) continue;
        throw InvalidArgument(format("node index {} is outside a network of {} nodes", start, node_count));
    }
}

template <class Costs>
std::vector<double> raw_values(const Costs& costs) {
    return std::visit(
        [](const auto& all) {
            std::vector<double> values(all.size());
            std::ranges::transform(all, values.begin(), [](auto cost) { return raw_value(cost); });
            return values;
        },
        costs);
}

// The arcs at the edges of zones, but those for which another rule decides, too: states do not tell which of both
// forbids them.
std::vector<std::uint8_t> arcs_of_zones(const RoadNetwork& roads, const network::DestinationZones& zones,
                                        bool is_forward) {
    std::vector<std::uint8_t> found = network::arcs_at_edges(roads, zones, is_forward);
    if (found.empty()) return found;
    for (const ArcIndex arc : roads.turns.arcs) found[arc] = 0;
    for (const TurnRules::Cost& price : roads.turns.costs) found[price.from] = found[price.to] = 0;
    return found;
}

// Paths do not use arcs without a value.
void take_column(const TableArcs& arcs, const std::string& name, std::vector<double>& values) {
    const TableColumn* column = arcs.column(name);
    if (column == nullptr) throw InvalidArgument(format("the factor's arcs have no column '{}'", name));
    for (ArcIndex arc = 0; arc < values.size(); ++arc) {
        if (!std::isfinite(values[arc])) continue;
        const Decimal value = column->values[arc];
        values[arc] = value.is_missing() ? infinity : value.to_double();
        if (values[arc] < 0) throw InvalidArgument(format("the column '{}' has negative values", name));
    }
}

}  // namespace

// The roads that all searches share. Their arcs are those of the answers, and `arcs` has them grouped by tail.
struct Isochrone::Roads {
    Roads(const RoadNetwork& network, const ArcCosts& costs, IsochroneDirection direction);
    Roads(const RoadRouter& router, const IsochroneOptions& options);

    std::size_t node_count() const { return arcs->first_out.size() - 1; }
    std::size_t state_count() const { return arcs->states.empty() ? node_count() : arcs->states.size(); }
    NodeIndex node_of(NodeIndex state) const { return arcs->states.empty() ? state : arcs->states.node[state]; }
    ArcIndex arc_at(std::uint64_t position) const {
        return order.empty() ? static_cast<ArcIndex>(position) : order[position];
    }

    // Calls visit(arc, next, cost) for each step in the direction of the search: it goes on to the state `next`, unless
    // that is no_node, and the arc is entered there, unless it is no_arc.
    template <class Visit>
    void visit_steps(NodeIndex state, const Visit& visit) const {
        if (is_forward || arcs->states.empty())
            return visit_out_steps(
                state, [&](ArcIndex arc, NodeIndex next, NodeIndex, double cost) { visit(arc, next, cost); });
        for (const ArcIndex i : steps_to.out_arcs(state)) visit(steps[i].arc, steps[i].from, steps[i].cost);
    }
    // Paths begin in the first state of a node, and end in any.
    Roots roots_at(const StartNodes& starts) const;

    // First offsets, heads, states and costs of their steps. Without states, a search towards the starts has the arcs
    // turned round.
    std::shared_ptr<const TableArcs> arcs;
    std::vector<ArcIndex> order;           // the arc at each position of `arcs`; empty: positions are arcs
    std::vector<double> values;            // by arc: what the limit bounds; infinite for arcs that are left out
    SharedArray<std::uint8_t> no_through;  // by node, or empty
    SharedArray<std::uint8_t> of_zones;    // arcs_of_zones
    bool is_forward;
    bool has_prices = false;  // steps cost more than their arcs' values

    // With to_starts and states: all steps, grouped by the state where they end.
    struct Step {
        NodeIndex from;
        ArcIndex arc;
        double cost;
    };
    std::vector<Step> steps;
    AdjacencyArray steps_to;

private:
    void take(AdjacencyArray grouped, std::span<const NodeIndex> far, TableArcs made);
    void group_steps();

    template <class Visit>
    void visit_arcs(NodeIndex node, const Visit& visit) const {
        const NodeIndex* const heads = arcs->head.data();
        for (std::uint64_t at = arcs->first_out[node]; at < arcs->first_out[node + 1]; ++at) {
            const ArcIndex arc = arc_at(at);
            if (values[arc] < infinity) visit(arc, heads[at], values[arc]);
        }
    }

    // Calls visit(arc, next, end, cost) for each arc that paths in this state can enter. `next` is no_node if they only
    // end inside the arc; `end` is the state at the arc's head of paths that begin inside.
    template <class Visit>
    void visit_out_steps(NodeIndex state, const Visit& visit) const {
        const NodeIndex node = node_of(state);
        const std::uint64_t first = arcs->first_out[node];
        const std::span heads = std::span(arcs->head).subspan(first, arcs->first_out[node + 1] - first);
        const std::span nexts = arcs->states.empty() ? heads : arcs->states.steps(state);
        for (std::uint32_t ordinal = 0; ordinal < heads.size(); ++ordinal) {
            const ArcIndex arc = arc_at(first + ordinal);
            if (!(values[arc] < infinity)) continue;
            const NodeIndex head = heads[ordinal];
            const NodeIndex next = nexts[ordinal];
            const bool differs_inside = head == node || (!of_zones.empty() && of_zones[arc] != 0);
            if (next == no_node && !differs_inside) continue;
            const double cost = has_prices ? arcs->cost_of_step(state, ordinal) : values[arc];
            visit(arc, next, differs_inside ? head : next, cost);
        }
    }
};

Isochrone::Roads::Roads(const RoadNetwork& network, const ArcCosts& costs, IsochroneDirection direction)
    : no_through(network.no_through), is_forward(direction == IsochroneDirection::from_starts) {
    check(network, costs);
    values = raw_values(costs.values);
    const bool has_turns = !network.turns.empty();
    AdjacencyArray adjacency =
        build_adjacency(network.node_count(), is_forward || has_turns ? network.tail : network.head);
    TableArcs made;
    if (has_turns) {
        network::DestinationZones zones;
        made.states = network::build_turn_states(network, adjacency, cost_column(network, costs.scale.name),
                                                 available_host_bytes(), network::ListedWaysBack::paying, &zones);
        has_prices = !made.states.seconds.empty();
        if (has_prices) made.step_cost = shared(cost::costs_of_steps(made.states, adjacency, costs));
        of_zones = arcs_of_zones(network, zones, is_forward);
    }
    for (ArcIndex arc = 0; arc < values.size(); ++arc) {
        if (network.tail[arc] == network.head[arc] && !network.shapes.has_shape(arc)) values[arc] = infinity;
    }
    const bool is_turned_round = !is_forward && made.states.empty();
    if (is_turned_round && has_turns) adjacency = build_adjacency(network.node_count(), network.head);
    take(std::move(adjacency), is_turned_round ? network.tail : network.head, std::move(made));
}

Isochrone::Roads::Roads(const RoadRouter& router, const IsochroneOptions& options)
    : arcs(router.shared_factor(), &router.factor().arcs),
      values(raw_values(arcs->cost)),
      no_through(router.factor().no_through),
      of_zones(router.ends().arcs_of_zones(options.direction == IsochroneDirection::from_starts)),
      is_forward(options.direction == IsochroneDirection::from_starts) {
    if (!options.column.empty())
        take_column(*arcs, options.column, values);
    else
        has_prices = std::visit([](const auto& costs) { return !costs.empty(); }, arcs->step_cost);
    for (const ArcIndex loop : router.ends().loops_without_shape()) values[loop] = infinity;
    if (is_forward) return;
    if (arcs->states.empty())
        take(build_adjacency(node_count(), arcs->head), router.ends().tails(), {});
    else
        group_steps();
}

void Isochrone::Roads::take(AdjacencyArray grouped, std::span<const NodeIndex> far, TableArcs made) {
    std::vector<NodeIndex> heads(far.size());
    std::ranges::transform(grouped.arcs, heads.begin(), [&](ArcIndex arc) { return far[arc]; });
    made.head = std::move(heads);
    made.first_out = std::move(grouped.first_out);
    order = std::move(grouped.arcs);
    arcs = std::make_shared<const TableArcs>(std::move(made));
    if (!is_forward && !arcs->states.empty()) group_steps();
}

void Isochrone::Roads::group_steps() {
    std::vector<NodeIndex> ends;
    const auto add = [&](NodeIndex end, const Step& step) {
        ends.push_back(end);
        steps.push_back(step);
    };
    const std::size_t most = std::max(arcs->size(), arcs->states.next.size());
    ends.reserve(most);
    steps.reserve(most);
    // A path that begins inside an arc has this arc alone behind it, as one that begins at the arc's tail.
    for (NodeIndex state = 0; state < state_count(); ++state) {
        const bool begins = state < node_count();
        visit_out_steps(state, [&](ArcIndex arc, NodeIndex next, NodeIndex end, double cost) {
            if (next != no_node) add(next, {state, begins && next == end ? arc : no_arc, cost});
            if (begins && next != end) add(end, {no_node, arc, 0});
        });
    }
    steps_to = build_adjacency(state_count(), ends);
}

Isochrone::Roots Isochrone::Roads::roots_at(const StartNodes& starts) const {
    Roots roots;
    for (std::size_t i = 0; i < starts.nodes.size(); ++i)
        roots.emplace_back(starts.nodes[i], starts.costs.empty() ? 0 : starts.costs[i]);
    if (is_forward || arcs->states.empty()) return roots;
    std::vector<double> first_cost(node_count(), infinity);
    for (const auto& [node, cost] : roots) first_cost[node] = std::min(first_cost[node], cost);
    for (auto state = static_cast<NodeIndex>(node_count()); state < state_count(); ++state) {
        const double cost = first_cost[node_of(state)];
        if (cost < infinity) roots.emplace_back(state, cost);
    }
    return roots;
}

Isochrone::Isochrone(const RoadNetwork& network, const ArcCosts& costs, const StartNodes& starts, double limit,
                     IsochroneDirection direction, const ProgressCallback& progress)
    : Isochrone(std::make_shared<const Roads>(network, costs, direction), starts, limit, progress) {}

Isochrone::Isochrone(std::shared_ptr<const Roads> roads, const StartNodes& starts, double limit,
                     const ProgressCallback& progress)
    : roads_(std::move(roads)), limit_(limit) {
    check(starts, roads_->node_count(), limit);
    search(roads_->roots_at(starts), progress);
}

Isochrone::Isochrone(const RoadRouter& router, const RoadPlace& place, double limit, const IsochroneOptions& options)
    : limit_(limit) {
    if (!(limit >= 0)) throw InvalidArgument("a limit must be 0 or more");
    const query::RoadEnds& ends = router.ends();
    ends.check(place);
    roads_ = std::make_shared<const Roads>(router, options);
    Roots roots;
    if (place.node != no_node) roots = roads_->roots_at(std::span(&place.node, 1));
    for (const RoadPlace::Arc& arc : place.arcs) {
        const double behind = place.share_behind(arc);
        of_place_.emplace_back(arc.arc, roads_->is_forward ? behind : 1 - behind);
    }
    for (const PlaceConnector& end : roads_->is_forward ? ends.first(place) : ends.last(place)) {
        if (end.arc == no_arc || ends.is_no_through(end.place)) continue;
        roots.emplace_back(end.place, options.column.empty() ? end.raw_cost : roads_->values[end.arc] * end.share);
    }
    search(roots, options.progress);
}

void Isochrone::search(const Roots& roots, const ProgressCallback& progress) {
    const Roads& roads = *roads_;
    distance_.assign(roads.state_count(), infinity);
    near_.assign(roads.values.size(), infinity);
    std::vector<std::uint8_t> is_closed(roads.no_through.begin(), roads.no_through.end());
    is_closed.resize(distance_.size(), 0);  // no-through nodes have one state
    std::vector<NodeIndex> starts;
    for (const auto& [state, cost] : roots) {
        if (distance_[state] == infinity) starts.push_back(state);
        distance_[state] = std::min(distance_[state], cost);
        is_closed[state] = 0;
    }
    std::size_t settled = 0;
    report(progress, "reach", 0, distance_.size());
    const auto settle = [&](NodeIndex state, double reached) {
        constexpr std::size_t often = 1 << 14;
        if (!(reached <= limit_)) return network::Settled::stop;
        if (++settled % often == 0) report(progress, "reach", settled, distance_.size());
        return is_closed[state] != 0 ? network::Settled::skip_arcs : network::Settled::relax_arcs;
    };
    network::heap_search<double>(distance_, starts, settle, [&](NodeIndex state, const auto& relax) {
        roads.visit_steps(state, [&](ArcIndex, NodeIndex next, double cost) {
            if (next != no_node) relax(next, cost);
        });
    });

    // Towards the starts, paths begin in the first state of a node.
    for (NodeIndex state = 0; state < distance_.size(); ++state) {
        double& reached = distance_[state];
        if (reached > limit_) reached = infinity;  // it is only an upper bound
        if (reached == infinity) continue;
        if (roads.is_forward) distance_[roads.node_of(state)] = std::min(distance_[roads.node_of(state)], reached);
        if (is_closed[state] != 0) continue;
        roads.visit_steps(state, [&](ArcIndex arc, NodeIndex, double cost) {
            const double turn = roads.is_forward ? cost - roads.values[arc] : 0;
            if (arc != no_arc) near_[arc] = std::min(near_[arc], reached + turn);
        });
    }
    distance_.resize(roads.node_count());
}

std::vector<ReachedPart> Isochrone::parts(double above, double limit) const {
    std::vector<ReachedPart> found;
    const auto add = [&](ArcIndex arc, double near, double begin_of_arc) {
        const double cost = roads_->values[arc];
        const auto share = [&](double up_to) {
            if (up_to < near) return begin_of_arc;
            return cost > 0 ? std::min(1.0, begin_of_arc + (up_to - near) / cost) : 1.0;
        };
        const double begin = share(above);
        const double end = share(limit);
        if (!(begin < end)) return;
        found.push_back(roads_->is_forward ? ReachedPart{arc, begin, end} : ReachedPart{arc, 1 - end, 1 - begin});
    };
    for (const auto& [arc, begin] : of_place_) add(arc, 0, begin);
    for (ArcIndex arc = 0; arc < near_.size(); ++arc) {
        if (near_[arc] <= limit && near_[arc] < infinity) add(arc, near_[arc], 0);
    }
    return found;
}

}  // namespace allways
