// SPDX-License-Identifier: Apache-2.0
#include "routes/turn_text.h"

#include <cmath>
#include <string_view>

#include "allways/base/format.h"

namespace allways {

using namespace tools;

namespace {

// " on the left"; empty in the middle.
std::string side_text(const Instruction& one) {
    const std::string_view modifier = modifier_text(one);
    return modifier.ends_with("left") ? " on the left" : modifier.ends_with("right") ? " on the right" : "";
}

// "keep left", "keep in the middle"
std::string keep_text(const Instruction& one) {
    return one.side == Side::middle ? "keep in the middle" : one.side == Side::left ? "keep left" : "keep right";
}

// "merge left"; "merge" if the side is unknown.
std::string merge_text(const Instruction& one) {
    return !one.side ? "merge" : one.side == Side::left ? "merge left" : "merge right";
}

// The ramp's own name, and where it leads: " onto Link towards M1".
std::string ramp_text(const Instruction& one) {
    return (one.named ? " onto " + one.road : "") + (one.towards.empty() ? "" : " towards " + one.towards);
}

const char* angle_modifier(double turn) {
    const double angle = std::abs(turn);
    const bool left = turn < 0;
    if (angle < straight_up_to) return "straight";
    if (angle < slight_up_to) return left ? "slight left" : "slight right";
    if (angle < turn_up_to) return left ? "left" : "right";
    if (angle < sharp_up_to) return left ? "sharp left" : "sharp right";
    return "uturn";
}

// "turn left", "bear right", "go straight"
std::string move_text(const std::optional<double>& turn) {
    if (!turn) return "continue";
    const double angle = std::abs(*turn);
    const char* side = *turn < 0 ? "left" : "right";
    if (angle < straight_up_to) return "go straight";
    if (angle < slight_up_to) return format("bear {}", side);
    if (angle < turn_up_to) return format("turn {}", side);
    if (angle < sharp_up_to) return format("turn sharp {}", side);
    return "make a U-turn";
}

bool is_u_turn(const Instruction& one) {
    return one.angle && std::abs(*one.angle) >= sharp_up_to;
}

}  // namespace

const char* type_text(Maneuver maneuver) {
    switch (maneuver) {
        case Maneuver::depart: return "depart";
        case Maneuver::turn: return "turn";
        case Maneuver::new_name: return "new name";
        case Maneuver::keep_road: return "continue";
        case Maneuver::merge: return "merge";
        case Maneuver::on_ramp: return "on ramp";
        case Maneuver::off_ramp: return "off ramp";
        case Maneuver::fork: return "fork";
        case Maneuver::end_of_road: return "end of road";
        case Maneuver::roundabout: return "roundabout";
        case Maneuver::rotary: return "rotary";
        case Maneuver::exit_roundabout: return "exit roundabout";
        case Maneuver::notification: return "notification";
        case Maneuver::arrive: break;
    }
    return "arrive";
}

const char* modifier_text(const Instruction& one) {
    if (!one.side) return one.angle ? angle_modifier(*one.angle) : "";
    if (one.side == Side::middle) return "straight";
    const bool left = one.side == Side::left;
    // A ramp may turn as well, towards its own side.
    const bool turns = (one.maneuver == Maneuver::on_ramp || one.maneuver == Maneuver::off_ramp) && one.angle &&
                       std::abs(*one.angle) >= slight_up_to && (*one.angle < 0) == left;
    if (turns) return angle_modifier(*one.angle);
    return left ? "slight left" : "slight right";
}

}  // namespace allways

namespace allways::tools {

std::string turn_text(const Instruction& one) {
    const std::string onto = " onto " + one.road;
    switch (one.maneuver) {
        case Maneuver::new_name:
            if (!one.angle || std::abs(*one.angle) < slight_up_to) return "continue" + onto;
            break;
        case Maneuver::keep_road:
            if (is_u_turn(one)) return "make a U-turn on " + one.road;
            return move_text(one.angle) + " to stay on " + one.road;
        case Maneuver::merge: return merge_text(one) + (one.named ? onto : "");
        case Maneuver::on_ramp: return "take the ramp" + side_text(one) + ramp_text(one);
        case Maneuver::off_ramp:
            return "take " + (one.exits.empty() ? "the exit" : "exit " + one.exits) + side_text(one) + ramp_text(one);
        case Maneuver::fork:
            return keep_text(one) +
                   (!one.named  ? ""
                    : one.stays ? " on " + one.road
                                : onto) +
                   (one.destinations.empty() ? "" : " towards " + one.destinations);
        case Maneuver::end_of_road: return "at the end of the road " + move_text(one.angle) + onto;
        default: break;
    }
    return move_text(one.angle) + onto;
}

}  // namespace allways::tools
