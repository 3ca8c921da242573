// SPDX-License-Identifier: Apache-2.0
// GMNS: speeds of links by time of day.
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/base/units.h"
#include "allways/cost/hourly_costs.h"

namespace allways {

// Returns true if the first line names the fields of GMNS's link_tod table: link_id, and time_day or timeday_id. Throws
// InputError if the file cannot be read.
ALLWAYS_API bool is_link_times(const std::string& path);

// Reads link_tod.csv: each row gives a link a free_speed, in `unit`, at the hours of a week of its time_day
// ("01111100_0700_0900": Monday to Friday from 7 to 9), or of its timeday_id in time_set_definitions.csv beside it. The
// last of several rows for a link and an hour counts. Days of holidays are left aside: hours are those of a week
// without them. Rows without a free_speed change nothing, and neither do fields that are no part of a link's time.
//
// Throws InputError, naming the line, for times that are not at full hours, allowed_uses (a link may be closed to some
// modes, which is not read), a speed that is negative, a timeday_id without a definition, and a file without speeds.
ALLWAYS_API HourlyUpdates read_link_times(const std::string& path, const Unit& unit);

}  // namespace allways
