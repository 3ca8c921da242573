// SPDX-License-Identifier: Apache-2.0
// Access to opportunities from lists of nodes and points, and its file (allways/query/access.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/engine/solve.h"
#include "allways/export/features.h"
#include "allways/points/snapped_points.h"
#include "allways/query/access.h"

namespace allways {

struct PointAccessRequest {
    std::optional<PointSet> origins = {};  // nothing: all nodes of the network
    PointSet destinations;
    std::vector<std::string> kinds = {};            // names of the opportunities; empty: each destination counts 1
    std::vector<std::vector<double>> weights = {};  // by kind, one for each destination
    std::vector<std::string> classes = {};          // one for each destination; empty: one class
    std::vector<double> demand = {};  // one for each origin: opportunities are shared; empty: they are not
    bool to_origins = false;
    std::vector<double> cutoffs = {};  // in `unit`
    std::string unit = {};             // of cutoffs and of distances written; empty: the cost's own
    AccessDecay decay = AccessDecay::step;
    std::size_t nearest = 0;
    SolveOptions solve = {};  // cost, cost type, memory, callbacks
    SnapChoice snap = {};
    std::string name = "network";  // of the input, for errors
};

struct PointAccess {
    Access access;
    std::vector<std::string> kinds;
    std::vector<std::string> classes;  // in the order of their first destination; one without a name: ""
    std::vector<double> cutoffs;
    std::string unit;               // of cutoffs
    std::vector<double> distances;  // of access.found, in `unit`; +inf where there is no destination
    IdTable origin_ids;
    IdTable destination_ids;
    std::vector<Coordinate> places;      // of origins, empty if the network has none
    std::string crs;                     // of places
    std::vector<std::string> unsnapped;  // ids of points on both sides
    std::string attribution;

    static void each_row(auto&& row) {
        row("kinds", &PointAccess::kinds);
        row("classes", &PointAccess::classes, "In the order of their first destination; one without a name: \"\"",
            JsonForm::absent);
        row("cutoffs", &PointAccess::cutoffs);
        row("unit", &PointAccess::unit, "Unit of the cutoffs");
        row("unsnapped", &PointAccess::unsnapped, "Ids of points on both sides");
    }
};

// Snaps the positions, factorizes the network with them, and reduces (find_access). Opportunities at unsnapped points
// are unreachable; unsnapped origins reach nothing. Throws InvalidArgument for an access speed, for neither cutoffs nor
// nearest destinations, and as find_access; InputError as SnappedPoints and for unknown ids.
ALLWAYS_API PointAccess find_point_access(const RoadNetwork& network, const PointAccessRequest& request);

// Writes a feature for each origin, with a field for each kind and cutoff ("jobs_900", or "jobs" under a single cutoff)
// and fields for the nearest destinations ("nearest_1", "distance_1_min"; with classes "nearest_school_1"). Throws
// InputError if the file cannot be written, and Cancelled.
ALLWAYS_API void write_access(const PointAccess& found, const FeatureOutput& output);

}  // namespace allways
