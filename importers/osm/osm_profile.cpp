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
#include "osm/osm_effective_tags.h"
#include "osm/osm_oneway.h"
#include "osm/osm_profile_file.h"
#include "osm/osm_speed.h"
#include "osm/osm_turn_restriction.h"
#include "osm/osm_values.h"
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
    bool needs_permission = false;
    bool ferry = false;
    std::string_view other_class;
};

// A ferry route is a ferry even if it has a highway tag; for other ways highway=… decides, and other keys apply only to
// ways without it.
std::optional<WayClass> class_of(const ProfileRules& rules, const Tags& way) {
    if (const auto found = rules.ferry.find(way["route"]); found != rules.ferry.end()) {
        return WayClass{found->second, false, true, {}};
    }
    const std::string_view highway = way["highway"];
    if (const auto found = rules.speed.find(highway); found != rules.speed.end()) {
        return WayClass{found->second, false, false, {}};
    }
    const auto found = rules.speed_with_permission.find(highway);
    if (found != rules.speed_with_permission.end()) return WayClass{found->second, true, false, {}};
    if (!highway.empty()) return std::nullopt;
    for (const SpeedsOfKey& other : rules.speed_of) {
        const auto kmh = other.kmh.find(way[other.key]);
        if (kmh != other.kmh.end()) return WayClass{kmh->second, false, false, kmh->first};
    }
    return std::nullopt;
}

// Returns the duration of the tag for the direction, else that of the plain tag.
std::optional<double> stated_duration_s(const Tags& way, Heading heading) {
    const auto own = parse_duration_s(way[heading == Heading::forward ? "duration:forward" : "duration:backward"]);
    return own ? own : parse_duration_s(way["duration"]);
}

std::vector<ConditionalKey> conditional_way_keys(const ProfileRules& rules) {
    std::vector<ConditionalKey> keys;
    for (const auto& directed : {rules.access.keys, rules.maxspeed.keys}) {
        for (const DirectedKey& key : directed) {
            for (const std::string& form : {key.bare, key.forward, key.backward}) keys.emplace_back(form);
        }
    }
    for (const std::string& key : rules.oneway.keys) keys.emplace_back(key);
    return keys;
}

bool is_way_value(const ProfileRules& rules, std::string_view key, std::string_view value) {
    if (std::ranges::find(rules.oneway.keys, key) != rules.oneway.keys.end() || key == "oneway") {
        return is_oneway_value(value);
    }
    const auto has = [&](const DirectedKey& known) {
        return key == known.bare || key == known.forward || key == known.backward;
    };
    if (std::ranges::any_of(rules.maxspeed.keys, has)) return is_limit(rules.maxspeed, value);
    return is_access_value(rules.access, value);
}

bool is_more_open(const Direction& after, const Direction& before) {
    return after.open && (!before.open || (before.destination_only && !after.destination_only));
}

}  // namespace

struct Profile::State {
    std::string text;
    ProfileRules rules;
    std::vector<ConditionalKey> way_keys;           // of which conditional forms are read
    std::vector<ConditionalKey> oneway_where_keys;  // of ways that [oneway.oneway_where] fits: also `oneway`
    std::vector<ConditionalKey> node_keys;
};

Profile Profile::load(const std::string& name_or_file) {
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
    state->way_keys = state->oneway_where_keys = conditional_way_keys(state->rules);
    const auto& oneways = state->rules.oneway.keys;
    if (std::ranges::find(oneways, "oneway") == oneways.end()) state->oneway_where_keys.emplace_back("oneway");
    for (const DirectedKey& key : state->rules.access.keys) state->node_keys.emplace_back(key.bare);
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
    return {"car", "bicycle", "foot"};
}

const std::string& Profile::name() const {
    return state_->rules.name;
}
const std::string& Profile::text() const {
    return state_->text;
}

WayRules Profile::rules(const Tags& way, bool zones) const {
    const ProfileRules& rules = state_->rules;
    WayRules result;
    const auto kind = class_of(rules, way);
    if (!kind || matches(rules.deny, way)) return result;
    const Flow flow = flow_of(rules.oneway, way);
    const bool needs_permission = kind->needs_permission || matches(rules.needs_permission, way);
    const auto enters = [&](Heading heading) { return entry(rules.access, way, heading, needs_permission, zones); };
    const auto direction = [&](bool flows, Heading heading) {
        const Entry entered = flows ? enters(heading) : Entry::closed;
        if (entered == Entry::closed) return Direction{};
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

bool Profile::is_passable(const Tags& node) const {
    return may_pass_barrier(state_->rules, node);
}

TurnRestriction Profile::turn_restriction(const Tags& relation) const {
    return read_turn_restriction(state_->rules.access, relation);
}

// What is known of a trip beside the time belongs here: the vehicle's weight and size, once profiles state them.
Situation Profile::situation(const CivilTime& at) const {
    Situation situation;
    situation.at = at;
    for (const DirectedKey& key : state_->rules.access.keys) {
        if (key.bare != "access") situation.classes.push_back(key.bare);
    }
    return situation;
}

EffectiveTags Profile::way_tags(Tags way, const Situation* situation) const {
    const ProfileRules& rules = state_->rules;
    if (!may_be_conditional(way) || !class_of(rules, way) || matches(rules.deny, way)) {
        EffectiveTags none;
        none.tags = std::move(way);
        return none;
    }
    const auto opens = [&](const Tags& before, const Tags& after) {
        const WayRules now = this->rules(before, true);
        const WayRules then = this->rules(after, true);
        return is_more_open(then.forward, now.forward) || is_more_open(then.backward, now.backward);
    };
    const auto understands = [&](std::string_view key, std::string_view value) {
        return is_way_value(rules, key, value);
    };
    const bool reads_oneway = matches(rules.oneway.oneway_where, way);
    return effective_tags(std::move(way), reads_oneway ? state_->oneway_where_keys : state_->way_keys, situation,
                          {opens, understands});
}

EffectiveTags Profile::node_tags(Tags node, const Situation* situation) const {
    const ProfileRules& rules = state_->rules;
    const auto reads_access = [&] {
        return rules.barrier && (node.has("barrier") || !matches(rules.barrier->other_access, node));
    };
    if (!may_be_conditional(node) || !reads_access()) {
        EffectiveTags none;
        none.tags = std::move(node);
        return none;
    }
    const auto opens = [&](const Tags& before, const Tags& after) {
        return is_passable(after) && !is_passable(before);
    };
    const auto understands = [&](std::string_view, std::string_view value) {
        return is_access_value(rules.access, value);
    };
    return effective_tags(std::move(node), state_->node_keys, situation, {opens, understands});
}

EffectiveTags Profile::relation_tags(Tags relation, const Situation& situation) const {
    return effective_restriction_tags(state_->rules.access, std::move(relation), situation);
}

bool Profile::may_turn_round() const {
    return state_->rules.turns.u_turn;
}

bool Profile::is_turning_place(const Tags& node) const {
    return matches(state_->rules.turns.turn_round_where, node);
}

const TurnCostRules* Profile::turn_costs() const {
    return state_->rules.turn_costs ? &*state_->rules.turn_costs : nullptr;
}

}  // namespace allways::importers::osm

namespace allways {

std::string osm_profile_text(const std::string& name) {
    return importers::osm::Profile::built_in_text(name);
}

void check_osm_profile(const std::string& name_or_file) {
    importers::osm::Profile::load(name_or_file);
}

}  // namespace allways
