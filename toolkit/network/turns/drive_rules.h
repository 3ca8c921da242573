// SPDX-License-Identifier: Apache-2.0
// The rules of a network that depend on how a drive came to a node: which arcs may follow. Zones are added by
// turn_legality.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "network/turns/turn_automaton.h"

namespace allways::network {

// Throws InvalidArgument for rules that do not fit the network, such as sequences whose arcs do not connect.
void check_turn_rules(const RoadNetwork& network);

// Returns 1 for arcs with a value, 0 for others.
std::vector<std::uint8_t> arcs_with_value(const ArcColumn& costs);

// The rules of drives: forbidden and mandatory sequences, no-through nodes, and the nodes where paths may turn round.
class DriveRules {
public:
    // Borrows network and adjacency. `usable`: 1 for arcs that paths can use. Throws as check_turn_rules().
    DriveRules(const RoadNetwork& network, const AdjacencyArray& adjacency, std::vector<std::uint8_t> usable);

    const RoadNetwork& network() const { return network_; }
    const AdjacencyArray& adjacency() const { return adjacency_; }
    // After adding to it, call link().
    TurnAutomaton& automaton() { return automaton_; }
    const TurnAutomaton& automaton() const { return automaton_; }

    // Paths between nodes never use loops, but places may lie inside them.
    bool has_cost(ArcIndex arc) const { return usable_[arc] != 0; }
    bool is_usable(ArcIndex arc) const { return has_cost(arc) && !is_loop(arc); }
    bool is_loop(ArcIndex arc) const { return network_.tail[arc] == network_.head[arc]; }
    // The usable out-arcs of the arc's head that go back along its road: the other direction of the same edge.
    std::span<const ArcIndex> ways_back(ArcIndex arc) const {
        return {ways_back_.data() + first_way_back_[arc], first_way_back_[arc + 1] - first_way_back_[arc]};
    }
    // Returns true if paths may not go back the way `arc` came: the rules forbid it at the arc's head, and another
    // usable arc leads on from there that no rule for `arc` alone forbids.
    bool forbids_turning_round(ArcIndex arc) const;

private:
    void find_ways_back();
    template <class Keys, class GoesBack>
    void find_ways_back(const Keys& key_of_arc, const Keys& key_of_back, const GoesBack& goes_back);

    const RoadNetwork& network_;
    const AdjacencyArray& adjacency_;
    std::vector<std::uint8_t> usable_;
    TurnAutomaton automaton_;
    std::vector<std::size_t> first_way_back_;
    std::vector<ArcIndex> ways_back_;
};

}  // namespace allways::network
