// A route as people are told it: consecutive arcs of one road are one instruction.
#pragma once

#include <string>
#include <vector>

#include "routes/road_facts.h"
#include "routes/route.h"

namespace allways::tools {

struct Instruction {
    std::string text;  // "turn left onto Rue des Écoles"
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;  // none: a stop
};

// In order of travel: the start, a line for each road, stops on the way, the arrival. Turns are told by the angle
// between the lines of the roads where the source has coordinates. Exits of a roundabout are its passed nodes from
// which a usable arc leads out of it.
std::vector<Instruction> directions(const RouteSource& source, const RoadFacts& facts, const Route& route);

}  // namespace allways::tools
