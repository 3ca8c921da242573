// SPDX-License-Identifier: Apache-2.0
// Next hops of a network from its finished distances: one pass, O(n·m), for costs whose keys have no room for first-arc
// bits; and the check that such hops form trees.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "allways/base/ids.h"
#include "allways/cost/cost_matrix.h"
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

// ---- Trees of hops
//
// For floats: next hops towards one target must form a tree. Rounding can absorb small costs and close a circle; such a
// column is found here and rebuilt by Dijkstra. Exact numbers never need this.

// The graph of hops, by node: head_of(from, hop) is the node a hop leads to. for_each_in_arc(head, visit) visits
// in-arcs and calls visit(tail, hop, cost) with costs >= 0.
struct HopGraph {
    std::size_t node_count = 0;
    std::function<std::uint32_t(std::uint32_t from, std::uint32_t hop)> head_of;
    std::function<void(std::uint32_t head, const std::function<void(std::uint32_t, std::uint32_t, double)>& visit)>
        for_each_in_arc;
    std::function<bool(std::uint32_t node)> may_pass;
};

// Returns hops towards `target` from a shortest-path tree; no hop at the target and where there is no path. O(m log n).
std::vector<std::uint32_t> shortest_path_hops(const HopGraph& graph, std::uint32_t target);

// Checks every column and rebuilds those that are not trees; returns the number of rebuilt columns. `distances` has the
// rows and columns of `hops`. `starts`: the row of each column's own node, which has no hop. `ends`: the node to which
// paths of the column lead: the same node, or an end place beyond the rows, to which the states of a node lead by their
// last arc. O(n²) for the check; O(m log n) for each rebuilt column.
template <class T>
std::uint64_t repair_hop_trees(const HopGraph& graph, std::span<const NodeIndex> starts,
                               std::span<const NodeIndex> ends, std::span<const T> distances, NextHops& hops);

// ---- The graphs for the check: a network's arcs, or a matrix's cells

// Both borrow what they are made of. Costs are the reduced ones of `prepared`, so never negative.
template <class T>
HopGraph hop_graph(const HopNetwork<T>& of);
template <class T>
HopGraph hop_graph(const CostMatrix& matrix, const Prepared<T>& prepared);

}  // namespace allways::engine
