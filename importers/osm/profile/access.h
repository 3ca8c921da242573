// SPDX-License-Identifier: Apache-2.0
// Access of the mode: the rules of [access], [deny] and [barrier].
#pragma once

#include <optional>
#include <string_view>

#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

// Which tag opens the way.
enum class Need { none, any_key, own_key };

struct Permission {
    Entry entry = Entry::closed;
    bool specific = false;    // stated for this mode, not for traffic in general
    bool restricted = false;  // closed, by a value that lets to some ways
};

// Returns true if one of the values permits or denies.
bool is_access_value(const AccessRules& rules, std::string_view values);

// Returns what the access tags state; nothing if they do not apply.
std::optional<Permission> permission(const AccessRules& rules, const Tags& tags, Heading heading);

// A way is open unless its access tags deny; if its class needs permission, only if a tag grants it.
// Without `zones` there is no destination_only: values for destinations open, and restricted ones close.
Entry entry(const AccessRules& rules, const Tags& way, Heading heading, Need need, bool zones);

// Returns true for a node without a barrier whose tags refer to something beside the way, such as a car park.
bool is_beside_way(const ProfileRules& rules, const Tags& node);

// Returns what the access tags of a node or, without them, the kind of barrier say.
Entry entry_of_barrier(const ProfileRules& rules, const Tags& node);

}  // namespace allways::importers::osm
