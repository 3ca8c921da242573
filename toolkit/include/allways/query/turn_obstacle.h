// SPDX-License-Identifier: Apache-2.0
// The first turn rule that stands in a path's way.
#pragma once

#include <optional>
#include <string>

#include "allways/base/api.h"
#include "allways/query/path_source.h"

namespace allways {

struct TurnObstacle {
    enum class Kind { forbidden_turn, mandatory_turn, way_back, zone, price };
    Kind kind = Kind::forbidden_turn;
    // The step that the rule forbids, or that it gives a price: from one arc of source.arcs() to the next, at a node.
    // A path cannot begin in a zone's way, so `from` is no_arc where a path would begin with the step.
    std::uint64_t from = no_arc;
    std::uint64_t to = no_arc;
    NodeIndex node = no_node;
    std::string source;  // of the rule, such as "relation 4711 no_left_turn"; empty if not stated
    Path without;        // the shortest path that no turn rule binds
};

// Compares the path with the one that would be shortest without turn rules: the first step of that one which they
// forbid, or else the first with a price. Nothing if the network has no turn rules, or if they do not matter. Two
// searches, O(m log n). Throws InvalidArgument for an index out of range.
ALLWAYS_API std::optional<TurnObstacle> find_turn_obstacle(const PathSource& source, NodeIndex from, NodeIndex to);

}  // namespace allways
