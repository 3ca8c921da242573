// SPDX-License-Identifier: Apache-2.0
// Classes of turns by angle, and their texts.
#pragma once

#include <string>

#include "allways/routes/instruction.h"

namespace allways::tools {

// OSRM's classes.
inline constexpr double straight_up_to = 20;  // degrees to either side
inline constexpr double slight_up_to = 40;    // the traveller turns beyond
inline constexpr double turn_up_to = 120;
inline constexpr double sharp_up_to = 160;  // degrees; a U-turn beyond

// The text of a step from one road onto another; Directions writes the texts for ends, stops and roundabouts.
std::string turn_text(const Instruction& instruction);

}  // namespace allways::tools
