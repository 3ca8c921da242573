// SPDX-License-Identifier: Apache-2.0
// The column to minimise if none is named: one rule for networks from every source.
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
    std::optional<std::size_t> column;    // nothing: none, or several without a usual name
    bool has_usual_name = false;          // false: `column` is the only one that may be a cost
    std::vector<std::size_t> candidates;  // without a usual name: columns that may be a cost
};

// Takes the names of all columns of numbers, in any case. A usual name of a cost comes first: "cost", "weight", "time",
// "travel_time", "length", then others such as "duration" and "distance", with or without a unit ("time_min"). Else the
// only column is taken that is no id, count, flag, speed or capacity by its name.
ALLWAYS_API CostChoice choose_cost(std::span<const std::string> names);

// The column that is the cost if none is named; null if there is none, or several may be it.
ALLWAYS_API const ArcColumn* usual_cost_column(const RoadNetwork& network);

}  // namespace allways
