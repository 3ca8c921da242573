// SPDX-License-Identifier: Apache-2.0
// Finds the first turn rule that changes a path.
#pragma once

#include <optional>
#include <string>

#include "allways/base/api.h"
#include "allways/query/path_source.h"

namespace allways {

struct TurnObstacle {
    enum class Kind { forbidden_turn, mandatory_turn, way_back, zone, price };
    Kind kind = Kind::forbidden_turn;
    // The step that the rule forbids or charges for: from one arc of source.arcs() to the next, at a node. `from` is
    // no_arc if a path would begin with the step, into a destination zone.
    std::uint64_t from = no_arc;
    std::uint64_t to = no_arc;
    NodeIndex node = no_node;
    std::string source;  // the source of the rule, such as "relation 4711 no_left_turn"; empty if not stated
    Path without;        // the shortest path if turn rules are ignored
};

// Compares the path with the one that would be shortest without turn rules. Returns that path's first step which the
// rules forbid, or otherwise the first step with a price. Returns nothing if the network has no turn rules, or if they
// make no difference. Two searches, O(m log n). Throws InvalidArgument for an index out of range.
ALLWAYS_API std::optional<TurnObstacle> find_turn_obstacle(const PathSource& source, NodeIndex from, NodeIndex to);

}  // namespace allways
