// SPDX-License-Identifier: Apache-2.0
// Snaps the coordinates of a request to the roads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "export/json.h"
#include "service/map/map_snapshot.h"
#include "service/osrm/road_request.h"

namespace allways::tools {

struct Waypoint {
    Coordinate asked;
    SnappedPoint snapped;
    RoadPlace place;
    RoadPlace::Arc road;  // an arc of the road on which the place lies, also of a place at the road's end
};

// The line of an arc's road, from the road's beginning.
std::vector<Coordinate> line_of_road(const MapSnapshot& map, const RoadPlace::Arc& arc);

// The bearing of the straight line from one point to another in degrees, 0 … 360, clockwise from the north.
double bearing_between(Coordinate from, Coordinate to);

// The roads that may be near a coordinate: all, or those of the component of SnapOptions.
enum class NearRoads { all, of_component };

// The nearest segments of roads that the request's options for this coordinate allow, at most `count`. If the network
// does not keep the nodes inside its arcs, a whole arc is one segment.
std::vector<Waypoint> nearest_waypoints(const MapSnapshot& map, const RoadRequest& request, std::size_t coordinate,
                                        std::size_t count, NearRoads roads, const ServiceOptions& options);

// The nearest places on roads within a radius in metres that the request's options for this coordinate allow, at most
// 20, each with all allowed arcs; places at nodes lie inside the roads, close to their ends. A road that passes the
// coordinate again, farther along than the radius, has a place for each time.
std::vector<Waypoint> nearby_roads(const MapSnapshot& map, const RoadRequest& request, std::size_t coordinate,
                                   double radius, const ServiceOptions& options);

// One waypoint per coordinate. As in OSRM, all take their nearest roads if legal drives lead between these; otherwise
// those outside the largest component take its nearest road instead, if one is near enough. Throws ServiceError
// NoSegment if no road is near enough to a coordinate.
std::vector<Waypoint> find_waypoints(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);

// Writes an object with location, name, distance and hint.
void write_waypoint(JsonWriter& json, const MapSnapshot& map, const RoadRequest& request, const Waypoint& waypoint);
void write_location(JsonWriter& json, Coordinate at);

}  // namespace allways::tools
