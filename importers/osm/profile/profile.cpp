// SPDX-License-Identifier: Apache-2.0
// Profile files and tags → directions, speeds and barriers for readers of OpenStreetMap.
#include "osm/profile/profile.h"

#include "allways/importers/osm_profiles.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "osm/conditions/effective_tags.h"
#include "osm/objects/tag_values.h"
#include "osm/profile/tag_rules.h"
#include "text/input_file.h"

namespace allways::importers::osm {

namespace {

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
    if (!highway.empty()) {
        if (!rules.other_highway_kmh || rules.other_highway_never.contains(highway)) return std::nullopt;
        const bool permitted = matches(rules.other_highway_permit_where, way);
        return WayClass{*rules.other_highway_kmh, permitted ? Need::none : Need::any_key, false, {}};
    }
    for (const NumbersOfKey& other : rules.speed_of) {
        const auto kmh = other.by_value.find(way[other.key]);
        if (kmh != other.by_value.end()) return WayClass{kmh->second, Need::none, false, kmh->first};
    }
    return std::nullopt;
}

// Returns the duration that a tag states for the direction, otherwise that of the plain tag.
std::optional<double> stated_duration_s(const Tags& way, Heading heading) {
    const auto own = parse_duration_s(way[heading == Heading::forward ? "duration:forward" : "duration:backward"]);
    return own ? own : parse_duration_s(way["duration"]);
}

// Opens directions that are closed for riding, unless an access tag of the rider closes them, where pushing is allowed.
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
        if (limits.close_way(way, heading)) {
            result.too_large = true;
            return Direction{};
        }
        const bool destination_only = entered == Entry::destination_only;
        const auto duration_s = kind->ferry ? stated_duration_s(way, heading) : std::nullopt;
        return Direction{true, kind->kmh, duration_s, destination_only};
    };
    result.forward = direction(flow.forward, Heading::forward);
    result.backward = direction(flow.backward, Heading::backward);
    const bool both_ways = result.forward.open && result.backward.open;
    const auto set_speed = [&](Heading heading, Direction& found) {
        if (found.open && !kind->ferry) found.speed_kmh = speed_of(rules, way, kind->kmh, heading, both_ways);
    };
    set_speed(Heading::forward, result.forward);
    set_speed(Heading::backward, result.backward);
    result.reversible =
        flow.reversible && (enters(Heading::forward) != Entry::closed || enters(Heading::backward) != Entry::closed);
    result.ferry = kind->ferry;
    result.other_class = kind->other_class;
    return result;
}

// Returns the keys of riding and of pushing, each once.
std::vector<std::string> conditional_way_keys(const ProfileRules& rules, const SizeLimits& limits) {
    std::vector<std::string> keys;
    const auto add = [&](const std::string& key) {
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    };
    const auto add_directed = [&](const std::vector<DirectedKey>& directed) {
        for (const DirectedKey& key : directed) {
            for (const std::string* form : {&key.bare, &key.forward, &key.backward}) add(*form);
        }
    };
    add_directed(rules.access.keys);
    add_directed(rules.maxspeed.keys);
    add_directed(limits.keys(false));
    std::ranges::for_each(rules.oneway.keys, add);
    if (rules.push) {
        add_directed(rules.push->access.keys);
        std::ranges::for_each(rules.push->oneway.keys, add);
    }
    return keys;
}

// Returns true if the value has a meaning. A key of both riding and pushing has the values of riding.
bool is_way_value(const ProfileRules& rules, const SizeLimits& limits, std::string_view key, std::string_view value) {
    if (const auto of_limit = limits.understands(key, value)) return *of_limit;
    const auto is_oneway_key = [&](const ProfileRules& of) {
        return std::ranges::find(of.oneway.keys, key) != of.oneway.keys.end();
    };
    if (key == "oneway" || is_oneway_key(rules) || (rules.push && is_oneway_key(*rules.push))) {
        return is_oneway_value(value);
    }
    const auto has = [&](const DirectedKey& known) { return known.has_form(key); };
    if (std::ranges::any_of(rules.maxspeed.keys, has)) return is_limit(rules.maxspeed, value);
    if (const auto of_number = understands_number(rules, key, value)) return *of_number;
    const bool of_push = rules.push && std::ranges::none_of(rules.access.keys, has);
    return is_access_value(of_push ? rules.push->access : rules.access, value);
}

constexpr std::string_view duration_keys[] = {"duration", "duration:forward", "duration:backward"};

