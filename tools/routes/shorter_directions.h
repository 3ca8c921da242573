// What is one movement to a traveller becomes one instruction, or none.
#pragma once

#include <span>
#include <vector>

#include "routes/guidance.h"

namespace allways::tools {

// Of the instructions from number `first` on: two turns of a staggered crossing, a U-turn over the middle of a dual
// carriageway, lanes for turning, and names that last for a few metres.
void shorten(std::vector<Instruction>& all, std::size_t first, std::span<const PathLeg> legs, const RoadFacts& facts,
             const Headings& headings, const Guidance& guidance);

}  // namespace allways::tools
