// SPDX-License-Identifier: Apache-2.0
// Tags of a way → texts.
#include "osm/ways/way_texts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace allways::importers::osm {

namespace {

constexpr std::array<const char*, WayTexts::kind_count> names{
    "name",   "ref",       "facility_type", "junction",        "toll",         "service",
    "tunnel", "structure", "destination",   "destination:ref", "junction:ref", "turn:lanes"};

std::string_view yes_or_nothing(std::string_view value) {
    return value == "yes" ? value : std::string_view();
}

// Of a way that does not lie on the ground.
std::string_view structure_of(const Tags& tags) {
    for (const std::string_view key : {"bridge", "tunnel", "covered"}) {
        const std::string_view value = tags[key];
        if (!value.empty() && value != "no") return key;
    }
    return {};
}

struct SignKey {
    std::string_view plain, forward, backward;
};
constexpr SignKey destination_key{"destination", "destination:forward", "destination:backward"};
constexpr SignKey ref_key{"destination:ref", "destination:ref:forward", "destination:ref:backward"};
constexpr SignKey street_key{"destination:street", "destination:street:forward", "destination:street:backward"};
constexpr SignKey lanes_key{"turn:lanes", "turn:lanes:forward", "turn:lanes:backward"};

// Returns the value for one direction: of the key with its suffix, else of the plain key if the way leads only there.
// On other ways nobody knows for which direction a plain key is meant.
std::string_view directed(const Tags& tags, const SignKey& key, bool forward, bool only_way) {
    const std::string_view own = tags[forward ? key.forward : key.backward];
    return own.empty() && only_way ? tags[key.plain] : own;
}

// Removes the lanes that the mode may not use. Lists of different lengths do not belong together.
std::string lanes_of_mode(std::string_view lanes, const std::vector<bool>& is_open) {
    std::vector<std::string_view> all;
    for (std::size_t begin = 0; begin <= lanes.size();) {
        const std::size_t end = std::min(lanes.find('|', begin), lanes.size());
        all.push_back(lanes.substr(begin, end - begin));
        begin = end + 1;
    }
    if (all.size() != is_open.size()) return std::string(lanes);
    std::string kept;
    bool is_first = true;
    for (std::size_t lane = 0; lane < all.size(); ++lane) {
        if (!is_open[lane]) continue;
        if (!is_first) kept += '|';
        kept += all[lane];
        is_first = false;
    }
    return kept;
}

}  // namespace

WayTexts::WayTexts() {
    for (std::size_t kind = 0; kind < kind_count; ++kind) texts_[kind].rename(names[kind]);
}

std::string_view WayTexts::column_name(Kind kind) {
    return names[kind];
}

std::size_t WayTexts::add(const Tags& tags, const WayRules& rules, const Profile& profile) {
    texts_[name].add(tags["name"]);
    texts_[ref].add(tags["ref"]);
    texts_[facility_type].add(rules.ferry ? "ferry" : rules.other_class.empty() ? tags["highway"] : rules.other_class);
    texts_[junction].add(tags["junction"]);
    texts_[toll].add(yes_or_nothing(tags["toll"]));
    texts_[service].add(tags["highway"] == "service" ? tags["service"] : std::string_view());
    texts_[tunnel].add(yes_or_nothing(tags["tunnel"]));
    texts_[structure].add(structure_of(tags));
    texts_[exit].add(tags["junction:ref"]);
    add_signs(tags, rules.forward.open, rules.backward.open);
    add_lanes(tags, rules, profile);
    return texts_[name].size() - 1;
}

// The street on a sign stands in for places and road numbers that it does not name.
void WayTexts::add_signs(const Tags& tags, bool forward, bool backward) {
    const auto sign = [&](const SignKey& key, bool ahead) {
        const bool is_open = ahead ? forward : backward;
        return is_open ? directed(tags, key, ahead, !(forward && backward)) : std::string_view();
    };
    const auto places = [&](bool ahead) {
        const std::string_view stated = sign(destination_key, ahead);
        return stated.empty() && sign(ref_key, ahead).empty() ? sign(street_key, ahead) : stated;
    };
    for (const bool ahead : {true, false}) {
        texts_[destination].add(places(ahead));
        texts_[destination_ref].add(sign(ref_key, ahead));
    }
}

void WayTexts::add_lanes(const Tags& tags, const WayRules& rules, const Profile& profile) {
    const bool both = rules.forward.open && rules.backward.open;
    const auto lanes = [&](bool forward) {
        if (!(forward ? rules.forward : rules.backward).open) return std::string();
        const std::string_view stated = directed(tags, lanes_key, forward, !both);
        return stated.empty() ? std::string() : lanes_of_mode(stated, profile.open_lanes(tags, forward, !both));
    };
    for (const bool forward : {true, false}) texts_[turn_lanes].add(lanes(forward));
}

}  // namespace allways::importers::osm
