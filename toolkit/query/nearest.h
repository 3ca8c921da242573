// SPDX-License-Identifier: Apache-2.0
// Searches from several nodes at once: the distance of each node from the nearest start, for isochrones, and the
// nearest destinations of each node, for access.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/query/access.h"

namespace allways::query {

// Arcs in the direction of a search; borrows everything. In a search against the arcs, they are grouped by head, and
// their far ends are their tails.
struct SearchArcs {
    const AdjacencyArray& grouped;
    std::span<const NodeIndex> far_end;        // one per arc
    const CostVector& cost;                    // one per arc: 0 or more, or unreachable
    std::span<const std::uint8_t> no_through;  // empty, or one per node
};

// Raw distances, one per node; infinite if unreachable or beyond `limit`. Runs one heap search from all starts up to
// the limit. The result equals the minimum of the distances from each start, to the last bit, since sums grow from the
// start and never shrink. Paths pass no no-through node except a start. Exact for int32 up to 2⁵³. Throws Cancelled;
// progress stage "reach", in nodes. O(n), plus O(m log n) for the m arcs within the limit. `start_costs`: empty, or the
// raw cost with which each start begins.
std::vector<double> distances_from_nearest(const SearchArcs& arcs, std::span<const NodeIndex> starts, double limit,
                                           const ProgressCallback& progress = {},
                                           std::span<const double> start_costs = {});

// Returns true if a search finds the destinations of the request faster than a sweep over all pairs, on so many
// threads, and the same ones: those alone are asked for, and costs are integers from 0.
bool suits_search(const NetworkFactor& factor, const AccessRequest& request, std::size_t classes, unsigned threads);

// Finds Access::found, by one heap search of each class from all of its destinations, in which each node (under turn
// rules: state) settles once for each of the nearest ones. Distances and ties are those of a sweep. O(k m log m) for k
// nearest destinations. Needs suits_search(). Throws Cancelled; progress stage "solve", in labels.
void search_nearest(const NetworkFactor& factor, const AccessRequest& request, const ProgressCallback& progress,
                    Access& made);

}  // namespace allways::query
