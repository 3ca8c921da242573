// Why there is no path: what stands in the way of one.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/query/path_source.h"

namespace allways {

// What a search from one node to another may do that paths may not.
struct Liberty {
    bool pass_no_through = false;
    bool use_arcs_without_cost = false;
    bool drive_against_arcs = false;
};

// Where such a way breaks the rules of paths first.
struct Obstacle {
    enum class Kind { no_through_node, arc_without_cost, one_way_arc } kind;
    NodeIndex node = no_node;  // before it
    std::uint64_t arc = 0;     // of source.arcs(); of a no-through node the arc that would leave it
};

struct NoPath {
    std::uint64_t reached = 0;   // nodes of the network that paths from the start lead to, itself included
    std::uint64_t reaching = 0;  // nodes from which paths lead to the end
    // The first liberties, from the least on, that would allow a way, and the first obstacle on it; nothing where the
    // two are on different islands.
    std::vector<Obstacle> obstacles;  // at most one
    Liberty needed;
};

// For two nodes without a path. O(n + m).
NoPath explain_no_path(const PathSource& source, NodeIndex from, NodeIndex to);

}  // namespace allways
