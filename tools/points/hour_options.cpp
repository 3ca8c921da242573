// SPDX-License-Identifier: Apache-2.0
#include "allways/points/hour_options.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/cost_expression.h"
#include "allways/importers/cost_updates.h"

namespace allways {

const std::vector<HourOptionRow>& hour_options() {
    static const std::vector<HourOptionRow> rows{
        {"hourly", &HourChoice::hourly, "SOURCE",
         "Make a table for each hour, of costs by hour: columns of the network, such as time_{hour}; or CSV with rows "
         "hour,arc[,reversed],cost, with speed_kmh for the cost, or with from,to,speed_kmh; or a row for each road "
         "with "
         "a field for each hour, such as cost_7. What no row names keeps its cost"},
        {"hours", &HourChoice::hours, "HOURS",
         "Hours of a day (0 to 23) or of a week (to 167, from Monday 0:00), such as 0-23 or 7-9,17 (default: all of "
         "`hourly`)"},
    };
    return rows;
}

std::optional<HourlyCosts> hourly_costs(const RoadNetwork& network, const std::string& cost, const HourChoice& choice) {
    if (choice.hourly.empty()) {
        if (choice.hours.empty()) return {};
        throw InvalidArgument("`hours` are those of `hourly`, which is missing");
    }
    if (is_cost_expression(network, cost))
        throw InvalidArgument(
            format("`hourly` has costs of its own, beside which `cost` cannot be the expression '{}'", cost));
    std::vector<int> hours;
    if (!choice.hours.empty()) hours = parse_hours(choice.hours);
    if (choice.hourly.find("{hour}") != std::string::npos)
        return hourly_costs(network, choice.hourly, std::move(hours));
    return hourly_costs(network, cost, read_hourly_updates(choice.hourly), std::move(hours));
}

std::string cost_beside(const HourlyCosts& hourly, const RoadNetwork& network, const std::string& cost) {
    const std::string& first = hourly.columns.front().name;
    return cost.empty() && network.column(first) != nullptr ? first : cost;
}

}  // namespace allways
