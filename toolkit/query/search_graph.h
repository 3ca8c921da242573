// SPDX-License-Identifier: Apache-2.0
// A network prepared for searches: arcs grouped as next hops number them, costs made non-negative, and the search
// itself. Used by path queries and verification. And distances from one node, for maps.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways::query {

// Value: std::int64_t for int32 costs, so that sums are exact, otherwise double.
template <class Value>
struct SearchGraph {
    static constexpr Value unreachable =
        std::is_integral_v<Value> ? std::numeric_limits<Value>::max() : std::numeric_limits<Value>::infinity();

    TableArcs arcs;                        // raw costs; positions below index into it
    std::vector<NodeIndex> tail;           // tail of each position
    AdjacencyArray out;                    // positions by tail: 0 … m-1
    AdjacencyArray in;                     // positions by head
    std::vector<std::uint8_t> no_through;  // empty, or one per node
    // cost + tail_potential[tail] - head_potential[head] >= 0; self-loops and arcs without a cost are unreachable.
    std::vector<Value> cost;
    std::vector<Value> tail_potential;  // empty if no cost is negative
    std::vector<Value> head_potential;

    std::size_t node_count() const { return out.node_count(); }
    bool is_passable(NodeIndex node) const { return no_through.empty() || no_through[node] == 0; }
    // Converts a reduced distance back to a raw one.
    Value restored(Value reduced, NodeIndex from, NodeIndex to) const {
        return tail_potential.empty() ? reduced : reduced - tail_potential[from] + head_potential[to];
    }
    Value reduced(Value distance, NodeIndex from, NodeIndex to) const {
        return tail_potential.empty() ? distance : distance + tail_potential[from] - head_potential[to];
    }
};

// O(n + m), plus Bellman–Ford for negative costs. Throws NegativeCycleError, and InvalidArgument if the costs belong to
// another network.
template <class Value>
SearchGraph<Value> build_search_graph(const RoadNetwork& network, const ArcCosts& costs);

// The result of one search: for each node its reduced distance and, on its shortest path, the adjacent arc (no_arc if
// there is none), the number of arcs and the sum of |raw costs|, which bound the rounding error.
template <class Value>
struct SearchTree {
    std::vector<Value> distance;
    std::vector<ArcIndex> arc;
    std::vector<std::uint32_t> arcs;
    std::vector<double> magnitude;
};

enum class Direction { from_root, to_root };

// Dijkstra (Boost.Graph) that passes no no-through node except the root. If `until` is a node, stops when every node as
// near as it is settled; farther nodes then hold upper bounds. O(m log n).
template <class Value>
SearchTree<Value> search(const SearchGraph<Value>& graph, NodeIndex root, Direction direction,
                         NodeIndex until = no_node);

// Raw distances from one node along the arcs alone, without states; infinite if unreachable. Exact for int32 up to 2⁵³.
// Paths pass no no-through node (`no_through`: empty, or one per node) except the start. Costs are 0 or more. O(m log
// n).
std::vector<double> distances_from_node(const TableArcs& arcs, std::span<const std::uint8_t> no_through,
                                        NodeIndex from);

}  // namespace allways::query
