// SPDX-License-Identifier: Apache-2.0
// Explains why there is no path between two nodes, or why the shortest path does not take another way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "allways/base/api.h"
#include "allways/query/path_source.h"

namespace allways {

// The first position where a search from one node to another breaks the rules of paths.
struct Obstacle {
    enum class Kind { no_through_node, arc_without_cost, one_way_arc } kind;
    NodeIndex node = no_node;  // where the arc starts
    std::uint64_t arc = 0;     // in source.arcs(); for a no-through node the arc that would leave it
};

struct NoPath {
    std::uint64_t reached = 0;   // number of nodes of the network that paths from the start reach, itself included
    std::uint64_t reaching = 0;  // number of nodes from which paths lead to the end
    // The first obstacle on a path that breaks as few kinds of rules as possible; nothing if the two nodes are on
    // different islands.
    std::optional<Obstacle> obstacle;
};

// Explains two nodes without a path. O(n + m).
ALLWAYS_API NoPath explain_no_path(const PathSource& source, NodeIndex from, NodeIndex to);

// The shortest path without one arc of source.arcs(); its extra cost is the benefit of the arc. One search, O(m log n).
ALLWAYS_API Path path_without_arc(const PathSource& source, std::uint64_t arc, NodeIndex from, NodeIndex to);

// ---- finds the first turn rule that changes a path

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
