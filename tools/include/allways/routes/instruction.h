// SPDX-License-Identifier: Apache-2.0
// One instruction of a route in OSRM's vocabulary, and its text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"

namespace allways {

enum class Maneuver {
    depart,
    turn,
    new_name,   // the road continues under another name
    keep_road,  // a turn along the same road; OSRM's "continue"
    merge,      // from a ramp onto a road
    on_ramp,
    off_ramp,
    fork,
    end_of_road,  // no road straight ahead
    roundabout,
    roundabout_turn,  // a small roundabout that looks like a junction: one turn
    rotary,           // a large roundabout with a name of its own
    exit_roundabout,  // out of a roundabout in which the route starts, or past its edge
    exit_rotary,
    notification,  // onto a ferry, or off it
    arrive
};

// The side on which the traveller keeps among the branches of a fork, leaves beside the road that goes on, or merges.
enum class Side { left, middle, right };

struct Instruction {
    Maneuver maneuver = Maneuver::depart;
    std::optional<double> angle{};  // of the turn in degrees; positive to the right
    std::optional<Side> side{};     // of forks, ramps and merges, whatever the sign of the angle
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;  // 0: a stop
    // The number of first legs that only connect the two roads: a turning lane, the jog of a crossing, a roundabout.
    std::size_t connector = 0;
    NodeIndex node = no_node;  // where it happens
    std::optional<double> bearing_before{};
    std::optional<double> bearing_after{};
    std::size_t exit = 0;  // roundabouts: number of the exit, from 1; 0: the route ends in it, or exits are not counted
    std::string rotary{};  // the name of the ring
    std::size_t road_leg = 0;  // the leg whose road it leads onto; of an arrival, the last one
    std::string road{};        // the road it leads onto: "High Street (B 1)", or "unnamed residential road"
    bool named = false;
    bool stays = false;          // on the road of the previous instruction
    std::string destinations{};  // on the signs of the road: "A 1: Airport, Harbour"
    std::string exits{};         // the number of the exit on the signs
    std::string towards{};       // ramps: destinations, or the next road with a name
    std::string text{};          // "turn left onto Rue des Écoles"
};

// "turn", "new name", "end of road", …
ALLWAYS_API const char* type_text(Maneuver maneuver);

// "uturn", "sharp right", "right", "slight right", "straight", …; empty if side and angle are missing. The side comes
// before the angle: a fork's right branch is "slight right" even if it bends to the left.
ALLWAYS_API const char* modifier_text(const Instruction& one);

// ---- the languages of instructions

// Codes of ISO 639-1: "en", "de", …; English is the default.
ALLWAYS_API const std::vector<std::string>& instruction_languages();

// The first language of an Accept-Language header that instructions have: "de-CH,de;q=0.9,en;q=0.8" gives "de". Empty
// if it names none.
ALLWAYS_API std::string accepted_language(std::string_view header);

}  // namespace allways
