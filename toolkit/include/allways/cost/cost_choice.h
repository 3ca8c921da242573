// SPDX-License-Identifier: Apache-2.0
// Chooses the column to minimise if the user names none: one rule for networks from every source.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

struct CostChoice {
    std::optional<std::size_t> column;     // nothing: no candidate, or several without a usual name
    bool has_usual_name = false;           // false: `column` is the only candidate
    std::vector<std::size_t> candidates;   // without a usual name: columns that may be a cost
    std::vector<std::size_t> rivals;       // with a usual name other than "cost": columns that could as well be meant
    std::vector<std::size_t> passed_over;  // columns of zeros; if nothing else can be chosen, the first is the column
};

// Takes the names of all numeric columns, in any case. A usual name of a cost is preferred: "cost", "weight", "time",
// "travel_time", "length", then others such as "duration" and "distance", with or without a unit ("time_min").
// Otherwise the choice is the only column whose name is not that of an id, count, flag, speed or capacity.
// Names of times and of lengths are no rivals: a time is preferred.
ALLWAYS_API CostChoice choose_cost(std::span<const std::string> names);

// The same for columns with their values: passes over columns that are 0 on every arc.
ALLWAYS_API CostChoice choose_cost(std::span<const ArcColumn> columns);

// Returns the column that is the cost if none is named, or null if there is no candidate or more than one.
ALLWAYS_API const ArcColumn* usual_cost_column(const RoadNetwork& network);

}  // namespace allways
