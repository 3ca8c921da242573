// SPDX-License-Identifier: Apache-2.0
#include "routes/phrases.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "routes/headings.h"
#include "routes/road_classes.h"

namespace allways {

// ---- languages and their phrases

const std::vector<std::string>& instruction_languages() {
    static const std::vector<std::string> codes = [] {
        std::vector<std::string> all;
        for (const tools::Language& language : tools::all_languages()) all.push_back(language.code());
        return all;
    }();
    return codes;
}

std::string accepted_language(std::string_view header) {
    std::string best;
    double best_weight = 0;
    while (!header.empty()) {
        const std::string_view item = header.substr(0, header.find(','));
        header.remove_prefix(std::min(item.size() + 1, header.size()));
        const std::string code = lower_case(trimmed(item.substr(0, item.find_first_of("-;"))));
        const auto weight_at = item.find("q=");
        const double weight =
            weight_at == item.npos ? 1 : std::strtod(std::string(item.substr(weight_at + 2)).c_str(), nullptr);
        const auto& known = instruction_languages();
        if (weight <= best_weight || std::ranges::find(known, code) == known.end()) continue;
        best = code;
        best_weight = weight;
    }
    return best;
}

}  // namespace allways

namespace allways::tools {

namespace {

constexpr char last_words = '\x1f';  // stands for '|', which names of roads may have

}  // namespace

const std::vector<Language>& all_languages() {
    static const std::vector<Language> languages = [] {
        std::vector<Language> all;
        const auto file = nlohmann::ordered_json::parse(phrases_file::embedded_files().front().text);
        for (const auto& [code, phrases] : file.items()) {
            Language& language = all.emplace_back();
            language.code_ = code;
            for (const auto& [key, phrase] : phrases.items()) {
                std::string& kept = language.phrases_[key] = phrase.get<std::string>();
                std::ranges::replace(kept, '|', last_words);
            }
        }
        return all;
    }();
    return languages;
}

const Language& Language::find(std::string_view code) {
    const auto& all = all_languages();
    if (code.empty()) return all.front();
    const auto found = std::ranges::find(all, code, &Language::code);
    if (found == all.end()) {
        throw InvalidArgument(
            format("`language`: unknown language '{}'; expected {}", code, joined(instruction_languages())));
    }
    return *found;
}

std::string Language::text(std::string_view phrase, const Values& values) const {
    const std::string& pattern = phrases_.find(phrase)->second;
    std::string text;
    std::string_view last;  // words of an instruction, with their mark
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == last_words && !last.empty()) {
            text += std::exchange(last, {}).substr(1);
        } else if (pattern[at] != '{') {
            text += pattern[at];
        } else {
            const std::size_t close = pattern.find('}', at);
            const std::string_view name = std::string_view(pattern).substr(at + 1, close - at - 1);
            const std::string_view value = std::ranges::find(values, name, &Values::value_type::first)->second;
            const std::size_t end = std::min(value.find(last_words), value.size());
            text += value.substr(0, end);
            if (end < value.size()) last = value.substr(end);
            at = close;
        }
    }
    return text.append(last);
}

std::string Language::finished(std::string text) {
    std::erase(text, last_words);
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

}  // namespace allways::tools

// ---- the texts of steps

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
