// SPDX-License-Identifier: Apache-2.0
// Next hops of a network from its finished distances: one pass, O(n·m), for costs whose keys have no room for first-arc
// bits.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/next_hops.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// The network that hops refer to. `costs`: one per arc, raw.
template <class T>
struct HopNetwork {
    const RoadNetwork& network;
    const AdjacencyArray& adjacency;
    std::span<const T> costs;
    const Prepared<T>& prepared;
};

// Finished distances of some rows and columns of a table, restored to the input's costs, row-major.
template <class T>
struct FinishedDistances {
    const T* cells;
    std::span<const NodeIndex> columns;  // by column: the node that is its start
    // By column: the node to which paths lead, the same node or one beyond the rows.
    std::span<const NodeIndex> ends;
    std::span<const std::uint32_t> place;  // by row of the table: its position in `cells`; empty: its own number

    const T* row(NodeIndex node) const { return cells + (place.empty() ? node : place[node]) * columns.size(); }
};

// The canonical rule: the lowest-ordinal out-arc of i with cost + D[head][j] = D[i][j], whose head is passable or j
// itself. Computed as the arg-min of cost + D[head][j], which is the same for exact numbers and the closest match for
// floats. A node of a zero-cost class leaves by the class's lowest such exit, reached inside the class.
//
// Writes every hop of `rows`, as NextHops stores them, row after row; `distances` must have these rows and those of the
// passable heads of their arcs. If `doubtful` is given (floats without negative costs), sets it for each column in
// which a step does not reduce the distance, or no step is found: only there can hops form a circle.
template <class T>
void next_hops_from_distances(const HopNetwork<T>& of, std::span<const NodeIndex> rows,
                              const FinishedDistances<T>& distances, void* hops, std::size_t hop_bytes,
                              std::vector<std::atomic<std::uint8_t>>* doubtful = nullptr);

// Returns the further rows of the table that are needed to find the hops of `rows`: passable heads of their arcs,
// ascending.
template <class T>
std::vector<NodeIndex> rows_beside(const HopNetwork<T>& of, std::span<const NodeIndex> rows);

}  // namespace allways::engine
