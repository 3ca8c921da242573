// What a profile file says, as plain values: made by osm_profile_file.h, applied to tags by osm_access.h, osm_oneway.h
// and osm_speed.h.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "osm/osm_profile.h"

namespace allways::osm {

using Words = std::set<std::string, std::less<>>;
using SpeedTable = std::map<std::string, double, std::less<>>;  // value of a tag → km/h

// Tags that have one of some values, or any value: "*".
struct TagMatch {
    bool fits(const Tags& tags) const {
        const std::string_view value = tags[key];
        return !value.empty() && (values.contains(value) || values.contains("*"));
    }
    std::string key;
    Words values;
};

// Whether one of the rules fits one of the tags.
inline bool matches(const std::vector<TagMatch>& rules, const Tags& tags) {
    return std::ranges::any_of(rules, [&](const TagMatch& rule) { return rule.fits(tags); });
}

enum class Heading { forward, backward, none };  // none: of nodes

// A key whose forms key:forward and key:backward count for one direction only.
struct DirectedKey {
    explicit DirectedKey(std::string key) : bare(key), forward(key + ":forward"), backward(key + ":backward") {}
    const std::string& towards(Heading heading) const {
        return heading == Heading::forward ? forward : heading == Heading::backward ? backward : bare;
    }
    std::string bare, forward, backward;
};

// Keys go from the general to the specific, and the most specific one that says something decides; of one key, its form
// for the direction. `read(key, value)` gives an optional: nothing where the value says nothing.
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

struct AccessRules {
    std::vector<DirectedKey> keys;
    Words permit;
    Words deny;
    Words specific;  // of the keys, those that open classes which need permission
};

struct OnewayRules {
    std::vector<std::string> keys;
    std::vector<TagMatch> oneway_where;  // ways on which `oneway` counts though it is not one of the keys
    std::vector<TagMatch> implied;
    std::vector<TagMatch> implied_backward;
    std::vector<TagMatch> both_ways;
};

// The law: "de:urban" → km/h, and the countries whose zones are in miles an hour.
struct CountrySpeeds {
    SpeedTable kmh;
    Words in_mph;
    // Of "DE:urban", "BE-VLG:rural", "DE:zone:30", "GB:zone20", "FR:30".
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
    CountrySpeeds countries;
};

// A key with a speed for each of some values.
struct SpeedsOfKey {
    std::string key;
    SpeedTable kmh;
};

struct BarrierRules {
    Words open;
    std::vector<TagMatch> open_where;
    std::vector<TagMatch> closed_where;
    std::vector<TagMatch> other_access;  // nodes without a barrier whose access tags speak of something beside the way
};

struct ProfileRules {
    std::string name;
    AccessRules access;
    std::vector<TagMatch> deny;
    std::vector<TagMatch> needs_permission;
    SpeedTable speed;                   // by highway
    SpeedTable speed_with_permission;   // by highway
    std::vector<SpeedsOfKey> speed_of;  // by other keys, where there is no highway
    OnewayRules oneway;
    MaxspeedRules maxspeed;
    std::vector<SpeedsOfKey> limits;      // no faster than this
    SpeedTable ferry;                     // by route
    std::optional<BarrierRules> barrier;  // nothing: no barrier closes
};

}  // namespace allways::osm
