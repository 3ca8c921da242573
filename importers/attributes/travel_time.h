// Lengths and speeds with their units → times; units that the user states where the file does not.
#pragma once

#include <optional>
#include <string_view>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways {

// Metres of a unit by its symbol: "ft", "mi", "m", "km". Nothing for others.
std::optional<double> metres_in(std::string_view length_unit);

// Seconds to pass `length` at `speed`: length · (metres per length unit) / (speed · metres per second per speed unit),
// the conversion taken as one exact fraction (for feet and miles an hour: length · 15 / (22 · speed)), the quotient
// rounded half up to 12 digits after the point. Missing where either value is missing, not positive for speed, or
// negative for length. Nothing where a unit is not known.
std::optional<ArcColumn> travel_time(const ArcColumn& length, const ArcColumn& speed);

// Gives the columns of lengths and speeds (options.speed_field, else free_speed or speed) the units that the options
// state, and where a speed is named, has its unit stated or there is a default speed, the network the column "time"
// unless it has one. Throws InvalidArgument for a unit that is of no column, for a field that is none, and for a
// default beside times.
void state_units(RoadNetwork& network, const ReadOptions& options);

// Gives the network the column `time`, and logs what it is made of ("length / speed") and how many arcs have none.
void add_time(RoadNetwork& network, ArcColumn time, const std::string& made_of, const LogCallback& log);

}  // namespace allways
