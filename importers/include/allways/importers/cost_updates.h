// SPDX-License-Identifier: Apache-2.0
// Files of live speeds and costs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/units.h"
#include "allways/cost/cost_updates.h"
#include "allways/importers/read.h"

namespace allways {

// CSV in one of these forms; blank lines are skipped, and lines that begin with '#' unless they are below a heading:
//
//     from_osm_id,to_osm_id,speed_kmh,rate    as OSRM's segment speeds: the heading may be missing, and so may the
//                                             rate, which has no effect; further fields are ignored
//     arc,speed_kmh                           ids of arcs or of lines that were cut into arcs, both directions
//     arc,reversed,speed_kmh                  reversed is 0 or 1
//     arc,cost  or  arc,reversed,cost         in the unit of the cost; "inf" closes the arc
//     name,speed_kmh  or  name,cost           all roads of a name; of costs only "inf", unless it is one arc
//     class,cost_factor                       of all roads of a class (facility_type); "inf" closes them
//     class,speed_factor                      the same for times, which are divided by it; 0 closes the roads
//
// Speed 0 closes the road. Throws InputError for anything else, also for a speed between 0 and 0.001 km/h: it has the
// line of the first damaged row, and its message names the next ones. `source` is the name in errors. An empty file, or
// one with only a heading, gives no rows.
ALLWAYS_API CostUpdates parse_cost_updates(std::string_view text, const std::string& source);

// Reads a file, plain or gzip, whose texts are in `options.encoding`; logs guesses about them. No other option has an
// effect. Throws InputError.
ALLWAYS_API CostUpdates read_cost_updates(const std::string& path, const ReadOptions& options = {});

// The same kinds of rows by hour (0 to 167), with a heading, in one of two forms: a row for each hour and road, or a
// row for each road with a field for each hour, which may be empty:
//
//     hour,from_osm_id,to_osm_id,speed_kmh[,rate]     hour,arc[,reversed],speed_kmh     hour,arc[,reversed],cost
//     from_osm_id,to_osm_id,speed_kmh_7,speed_kmh_8   arc[,reversed],speed_kmh_7,…      arc[,reversed],cost_7,…
//     hour,class,speed_factor   hour,class,cost_factor   class,speed_factor_7,…         class,cost_factor_7,…
//
// Throws as parse_cost_updates(), also for an hour beyond 167, a field of an hour that occurs twice, and a file without
// rows.
ALLWAYS_API HourlyUpdates parse_hourly_updates(std::string_view text, const std::string& source);
ALLWAYS_API HourlyUpdates read_hourly_updates(const std::string& path, const ReadOptions& options = {});

// Reads one file for each hour, as read_cost_updates() does: `pattern` has "{hour}" in the place of the hour, with or
// without a leading zero ("speeds_{hour}.csv"). `hours` empty: all for which there is a file. Throws InputError as
// read_cost_updates() does, if an hour has no file, and if both "7" and "07" exist.
ALLWAYS_API HourlyUpdates read_hourly_files(const std::string& pattern, const std::vector<int>& hours,
                                            const ReadOptions& options = {});

// ---- GMNS: speeds of links by time of day

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
