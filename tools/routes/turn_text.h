// SPDX-License-Identifier: Apache-2.0
// Classes of turns by angle, and their texts.
#pragma once

#include <optional>
#include <string>

#include "allways/routes/instruction.h"
#include "routes/phrases.h"

namespace allways::tools {

// OSRM's classes.
inline constexpr double straight_up_to = 20;  // degrees to either side
inline constexpr double slight_up_to = 40;    // the traveller turns beyond
inline constexpr double turn_up_to = 120;
inline constexpr double sharp_up_to = 179.5;  // who turns back on a road makes a U-turn

// Texts of steps from one road onto another; Directions writes those for ends, stops and roundabouts.
class TurnText {
public:
    explicit TurnText(const Language& language) : language_(language) {}

    std::string of(const Instruction& one) const;
    std::string onto(const std::string& instruction, const Instruction& one) const;  // "turn left onto High Street"
    std::string on(const std::string& instruction, const Instruction& one) const;

private:
    std::string move(const std::optional<double>& angle) const;
    std::string ramp(const std::string& instruction, const Instruction& one) const;
    std::string fork(const Instruction& one) const;

    const Language& language_;
};

}  // namespace allways::tools
