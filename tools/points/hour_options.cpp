// SPDX-License-Identifier: Apache-2.0
#include "allways/points/hour_options.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "allways/cost/arc_costs.h"
#include "allways/importers/cost_updates.h"
#include "base/text.h"

namespace allways {

namespace {

std::vector<int> first_hours(int count) {
    std::vector<int> hours(static_cast<std::size_t>(count));
    std::iota(hours.begin(), hours.end(), 0);
    return hours;
}

// Lists the hours of a week if there are some from 24 on, else of a day.
std::vector<int> whole_cycle(int last_hour) {
    return first_hours(last_hour < hours_of_a_day ? hours_of_a_day : hours_of_a_week);
}

enum class SourceKind { columns, files, link_times, rows };

SourceKind kind_of(const std::string& hourly) {
    if (hourly.find("{hour}") == std::string::npos)
        return is_link_times(hourly) ? SourceKind::link_times : SourceKind::rows;
    const std::string lower = lower_case(hourly);
    return lower.ends_with(".csv") || lower.ends_with(".csv.gz") ? SourceKind::files : SourceKind::columns;
}

// The rows of a source that is not columns of the network.
HourlyUpdates read_rows(const RoadNetwork& network, const std::string& hourly, SourceKind kind,
                        const std::vector<int>& hours, const ReadOptions& read) {
    if (kind == SourceKind::files) return read_hourly_files(hourly, hours, read);
    if (kind == SourceKind::rows) return read_hourly_updates(hourly, read);
    const ArcColumn* speed = network.column("free_speed");
    const Unit* unit = speed == nullptr ? nullptr : find_unit(speed->unit, Unit::Kind::speed);
    if (unit == nullptr) {
        throw InputError(hourly, 0,
                         "its speeds are in the unit of the network's column 'free_speed', which is missing or has no "
                         "unit of speed");
    }
    return read_link_times(hourly, *unit);
}

HourlyCosts costs_of_source(const RoadNetwork& network, const std::string& cost, const std::string& hourly,
                            const ReadOptions& read) {
    const SourceKind kind = kind_of(hourly);
    if (kind == SourceKind::columns) {
        const HourlyCosts stated = hourly_costs(network, hourly, std::vector<int>(), read.cost_unit);
        return hourly_costs(network, hourly, whole_cycle(stated.hours.back()), read.cost_unit);
    }
    return costs_of_all_hours(network, cost, read_rows(network, hourly, kind, {}, read));
}

}  // namespace

const std::vector<HourOptionRow>& hour_options() {
    static const std::vector<HourOptionRow> rows{
        {"hourly", &HourChoice::hourly, "SOURCE",
         "Costs by hour, for a table for each hour or for journeys that depart: columns of the network, such as "
         "time_{hour}; or CSV with rows hour,arc[,reversed],cost, with speed_kmh for the cost, or with "
         "from,to,speed_kmh, or with class,speed_factor; or a row for each road with a field for each hour, such as "
         "cost_7; or a file for each hour, such as speeds_{hour}.csv; or GMNS's link_tod.csv. What no row names keeps "
         "its cost"},
        {"hours", &HourChoice::hours, "HOURS",
         "Hours of a day (0 to 23) or of a week (to 167, from Monday 0:00), such as 0-23 or 7-9,17 (default: all of "
         "`hourly`)"},
        {"depart", &HourChoice::depart, "TIME",
         "Begin at this time, and take the costs of each hour while on the way: 08:00, 'Mon 08:00' or "
         "2026-11-23T08:00. `hourly` has travel times of the hours of a day (0 to 23) or of a week"},
    };
    return rows;
}

std::optional<HourlyCosts> hourly_costs(const RoadNetwork& network, const std::string& cost, const HourChoice& choice,
                                        const ReadOptions& read) {
    if (choice.hourly.empty()) {
        if (!choice.depart.empty()) throw InvalidArgument("`depart` needs costs by hour; `hourly` states them");
        if (choice.hours.empty()) return {};
        throw InvalidArgument("`hours` are those of `hourly`, which is missing");
    }
    if (is_cost_expression(network, cost))
        throw InvalidArgument(
            format("`hourly` has costs of its own, beside which `cost` cannot be the expression '{}'", cost));
    if (!choice.depart.empty()) {
        if (!choice.hours.empty())
            throw InvalidArgument("`hours` selects tables of a cube; with `depart` all hours of `hourly` count");
        parse_clock_time(choice.depart);
        return costs_of_source(network, cost, choice.hourly, read);
    }
    std::vector<int> hours;
    if (!choice.hours.empty()) hours = parse_hours(choice.hours);
    const SourceKind kind = kind_of(choice.hourly);
    if (kind == SourceKind::columns) return hourly_costs(network, choice.hourly, std::move(hours), read.cost_unit);
    const HourlyUpdates updates = read_rows(network, choice.hourly, kind, hours, read);
    return hourly_costs(network, cost, updates, std::move(hours));
}

HourlyCosts costs_of_all_hours(const RoadNetwork& network, const std::string& cost, HourlyUpdates updates) {
    const CostUpdates& any = updates.begin()->second;
    const CostUpdates none{any.source, any.of, any.values, {}, 0};
    std::vector<int> hours = whole_cycle(updates.rbegin()->first);
    for (const int hour : hours) updates.try_emplace(hour, none);
    return hourly_costs(network, cost, updates, std::move(hours));
}

void check_departure_type(std::optional<CostType> type) {
    if (type && *type != CostType::int32)
        throw InvalidArgument(format("`cost_type` {} does not go with `depart`, whose times are int32", name(*type)));
}

HourlyDeparture add_departure(RoadNetwork& network, HourlyCosts costs, const HourChoice& choice) {
    HourlyDeparture departure{costs.name, {}, parse_clock_time(choice.depart)};
    for (ArcColumn& column : costs.columns) {
        departure.columns.push_back(column.name);
        const auto same = std::ranges::find(network.columns, column.name, &ArcColumn::name);
        if (same == network.columns.end())
            network.columns.push_back(std::move(column));
        else
            *same = std::move(column);
    }
    return departure;
}

std::string cost_beside(const HourlyCosts& hourly, const RoadNetwork& network, const std::string& cost) {
    const std::string& first = hourly.columns.front().name;
    return cost.empty() && network.column(first) != nullptr ? first : cost;
}

}  // namespace allways
