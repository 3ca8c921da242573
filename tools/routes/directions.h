// A route as people are told it: what they follow without a choice is one instruction.
#pragma once

#include <vector>

#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "routes/guidance.h"
#include "routes/headings.h"
#include "routes/turn_text.h"

namespace allways::tools {

// Borrows both.
class Directions {
public:
    Directions(const PathSource& source, const RoadFacts& facts)
        : source_(source), facts_(facts), headings_(source), guidance_(source, facts, headings_) {}

    // In order of travel: the start, where one has to turn or choose, stops on the way, the arrival. Turns are told by
    // the angle between the lines of the roads where the source has coordinates. Exits of a roundabout are its passed
    // nodes from which a usable arc leads out of it. Together the instructions have all legs. None for a route that is
    // unreachable.
    std::vector<Instruction> of(const Route& route) const;

private:
    const PathSource& source_;
    const RoadFacts& facts_;
    Headings headings_;
    Guidance guidance_;
};

}  // namespace allways::tools
