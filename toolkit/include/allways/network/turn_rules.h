// SPDX-License-Identifier: Apache-2.0
// Turn rules: sequences of arcs that paths may not take, streets for destinations only, nodes where paths may turn
// round, and prices of turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/decimal.h"
#include "allways/base/ids.h"
#include "allways/base/shared_array.h"
#include "allways/network/text_column.h"

namespace allways {

// Plain data about the arcs and nodes of one RoadNetwork. docs/turns.md gives the meaning of each rule.
struct ALLWAYS_API TurnRules {
    // A sequence has two or more consecutive arcs: the head of each is the tail of the next.
    //   forbidden: no path takes all of them in a row.
    //   mandatory: a path that takes all arcs but the last in a row continues with the last, or ends there; if several
    //   sequences have the same beginning, it continues with one of their last arcs.
    enum class Kind : std::uint8_t { forbidden, mandatory };
    std::vector<std::size_t> first_arc{0};  // sequences + 1 offsets into `arcs`
    std::vector<ArcIndex> arcs;
    std::vector<Kind> kinds;       // one per sequence
    TextColumn sources{"source"};  // one per sequence, such as "relation 4711 no_left_turn"; empty if not stated

    // The price of continuing from one arc to another, in seconds; each pair occurs once. Added to costs that are
    // times.
    struct Cost {
        ArcIndex from = no_arc;
        ArcIndex to = no_arc;
        Decimal seconds;
        friend bool operator==(const Cost&, const Cost&) = default;
    };
    std::vector<Cost> costs;

    // Empty, or 1 for arcs of streets for destinations only. Connected ones form a destination zone. A path may use
    // such arcs only before it first leaves a zone and after it last enters one.
    std::vector<std::uint8_t> destination_only;

    // Empty: paths may turn round everywhere. Otherwise, by node, 1 where paths may go back the way they came; at other
    // nodes they may turn round only if no other arc leads on.
    std::vector<std::uint8_t> may_turn_round;

    std::size_t size() const { return kinds.size(); }  // sequences
    bool empty() const { return kinds.empty() && costs.empty() && destination_only.empty() && may_turn_round.empty(); }
    std::span<const ArcIndex> sequence(std::size_t i) const {
        return {arcs.data() + first_arc[i], first_arc[i + 1] - first_arc[i]};
    }
    void add(Kind kind, std::span<const ArcIndex> sequence, std::string_view source = {});

    friend bool operator==(const TurnRules&, const TurnRules&) = default;
};

// ---- the states of paths under turn rules: a node, together with what the path that led there still forbids

// Every path begins in the state of its start node, 0 … n-1, which forbids as little as possible. Further states, from
// n on, are at nodes where a rule depends on the arcs that led there. A step leaves a state by an out-arc of its node,
// and a path ends at the first state of its destination. The arrays are empty if no rule of the network has an effect:
// then nodes are the only states.
struct TurnStates {
    SharedArray<NodeIndex> node;               // the node of each state
    SharedArray<std::uint64_t> first_step{0};  // states + 1; a state has one step for each out-arc of its node
    SharedArray<NodeIndex> next;   // by step, in ordinal order of the arcs: the next state; no_node: forbidden
    std::vector<Decimal> seconds;  // empty, or the price of each step in addition to its arc's cost

    std::size_t size() const { return node.size(); }
    bool empty() const { return node.empty(); }
    std::span<const NodeIndex> steps(std::size_t state) const {
        return {next.data() + first_step[state], first_step[state + 1] - first_step[state]};
    }
    friend bool operator==(const TurnStates&, const TurnStates&) = default;
};

}  // namespace allways
