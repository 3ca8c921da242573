// SPDX-License-Identifier: Apache-2.0
// The route objects of answers: legs with their steps and annotations, and the line of the whole route.
#pragma once

#include <vector>

#include "export/json.h"
#include "service/osrm/route_legs.h"

namespace allways::tools {

// Joins consecutive legs, such as those up to a coordinate that the request lists in `waypoints`.
RouteLeg joined_legs(std::vector<RouteLeg> legs);

// Writes the fields of a route into the object that the caller has begun.
void write_route(JsonWriter& json, const MapSnapshot& map, const std::vector<RouteLeg>& legs,
                 const OsrmRequest& request, const ServiceOptions& options);

}  // namespace allways::tools
