// SPDX-License-Identifier: Apache-2.0
#include "service/valhalla/maneuver_type.h"

#include <string_view>

namespace allways::tools {

namespace {

using Type = ValhallaManeuver;

Type by_side(std::string_view modifier, Type to_left, Type to_right, Type otherwise) {
    if (modifier.ends_with("left")) return to_left;
    return modifier.ends_with("right") ? to_right : otherwise;
}

Type turn_type(std::string_view modifier, bool left_hand) {
    using enum ValhallaManeuver;
    if (modifier.starts_with("slight")) return by_side(modifier, slight_left, slight_right, go_on);
    if (modifier.starts_with("sharp")) return by_side(modifier, sharp_left, sharp_right, go_on);
    if (modifier == "uturn") return left_hand ? uturn_right : uturn_left;
    return by_side(modifier, left, right, go_on);
}

}  // namespace

ValhallaManeuver valhalla_maneuver(const Instruction& one, bool on_ferry, bool left_hand) {
    using enum ValhallaManeuver;
    const std::string_view modifier = modifier_text(one);
    switch (one.maneuver) {
        case Maneuver::depart: return on_ferry ? ferry_enter : start;
        case Maneuver::arrive: return by_side(modifier, destination_left, destination_right, destination);
        case Maneuver::notification: return on_ferry ? ferry_enter : ferry_exit;
        case Maneuver::roundabout:
        case Maneuver::rotary: return roundabout_enter;
        case Maneuver::exit_roundabout:
        case Maneuver::exit_rotary: return roundabout_exit;
        case Maneuver::on_ramp: return by_side(modifier, ramp_left, ramp_right, ramp_straight);
        case Maneuver::off_ramp: return by_side(modifier, exit_left, exit_right, ramp_straight);
        case Maneuver::fork: return by_side(modifier, stay_left, stay_right, stay_straight);
        case Maneuver::merge: return by_side(modifier, merge_left, merge_right, merge);
        case Maneuver::new_name:
            if (modifier == "straight" || modifier.empty() || modifier.starts_with("slight")) return becomes;
            break;
        case Maneuver::turn:
        case Maneuver::keep_road:
        case Maneuver::end_of_road:
        case Maneuver::roundabout_turn: break;
    }
    return turn_type(modifier, left_hand);
}

}  // namespace allways::tools
