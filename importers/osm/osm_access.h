// Who may go: the rules of [access], [deny] and [barrier].
#pragma once

#include <optional>

#include "osm/osm_profile_rules.h"

namespace allways::osm {

struct Permission {
    bool granted = false;
    bool specific = false;  // said of this mode, not of traffic in general
};

// What the access tags say; nothing where they say nothing.
std::optional<Permission> permission(const AccessRules& rules, const Tags& tags, Heading heading);

// A way is open unless its access tags deny; where its class needs permission, only if a tag of the mode grants it.
bool may_enter(const AccessRules& rules, const Tags& way, Heading heading, bool needs_permission);

// Access tags decide; where they are silent, the kind of barrier does.
bool may_pass_barrier(const ProfileRules& rules, const Tags& node);

}  // namespace allways::osm
