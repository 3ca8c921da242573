// SPDX-License-Identifier: Apache-2.0
// The automaton of forbidden sequences of arcs: reads a path arc by arc, and determines which arcs may not come next.
//
// Its states are the proper beginnings of sequences; state 0 is the empty one. After some arcs the state is the longest
// beginning that these arcs end with, found by suffix links (Aho and Corasick 1975, "Efficient string matching",
// section 3; for paths Villeneuve and Desaulniers 2005, "The shortest path problem with forbidden paths").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/turn_rules.h"

namespace allways::network {

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

}  // namespace allways::network
