// SPDX-License-Identifier: Apache-2.0
// Trips between nodes and points, and their loads: all or nothing, or at equilibrium.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/engine/solve.h"
#include "allways/export/features.h"
#include "allways/importers/read.h"
#include "allways/network/snap.h"
#include "allways/points/pair_lists.h"
#include "allways/points/point_equilibrium.h"
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

// The cells of matrices or tables, such as Open Matrix files or TNTP trips files, above 0: trips from the node of the
// row to that of the column, or between the `points` with these ids. Cells without a number are no trips. `ends`, which
// may be null, gets the number of pairs up to the end of each matrix. Throws InputError, naming the one of `files`, for
// a network, negative cells, and ids as pair_lists does.
ALLWAYS_API PairLists trips_in(std::span<const Input> matrices, const std::vector<std::string>& files,
                               const PointSides* points = nullptr, std::vector<std::size_t>* ends = nullptr);

// A file of classes: CSV with a line for each, and the columns class, matrix (a file, from the folder of this one),
// and where they are needed matrix_name, pce, fixed_cost and closed. Throws InputError.
struct ClassFile {
    std::vector<ClassColumns> classes;  // `end` is not set
    std::vector<std::string> matrices;
    std::vector<std::string> matrix_names;
};
ALLWAYS_API ClassFile read_classes(const std::string& path);

// ---- the loads of trips between nodes and points, and their file (allways/query/assignment.h)

struct PointAssignmentRequest {
    PairLists pairs;                         // with trips
    EquilibriumChoice equilibrium = {};      // without a vdf: all or nothing
    std::vector<ClassColumns> classes = {};  // of an equilibrium; empty: one
    std::vector<std::string> skims = {};     // of an equilibrium: columns to sum; with `wants_skims`
    bool wants_skims = false;
    std::function<bool(const EquilibriumStep&)> go_on = {};  // as EquilibriumOptions::go_on
    // Select link: ids of arcs, of which a path takes one; an id of two directions selects both. With "12", "13&20" it
    // takes 12 or 13, and 20. All or nothing, only the selected trips are loaded.
    std::vector<std::string> select = {};
    bool wants_selected = false;  // the matrix of these trips; with `select`
    SolveOptions solve = {};      // cost, cost type, memory, callbacks
    SnapChoice snap = {};
    std::string name = "network";  // of the input, for errors
};

struct PointAssignment {
    Assignment loads;                             // of the network with points, if there are any
    std::optional<PointNetwork> points;           // nothing: all trips are between nodes
    std::vector<std::string> unsnapped;           // names of points on both sides
    std::optional<Equilibrium> equilibrium = {};  // `loads` are the sums of its classes
    std::vector<std::string> classes = {};
    std::vector<double> capacities = {};               // of the equilibrium's arcs
    std::vector<double> fixed_costs = {};              // of its only class, by arc; empty: none
    std::optional<OriginDestinationTable> skims = {};  // congested_skims
    std::vector<double> selected_loads = {};           // at equilibrium: by arc, of the trips that are selected
    double selected_trips = 0;
    // The selected trips between origins and destinations: of all classes, and further matrices of each of several.
    std::optional<OriginDestinationTable> selected = {};

    const RoadNetwork& on(const RoadNetwork& network) const { return points ? points->network : network; }
};

// Snaps the positions and loads the network with them: assign_trips, or with a vdf assign_equilibrium. Trips from and
// to unsnapped points are unreachable. Throws as these, volume_delay and trip_classes; InvalidArgument for an access
// speed; InputError as SnappedPoints and for unknown ids of nodes and arcs.
ALLWAYS_API PointAssignment assign_point_trips(const RoadNetwork& network, const PointAssignmentRequest& request);

// Writes the layers `load_arc` and `load_node` (write_network_columns); for an equilibrium also the loads of several
// classes, volume (PCE), time, voc (volume / capacity) and those of the selected trips. A road with points inside has
// further arcs with its id, for the sections that trips from and to these points use. A flow file (is_tntp_flow) has
// From, To, Volume (PCE) and Cost of arcs at equilibrium: the time, and the fixed cost of the only class. Throws
// InvalidArgument for other loads, points, and ids that are not numbers.
ALLWAYS_API void write_loads(const RoadNetwork& network, const PointAssignment& found, const FeatureOutput& output,
                             FeatureLayers layers = FeatureLayers::all);

// The format tntp-flow, and without a format X_flow.tntp.
inline bool is_tntp_flow(const FeatureOutput& output) {
    return output.format.empty() ? output.path.ends_with("_flow.tntp") : output.format == "tntp-flow";
}

}  // namespace allways
