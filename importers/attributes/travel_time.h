// SPDX-License-Identifier: Apache-2.0
// Lengths and speeds with their units → times; and units that the user states because the file does not state them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "allways/base/units.h"
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

// ---- units that the options state because a file does not, or states them wrongly

// Returns the symbol of a unit of one of these kinds: "ft" for "feet". Throws InvalidArgument, naming the option, for
// any other text.
std::string stated_unit(std::string_view option, std::string_view text, std::initializer_list<Unit::Kind> kinds);

// Replaces a unit; logs if the file states another one. `what` names the numbers: "'time'".
void replace_unit(std::string& unit, const std::string& stated, std::string_view what, const LogCallback& log);

// Adds the column of an expression in ReadOptions::cost, after the turn rules, whose prices it has to fit. Sets the
// unit ReadOptions::cost_unit on a column: ReadOptions::cost, or the one that is minimised by default. Throws as
// add_cost() does, and InvalidArgument if there is no such column, if its unit is known because it was computed, if the
// unit is of another kind (a length cannot be in minutes), and if a requested column states another unit.
void settle_cost(RoadNetwork& network, const ReadOptions& options);
// Sets the unit of the numbers of a matrix or a table.
void state_cost_unit(CostScale& scale, const ReadOptions& options);

}  // namespace allways::importers