// Returns the keys whose values have to be understood.
std::set<std::string, std::less<>> value_keys(const ProfileRules& rules, const std::vector<std::string>& keys) {
    std::set<std::string, std::less<>> all(std::begin(duration_keys), std::end(duration_keys));
    all.insert(keys.begin(), keys.end());
    for (const auto* numbers : {&rules.factors, &rules.factors_both_ways, &rules.limits}) {
        for (const NumbersOfKey& rule : *numbers) {
            if (!rule.below.empty()) all.insert(rule.key);
        }
    }
    return all;
}

bool is_more_open(const Direction& after, const Direction& before) {
    return after.open && (!before.open || (before.destination_only && !after.destination_only));
}

}  // namespace

const EmbeddedFile* find_built_in(const std::string& name) {
    const auto names = Profile::built_in_names();
    if (std::ranges::find(names, name) == names.end()) return nullptr;
    return &*std::ranges::find(embedded_files(), name + ".toml", &EmbeddedFile::name);
}

struct Profile::State {
    std::string text;
    ProfileRules rules;
    SizeLimits limits;
    std::vector<std::string> way_keys;           // keys whose conditional forms are read
    std::vector<std::string> oneway_where_keys;  // on ways that match [oneway.oneway_where]: also `oneway`
    std::vector<std::string> node_keys;
    std::set<std::string, std::less<>> value_keys;       // of ways
    std::set<std::string, std::less<>> node_value_keys;  // of nodes
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
    state->way_keys = state->oneway_where_keys = conditional_way_keys(state->rules, state->limits);
    if (std::ranges::find(state->way_keys, "oneway") == state->way_keys.end()) {
        state->oneway_where_keys.emplace_back("oneway");
    }
    std::vector<DirectedKey> node_keys = state->limits.keys(true);
    if (state->rules.barrier)
        node_keys.insert(node_keys.end(), state->rules.access.keys.begin(), state->rules.access.keys.end());
    for (const DirectedKey& key : node_keys) state->node_keys.emplace_back(key.bare);
    state->value_keys = value_keys(state->rules, state->way_keys);
    state->node_value_keys.insert(state->node_keys.begin(), state->node_keys.end());
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
const std::string& Profile::grade() const {
    return state_->rules.grade;
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

// As class_of() reads them.
std::vector<std::string> Profile::class_keys() const {
    std::vector<std::string> keys{"route", "highway"};
    for (const ProfileRules* rules = &state_->rules; rules != nullptr; rules = rules->push.get()) {
        for (const NumbersOfKey& other : rules->speed_of) keys.push_back(other.key);
    }
    return keys;
}

std::vector<bool> Profile::open_lanes(const Tags& way, bool forward, bool only_way) const {
    return osm::open_lanes(state_->rules.access, way, forward ? Heading::forward : Heading::backward, only_way);
}

Entry Profile::entry_of_node(const Tags& node) const {
    const bool too_large = !is_beside_way(state_->rules, node) && state_->limits.close_node(node);
    return too_large ? Entry::closed : entry_of_barrier(state_->rules, node);
}

std::vector<Tag> Profile::unread_tags(const Tags& way, bool ferry) const {
    const ProfileRules& rules = state_->rules;
    std::vector<Tag> unread;
    for (const Tag& tag : way) {
        const auto [key, value] = tag;
        if (!state_->value_keys.contains(key) || value.find('@') != value.npos) continue;
        const bool is_duration = std::ranges::find(duration_keys, key) != std::end(duration_keys);
        const bool is_none = key.starts_with("maxspeed") && value == "none" && !may_be_none(rules.maxspeed, way);
        const bool understood = is_duration ? !ferry || parse_duration_s(value)
                                            : !is_none && is_way_value(rules, state_->limits, key, value);
        if (!understood) unread.push_back(tag);
    }
    return unread;
}

std::vector<Tag> Profile::unread_node_tags(const Tags& node) const {
    std::vector<Tag> unread;
    if (is_beside_way(state_->rules, node)) return unread;
    for (const Tag& tag : node) {
        const auto [key, value] = tag;
        if (!state_->node_value_keys.contains(key) || value.find('@') != value.npos) continue;
        if (!is_node_value(key, value)) unread.push_back(tag);
    }
    return unread;
}

bool Profile::is_node_value(std::string_view key, std::string_view value) const {
    return state_->limits.understands(key, value).value_or(is_access_value(state_->rules.access, value));
}

TurnRestriction Profile::turn_restriction(const Tags& relation) const {
    return read_turn_restriction(state_->rules.access, relation);
}

// Sizes that the profile does not state stay unknown.
void Profile::set_time(const CivilTime& at, const Holidays& holidays) {
    Situation situation;
    situation.at = at;
    situation.holidays = holidays;
    for (const DirectedKey& key : state_->rules.access.keys) {
        if (key.bare != "access") situation.classes.push_back(key.bare);
    }
    const VehicleSize& vehicle = state_->rules.vehicle;
    // Limits name them maxweight and maxweightrating.
    situation.weight_t = situation.weight_rating_t = vehicle.weight_t;
    situation.axle_load_t = vehicle.axle_load_t;
    situation.length_m = vehicle.length_m;
    situation.width_m = vehicle.width_m;
    situation.height_m = vehicle.height_m;
    situation.facts["hazmat"] = vehicle.hazmat;
    situation_ = std::make_shared<const Situation>(std::move(situation));
}

EffectiveTags Profile::way_tags(Tags way) const {
    const ProfileRules& rules = state_->rules;
    const auto has_class = [&] { return class_of(rules, way) || (rules.push && class_of(*rules.push, way)); };
    if (!may_be_conditional(way) || !has_class() || matches(rules.deny, way)) {
        return {std::move(way), {}, 0, {}, {}};
    }
    const auto is_more_open_way = [](const WayRules& then, const WayRules& now) {
        return is_more_open(then.forward, now.forward) || is_more_open(then.backward, now.backward);
    };
    // Checks riding separately: a tag may open a way for riding that was open for pushing before.
    const auto opens = [&](const Tags& before, const Tags& after) {
        return is_more_open_way(this->rules(after, true), this->rules(before, true)) ||
               (rules.push && is_more_open_way(travel(rules, state_->limits, after, true),
                                               travel(rules, state_->limits, before, true)));
    };
    const auto understands = [&](std::string_view key, std::string_view value) {
        return is_way_value(rules, state_->limits, key, value);
    };
    const bool reads_oneway =
        matches(rules.oneway.oneway_where, way) || (rules.push && matches(rules.push->oneway.oneway_where, way));
    return effective_tags(std::move(way), reads_oneway ? state_->oneway_where_keys : state_->way_keys, situation(),
                          opens, understands);
}

EffectiveTags Profile::node_tags(Tags node) const {
    const ProfileRules& rules = state_->rules;
    if (!may_be_conditional(node) || is_beside_way(rules, node)) {
        return {std::move(node), {}, 0, {}, {}};
    }
    const auto opens = [&](const Tags& before, const Tags& after) {
        return entry_of_node(after) > entry_of_node(before);
    };
    const auto understands = [&](std::string_view key, std::string_view value) { return is_node_value(key, value); };
    return effective_tags(std::move(node), state_->node_keys, situation(), opens, understands);
}

EffectiveTags Profile::relation_tags(Tags relation) const {
    if (!situation_) return {std::move(relation), {}, 0, {}, {}};
    return effective_restriction_tags(state_->rules.access, std::move(relation), *situation_);
}

bool Profile::crosses_areas() const {
    return state_->rules.crosses_areas;
}

bool Profile::is_area(const Tags& tags, bool multipolygon) const {
    const ProfileRules& rules = state_->rules;
    return rules.crosses_areas && (multipolygon || matches(rules.area_where, tags)) &&
           !matches(rules.no_area_where, tags);
}

bool Profile::may_turn_round() const {
    return state_->rules.u_turn;
}

bool Profile::is_turning_place(const Tags& node) const {
    return matches(state_->rules.turn_round_where, node);
}

const TurnCostRules* Profile::turn_costs() const {
    return state_->rules.turn_costs ? &*state_->rules.turn_costs : nullptr;
}

NodePrice Profile::node_price(const Tags& node) const {
    return osm::node_price(*state_->rules.turn_costs, node);
}

}  // namespace allways::importers::osm

namespace allways {

std::vector<std::string> osm_profile_names() {
    return importers::osm::Profile::built_in_names();
}

std::string osm_profile_text(const std::string& name) {
    return importers::osm::Profile::built_in_text(name);
}

void check_osm_profile(const std::string& name_or_file, const std::string& vehicle) {
    importers::osm::Profile::load(name_or_file, vehicle);
}

}  // namespace allways
