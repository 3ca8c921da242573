// SPDX-License-Identifier: Apache-2.0
#include "cost/hour_profiles.h"

#include <algorithm>
#include <cmath>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "base/threads/work_meter.h"
#include "cost/fixed_cost.h"
#include "network/named_column.h"

namespace allways::cost {

namespace {

constexpr std::int64_t seconds_a_year = 366 * 86'400;

// Milliseconds: int32 then holds durations up to twelve days.
constexpr int most_digits = 3;

// The seconds of a number in a unit of time; exact but for more than 18 digits.
Decimal seconds_of(const Decimal& value, const Unit& unit) {
    return value * Decimal(unit.size, 3);
}

struct TimeColumn {
    const ArcColumn* column;
    const Unit* unit;
    Decimal longest;  // in seconds
    int digits = 0;   // that seconds need
};

TimeColumn time_column(const RoadNetwork& network, const std::string& name) {
    const ArcColumn& column = network::named_column(network.columns, name, "as the travel time of an hour");
    const Unit* unit = find_unit(column.unit, Unit::Kind::time);
    if (unit == nullptr) {
        throw InvalidArgument(
            format("`depart` needs costs that are times, but '{}' is {}", name,
                   column.unit.empty() ? "in no stated unit; `cost_unit` states it" : format("in {}", column.unit)));
    }
    return {&column, unit, {}, 0};
}

// Finds the longest time and the digits; refuses negative times.
void measure(const RoadNetwork& network, TimeColumn& times) {
    double longest = 0;
    for (std::size_t arc = 0; arc < times.column->values.size(); ++arc) {
        const Decimal& value = times.column->values[arc];
        if (value.is_missing()) continue;
        const Decimal seconds = seconds_of(value, *times.unit);
        const double size = seconds.to_double();
        if (size < 0 || size > static_cast<double>(seconds_a_year)) {
            throw InputError(network.provenance.source, 0,
                             format("{} of {} is {} s; with a departure times range from 0 to a year",
                                    times.column->name, arc_text(network, arc), seconds.to_string()));
        }
        times.digits = std::max(times.digits, seconds.scale());
        if (size > longest) {
            longest = size;
            times.longest = seconds;
        }
    }
    if (!times.column->resolution_digits) return;
    // A column that states its resolution needs the digits of one unit of it.
    times.digits = std::max(0, seconds_of(Decimal(1, *times.column->resolution_digits), *times.unit).scale());
}

bool fits(const Decimal& seconds, int digits) {
    const auto raw = seconds.rounded_fixed_point(digits);
    return raw && *raw < unreachable_cost<std::int32_t>;
}

}  // namespace

HourProfiles::HourProfiles(const RoadNetwork& network, const AdjacencyArray& adjacency,
                           std::span<const std::string> columns, const LogCallback& callback)
    : hours_(columns.size()), arcs_(adjacency.arcs.size()) {
    std::vector<TimeColumn> all;
    for (const std::string& name : columns) all.push_back(time_column(network, name));
    parallel_for(hours_, [&](std::size_t hour) { measure(network, all[hour]); });
    int needed = 0;
    for (const TurnRules::Cost& price : network.turns.costs) needed = std::max(needed, price.seconds.scale());
    for (const TimeColumn& times : all) needed = std::max(needed, times.digits);
    digits_ = std::min(needed, most_digits);
    const auto all_fit = [&] {
        return std::ranges::all_of(all, [&](const TimeColumn& times) { return fits(times.longest, digits_); });
    };
    while (digits_ > 0 && !all_fit()) --digits_;
    for (int digit = 0; digit < digits_; ++digit) raw_second_ *= 10;
    if (digits_ < needed) {
        log(callback, LogLevel::info,
            format("times by hour are rounded to {} decimal{} of a second", digits_, digits_ == 1 ? "" : "s"));
    }
    times_.resize(arcs_ * hours_);
    parallel_for(hours_, [&](std::size_t hour) {
        const TimeColumn& times = all[hour];
        for (std::size_t position = 0; position < arcs_; ++position) {
            const Decimal& value = times.column->values[adjacency.arcs[position]];
            times_[hour * arcs_ + position] =
                value.is_missing()
                    ? closed
                    : static_cast<std::int32_t>(*seconds_of(value, *times.unit).rounded_fixed_point(digits_));
        }
    });
}

std::int32_t HourProfiles::shortest(std::size_t position) const {
    std::int32_t least = unreachable_cost<std::int32_t>;
    for (std::size_t hour = 0; hour < hours_; ++hour) {
        const std::int32_t time = time_at(position, hour);
        if (time != closed) least = std::min(least, time);
    }
    return least;
}

// Moves on to an hour in which the arc is open. Returns false if there is none.
bool HourProfiles::skip_closed_hours(std::size_t position, Moment& at) const {
    for (std::size_t skipped = 0; time_at(position, at.hour) == closed; ++skipped) {
        if (skipped == hours_) return false;
        step(at);
    }
    return true;
}

std::int64_t HourProfiles::arrival_after_the_hour(std::size_t position, Moment at) const {
    if (!skip_closed_hours(position, at)) return never;
    std::int64_t speed = time_at(position, at.hour);  // the time of the whole arc
    std::int64_t left = speed;
    while (at.time + left > at.end) {
        left -= at.end - at.time;
        step(at);
        skip_closed_hours(position, at);
        const std::int64_t next = time_at(position, at.hour);
        left = (left * next + speed - 1) / speed;
        speed = next;
    }
    return at.time + left;
}

}  // namespace allways::cost
