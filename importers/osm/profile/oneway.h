// SPDX-License-Identifier: Apache-2.0
// Directions of traffic: the rules of [oneway].
#pragma once

#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

struct Flow {
    bool forward = true;
    bool backward = true;
    bool reversible = false;  // closed, since the direction changes with the hour
};

// Returns true for the values of one-way keys: "yes", "-1", "reversible".
bool is_oneway_value(std::string_view value);

// Rules in order: a key other than the first; tags that open both ways; the first key; the default of the kind of way.
Flow flow_of(const OnewayRules& rules, const Tags& way);

}  // namespace allways::importers::osm
