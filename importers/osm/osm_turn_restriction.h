// Tags of relations → whether they restrict turns, and whose.
#pragma once

#include "osm/osm_profile_rules.h"

namespace allways::osm {

bool is_turn_restriction(const Tags& relation);

// Modes are the profile's access keys. `restriction` alone binds every vehicle but nobody on foot, `restriction:MODE`
// that mode; `except` frees the modes it lists.
bool restriction_binds(const AccessRules& rules, const Tags& relation);

}  // namespace allways::osm
