// SPDX-License-Identifier: Apache-2.0
// The loads of trips between nodes and points, and their file (allways/query/assignment.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/engine/solve.h"
#include "allways/export/features.h"
#include "allways/network/snap.h"
#include "allways/points/snapped_points.h"
#include "allways/points/trip_list.h"
#include "allways/query/assignment.h"

namespace allways {

struct PointAssignmentRequest {
    TripList trips;
    // Select link: ids of arcs. Only trips whose path takes one of them count; an id of two directions selects both.
    std::vector<std::string> select = {};
    SolveOptions solve = {};  // cost, cost type, memory, callbacks
    SnapChoice snap = {};
    std::string name = "network";  // of the input, for errors
};

struct PointAssignment {
    Assignment loads;                    // of the network with points, if there are any
    std::optional<PointNetwork> points;  // nothing: all trips are between nodes
    std::vector<std::string> unsnapped;  // names of points on both sides

    const RoadNetwork& on(const RoadNetwork& network) const { return points ? points->network : network; }
};

// Snaps the positions and loads the network with them (assign_trips). Trips from and to unsnapped points are
// unreachable. Throws as assign_trips; InvalidArgument for an access speed; InputError as SnappedPoints and for unknown
// ids of nodes and arcs.
ALLWAYS_API PointAssignment assign_point_trips(const RoadNetwork& network, const PointAssignmentRequest& request);

// Writes the layers `load_arc` and `load_node` (write_network_columns). A road with points inside has further arcs with
// its id, for the sections that trips from and to these points use.
ALLWAYS_API void write_loads(const RoadNetwork& network, const PointAssignment& found, const FeatureOutput& output,
                             FeatureLayers layers = FeatureLayers::all);

}  // namespace allways
