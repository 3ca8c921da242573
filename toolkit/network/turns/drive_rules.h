// SPDX-License-Identifier: Apache-2.0
// The rules of a network that depend on how a drive came to a node: which arcs may follow. Zones are added by
// turn_legality.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/network/turn_rules.h"

namespace allways::network {

// The automaton of forbidden sequences of arcs: reads a path arc by arc, and determines which arcs may not come next.
//
// Its states are the proper beginnings of sequences; state 0 is the empty one. After some arcs the state is the longest
// beginning that these arcs end with, found by suffix links (Aho and Corasick 1975, "Efficient string matching",
// section 3; for paths Villeneuve and Desaulniers 2005, "The shortest path problem with forbidden paths").
class TurnAutomaton {
public:
    using State = std::uint32_t;
    static constexpr State start = 0;

    TurnAutomaton() : last_arc_{no_arc}, has_child_{0}, depth_{0}, link_{start}, rules_(1) {}

    void add(TurnRules::Kind kind, std::span<const ArcIndex> sequence);
    // Adds a separate state for all paths that end with this arc.
    State add_state(ArcIndex arc) { return child(start, arc); }
    // Must be called after the last add().
    void link();

    // Returns the state after one more arc, or nothing if the arc is forbidden there.
    std::optional<State> next(State state, ArcIndex arc) const;
    // Returns the same as next(), but ignores what the state forbids.
    State after(State state, ArcIndex arc) const;

    // Returns true if the arc begins no sequence, so that it need not be remembered.
    bool is_free(ArcIndex arc) const { return state_of(arc) == start; }

    std::size_t size() const { return last_arc_.size(); }
    ArcIndex last_arc(State state) const { return last_arc_[state]; }  // no_arc for the start
    std::uint32_t depth(State state) const { return depth_[state]; }   // number of arcs of the beginning

private:
    struct Rules {
        std::vector<ArcIndex> forbidden;
        std::vector<ArcIndex> mandatory;  // empty, or the only arcs that may follow
    };

    State child(State state, ArcIndex arc);
    // The state of the path that consists of this arc alone.
    State state_of(ArcIndex arc) const { return arc < first_.size() ? first_[arc] : start; }
    bool permits(State state, ArcIndex arc) const;

    std::vector<State> first_;                        // by arc, up to the last arc that begins a sequence
    std::unordered_map<std::uint64_t, State> child_;  // by state, other than the start, and arc
    std::vector<ArcIndex> last_arc_;                  // by state
    std::vector<std::uint8_t> has_child_;             // most states have no child
    std::vector<std::uint32_t> depth_;
    std::vector<State> link_;   // the longest beginning that is a proper ending of the state
    std::vector<Rules> rules_;  // sorted by link()
};

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
