// SPDX-License-Identifier: Apache-2.0
// Tags → access, directions of traffic, speeds, prices of nodes, the limits that apply to a vehicle of some size, and
// the meaning of turn restrictions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "osm/conditions/effective_tags.h"
#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

// ---- access: the rules of [access], [deny] and [barrier]

// The tags that can open the way.
enum class Need { none, any_key, own_key };

struct Permission {
    Entry entry = Entry::closed;
    bool specific = false;    // stated for this mode, rather than for traffic in general
    bool restricted = false;  // closed by a value that permits destinations on some ways
};

// Returns true if one of the values permits or denies.
bool is_access_value(const AccessRules& rules, std::string_view values);

// Returns the permission that the access tags state; nothing if they do not apply.
std::optional<Permission> permission(const AccessRules& rules, const Tags& tags, Heading heading);

// Returns for each lane in that direction, from the left, if the mode may use it, by keys such as
// vehicle:lanes:forward; empty if there are none. The number of lanes is that of the first key; others count if they
// have as many. `only_way`: the mode travels in this direction only, so that keys without a direction apply.
std::vector<bool> open_lanes(const AccessRules& rules, const Tags& way, Heading heading, bool only_way);

// A way is open unless its access tags deny; if its class needs permission, it is open only if a tag grants it. Without
// `zones` destination_only does not occur: values for destinations open, and restricted ones close.
Entry entry(const AccessRules& rules, const Tags& way, Heading heading, Need need, bool zones);

// Returns true for a node without a barrier whose tags refer to something next to the way, such as a car park.
bool is_beside_way(const ProfileRules& rules, const Tags& node);

// Returns the entry that the access tags of a node state or, without such tags, the kind of barrier.
Entry entry_of_barrier(const ProfileRules& rules, const Tags& node);

// ---- directions of traffic: the rules of [oneway]

struct Flow {
    bool forward = true;
    bool backward = true;
    bool reversible = false;  // closed, since the direction changes with the hour
};

// Returns true for the values of one-way keys: "yes", "-1", "reversible".
bool is_oneway_value(std::string_view value);

// Rules in order: a key other than the first; tags that open both ways; the first key; the default of the kind of way.
Flow flow_of(const OnewayRules& rules, const Tags& way);

// ---- speeds: the rules of [maxspeed], [factor] and [limit]

// Returns the limit in km/h for the mode in this direction; nothing if no number is posted.
std::optional<double> posted_limit(const MaxspeedRules& rules, const Tags& way, Heading heading);

// Returns true if "none" is a limit on this way.
bool may_be_none(const MaxspeedRules& rules, const Tags& way);

// Returns true if the value is a limit, or states that variable signs show it.
bool is_limit(const MaxspeedRules& rules, std::string_view value, bool may_be_none = true);

// Returns true if the value is a number, or a word that a factor or a cap names; nothing for keys without bounds.
std::optional<bool> understands_number(const ProfileRules& rules, std::string_view key, std::string_view text);

// Returns the speed of the class, replaced or capped by the posted limit, reduced by the factors, and capped by surface
// and similar tags. `both_ways`: the way is open in both directions.
double speed_of(const ProfileRules& rules, const Tags& way, double class_kmh, Heading heading, bool both_ways);

// Returns the speed, capped by surface and similar tags.
double capped(const std::vector<NumbersOfKey>& limits, const Tags& way, double kmh);

// ---- prices of nodes: the rules of [turn_costs.node]

NodePrice node_price(const TurnCostRules& rules, const Tags& node);

// ---- the size of a vehicle

// Changes the sizes that the text names: "height=3.8,weight=18,hazmat=yes"; metres and tonnes. Throws InvalidArgument
// for an unknown name, for a size that is not a number above 0, and for a value of hazmat other than yes and no.
void set_sizes(VehicleSize& vehicle, std::string_view text);

// Reads maxheight, maxwidth, maxlength, maxweight, maxweightrating, maxaxleload and their forms for a direction and for
// the access keys ("maxweight:hgv", of which the most specific one decides); width, est_width, narrow, hazmat. Limits
// on a size that the vehicle does not state do not apply.
class SizeLimits {
public:
    SizeLimits() = default;
    SizeLimits(const VehicleSize& vehicle, const std::vector<DirectedKey>& access_keys);

    // Return true if the vehicle is too large, too heavy, or carries forbidden goods. Limits that are not understood
    // count as absent.
    bool close_way(const Tags& way, Heading heading) const;
    bool close_node(const Tags& node) const;

    // Returns the keys that are read, in no particular order: those of ways, or of nodes.
    std::vector<DirectedKey> keys(bool of_nodes) const;
    // Returns true if the value has a meaning; nothing for other keys.
    std::optional<bool> understands(std::string_view key, std::string_view value) const;

private:
    enum class Kind : std::uint8_t { height, width, length, weight };
    struct Limit {
        Kind kind = Kind::height;  // determines how the value is read
        double size = 0;           // size of the vehicle
        bool is_physical = false;  // the vehicle needs more room than its size
        bool on_nodes = true;
        std::vector<DirectedKey> keys;  // from the general to the specific
    };
    void add(Kind kind, const std::optional<double>& size, std::string_view key, const std::vector<DirectedKey>& modes,
             bool is_physical = false, bool on_nodes = true);
    static std::optional<bool> closes(const Limit& limit, std::string_view text);
    static bool closes(const Limit& limit, const Tags& tags, Heading heading);
    static bool may_have_limits(const Tags& tags);

    std::vector<Limit> limits_;
    std::optional<double> width_m_;
    bool hazmat_ = false;
};

// ---- turn restrictions (turn_restriction.cpp)

// Modes are the profile's access keys. `restriction` alone applies to every vehicle but not to pedestrians,
// `restriction:MODE` and the old `type=restriction:MODE` to that mode; the most specific key decides. `except` exempts
// the modes it lists.
TurnRestriction read_turn_restriction(const AccessRules& rules, const Tags& relation);

// Applies the conditional tags that concern the mode, and the old tags day_on, day_off, hour_on and hour_off. A
// relation that states nothing in this situation gets the value "none".
EffectiveTags effective_restriction_tags(const AccessRules& rules, Tags relation, const Situation& situation);

}  // namespace allways::importers::osm
