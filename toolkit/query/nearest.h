// SPDX-License-Identifier: Apache-2.0
// Searches by a heap: the distances from one node, for maps, and the nearest destinations of each node, for access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/query/access.h"

namespace allways::query {

// Raw distances from one node along the arcs alone, without states; infinite if unreachable. Exact for int32 up to 2⁵³.
// Paths pass no no-through node (`no_through`: empty, or one per node) except the start. Costs are 0 or more. O(m log
// n).
std::vector<double> distances_from_node(const TableArcs& arcs, std::span<const std::uint8_t> no_through,
                                        NodeIndex from);

// Returns true if a search finds the destinations of the request faster than a sweep over all pairs, on so many
// threads, and the same ones: those alone are asked for, and costs are integers from 0.
bool suits_search(const NetworkFactor& factor, const AccessRequest& request, std::size_t classes, unsigned threads);

// Finds Access::found, by one heap search of each class from all of its destinations, in which each node (under turn
// rules: state) settles once for each of the nearest ones. Distances and ties are those of a sweep. O(k m log m) for k
// nearest destinations. Needs suits_search(). Throws Cancelled; progress stage "solve", in labels.
void search_nearest(const NetworkFactor& factor, const AccessRequest& request, const ProgressCallback& progress,
                    Access& made);

}  // namespace allways::query
