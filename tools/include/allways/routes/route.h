// SPDX-License-Identifier: Apache-2.0
// Paths between stops, from any kind of input.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "allways/network/coordinate.h"
#include "allways/points/pair_lists.h"
#include "allways/points/snapped_points.h"
#include "allways/query/path_source.h"

namespace allways {

struct Stop {
    NodeIndex node = no_node;
    std::shared_ptr<const Place> asked = {};  // null: the stop is given as a node
    double raw_access = 0;  // cost of the way between the position and its road (SnapChoice::access_speed_kmh)
};

// The legs from one stop to the next.
struct RoutePart {
    NodeIndex from = no_node;
    NodeIndex to = no_node;
    double raw_distance = 0;  // with the access of both stops
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;
};

// A sequence of paths: from the first stop through the others to the last.
struct Route {
    std::vector<Stop> stops;
    bool reachable = true;
    double raw_distance = 0;  // with the access of stops; +inf where unreachable
    std::vector<PathLeg> legs;
    std::vector<RoutePart> parts;  // the legs' ranges, from stop to stop; empty if unreachable
    std::size_t alternative = 0;   // 0: the shortest; 1, 2 …: another good way

    std::span<const PathLeg> legs_of(const RoutePart& part) const {
        return std::span(legs).subspan(part.first_leg, part.leg_count);
    }
};

// The raw times after the departure at which each leg begins; it ends when its cost has passed. The access of stops
// passes before a part's first leg and after its last one.
ALLWAYS_API std::vector<double> leg_times(const Route& route);

// A raw time after the source's departure as a clock shows it (clock_text); empty for +inf, and without a departure.
ALLWAYS_API std::string time_text(const PathSource& source, double raw_elapsed);

// The paths between the stops, one after the other; with a departure each part begins when the one before ends.
ALLWAYS_API Route find_route(const PathSource& source, std::vector<Stop> stops);

// Prepares the source for find_routes with the same stops: if the source is a network, it is factorized if that saves
// time, and always for alternatives. Stages "order" and "factor". Throws as PathSource::expect and factor.
ALLWAYS_API void prepare_routes(PathSource& source, std::span<const std::vector<Stop>> stops,
                                std::size_t alternatives = 0);

// The shortest path through each list of stops, followed by up to `alternatives` other good ways between its two stops,
// the cheapest first (find_alternatives). Stage "path". Throws InvalidArgument for alternatives of a table, or
// through stops on the way, and Cancelled.
ALLWAYS_API std::vector<Route> find_routes(PathSource& source, std::vector<std::vector<Stop>> stops,
                                           std::size_t alternatives = 0, const ProgressCallback& progress = {});

// Makes a path source of any input; a matrix is solved first. Throws InputError for a table of origins and
// destinations, and as PathSource and solve do. With a departure the input is a network, and cost and cost type do not
// count. Of `solve`, networks use cost, cost type and callbacks; matrices use
// all.
ALLWAYS_API PathSource make_path_source(Input input, const std::string& file, const SolveOptions& solve,
                                        std::vector<std::string> point_names = {},
                                        const HourlyDeparture* departure = nullptr);

// The error for tables of origins and destinations, which cannot answer paths.
ALLWAYS_API InputError no_paths_between_origins(const std::string& file);

// ---- the geometry of a route as one connected line

// Throws InputError if the source has no coordinates.
ALLWAYS_API void require_coordinates(const PathSource& source);

// The line of one leg in its direction of travel: the arc's shape, else a straight line between its nodes.
ALLWAYS_API std::vector<Coordinate> line_of(const PathSource& source, const PathLeg& leg);

// The lines of all legs joined, in the source's reference system, without repeated points: two or more points, or none
// if the route goes nowhere. Throws InputError if a node on the way has no coordinates.
ALLWAYS_API std::vector<Coordinate> line_of(const PathSource& source, const Route& route);

// ---- the stops that a user names: a source of paths in which every stop is a node

// The source, and the stops found in it.
struct AskedRoutes {
    PathSource source;
    std::vector<std::vector<Stop>> stops;  // in the order of the names
    std::size_t unsnapped = 0;             // positions that were not snapped
    std::vector<Place> positions = {};     // all positions
};

// A name is a node id or a position "@7.4166,43.7311". If any is a position, the source is the input's network (for a
// table or factor the embedded one) with these positions added as nodes, on roads or at nodes as `snap` says; else the
// input itself. Logs where each position was snapped; for positions from files one line sums them up. With a departure
// the input is a network that has its columns (add_departure), and paths begin then. Throws InputError for an unknown
// id, for positions without coordinates in the input, and if no route begins or none ends on the network;
// InvalidArgument for a malformed position.
ALLWAYS_API AskedRoutes find_stops(Input input, const std::string& file,
                                   const std::vector<std::vector<std::string>>& names, const SolveOptions& solve,
                                   const SnapChoice& snap, const HourlyDeparture* departure = nullptr);
// The same for pairs of places: two stops for each pair.
ALLWAYS_API AskedRoutes find_stops(Input input, const std::string& file, const PairLists& lists,
                                   const SolveOptions& solve, const SnapChoice& snap,
                                   const HourlyDeparture* departure = nullptr);

// Returns true if a node of the input has this id.
ALLWAYS_API bool is_node_id(const Input& input, const std::string& text);

}  // namespace allways
