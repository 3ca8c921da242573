// SPDX-License-Identifier: Apache-2.0
#include "query/road_ends.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/network_factor.h"
#include "network/road_line.h"
#include "network/turns/destination_zones.h"
#include "result/factor_arrays.h"

namespace allways::query {

RoadEnds::RoadEnds(const NetworkFactor& factor) : factor_(factor), network_(extract_network(factor)) {
    find_zones();
    network_.columns.clear();
    network_.texts.clear();
    network_.turns = {};
    for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
        if (tail(arc) == network_.head[arc] && !network_.shapes.has_shape(arc)) loops_without_shape_.push_back(arc);
    }
    const TurnStates& states = factor.arcs.states;
    if (!states.empty()) states_ = build_adjacency(factor.node_count(), states.node);
}

void RoadEnds::find_zones() {
    if (network_.turns.destination_only.empty()) return;
    std::vector<std::uint8_t> usable(network_.arc_count());
    for (ArcIndex arc = 0; arc < usable.size(); ++arc) usable[arc] = std::isfinite(cost(arc));
    const AdjacencyArray adjacency = build_adjacency(network_.node_count(), network_.tail);
    const auto zones = network::destination_zones(network::DriveRules(network_, adjacency, std::move(usable)));
    for (const bool is_forward : {false, true}) {
        arcs_of_zones_[is_forward] = network::arcs_at_edges(network_, zones, is_forward);
        arcs_of_zones_[is_forward].share();
    }
}

double RoadEnds::cost(ArcIndex arc) const {
    return std::visit([&](const auto& costs) { return raw_value(costs[arc]); }, factor_.arcs.cost);
}

RoadPlace RoadEnds::place(const SnappedPoint& point) const {
    if (point.node != no_node) return {.node = point.node, .fraction = 0, .arcs = {}};
    if (point.arc >= factor_.arcs.size()) throw InvalidArgument("a snapped point refers to no arc of this factor");
    RoadPlace place{.node = no_node, .fraction = point.fraction, .arcs = {}};
    const auto& first_out = factor_.arcs.first_out;
    NodeIndex ends[] = {network_.tail[point.arc], network_.head[point.arc]};
    const bool is_loop = ends[0] == ends[1];
    for (const NodeIndex end : std::span(ends).first(is_loop ? 1 : 2)) {
        for (std::uint64_t a = first_out[end]; a < first_out[end + 1]; ++a) {
            const auto arc = static_cast<ArcIndex>(a);
            if (!std::isfinite(cost(arc)) || !network::same_road(network_, point.arc, arc)) continue;
            place.arcs.push_back({arc, network::runs_upward(network_, arc)});
        }
    }
    return place;
}

void RoadEnds::check(const RoadPlace& place) const {
    const bool at_node = place.node < factor_.node_count() && place.arcs.empty();
    const bool in_arcs = place.node == no_node && place.fraction > 0 && place.fraction < 1 &&
                         std::ranges::all_of(place.arcs, [&](const auto& a) { return a.arc < factor_.arcs.size(); });
    if (!at_node && !in_arcs) {
        throw InvalidArgument(format("a place is neither at one of {} nodes nor inside some of {} arcs",
                                     factor_.node_count(), factor_.arcs.size()));
    }
}

double RoadEnds::cost_of_part(ArcIndex arc, double from_fraction, double to_fraction) const {
    const double whole = cost(arc);
    if (factor_.type() != CostType::int32) return whole * (to_fraction - from_fraction);
    const auto up_to = [&](double fraction) {
        return fraction == 1 ? whole : static_cast<double>(std::llroundl(static_cast<long double>(whole) * fraction));
    };
    return up_to(to_fraction) - up_to(from_fraction);
}

std::vector<PlaceConnector> RoadEnds::first(const RoadPlace& from) const {
    if (from.node != no_node) return {{.place = from.node}};
    const TurnStates& states = factor_.arcs.states;
    std::vector<PlaceConnector> found;
    for (const RoadPlace::Arc& arc : from.arcs) {
        const NodeIndex tail = network_.tail[arc.arc];
        NodeIndex place = network_.head[arc.arc];
        if (!states.empty() && tail != place && !is_at_edge(arc.arc, false)) {
            place = states.steps(tail)[arc.arc - factor_.arcs.first_out[tail]];
            if (place == no_node) place = network_.head[arc.arc];
        }
        const double cost =
            arc.runs_upward ? cost_of_part(arc.arc, from.fraction, 1) : cost_of_part(arc.arc, 0, from.fraction);
        found.push_back({place, cost, arc.arc, 1 - from.share_behind(arc)});
    }
    return found;
}

std::vector<PlaceConnector> RoadEnds::last(const RoadPlace& to) const {
    if (to.node != no_node) {
        return {{.place = factor_.arrays().places.end_of.empty() ? to.node : factor_.arrays().places.end_of[to.node]}};
    }
    const TurnStates& states = factor_.arcs.states;
    std::vector<PlaceConnector> found;
    for (const RoadPlace::Arc& arc : to.arcs) {
        const NodeIndex tail = network_.tail[arc.arc];
        const NodeIndex head = network_.head[arc.arc];
        const bool all_states = tail == head || is_at_edge(arc.arc, true);
        const double whole = cost(arc.arc);
        const double cost =
            arc.runs_upward ? cost_of_part(arc.arc, 0, to.fraction) : cost_of_part(arc.arc, to.fraction, 1);
        const auto ordinal = static_cast<std::uint32_t>(arc.arc - factor_.arcs.first_out[tail]);
        for (const NodeIndex state : states.empty() ? std::span(&tail, 1) : states_.out_arcs(tail)) {
            double turn = 0;
            if (!states.empty()) {
                const bool is_open = states.steps(state)[ordinal] != no_node;
                if (!is_open && !all_states) continue;
                if (is_open) turn = factor_.arcs.cost_of_step(state, ordinal) - whole;
            }
            found.push_back({state, cost + turn, arc.arc, to.share_behind(arc)});
        }
    }
    return found;
}

}  // namespace allways::query
