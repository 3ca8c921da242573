// Tags of relations → turn restrictions, and the modes they apply to.
#pragma once

#include "osm/osm_profile_rules.h"

namespace allways::importers::osm {

bool is_turn_restriction(const Tags& relation);

// Modes are the profile's access keys. `restriction` alone applies to every vehicle but not to pedestrians,
// `restriction:MODE` to that mode; `except` exempts the modes it lists.
bool restriction_binds(const AccessRules& rules, const Tags& relation);

}  // namespace allways::importers::osm
