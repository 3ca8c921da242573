// Which steps are legal: the rules of a network, ready to be asked step by step.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "network/destination_zones.h"
#include "network/turn_automaton.h"

namespace allways::network {

// Where a drive is, and what its way there forbids.
struct DriveState {
    NodeIndex node = no_node;
    TurnAutomaton::State history = TurnAutomaton::start;
    bool is_ending = false;  // it has entered the zone that it must end in
    friend bool operator==(const DriveState&, const DriveState&) = default;
};

// Throws InvalidArgument for rules that do not fit the network, such as sequences whose arcs do not connect.
void check_turn_rules(const RoadNetwork& network);

// Forbidden and mandatory sequences, zones and no-through nodes. Turning round is asked apart: forbids_turning_round().
class TurnLegality {
public:
    // Borrows network and adjacency. `costs`: arcs without a value are no way on. Throws as check_turn_rules().
    TurnLegality(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs);

    const RoadNetwork& network() const { return network_; }
    const AdjacencyArray& adjacency() const { return adjacency_; }
    const DestinationZones& zones() const { return zones_; }
    // Adding to it needs a link() after it.
    TurnAutomaton& automaton() { return automaton_; }
    const TurnAutomaton& automaton() const { return automaton_; }

    static DriveState start(NodeIndex node) { return {node, TurnAutomaton::start, false}; }
    std::optional<DriveState> next(const DriveState& state, ArcIndex arc) const;

    bool is_usable(ArcIndex arc) const { return !costs_.values[arc].is_missing() && !is_loop(arc); }
    // The usable out-arcs of the arc's head that go back along its road: the other direction of the same edge.
    std::span<const ArcIndex> ways_back(ArcIndex arc) const {
        return {ways_back_.data() + first_way_back_[arc], first_way_back_[arc + 1] - first_way_back_[arc]};
    }
    // Returns true if paths may not go back the way `arc` came: the rules say so for its head, and another usable arc
    // leads on from there that no rule for `arc` alone forbids.
    bool forbids_turning_round(ArcIndex arc) const;

private:
    bool is_loop(ArcIndex arc) const { return network_.tail[arc] == network_.head[arc]; }
    void find_ways_back();
    template <class Keys, class GoesBack>
    void find_ways_back(const Keys& key_of_arc, const Keys& key_of_back, const GoesBack& goes_back);
    std::optional<bool> ending_after(const DriveState& state, ArcIndex arc) const;

    const RoadNetwork& network_;
    const AdjacencyArray& adjacency_;
    const ArcColumn& costs_;
    TurnAutomaton automaton_;
    DestinationZones zones_;
    std::vector<std::size_t> first_way_back_;
    std::vector<ArcIndex> ways_back_;
};

}  // namespace allways::network
