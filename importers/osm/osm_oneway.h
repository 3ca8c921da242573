// Which way the traffic flows: the rules of [oneway].
#pragma once

#include "osm/osm_profile_rules.h"

namespace allways::osm {

struct Flow {
    bool forward = true;
    bool backward = true;
    bool reversible = false;  // closed, since the direction changes with the hour
};

// A key other than the first decides; else tags that open both ways; else the first key; else what the kind of way
// implies.
Flow flow_of(const OnewayRules& rules, const Tags& way);

}  // namespace allways::osm
