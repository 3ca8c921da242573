// SPDX-License-Identifier: Apache-2.0
// The steps of a leg: directions with manoeuvres and intersections, as OSRM's clients read them.
#pragma once

#include "service/http/answer_writer.h"
#include "service/osrm/route_legs.h"

namespace allways::tools {

void write_geometry(AnswerWriter& json, const std::vector<Coordinate>& line, Geometries geometries);

// An array of steps, and the names of the two roads on which the leg is longest.
void write_steps(AnswerWriter& json, const MapSnapshot& map, const RouteLeg& leg, const OsrmRequest& request,
                 const ServiceOptions& options);
std::string summary_of(const MapSnapshot& map, const RouteLeg& leg);

}  // namespace allways::tools
