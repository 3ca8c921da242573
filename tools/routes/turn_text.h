// Turns by their angle, and how people are told of them.
#pragma once

#include <string>

#include "allways/routes/instruction.h"

namespace allways::tools {

inline constexpr double straight_up_to = 20;  // degrees to either side
inline constexpr double slight_up_to = 50;
inline constexpr double turn_up_to = 120;
inline constexpr double sharp_up_to = 160;  // and a U-turn beyond

// Of what leads from one road onto another; the ends of a route, stops and roundabouts are told by Directions.
std::string turn_text(const Instruction& instruction);

}  // namespace allways::tools
