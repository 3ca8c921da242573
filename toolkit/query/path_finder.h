// SPDX-License-Identifier: Apache-2.0
// Shortest paths directly from a network: one search per path, no table. For exact costs they are identical to the
// paths of a table's next hops.
#pragma once

#include <memory>

#include "allways/cost/arc_costs.h"
#include "allways/result/distance_table.h"
#include "cost/expanded_network.h"

namespace allways::query {

// Answers any number of queries on one network and cost. Copies the data that it needs of both, O(n + m). Safe to use
// from several threads at once.
class PathFinder {
public:
    // `costs`: those of expanded.network(). Throws NegativeCycleError (costs may be negative), and InvalidArgument if
    // `costs` belong to another network.
    PathFinder(const cost::ExpandedNetwork& expanded, const ArcCosts& costs);
    ~PathFinder();
    PathFinder(PathFinder&&) noexcept;
    PathFinder& operator=(PathFinder&&) noexcept;

    // No-through nodes occur only first or last. Costs and the distance are raw; legs refer to arcs(). Unreachable
    // pairs give reachable = false. Throws InvalidArgument for an index out of range. O(m log n), less for near nodes.
    Path shortest_path(NodeIndex from, NodeIndex to) const;

    // The road network's arcs in the order in which next hops number them, as in a table of the same network.
    const TableArcs& arcs() const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways::query
