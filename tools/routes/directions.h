// SPDX-License-Identifier: Apache-2.0
// Directions for a route: stretches where the traveller has no choice form one instruction.
#pragma once

#include <vector>

#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "routes/guidance.h"
#include "routes/headings.h"
#include "routes/junctions.h"
#include "routes/phrases.h"

namespace allways::tools {

// Borrows source and facts. The first route makes an index of all arcs, which further routes share.
class Directions {
public:
    Directions(const PathSource& source, const RoadFacts& facts)
        : source_(source),
          facts_(facts),
          headings_(source),
          junctions_(source, facts, headings_),
          guidance_(source, facts, headings_, junctions_),
          roundabouts_(source, facts, headings_, junctions_) {}

    // Instructions in order of travel: the start, each turn or choice, stops on the way, the arrival. With coordinates,
    // turns have the angle between the lines of the roads. Together the instructions cover all legs. Empty for an
    // unreachable route. `names_stops`: arrivals say the stop as it was asked for, else only that it is the
    // destination.
    std::vector<Instruction> of(const Route& route, const Language& language, bool names_stops = true) const;
    std::vector<Instruction> of(const Route& route) const { return of(route, Language::find("")); }

    const Junctions& junctions() const { return junctions_; }
    const Headings& headings() const { return headings_; }

private:
    class Writer;
    const PathSource& source_;
    const RoadFacts& facts_;
    Headings headings_;
    Junctions junctions_;
    Guidance guidance_;
    Roundabouts roundabouts_;
};

}  // namespace allways::tools
