// SPDX-License-Identifier: Apache-2.0
// The legs of a route: the paths from each waypoint to the next.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "service/map/map_snapshot.h"
#include "service/osrm/road_request.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

struct RouteLeg {
    RoadPath path;
    Coordinate from;  // the snapped place
    Coordinate to;
    // Inside joined legs, where the way turns round inside a road: by the arc's number the share of the length at which
    // the arc before it ends, and the one at which it begins.
    std::map<std::size_t, std::pair<double, double>> turn_rounds = {};
    std::optional<Coordinate> asked = {};  // the requested place of the arrival

    // The share of the leg's arc number `at` that is travelled.
    double share(std::size_t at) const { return end_share(at) - begin_share(at); }
    double begin_share(std::size_t at) const;
    double end_share(std::size_t at) const;
    double metres(const MapSnapshot& map, std::size_t first, std::size_t count) const;
    double metres(const MapSnapshot& map) const { return metres(map, 0, path.legs.size()); }
    double seconds(const MapSnapshot& map, std::size_t first, std::size_t count) const;
    // The joined line of arcs [first, first + count), of two or more points.
    std::vector<Coordinate> line(const MapSnapshot& map, std::size_t first, std::size_t count) const;
    std::vector<Coordinate> line(const MapSnapshot& map) const { return line(map, 0, path.legs.size()); }
};

// Appends points to a line, except those whose coordinates are written like those of the point before.
void append_line(std::vector<Coordinate>& line, std::span<const Coordinate> more);

// The legs of the route. With continue_straight, a route leaves a waypoint in the direction in which it arrived, unless
// no path leads on in that direction. Empty if a waypoint cannot be reached.
std::vector<RouteLeg> find_legs(const MapSnapshot& map, const RoadRequest& request,
                                const std::vector<Waypoint>& waypoints);

// Joins consecutive legs, such as those up to a coordinate that the request lists in `waypoints`.
RouteLeg joined_legs(std::vector<RouteLeg> legs);

}  // namespace allways::tools
