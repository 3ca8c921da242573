// One instruction of a route in the vocabulary of OSRM, and how people are told it.
#pragma once

#include <optional>
#include <string>

#include "allways/base/ids.h"

namespace allways {

enum class Maneuver {
    depart,
    turn,
    new_name,   // the road goes on under another name
    keep_road,  // a turn along the same road; "continue" of OSRM
    merge,      // from a ramp onto a road
    on_ramp,
    off_ramp,
    fork,
    end_of_road,  // no way straight ahead
    roundabout,
    notification,  // onto a ferry, or off it
    arrive
};

struct Instruction {
    Maneuver maneuver = Maneuver::depart;
    std::optional<double> angle{};  // of the turn in degrees; right is positive
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;  // none: a stop
    std::size_t connector =
        0;  // so many of its first legs lie between the roads: a lane for turning, the jog of a crossing
    NodeIndex node = no_node;  // where
    std::optional<double> bearing_before{};
    std::optional<double> bearing_after{};
    std::size_t exit = 0;  // of a roundabout, from 1; 0: not left, or not counted
    std::string road{};    // that it leads onto: its name, or "unnamed residential road"
    bool named = false;
    std::string text{};  // "turn left onto Rue des Écoles"
};

// "turn", "new name", "end of road", …
const char* type_text(Maneuver maneuver);

// "uturn", "sharp right", "right", "slight right", "straight", …; empty where the angle is missing.
const char* modifier_text(const std::optional<double>& angle);

}  // namespace allways
