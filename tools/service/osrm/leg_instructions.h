// SPDX-License-Identifier: Apache-2.0
// The instructions of a leg, as answers list them.
#pragma once

#include <vector>

#include "routes/phrases.h"
#include "service/osrm/route_legs.h"

namespace allways::tools {

// In order of travel; empty for a leg without arcs. `splits_rings`: a roundabout is two instructions, round the ring
// (of leg_count 0 if the path only touches it) and out of it (exit_roundabout, exit_rotary).
std::vector<Instruction> leg_instructions(const MapSnapshot& map, const RouteLeg& leg, const Language& language,
                                          bool splits_rings);

}  // namespace allways::tools
