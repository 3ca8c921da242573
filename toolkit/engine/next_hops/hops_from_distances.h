// SPDX-License-Identifier: Apache-2.0
// Next hops of a network from its finished distances: one O(n·m) pass, for costs whose keys have no room for first-arc
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

// Finished distances of some rows and columns of a table, restored, row-major.
template <class T>
struct FinishedDistances {
    const T* cells;
    std::span<const NodeIndex> columns;  // by column: the node that is its start
    std::span<const NodeIndex> ends;     // by column: the node that paths lead to, the same one or one beyond the rows
    std::span<const std::uint32_t> place;  // by row of the table: where it lies in `cells`; empty: at its own number

    const T* row(NodeIndex node) const { return cells + (place.empty() ? node : place[node]) * columns.size(); }
};

// The canonical rule: the lowest-ordinal out-arc of i with cost + D[head][j] = D[i][j], whose head is passable or j
// itself. Computed as the arg-min of cost + D[head][j], which is the same for exact numbers and the closest match for
// floats. A node of a zero-cost class leaves by the class's lowest such exit, reached inside the class.
//
// Writes every hop of `rows`, as NextHops stores them, row after row; `distances` must have these rows and those of the
// passable heads of their arcs. If `doubtful` is given (floats without negative costs), sets it for each column in
// which a step does not lessen the distance, or none is found: only there can hops close a circle.
template <class T>
void next_hops_from_distances(const HopNetwork<T>& of, std::span<const NodeIndex> rows,
                              const FinishedDistances<T>& distances, void* hops, std::size_t hop_bytes,
                              std::vector<std::atomic<std::uint8_t>>* doubtful = nullptr);

// The rows of the table that hops of `rows` are found from, beside those themselves: passable heads of their arcs,
// ascending.
template <class T>
std::vector<NodeIndex> rows_beside(const HopNetwork<T>& of, std::span<const NodeIndex> rows);

}  // namespace allways::engine
