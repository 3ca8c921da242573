// SPDX-License-Identifier: Apache-2.0
// The trip objects of answers: locations, legs with lines and maneuvers, and their summaries.
#pragma once

#include <vector>

#include "service/http/answer_writer.h"
#include "service/osrm/route_legs.h"
#include "service/valhalla/valhalla_request.h"

namespace allways::tools {

// Writes `trip` into the object that the caller has begun.
void write_trip(AnswerWriter& json, const MapSnapshot& map, const ValhallaRequest& request,
                const std::vector<RouteLeg>& legs, const ServiceOptions& options);

}  // namespace allways::tools
