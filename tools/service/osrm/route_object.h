// SPDX-License-Identifier: Apache-2.0
// The route objects of answers: legs with their steps and annotations, and the line of the whole route. Steps are
// directions with maneuvers and intersections, as OSRM's clients read them.
#pragma once

#include <span>
#include <vector>

#include "export/json.h"
#include "service/osrm/route_legs.h"

namespace allways::tools {

void write_geometry(JsonWriter& json, const std::vector<Coordinate>& line, Geometries geometries);

// Writes the fields of a route into the object that the caller has begun.
void write_route(JsonWriter& json, const MapSnapshot& map, std::span<const RouteLeg> legs, const RoadRequest& request,
                 const ServiceOptions& options);

}  // namespace allways::tools
