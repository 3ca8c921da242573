// SPDX-License-Identifier: Apache-2.0
// Destination zones: streets for destinations only, and the nodes that only such streets lead to.
//
// A *drive* is a sequence of arcs that obeys the turn rules. Zones never cut a place off: if a legal drive that obeys
// all other rules leads from one place to another, so does one that also obeys zones. Zones are found by drives, since
// a turn restriction or a barrier can close a way that streets alone would leave open:
//
// - An *open drive* takes no street for destinations only. In each part of the network that streets join in any
//   direction, without passing no-through nodes, the *main streets* are the largest strong component of open drives:
//   that of most nodes; of equal ones that of the lowest node, then that of the first state
//   (network/turns/drive_graph.h).
// - A drive *cannot leave* if no open drive leads on from its position to the main streets. A node is inside a zone if
//   a drive that cannot leave, and never could since it began, may be there.
// - A place is *cut off* if no open drive leads from the main streets to it: to a node, into a no-through node, or into
//   a road (not a connector of a centroid), in which places may lie. A node is inside a zone if a drive on its way to a
//   cut-off place may be there, unless an open drive from the main streets could continue from there in its stead.
//
// Drives begin and end at places of both kinds without leaving the zone, so there is always a way out, and a way in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/turns/drive_rules.h"

namespace allways::network {

// Both empty if no usable arc is for destinations only.
struct DestinationZones {
    std::vector<std::uint8_t> inside;  // 1 for nodes inside a zone, and for no-through nodes, where drives can only end
    // 1 for nodes inside a zone that open streets lead to from outside.
    std::vector<std::uint8_t> has_open_entrance;

    bool empty() const { return inside.empty(); }
};

// O(n + m d), where d is the number of out-arcs of a node.
DestinationZones destination_zones(const DriveRules& rules);

// By arc, 1 where paths may end inside the arc, as inside every road, although zones keep them from its head; with
// !is_forward, where paths that begin inside the arc begin in another zone than at its tail. Empty without zones. O(m).
std::vector<std::uint8_t> arcs_at_edges(const RoadNetwork& network, const DestinationZones& zones, bool is_forward);

// ---- the legality of steps: the rules of a network and its zones, prepared for queries step by step

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
