// SPDX-License-Identifier: Apache-2.0
// Joins instructions that a traveller perceives as one movement, and drops unnecessary ones.
#pragma once

#include <span>
#include <vector>

#include "routes/guidance.h"

namespace allways::tools {

// Shortens the instructions from number `first` on: two turns of a staggered crossing, a U-turn across a dual
// carriageway's median, turning lanes, and names that last for a few metres.
struct Travelled {
    std::span<const PathLeg> legs;
    std::span<const Junction> crossings;  // at the end of each leg
    const RoadFacts& facts;
    const Headings& headings;
    const Guidance& guidance;
};
void shorten(std::vector<Instruction>& all, std::size_t first, const Travelled& way);

}  // namespace allways::tools
