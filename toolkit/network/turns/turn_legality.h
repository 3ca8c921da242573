// SPDX-License-Identifier: Apache-2.0
// Decides which steps are legal: the rules of a network, prepared for queries step by step.
#pragma once

#include <optional>

#include "network/turns/destination_zones.h"
#include "network/turns/drive_rules.h"

namespace allways::network {

// The phase of a drive with respect to destination zones (docs/turns.md).
enum class Phase : std::uint8_t {
    start,  // it has not left the zone where it began
    open,   // it keeps to open streets, but may enter the zone where it will end
    end,    // it has entered its last zone by a street for destinations only, and stays there
};
constexpr std::size_t phase_count = 3;

// The position of a drive, and what the arcs that led there still forbid.
struct DriveState {
    NodeIndex node = no_node;
    TurnAutomaton::State history = TurnAutomaton::start;
    Phase phase = Phase::open;
    friend bool operator==(const DriveState&, const DriveState&) = default;
};

// The rules of drives, and zones. Turning round is a separate query: forbids_turning_round().
class TurnLegality : public DriveRules {
public:
    // Borrows network and adjacency. `costs`: drives do not use arcs without a value. Throws as check_turn_rules()
    // does.
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
