// SPDX-License-Identifier: Apache-2.0
// Speeds: the rules of [maxspeed], [factor] and [limit].
#pragma once

#include <optional>

#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

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

}  // namespace allways::importers::osm
