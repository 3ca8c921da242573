// SPDX-License-Identifier: Apache-2.0
// Access of the mode: the rules of [access], [deny] and [barrier].
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

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

}  // namespace allways::importers::osm
