// SPDX-License-Identifier: Apache-2.0
// The steps of a leg: directions with maneuvers and intersections, as OSRM's clients read them.
#pragma once

#include "export/json.h"
#include "service/osrm/route_legs.h"

namespace allways::tools {

void write_geometry(JsonWriter& json, const std::vector<Coordinate>& line, Geometries geometries);

// Writes the array of steps, and as summary the names of the two roads with the largest share of the leg.
void write_steps(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const OsrmRequest& request,
                 const ServiceOptions& options);
std::string summary_of(const MapSnapshot& map, const RouteLeg& leg);

}  // namespace allways::tools
