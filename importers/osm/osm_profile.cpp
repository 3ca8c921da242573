// Profile files and tags → directions, speeds and barriers for readers of OpenStreetMap.
#include "osm/osm_profile.h"

#include "allways/importers/osm_profiles.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/text.h"
#include "osm/embedded_profiles.h"
#include "osm/osm_access.h"
#include "osm/osm_oneway.h"
#include "osm/osm_profile_file.h"
#include "osm/osm_speed.h"
#include "osm/osm_turn_restriction.h"
#include "osm/osm_values.h"
#include "osm/osm_vehicle.h"
#include "text/input_file.h"

namespace allways::importers::osm {

namespace {

const EmbeddedFile* find_built_in(const std::string& name) {
    const auto names = Profile::built_in_names();
    if (std::ranges::find(names, name) == names.end()) return nullptr;
    return &*std::ranges::find(embedded_files(), name + ".toml", &EmbeddedFile::name);
}

std::string read_text(const std::string& path) {
    InputFile file(path);
    std::string text;
    std::array<char, 4096> buffer;
    while (const std::size_t size = file.read(buffer.data(), buffer.size())) text.append(buffer.data(), size);
    return text;
}

// Class of a way in the profile, regardless of direction.
struct WayClass {
    double kmh = 0;
    Need need = Need::none;
    bool ferry = false;
    std::string_view other_class;
};

std::optional<WayClass> other_highway(const ProfileRules& rules, const Tags& way, std::string_view highway) {
    if (!rules.other_highways || rules.other_highways->never.contains(highway)) return std::nullopt;
    const bool permitted = matches(rules.other_highways->permit_where, way);
    return WayClass{rules.other_highways->kmh, permitted ? Need::none : Need::any_key, false, {}};
}

// A ferry route is a ferry even if it has a highway tag; for other ways highway=… decides, and other keys apply only to
// ways without it.
std::optional<WayClass> class_of(const ProfileRules& rules, const Tags& way) {
    if (const auto found = rules.ferry.find(way["route"]); found != rules.ferry.end()) {
        return WayClass{found->second, Need::none, true, {}};
    }
    const std::string_view highway = way["highway"];
    if (const auto found = rules.speed.find(highway); found != rules.speed.end()) {
        return WayClass{found->second, Need::none, false, {}};
    }
    const auto found = rules.speed_with_permission.find(highway);
    if (found != rules.speed_with_permission.end()) return WayClass{found->second, Need::own_key, false, {}};
    if (!highway.empty()) return other_highway(rules, way, highway);
    for (const SpeedsOfKey& other : rules.speed_of) {
        const auto kmh = other.kmh.find(way[other.key]);
        if (kmh != other.kmh.end()) return WayClass{kmh->second, Need::none, false, kmh->first};
    }
    return std::nullopt;
}

// Returns the duration of the tag for the direction, else that of the plain tag.
std::optional<double> stated_duration_s(const Tags& way, Heading heading) {
    const auto own = parse_duration_s(way[heading == Heading::forward ? "duration:forward" : "duration:backward"]);
    return own ? own : parse_duration_s(way["duration"]);
}

// Opens directions that are closed to riding, though no access tag of the rider says so, where pushing is allowed.
void add_pushing(const ProfileRules& rules, const Tags& way, bool zones, WayRules& result) {
    const ProfileRules& push = *rules.push;
    const auto kind = class_of(push, way);
    if (!kind || result.ferry || result.too_large || matches(rules.deny, way) || matches(push.deny, way)) return;
    const Need need = matches(push.needs_permission, way) ? Need::own_key : kind->need;
    const Flow flow = flow_of(push.oneway, way);
    const auto push_towards = [&](bool flows, Heading heading, Direction& direction) {
        if (direction.open || !flows) return;
        const auto said = permission(rules.access, way, heading);
        if (said && said->entry == Entry::closed) return;
        const Entry entered = entry(push.access, way, heading, need, zones);
        if (entered == Entry::closed) return;
        direction = {true, capped(rules.limits, way, kind->kmh), std::nullopt, entered == Entry::destination_only};
        if (result.other_class.empty()) result.other_class = kind->other_class;
    };
    push_towards(flow.forward, Heading::forward, result.forward);
    push_towards(flow.backward, Heading::backward, result.backward);
}

WayRules travel(const ProfileRules& rules, const SizeLimits& limits, const Tags& way, bool zones) {
    WayRules result;
    const auto kind = class_of(rules, way);
    if (!kind || matches(rules.deny, way)) return result;
    const Flow flow = flow_of(rules.oneway, way);
    const Need need = matches(rules.needs_permission, way) ? Need::own_key : kind->need;
    const auto enters = [&](Heading heading) { return entry(rules.access, way, heading, need, zones); };
    const auto direction = [&](bool flows, Heading heading) {
        const Entry entered = flows ? enters(heading) : Entry::closed;
        if (entered == Entry::closed) return Direction{};
        const LimitVerdict size = limits.of_way(way, heading);
        result.unread_limit |= size.unread;
        result.too_large |= size.closed;
        if (size.closed) return Direction{};
        const bool destination_only = entered == Entry::destination_only;
        if (kind->ferry) return Direction{true, kind->kmh, stated_duration_s(way, heading), destination_only};
        return Direction{true, speed_of(rules, way, kind->kmh, heading), std::nullopt, destination_only};
    };
    result.forward = direction(flow.forward, Heading::forward);
    result.backward = direction(flow.backward, Heading::backward);
    result.reversible =
        flow.reversible && (enters(Heading::forward) != Entry::closed || enters(Heading::backward) != Entry::closed);
    result.ferry = kind->ferry;
    result.other_class = kind->other_class;
    return result;
}

}  // namespace

struct Profile::State {
    std::string text;
    ProfileRules rules;
    SizeLimits limits;
};

Profile Profile::load(const std::string& name_or_file, const std::string& vehicle) {
    auto state = std::make_shared<State>();
    std::error_code error;
    if (const EmbeddedFile* built_in = find_built_in(name_or_file)) {
        state->text = built_in->text;
        state->rules = parse_profile(state->text, std::string(built_in->name));
    } else if (std::filesystem::exists(name_or_file, error)) {
        state->text = read_text(name_or_file);
        state->rules = parse_profile(state->text, name_or_file);
    } else {
        throw InvalidArgument(format("unknown profile '{}'; expected {} or the path of a profile file", name_or_file,
                                     joined(built_in_names())));
    }
    set_sizes(state->rules.vehicle, vehicle);
    state->limits = SizeLimits(state->rules.vehicle, state->rules.access.keys);
    Profile profile;
    profile.state_ = std::move(state);
    return profile;
}

std::string Profile::built_in_text(const std::string& name) {
    const EmbeddedFile* built_in = find_built_in(name);
    if (built_in == nullptr) {
        throw InvalidArgument(
            format("unknown built-in profile '{}'; expected one of {}", name, joined(built_in_names())));
    }
    return std::string(built_in->text);
}

std::vector<std::string> Profile::built_in_names() {
    return {"car", "bicycle", "foot", "truck", "taxi", "bus", "emergency"};
}

const std::string& Profile::name() const {
    return state_->rules.name;
}
const VehicleSize& Profile::vehicle() const {
    return state_->rules.vehicle;
}
const std::string& Profile::text() const {
    return state_->text;
}

WayRules Profile::rules(const Tags& way, bool zones) const {
    const ProfileRules& rules = state_->rules;
    WayRules result = travel(rules, state_->limits, way, zones);
    if (rules.push) add_pushing(rules, way, zones, result);
    return result;
}

bool Profile::is_passable(const Tags& node) const {
    return may_pass_barrier(state_->rules, node) &&
           (is_beside_way(state_->rules, node) || !state_->limits.of_node(node).closed);
}

bool Profile::has_unread_limit(const Tags& node) const {
    return !is_beside_way(state_->rules, node) && state_->limits.of_node(node).unread;
}

TurnRestriction Profile::turn_restriction(const Tags& relation) const {
    return read_turn_restriction(state_->rules.access, relation);
}

bool Profile::may_turn_round() const {
    return state_->rules.turns.u_turn;
}

bool Profile::is_turning_place(const Tags& node) const {
    return matches(state_->rules.turns.turn_round_where, node);
}

}  // namespace allways::importers::osm

namespace allways {

std::string osm_profile_text(const std::string& name) {
    return importers::osm::Profile::built_in_text(name);
}

void check_osm_profile(const std::string& name_or_file, const std::string& vehicle) {
    importers::osm::Profile::load(name_or_file, vehicle);
}

}  // namespace allways
