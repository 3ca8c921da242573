// A way between places, ready to show: its line, length, time and directions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

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
    std::optional<double> length_m = {};  // where the network knows lengths, or times, with their units
    std::optional<double> time_s = {};
    std::vector<Coordinate> line =
        {};  // from stop to stop in the network's reference system; empty without coordinates
    std::vector<Instruction> directions = {};  // "turn left onto Rue des Écoles", in order of travel
};

// A route as people and maps take it. O(legs).
Trip describe_trip(const PathSource& source, const Route& route);

// Shortest trips through these places, one for each list of two or more: longitude and latitude of WGS 84 where the
// network's reference system is known, else its own numbers. Each place is snapped as `snap` says; places on no road
// make a trip unreachable. Of the options cost, cost type and callbacks count. Throws InputError where no trip begins,
// or none ends, on the network, InvalidArgument for fewer than two places, and as PathSource does.
std::vector<Trip> find_trips(RoadNetwork network, std::span<const std::vector<Coordinate>> places,
                             const SolveOptions& options = {}, const SnapChoice& snap = {});
Trip find_trip(RoadNetwork network, const std::vector<Coordinate>& places, const SolveOptions& options = {},
               const SnapChoice& snap = {});

}  // namespace allways
