// SPDX-License-Identifier: Apache-2.0
// The states of paths under turn rules: a node, together with what the path that led there still forbids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/ids.h"
#include "allways/base/shared_array.h"

namespace allways {

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
