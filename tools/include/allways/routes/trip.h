// SPDX-License-Identifier: Apache-2.0
// A route between places, ready to show: its line, length, time and directions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "allways/network/coordinate.h"
#include "allways/points/snapped_points.h"
#include "allways/query/path_source.h"
#include "allways/routes/instruction.h"
#include "allways/routes/route.h"

namespace allways {

struct Trip {
    bool reachable = false;
    double distance = 0;  // the cost that was minimised, in `unit`; +inf where unreachable
    std::string unit = {};
    std::optional<double> length_m = {};  // nothing if the network has no lengths, or times, with a unit
    std::optional<double> time_s = {};
    std::vector<Coordinate> line =
        {};  // from stop to stop in the network's reference system; empty without coordinates
    std::vector<Instruction> directions = {};  // "turn left onto Rue des Écoles", in order of travel
};

// Describes a route for display and maps. O(legs), and O(m) for a network of m arcs if the route merges into a road.
// `language` is one of instruction_languages(), empty for English. Throws InvalidArgument for an unknown one.
ALLWAYS_API Trip describe_trip(const PathSource& source, const Route& route, const std::string& language = {});

// Shortest trips through these places, one for each list of two or more: longitude and latitude of WGS 84 if the
// network's reference system is known, else its own numbers. `snap` places them on roads; a place that cannot be
// snapped makes its trip unreachable. Of the options only cost, cost type and callbacks apply. Throws InputError if no
// trip begins or none ends on the network, InvalidArgument for fewer than two places, and as PathSource does.
ALLWAYS_API std::vector<Trip> find_trips(RoadNetwork network, std::span<const std::vector<Coordinate>> places,
                                         const SolveOptions& options = {}, const SnapChoice& snap = {});
ALLWAYS_API Trip find_trip(RoadNetwork network, const std::vector<Coordinate>& places, const SolveOptions& options = {},
                           const SnapChoice& snap = {});

}  // namespace allways
