// SPDX-License-Identifier: Apache-2.0
#include "routes/turn_text.h"

#include <cmath>
#include <string_view>

#include "routes/road_names.h"

namespace allways {

using namespace tools;

namespace {

// " left", " right"; empty in the middle and where the side is unknown.
const char* side_of(const Instruction& one) {
    if (!one.side || one.side == Side::middle) return "";
    return one.side == Side::left ? " left" : " right";
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
        case Maneuver::roundabout_turn: return "roundabout turn";
        case Maneuver::rotary: return "rotary";
        case Maneuver::exit_roundabout: return "exit roundabout";
        case Maneuver::exit_rotary: return "exit rotary";
        case Maneuver::notification: return "notification";
        case Maneuver::arrive: break;
    }
    return "arrive";
}

const char* modifier_text(const Instruction& one) {
    const bool is_ramp = one.maneuver == Maneuver::on_ramp || one.maneuver == Maneuver::off_ramp;
    if (!one.side) {
        const bool has_side = is_ramp || one.maneuver == Maneuver::fork || one.maneuver == Maneuver::merge;
        if (has_side && one.angle && std::abs(*one.angle) < slight_up_to) return "straight";  // the side is unknown
        return one.angle ? angle_modifier(*one.angle) : "";
    }
    if (one.side == Side::middle) return "straight";
    const bool left = one.side == Side::left;
    // A ramp may turn as well, towards its own side.
    const bool turns = is_ramp && one.angle && std::abs(*one.angle) >= slight_up_to && (*one.angle < 0) == left;
    if (turns) return angle_modifier(*one.angle);
    return left ? "slight left" : "slight right";
}

}  // namespace allways

namespace allways::tools {

std::string TurnText::move(const std::optional<double>& angle) const {
    return language_.text(angle ? angle_modifier(*angle) : "continue");
}

std::string TurnText::onto(const std::string& instruction, const Instruction& one) const {
    return language_.text("onto", {{"instruction", instruction}, {"road", one.road}});
}

std::string TurnText::on(const std::string& instruction, const Instruction& one) const {
    return language_.text("on", {{"instruction", instruction}, {"road", one.road}});
}

// The ramp's own name, and where it leads: "take the ramp onto Link towards M1".
std::string TurnText::ramp(const std::string& instruction, const Instruction& one) const {
    const std::string named = one.named ? onto(instruction, one) : instruction;
    return one.towards.empty() ? named
                               : language_.text("towards", {{"instruction", named}, {"destinations", one.towards}});
}

std::string TurnText::fork(const Instruction& one) const {
    const std::string keep = !one.side                  ? "continue"
                             : one.side == Side::middle ? "keep middle"
                                                        : "keep" + std::string(side_of(one));
    std::string text = language_.text(keep);
    if (one.named) text = one.stays ? on(text, one) : onto(text, one);
    if (one.destinations.empty()) return text;
    return language_.text("towards", {{"instruction", text}, {"destinations", one.destinations}});
}

std::string TurnText::of(const Instruction& one) const {
    switch (one.maneuver) {
        case Maneuver::new_name:
            if (!one.angle || std::abs(*one.angle) < slight_up_to) return onto(language_.text("continue"), one);
            break;
        case Maneuver::keep_road:
            if (is_u_turn(one)) return on(language_.text("uturn"), one);
            return language_.text("stay", {{"instruction", move(one.angle)}, {"road", one.road}});
        case Maneuver::merge: {
            const std::string text = language_.text(std::string("merge") + side_of(one));
            return one.named ? onto(text, one) : text;
        }
        case Maneuver::on_ramp: return ramp(language_.text(std::string("ramp") + side_of(one)), one);
        case Maneuver::off_ramp:
            return ramp(one.exits.empty()
                            ? language_.text(std::string("exit") + side_of(one))
                            : language_.text(std::string("exit number") + side_of(one), {{"exit", listed(one.exits)}}),
                        one);
        case Maneuver::fork: return fork(one);
        case Maneuver::end_of_road: {
            const std::string text = language_.text("end of road", {{"instruction", move(one.angle)}});
            if (!one.stays || !one.named) return onto(text, one);
            return language_.text("stay", {{"instruction", text}, {"road", one.road}});
        }
        default: break;
    }
    return onto(move(one.angle), one);
}

}  // namespace allways::tools
