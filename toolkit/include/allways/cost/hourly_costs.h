// SPDX-License-Identifier: Apache-2.0
// Costs by hour: a network's arcs have a cost for each hour of a day or a week.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/cost/cost_updates.h"
#include "allways/network/road_network.h"

namespace allways {

// Hours are counted from the beginning of a day (0 to 23), or of a week (Monday is 0 to 23, Sunday 144 to 167).
inline constexpr int hours_of_a_day = 24;
inline constexpr int hours_of_a_week = 168;

struct HourlyCosts {
    std::string name;                // of the cost, whatever the hour: "time"
    std::vector<int> hours;          // each once, in the order in which results have them
    std::vector<ArcColumn> columns;  // one for each hour, with a value for each arc, all in one unit; "time_8"
};

// "0-23", "7-9,17": the hours in this order. Throws InvalidArgument, naming `hours`, for anything else, an hour beyond
// 167 and one that occurs twice.
ALLWAYS_API std::vector<int> parse_hours(std::string_view text);

// The rows of one file by hour; the rows of an hour name what differs from the network's cost.
using HourlyUpdates = std::map<int, CostUpdates>;

// The network's columns called `pattern` with each hour in the place of "{hour}", with or without a leading zero:
// "time_8" or "time_08" of "time_{hour}". `hours` empty: all that there are, ascending. `unit`: that of columns that
// state none. Throws InvalidArgument if an hour has no column, or if their units differ.
ALLWAYS_API HourlyCosts hourly_costs(const RoadNetwork& network, std::string_view pattern, std::vector<int> hours,
                                     const std::string& unit = {});

// The cost `cost` (as cost_column() takes it) with the updates of each hour, as CostUpdater applies them: what no row
// names keeps the network's cost. `hours` empty: all of the updates. Throws InputError, naming the first line, for a
// row of these hours that matches no road, and for an hour without rows; and as CostUpdater does. O(m log m), and O(m +
// r log m) for each hour, on all cores.
ALLWAYS_API HourlyCosts hourly_costs(const RoadNetwork& network, std::string_view cost, const HourlyUpdates& updates,
                                     std::vector<int> hours);

}  // namespace allways
