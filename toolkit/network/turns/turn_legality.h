// SPDX-License-Identifier: Apache-2.0
// Which steps are legal: the rules of a network, ready to be asked step by step.
#pragma once

#include <optional>

#include "network/turns/destination_zones.h"
#include "network/turns/drive_rules.h"

namespace allways::network {

// Where a drive stands among the zones (docs/turns.md).
enum class Phase : std::uint8_t {
    start,  // it has not left the zone that it began in
    open,   // it keeps to open streets, but may enter the zone of its end
    end,    // it has entered the zone of its end by a street for destinations only, and stays there
};
constexpr std::size_t phase_count = 3;

// Where a drive is, and what its way there still forbids.
struct DriveState {
    NodeIndex node = no_node;
    TurnAutomaton::State history = TurnAutomaton::start;
    Phase phase = Phase::open;
    friend bool operator==(const DriveState&, const DriveState&) = default;
};

// The rules of drives, and zones. Turning round is asked apart: forbids_turning_round().
class TurnLegality : public DriveRules {
public:
    // Borrows network and adjacency. `costs`: arcs without a value are no way on. Throws as check_turn_rules().
    TurnLegality(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs);

    const DestinationZones& zones() const { return zones_; }
    bool is_inside(NodeIndex node) const { return !zones_.empty() && zones_.inside[node] != 0; }

    DriveState start(NodeIndex node) const {
        return {node, TurnAutomaton::start, is_inside(node) ? Phase::start : Phase::open};
    }
    std::optional<DriveState> next(const DriveState& state, ArcIndex arc) const;

private:
    std::optional<Phase> phase_after(Phase phase, ArcIndex arc) const;

    DestinationZones zones_;
};

}  // namespace allways::network
