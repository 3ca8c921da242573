// SPDX-License-Identifier: Apache-2.0
// The instructions of a leg, as answers list them, and the lanes before its junctions, for the way that the leg takes.
#pragma once

#include <vector>

#include "routes/junctions.h"
#include "routes/phrases.h"
#include "service/osrm/route_legs.h"

namespace allways::tools {

// In order of travel; empty for a leg without arcs. `splits_rings`: a roundabout is two instructions, round the ring
// (of leg_count 0 if the path only touches it) and out of it (exit_roundabout, exit_rotary).
std::vector<Instruction> leg_instructions(const MapSnapshot& map, const RouteLeg& leg, const Language& language,
                                          bool splits_rings);

// For each arc of the leg the lanes before it, empty where there are none or nobody has to choose. `crossings`: the
// roads at the end of each arc (Junctions::at_end_of). `instructions`: those of the leg. Two things differ from
// the lanes of a junction alone:
// - Lanes of an arc count up to the next junction. If the leg crosses that straight on, and the next one follows within
//   a few metres, lanes that point aside where no road leads are for the next one, at both unless that has its own.
// - Of lanes that lead the right way, only those count from which the next junctions with lanes can be passed without
//   a change of lanes that the distance is too short for. (OSRM: lane anticipation.)
std::vector<std::vector<TurnLane>> leg_lanes(const MapSnapshot& map, const RouteLeg& leg,
                                             const std::vector<Junction>& crossings,
                                             const std::vector<Instruction>& instructions);

}  // namespace allways::tools
