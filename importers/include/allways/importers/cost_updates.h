// SPDX-License-Identifier: Apache-2.0
// Files of live speeds and costs.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/api.h"
#include "allways/cost/cost_updates.h"

namespace allways {

// CSV in one of these forms; blank lines and lines that begin with '#' are skipped:
//
//     from_osm_id,to_osm_id,speed_kmh,rate    as OSRM's segment speeds: the heading may be missing, and so may the
//                                             rate, which has no effect; further fields are ignored
//     arc,speed_kmh                           ids of arcs, both directions
//     arc,reversed,speed_kmh                  reversed is 0 or 1
//     arc,cost  or  arc,reversed,cost         in the unit of the cost; "inf" closes the arc
//
// Speed 0 closes the road. Throws InputError for anything else, also for a speed between 0 and 0.001 km/h: it has the
// line of the first damaged row, and its message names the next ones. `source` is the name in errors. An empty file, or
// one with only a heading, gives no rows.
ALLWAYS_API CostUpdates parse_cost_updates(std::string_view text, const std::string& source);

// Reads a file, plain or gzip. Throws InputError.
ALLWAYS_API CostUpdates read_cost_updates(const std::string& path);

}  // namespace allways
