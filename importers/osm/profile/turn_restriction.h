// SPDX-License-Identifier: Apache-2.0
// Tags of relations → the meaning of a turn restriction for one mode of travel.
#pragma once

#include "osm/conditions/effective_tags.h"
#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

bool is_turn_restriction(const Tags& relation);

// Modes are the profile's access keys. `restriction` alone applies to every vehicle but not to pedestrians,
// `restriction:MODE` and the old `type=restriction:MODE` to that mode; the most specific key decides. `except` exempts
// the modes it lists.
TurnRestriction read_turn_restriction(const AccessRules& rules, const Tags& relation);

// Applies the conditional tags that concern the mode, and the old tags day_on, day_off, hour_on and hour_off. A
// relation that states nothing in this situation gets the value "none".
EffectiveTags effective_restriction_tags(const AccessRules& rules, Tags relation, const Situation& situation);

}  // namespace allways::importers::osm
