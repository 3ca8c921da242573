// SPDX-License-Identifier: Apache-2.0
// The lanes before a junction, and those that lead along a way through it.
#pragma once

#include <string_view>
#include <vector>

#include "routes/junctions.h"

namespace allways::tools {

struct TurnLane {
    std::vector<std::string_view> indications;  // in OSRM's words and order: "none", "straight", "left"
    bool valid = false;                         // it leads along the way that is taken
};

// The lanes from left to right, of OpenStreetMap's text ("left|through;right"), for the road `out` of the junction.
// Arrows belong to the roads in order, and a lane without one leads straight on or where no arrow points; of those
// beside a road straight on only the outermost one leads aside. Empty if there is no text or no lane leads that way. If
// only one road leads on, lanes count only where all of them turn into it: others are for a later junction. Borrows no
// text.
std::vector<TurnLane> turn_lanes(std::string_view text, const Junction& roads, const JunctionRoad& out);

// An arrow points aside where no road leads: these lanes are for a later junction.
bool turn_elsewhere(std::string_view text, const Junction& roads);

}  // namespace allways::tools
