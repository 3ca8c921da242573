// SPDX-License-Identifier: Apache-2.0
// The rules of the road beyond one-way streets: sequences of arcs that paths may not take, streets for destinations
// only, where paths may turn round, and what turns cost.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/ids.h"
#include "allways/network/text_column.h"

namespace allways {

// Plain data about the arcs and nodes of one RoadNetwork. docs/turns.md gives the meaning of each rule.
struct TurnRules {
    // A sequence has two or more consecutive arcs: the head of each is the tail of the next.
    //   forbidden: no path takes all of them in a row.
    //   mandatory: a path that takes all but the last in a row goes on with the last, or ends there; with several of
    //   the same beginning, with one of their last arcs.
    enum class Kind : std::uint8_t { forbidden, mandatory };
    std::vector<std::size_t> first_arc{0};  // sequences + 1 offsets into `arcs`
    std::vector<ArcIndex> arcs;
    std::vector<Kind> kinds;       // one per sequence
    TextColumn sources{"source"};  // one per sequence, such as "relation 4711 no_left_turn"; empty if not stated

    // The price of going on from one arc with another, in seconds; each pair once. Added to costs that are times.
    struct Cost {
        ArcIndex from = no_arc;
        ArcIndex to = no_arc;
        Decimal seconds;
        friend bool operator==(const Cost&, const Cost&) = default;
    };
    std::vector<Cost> costs;

    // Empty, or 1 for arcs of streets for destinations only. Connected ones form a zone: a path may use them before it
    // first leaves, and after it last enters, a zone.
    std::vector<std::uint8_t> destination_only;

    // Empty: paths may turn round everywhere. Else, by node, 1 where they may go back the way they came; everywhere
    // else only if no other arc leads on.
    std::vector<std::uint8_t> may_turn_round;

    std::size_t size() const { return kinds.size(); }  // sequences
    bool empty() const { return kinds.empty() && costs.empty() && destination_only.empty() && may_turn_round.empty(); }
    std::span<const ArcIndex> sequence(std::size_t i) const {
        return {arcs.data() + first_arc[i], first_arc[i + 1] - first_arc[i]};
    }
    void add(Kind kind, std::span<const ArcIndex> sequence, std::string_view source = {});

    friend bool operator==(const TurnRules&, const TurnRules&) = default;
};

}  // namespace allways
