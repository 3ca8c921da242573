// SPDX-License-Identifier: Apache-2.0
// The legs of a route: the paths from each waypoint to the next.
#pragma once

#include <optional>
#include <vector>

#include "service/map/map_snapshot.h"
#include "service/osrm/osrm_request.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

struct RouteLeg {
    RoadPath path;
    Coordinate from;  // snapped
    Coordinate to;

    // The share of the leg's arc `at` that is expanded.
    double share(std::size_t at) const { return end_share(at) - begin_share(at); }
    double begin_share(std::size_t at) const { return at == 0 ? path.begin : 0; }
    double end_share(std::size_t at) const { return at + 1 == path.legs.size() ? path.end : 1; }
    double metres(const MapSnapshot& map, std::size_t first, std::size_t count) const;
    double metres(const MapSnapshot& map) const { return metres(map, 0, path.legs.size()); }
    double seconds(const MapSnapshot& map, std::size_t first, std::size_t count) const;
    // Two points or more; arcs [first, first + count), joined.
    std::vector<Coordinate> line(const MapSnapshot& map, std::size_t first, std::size_t count) const;
    std::vector<Coordinate> line(const MapSnapshot& map) const { return line(map, 0, path.legs.size()); }
};

// With continue_straight, a route leaves a waypoint in the direction in which it arrived, unless there is no such way
// on. Empty if no path leads to one of the waypoints.
std::vector<RouteLeg> find_legs(const MapSnapshot& map, const OsrmRequest& request,
                                const std::vector<Waypoint>& waypoints);

}  // namespace allways::tools
