// SPDX-License-Identifier: Apache-2.0
// The content of a profile file as plain values, applied to tags by tag_rules.h.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "osm/profile/profile.h"

namespace allways::importers::osm {

using Words = std::set<std::string, std::less<>>;
using NumberTable = std::map<std::string, double, std::less<>>;  // value of a tag → km/h, a factor, or seconds

// Matches tags with one of some values, or with any value: "*".
struct TagMatch {
    bool fits(const Tags& tags) const {
        const std::string_view value = tags[key];
        return !value.empty() && (values.contains(value) || values.contains("*"));
    }
    std::string key;
    Words values;
};

// Returns true if one of the rules matches one of the tags.
inline bool matches(const std::vector<TagMatch>& rules, const Tags& tags) {
    return std::ranges::any_of(rules, [&](const TagMatch& rule) { return rule.fits(tags); });
}

enum class Heading { forward, backward, none };  // none: for nodes

// A key with the forms key:forward and key:backward, each of which applies to one direction only.
struct DirectedKey {
    explicit DirectedKey(std::string key) : bare(key), forward(key + ":forward"), backward(key + ":backward") {}
    const std::string& towards(Heading heading) const {
        return heading == Heading::forward ? forward : heading == Heading::backward ? backward : bare;
    }
    bool has_form(std::string_view key) const { return key == bare || key == forward || key == backward; }
    std::string bare, forward, backward;
};

// Keys are ordered from general to specific. The most specific one with an answer decides, its form for the direction
// first. `read(key, value)` returns an optional: nothing if the value has no meaning.
template <class Read>
auto most_specific(const std::vector<DirectedKey>& keys, const Tags& tags, Heading heading, Read&& read)
    -> decltype(read(keys.front(), std::string_view())) {
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
        for (const std::string_view value : {tags[key->towards(heading)], tags[key->bare]}) {
            if (value.empty()) continue;
            if (auto answer = read(*key, value)) return answer;
        }
    }
    return std::nullopt;
}

// In metres and tonnes; no limit applies to a size that is not set.
struct VehicleSize {
    std::optional<double> height_m;
    std::optional<double> width_m;
    std::optional<double> length_m;
    std::optional<double> weight_t;  // including its load
    std::optional<double> axle_load_t;
    bool hazmat = false;  // carries dangerous goods
};

struct AccessRules {
    std::vector<DirectedKey> keys;
    Words permit;
    Words deny;
    Words specific;     // the keys that open classes that need permission
    Words destination;  // values that permit paths to and from the way only
    Words restricted;   // values of `deny` that count as `destination` on some ways
    std::vector<TagMatch> restricted_where;
};

struct OnewayRules {
    std::vector<std::string> keys;
    std::vector<TagMatch> oneway_where;  // ways where `oneway` applies although it is not one of the keys
    std::vector<TagMatch> implied;
    std::vector<TagMatch> implied_backward;
    std::vector<TagMatch> both_ways;
};

struct MaxspeedRules {
    enum class Use { ignore, set, cap };
    Use use = Use::ignore;
    double factor = 1;
    std::vector<DirectedKey> keys;
    std::vector<DirectedKey> implicit_keys;
    double walk_kmh = 0;
    double none_kmh = 0;
    std::vector<TagMatch> none_where;  // ways where "none" is a limit; empty: everywhere
    NumberTable legal_kmh;             // limits of countries: "de:urban" → km/h
    Words countries_in_mph;            // those whose zones are in miles per hour
};

// Values below a bound: sizes in metres, and plain numbers such as those of `lanes`.
struct Below {
    double bound = 0;
    bool inclusive = false;
    double number = 0;  // number that applies below the bound
};

// A key with a number for each of some values, and for values below some bounds: km/h, a factor, or seconds.
struct NumbersOfKey {
    std::string key;
    NumberTable by_value;
    std::vector<Below> below;
};

struct BarrierRules {
    Words open;    // "*": all but the values of `closed`
    Words closed;  // used with "*"
    Words open_at_crossings;
    bool restricted_opens = false;  // values of access.restricted permit passing
    std::vector<TagMatch> open_where;
    std::vector<TagMatch> closed_where;
    std::vector<TagMatch> other_access;  // nodes without a barrier whose access tags refer to something next to the way
};

// Seconds by the angle of a turn, for turning round, and for passing nodes such as signals.
struct TurnCostRules {
    bool is_square = false;  // the curve of the angle: a square, or a sigmoid
    double turn_s = 0;       // the scale of the curve
    double bias = 1;         // above 1: turns across the oncoming traffic cost more than the others
    std::optional<double> u_turn_s;
    std::optional<bool> left_hand;   // the traffic drives on the left; unset: as roundabouts show
    std::vector<NumbersOfKey> node;  // seconds
};

struct ProfileRules {
    std::string name;
    std::string grade;  // how slopes change speeds: "bicycle", "foot"; empty: not at all
    VehicleSize vehicle;
    AccessRules access;
    std::vector<TagMatch> deny;
    std::vector<TagMatch> needs_permission;
    NumberTable speed;                                 // by highway
    NumberTable speed_with_permission;                 // by highway
    std::optional<double> other_highway_kmh;           // of a highway=… that is not named here; unset: closed
    Words other_highway_never;                         // words that are not roads: "construction"
    std::vector<TagMatch> other_highway_permit_where;  // tags that open such a way like an access tag
    std::vector<NumbersOfKey> speed_of;                // by other keys, for ways without a highway tag
    OnewayRules oneway;
    MaxspeedRules maxspeed;
    std::vector<NumbersOfKey> factors;            // factors of the speed
    std::vector<NumbersOfKey> factors_both_ways;  // on ways that are open in both directions
    std::vector<NumbersOfKey> limits;             // upper limits
    NumberTable ferry;                            // by route
    std::optional<BarrierRules> barrier;          // unset: no barrier closes
    bool crosses_areas = false;                   // in straight lines; otherwise areas are walked around
    std::vector<TagMatch> area_where;             // closed ways that are areas; multipolygons always are
    std::vector<TagMatch> no_area_where;          // ways and multipolygons that are not areas
    bool u_turn = true;                           // everywhere
    std::vector<TagMatch> turn_round_where;       // nodes designed for turning round
    std::optional<TurnCostRules> turn_costs;
    // Rules for ways where the vehicle is pushed: access, classes, one-way; null: nowhere.
    std::shared_ptr<const ProfileRules> push;
};

// Parses the text of a profile. `file` is the name in errors. Throws InputError (file and line) for text that is not
// TOML, a missing or unknown key, a value of the wrong type, and a number out of range.
ProfileRules parse_profile(std::string_view text, const std::string& file);

// The built-in profiles and the table of countries' speed limits, embedded at build time from profiles/.
const std::vector<EmbeddedFile>& embedded_files();
// Returns the file of a built-in profile, "car"; null for other names.
const EmbeddedFile* find_built_in(const std::string& name);

}  // namespace allways::importers::osm
