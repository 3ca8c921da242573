// Shortest distances from several nodes at once: to each node from the nearest of them. Isochrone stands on it, and
// maps of reach.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"

namespace allways::query {

// Arcs as a search runs along them; borrows all. Against the arcs they are grouped by head, and their far ends are
// tails.
struct SearchArcs {
    const AdjacencyArray& grouped;
    std::span<const NodeIndex> far_end;        // one an arc
    const CostVector& cost;                    // one an arc: 0 or more, or no way
    std::span<const std::uint8_t> no_through;  // empty, or one a node
};

// Raw, one a node; infinite where nobody gets, and beyond `limit`. One Dijkstra (Boost.Graph) that begins at all starts
// and ends at the limit: the least of the distances from each of them, to the last bit, since sums are made from the
// start on and never shrink. Paths pass no no-through node but a start. Exact for int32 up to 2⁵³. Throws Cancelled;
// progress stage "reach", in nodes. O(n) and O(m log n) of what lies within the limit.
std::vector<double> distances_from_nearest(const SearchArcs& arcs, std::span<const NodeIndex> starts, double limit,
                                           const ProgressCallback& progress = {});

}  // namespace allways::query
