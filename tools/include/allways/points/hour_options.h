// SPDX-License-Identifier: Apache-2.0
// Costs by hour as users state them, and the options for them as rows, from which the command and Python make theirs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/cost/hourly_costs.h"

namespace allways {

// Each field is also a row of hour_options().
struct HourChoice {
    // A file of rows by hour (read_hourly_updates), or columns of the network, "time_{hour}"; empty: none.
    std::string hourly = {};
    std::string hours = {};  // "0-23", "7-9,17"; empty: all hours of the file, or of the columns
};

using HourOptionRow = OptionRow<HourChoice, std::string>;

ALLWAYS_API const std::vector<HourOptionRow>& hour_options();

// Returns the costs that the choice states, or nothing without `hourly`. `cost`: the column that the rows of a file
// change. Throws InvalidArgument for `hours` without `hourly`, and as parse_hours(), read_hourly_updates() and
// hourly_costs().
ALLWAYS_API std::optional<HourlyCosts> hourly_costs(const RoadNetwork& network, const std::string& cost,
                                                    const HourChoice& choice);

// The network's own cost beside those: `cost`, or if that is empty and the costs are columns of the network, which may
// have no other, the first of them.
ALLWAYS_API std::string cost_beside(const HourlyCosts& hourly, const RoadNetwork& network, const std::string& cost);

}  // namespace allways
