// SPDX-License-Identifier: Apache-2.0
// Directions for a route: stretches where the traveller has no choice form one instruction.
#pragma once

#include <vector>

#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "routes/guidance.h"
#include "routes/headings.h"
#include "routes/roundabouts.h"
#include "routes/turn_text.h"

namespace allways::tools {

// Borrows source and facts. The first merge from a ramp makes an index of all arcs, which further routes share.
class Directions {
public:
    Directions(const PathSource& source, const RoadFacts& facts)
        : source_(source),
          facts_(facts),
          headings_(source),
          guidance_(source, facts, headings_),
          roundabouts_(source, facts, headings_) {}

    // Instructions in order of travel: the start, each turn or choice, stops on the way, the arrival. With coordinates,
    // turns have the angle between the lines of the roads. Together the instructions cover all legs. Empty for an
    // unreachable route.
    std::vector<Instruction> of(const Route& route) const;

private:
    const PathSource& source_;
    const RoadFacts& facts_;
    Headings headings_;
    Guidance guidance_;
    Roundabouts roundabouts_;
};

}  // namespace allways::tools
