// SPDX-License-Identifier: Apache-2.0
// Lengths and speeds with their units → times; and units that the user states because the file does not state them.
#pragma once

#include <optional>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Returns the seconds to travel `length` at `speed`: length · (metres per length unit) / (speed · metres per second per
// speed unit). The conversion is one exact fraction (for feet and miles per hour: length · 15 / (22 · speed)); the
// quotient is rounded half up to 12 digits after the point. A value is missing if length or speed is missing, the
// length is negative, or the speed is not positive. Returns nothing for an unknown unit.
std::optional<ArcColumn> travel_time(const ArcColumn& length, const ArcColumn& speed);

// Sets the units that the options state on the columns of lengths and speeds (options.speed_field, else free_speed or
// speed). Adds the column "time" unless the network has one, if the options name a speed field, state its unit or give
// a default speed. Throws InvalidArgument for a unit without a column, for an unknown field, and for a default speed if
// the network has times.
void state_units(RoadNetwork& network, const ReadOptions& options);

// Adds the column `time`, and logs its origin ("length / speed") and the number of arcs without a time.
void add_time(RoadNetwork& network, ArcColumn time, const std::string& made_of, const LogCallback& log);

}  // namespace allways::importers
