// SPDX-License-Identifier: Apache-2.0
#include "network/turns/turn_legality.h"

namespace allways::network {

TurnLegality::TurnLegality(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs)
    : DriveRules(network, adjacency, arcs_with_value(costs)), zones_(destination_zones(*this)) {}

// Returns the phase after the arc, or nothing if zones forbid the arc.
std::optional<Phase> TurnLegality::phase_after(Phase phase, ArcIndex arc) const {
    if (zones_.empty()) return Phase::open;
    const bool to_inside = is_inside(network().head[arc]);
    if (phase == Phase::start) return to_inside ? Phase::start : Phase::open;
    if (phase == Phase::open && network().turns.destination_only[arc] == 0) return Phase::open;
    if (!to_inside) return std::nullopt;
    return Phase::end;
}

std::optional<DriveState> TurnLegality::next(const DriveState& state, ArcIndex arc) const {
    if (!is_usable(arc)) return std::nullopt;
    const NodeIndex head = network().head[arc];
    const auto history = automaton().next(state.history, arc);
    const auto phase = phase_after(state.phase, arc);
    if (!history || !phase) return std::nullopt;
    if (network().is_no_through(head)) return start(head);  // the drive ends there
    return DriveState{head, *history, *phase};
}

}  // namespace allways::network
