// SPDX-License-Identifier: Apache-2.0
// The content of a profile file as plain values: made by profile_file.h, applied to tags by tag_rules.h.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "osm/profile/profile.h"
#include "osm/profile/turn_prices.h"

namespace allways::importers::osm {

using Words = std::set<std::string, std::less<>>;
using SpeedTable = std::map<std::string, double, std::less<>>;  // value of a tag → km/h

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

// Legal limits: "de:urban" → km/h, and the countries whose zones are in miles per hour.
struct CountrySpeeds {
    SpeedTable kmh;
    Words in_mph;
    // Finds the limit of "DE:urban", "BE-VLG:rural", "DE:zone:30", "GB:zone20", "FR:30".
    std::optional<double> find(std::string_view value) const;
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
    CountrySpeeds countries;
};

// A key with a speed for each of some values.
struct SpeedsOfKey {
    std::string key;
    SpeedTable kmh;
};

// Values below a bound: sizes in metres, and plain numbers such as those of `lanes`.
struct Below {
    double bound = 0;
    bool inclusive = false;
    double number = 0;  // number that applies below the bound
};

// A key with a number for each of some values, and for values below some bounds: km/h or a factor.
struct NumbersOfKey {
    std::string key;
    std::map<std::string, double, std::less<>> by_value;
    std::vector<Below> below;
};

// Ways with a highway=… that the profile does not name.
struct OtherHighways {
    double kmh = 0;
    Words never;                         // words that are not roads: "construction"
    std::vector<TagMatch> permit_where;  // tags that open the way like an access tag
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

struct TurnPlaceRules {
    bool u_turn = true;                      // true: everywhere
    std::vector<TagMatch> turn_round_where;  // nodes designed for turning round
};

// Areas to cross in straight lines.
struct AreaRules {
    std::vector<TagMatch> where;         // closed ways that are areas; multipolygons always are
    std::vector<TagMatch> except_where;  // ways and multipolygons that are not areas
};

struct ProfileRules {
    std::string name;
    std::string grade;  // how slopes change speeds: "bicycle", "foot"; empty: not at all
    VehicleSize vehicle;
    AccessRules access;
    std::vector<TagMatch> deny;
    std::vector<TagMatch> needs_permission;
    SpeedTable speed;                  // by highway
    SpeedTable speed_with_permission;  // by highway
    std::optional<OtherHighways> other_highways;
    std::vector<SpeedsOfKey> speed_of;  // by other keys, for ways without a highway tag
    OnewayRules oneway;
    MaxspeedRules maxspeed;
    std::vector<NumbersOfKey> factors;            // factors of the speed
    std::vector<NumbersOfKey> factors_both_ways;  // on ways that are open in both directions
    std::vector<NumbersOfKey> limits;             // upper limits
    SpeedTable ferry;                             // by route
    std::optional<BarrierRules> barrier;          // unset: no barrier closes
    std::optional<AreaRules> areas;               // unset: areas are walked around
    TurnPlaceRules turns;
    std::optional<TurnCostRules> turn_costs;
    // Rules for ways where the vehicle is pushed: access, classes, one-way; null: nowhere.
    std::shared_ptr<const ProfileRules> push;
};

}  // namespace allways::importers::osm
