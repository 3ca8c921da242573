// SPDX-License-Identifier: Apache-2.0
#include "routes/turn_text.h"

#include <cmath>

#include "allways/base/format.h"

namespace allways {

using namespace tools;

namespace {

std::string side_text(const Instruction& one) {
    if (!one.angle || std::abs(*one.angle) < 5) return "";
    return *one.angle < 0 ? " on the left" : " on the right";
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
        case Maneuver::notification: return "notification";
        case Maneuver::arrive: break;
    }
    return "arrive";
}

const char* modifier_text(const std::optional<double>& turn) {
    if (!turn) return "";
    const double angle = std::abs(*turn);
    const bool left = *turn < 0;
    if (angle < straight_up_to) return "straight";
    if (angle < slight_up_to) return left ? "slight left" : "slight right";
    if (angle < turn_up_to) return left ? "left" : "right";
    if (angle < sharp_up_to) return left ? "sharp left" : "sharp right";
    return "uturn";
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
        case Maneuver::merge: return "merge" + (one.named ? onto : "");
        case Maneuver::on_ramp: return "take the ramp" + side_text(one) + (one.named ? onto : "");
        case Maneuver::off_ramp: return "take the exit" + side_text(one) + (one.named ? " towards " + one.road : "");
        case Maneuver::fork: return format("keep {}", *one.angle < 0 ? "left" : "right") + (one.named ? onto : "");
        case Maneuver::end_of_road: return "at the end of the road " + move_text(one.angle) + onto;
        default: break;
    }
    return move_text(one.angle) + onto;
}

}  // namespace allways::tools
