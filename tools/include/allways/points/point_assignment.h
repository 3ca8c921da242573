// SPDX-License-Identifier: Apache-2.0
// Trips between nodes and points, and their loads (allways/query/assignment.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/engine/solve.h"
#include "allways/export/features.h"
#include "allways/importers/read.h"
#include "allways/network/snap.h"
#include "allways/points/pair_lists.h"
#include "allways/points/snapped_points.h"
#include "allways/query/assignment.h"

namespace allways {

// ---- trips between places, as files state them: a list of pairs with a column of trips, or a matrix

// The position of the column of the trips: `field`; empty: the one that is called trips, volume, demand or flow.
// Nothing: without such a column every pair is one trip. Both are logged. Throws InvalidArgument for an unknown field.
ALLWAYS_API std::optional<std::size_t> trip_column(const std::vector<std::string>& names, const std::string& field,
                                                   const LogCallback& log = {});

// A file of pairs (read_pairs) with a trip_column(). Throws as read_pair_lists and trip_column do, and InputError,
// naming the line, for trips that are no numbers or negative.
ALLWAYS_API PairLists read_trip_pairs(const std::string& path, const std::string& field,
                                      const PointOptions& options = {}, const PointSides* points = nullptr,
                                      const LogCallback& log = {});

// The cells of a matrix or a table, such as an Open Matrix file or a TNTP trips file, above 0: trips from the node of
// the row to that of the column, or between the `points` with these ids. Cells without a number are no trips. Throws
// InputError, naming `file`, for a network, negative cells, and ids as pair_lists does.
ALLWAYS_API PairLists trips_in(const Input& matrix, const std::string& file, const PointSides* points = nullptr);

// ---- the loads of trips between nodes and points, and their file (allways/query/assignment.h)

struct PointAssignmentRequest {
    PairLists pairs;  // with trips
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
