// SPDX-License-Identifier: Apache-2.0
// Costs by hour as users state them, and the options for them as rows, from which the command and Python make theirs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/option_row.h"
#include "allways/cost/cost_updates.h"
#include "allways/importers/read.h"
#include "allways/query/departure_search.h"

namespace allways {

// Each field is also a row of hour_options().
struct HourChoice {
    // A file of rows by hour (read_hourly_updates), or columns of the network, "time_{hour}"; empty: none.
    std::string hourly = {};
    std::string hours = {};   // "0-23", "7-9,17"; empty: all hours of the file, or of the columns
    std::string depart = {};  // "Mon 08:00" (parse_clock_time): costs change on the way; empty: they do not
};

using HourOptionRow = OptionRow<HourChoice, std::string>;

ALLWAYS_API const std::vector<HourOptionRow>& hour_options();

// Returns the costs that the choice states, or nothing without `hourly`. `cost`: the column that the rows of a file
// change; of `read`, `cost_unit` is that of columns that state none, and `encoding` that of texts of a file, of which
// `log` hears guesses. With `depart` they are those of all hours of a day, or of a week if
// there are hours from 24 on; an hour without rows in a file has the network's cost. Throws InvalidArgument for `hours`
// or `depart` without `hourly`, for both, and for columns that are missing for an hour; and as parse_hours(),
// parse_clock_time(), read_hourly_updates() and hourly_costs().
ALLWAYS_API std::optional<HourlyCosts> hourly_costs(const RoadNetwork& network, const std::string& cost,
                                                    const HourChoice& choice, const ReadOptions& read = {});

// The costs of all hours of a day, or of a week if there are rows of hours from 24 on; an hour without rows has the
// network's cost. Throws as hourly_costs().
ALLWAYS_API HourlyCosts costs_of_all_hours(const RoadNetwork& network, const std::string& cost, HourlyUpdates updates);

// Throws InvalidArgument unless times of journeys can have this type: they are int32.
ALLWAYS_API void check_departure_type(std::optional<CostType> type);

// Adds the costs of all hours to the network, as columns, and returns what departs with them. `depart` must be stated.
ALLWAYS_API HourlyDeparture add_departure(RoadNetwork& network, HourlyCosts costs, const HourChoice& choice);

// The network's own cost beside those: `cost`, or if that is empty and the costs are columns of the network, which may
// have no other, the first of them.
ALLWAYS_API std::string cost_beside(const HourlyCosts& hourly, const RoadNetwork& network, const std::string& cost);

}  // namespace allways
