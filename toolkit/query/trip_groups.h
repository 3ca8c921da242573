// SPDX-License-Identifier: Apache-2.0
// Trips prepared for loads at several costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/query/assignment.h"
#include "query/flow_selection.h"

namespace allways::query {

// Trips by destination; those from a node to itself are left out.
struct TripGroups {
    // Throws InvalidArgument for an index out of range, and for trips that are negative or not finite.
    TripGroups(const RoadNetwork& network, std::span<const NodeTrips> all);

    std::vector<NodeTrips> trips;
    std::vector<NodeIndex> to;       // by group
    std::vector<std::size_t> first;  // groups + 1, into `trips`
    double requested = 0;            // all trips
    double within_nodes = 0;         // those left out

    std::span<const NodeTrips> of(std::size_t group) const {
        return std::span(trips).subspan(first[group], first[group + 1] - first[group]);
    }
};

// As assign_trips.
Assignment load_trips(const RoadNetwork& network, const TripGroups& groups, const ArcSets& sets,
                      const SolveOptions& options);

}  // namespace allways::query
