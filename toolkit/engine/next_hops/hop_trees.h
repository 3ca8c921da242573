// SPDX-License-Identifier: Apache-2.0
// For floats: next hops towards one target must form a tree. Rounding can absorb small costs and close a circle; such a
// column is found here and rebuilt by Dijkstra. Exact numbers never need this.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "allways/base/ids.h"
#include "allways/result/next_hops.h"

namespace allways::engine {

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

}  // namespace allways::engine
