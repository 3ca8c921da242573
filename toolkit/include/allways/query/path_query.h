// Shortest paths straight from a network: one search for each path, no table. For exact costs they are the very paths
// that a table's next hops give.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways {

// Answers any number of queries on one network and cost. Copies what it needs of both, O(n + m), and owns it.
// Safe to use from several threads at once.
class PathFinder {
public:
    // Throws NegativeCycleError (costs may be negative), and InvalidArgument where `costs` are another network's.
    PathFinder(const RoadNetwork& network, const ArcCosts& costs);
    ~PathFinder();
    PathFinder(PathFinder&&) noexcept;
    PathFinder& operator=(PathFinder&&) noexcept;

    // No-through nodes are only first or last. Costs and the distance are raw; legs refer to arcs(). Unreachable pairs
    // give reachable = false. Throws InvalidArgument for an index out of range. O(m log n), less for near nodes.
    Path shortest_path(NodeIndex from, NodeIndex to) const;

    // One path for each two consecutive stops; none for fewer than two.
    std::vector<Path> paths_via(std::span<const NodeIndex> stops) const;

    // The network's arcs in the order that next hops number them, as a table of the same network has them.
    const TableArcs& arcs() const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

// For one query; see PathFinder.
Path shortest_path(const RoadNetwork& network, const ArcCosts& costs, NodeIndex from, NodeIndex to);
std::vector<Path> paths_via(const RoadNetwork& network, const ArcCosts& costs, std::span<const NodeIndex> stops);

}  // namespace allways
