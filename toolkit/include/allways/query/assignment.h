// SPDX-License-Identifier: Apache-2.0
// All-or-nothing assignment: the trips between places take their shortest paths, and each arc and node gets the number
// of trips that pass it. No path is walked twice, and no table is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/engine/solve.h"
#include "allways/network/road_network.h"

namespace allways {

// Trips from one node to another; any number from 0, not only an integer.
struct NodeTrips {
    NodeIndex from = no_node;
    NodeIndex to = no_node;
    double trips = 0;
};

struct AssignmentRequest {
    std::span<const NodeTrips> trips;  // in any order; those of a pair that occurs several times add up
    // Select link: only trips whose path takes an arc of each of these sets, which are at most 8. Empty: all trips.
    std::span<const std::vector<ArcIndex>> select{};
};

struct Assignment {
    std::vector<double> arc_loads;   // by arc: the trips whose path takes it
    std::vector<double> node_loads;  // by node: the trips whose path contains it, its two ends included
    double requested = 0;            // all trips of the request: the sum of the next four
    double loaded = 0;
    double unreachable = 0;   // trips without a path
    double within_nodes = 0;  // trips from a node to itself, which load nothing
    double unselected = 0;    // trips whose path does not take selected arcs
    double raw_cost = 0;      // Σ trips × distance of the loaded trips, raw: × 10^-scale.digits in scale.unit
    CostScale scale;
    CostType cost_type = CostType::int32;
    std::vector<NodeTrips> selected = {};  // with select: the trips that are loaded, sorted by nodes
};

// Loads the paths that PathSource gives, bit for bit the same for int32 costs. The paths to one destination form a
// tree, down which the trips are summed from the farthest node to the nearest: all-or-nothing assignment as in Sheffi,
// Urban Transportation Networks (1985), section 5.3. Turn rules and no-through nodes are obeyed; a path that returns to
// a node under turn rules loads it each time. Costs may be zero or negative. Sums of integers are exact below 2⁵³;
// other sums are the same for any number of threads.
//
// int32 costs: distances come from a sweep of the destinations over the network with its arcs turned round
// (TableStream); then O(nodes and arcs on the paths) for each destination. Costs in floats: one search for each
// destination, O(m log n). Memory: that of TableStream, and numbers for nodes and arcs for each of up to 64 threads.
//
// Uses of the options cost, cost type, memory limit, progress ("solve") and log. Throws InvalidArgument for an index
// out of range, for trips that are negative or not finite, and for an unknown cost; NegativeCycleError, CapacityError
// and Cancelled.
ALLWAYS_API Assignment assign_trips(const RoadNetwork& network, const AssignmentRequest& request,
                                    const SolveOptions& options = {});

}  // namespace allways
