// Tags of relations → what a turn restriction says to one mode of travel.
#pragma once

#include "osm/osm_profile_rules.h"

namespace allways::importers::osm {

bool is_turn_restriction(const Tags& relation);

// Modes are the profile's access keys. `restriction` alone applies to every vehicle but not to pedestrians,
// `restriction:MODE` and the old `type=restriction:MODE` to that mode; the most specific key decides. `except` exempts
// the modes it lists.
TurnRestriction read_turn_restriction(const AccessRules& rules, const Tags& relation);

}  // namespace allways::importers::osm
