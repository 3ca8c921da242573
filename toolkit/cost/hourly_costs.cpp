// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/cost_updates.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/threads/parallel.h"

namespace allways {

namespace {

constexpr std::string_view place_of_hour = "{hour}";

[[noreturn]] void refuse_hours(std::string_view text) {
    throw InvalidArgument(
        format("`hours`: expected hours from 0 to {}, such as 0-23 or 7-9,17, found '{}'", hours_of_a_week - 1, text));
}

int hour_in(std::string_view text, std::string_view whole) {
    int hour = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hour);
    if (text.empty() || text.front() == '-' || error != std::errc() || end != text.data() + text.size() ||
        hour >= hours_of_a_week) {
        refuse_hours(whole);
    }
    return hour;
}

// "time" of "time_{hour}".
std::string name_without_hour(std::string_view pattern, std::size_t at) {
    std::string_view before = pattern.substr(0, at);
    std::string_view after = pattern.substr(at + place_of_hour.size());
    const auto is_joint = [](char c) { return c == '_' || c == '-' || c == ' ' || c == '.'; };
    if (after.empty()) {
        while (!before.empty() && is_joint(before.back())) before.remove_suffix(1);
    } else if (before.empty()) {
        while (!after.empty() && is_joint(after.front())) after.remove_prefix(1);
    }
    std::string name = std::string(before) + std::string(after);
    return name.empty() ? "cost" : name;
}

const ArcColumn* column_of_hour(const RoadNetwork& network, std::string_view pattern, std::size_t at, int hour) {
    for (const std::string& digits : {format("{}", hour), format("{:02}", hour)}) {
        std::string name(pattern);
        if (const ArcColumn* found = network.column(name.replace(at, place_of_hour.size(), digits))) return found;
        if (network.text(name) != nullptr) throw InvalidArgument(format("`hourly`: column '{}' has no numbers", name));
    }
    return nullptr;
}

void require_rows(const CostUpdateReport& report, const std::string& source, int hour) {
    if (report.not_found == 0) return;
    const CostUpdateReport::Example& first = report.examples.front();
    throw InputError(
        source, first.line,
        format(
            "hour {}: {}: {}{}", hour, first.row, first.why,
            report.not_found == 1 ? "" : format("; {} of this hour match no road", counted(report.not_found, "row"))));
}

}  // namespace

std::vector<int> parse_hours(std::string_view text) {
    std::vector<int> hours;
    for (const std::string_view one : split(text, ',')) {
        const std::string_view part = trimmed(one);
        const std::size_t dash = part.find('-');
        const int first = hour_in(trimmed(part.substr(0, dash)), text);
        const int last = dash == std::string_view::npos ? first : hour_in(trimmed(part.substr(dash + 1)), text);
        if (last < first) refuse_hours(text);
        for (int hour = first; hour <= last; ++hour) {
            if (std::ranges::find(hours, hour) != hours.end())
                throw InvalidArgument(format("`hours`: hour {} occurs twice in '{}'", hour, text));
            hours.push_back(hour);
        }
    }
    return hours;
}

HourlyCosts hourly_costs(const RoadNetwork& network, std::string_view pattern, std::vector<int> hours,
                         const std::string& unit) {
    const std::size_t at = pattern.find(place_of_hour);
    if (at == std::string_view::npos)
        throw InvalidArgument(format("`hourly`: expected {{hour}} in '{}', as in time_{{hour}}", pattern));
    HourlyCosts made{name_without_hour(pattern, at), std::move(hours), {}};
    const bool all = made.hours.empty();
    if (all) {
        for (int hour = 0; hour < hours_of_a_week; ++hour) {
            if (column_of_hour(network, pattern, at, hour) != nullptr) made.hours.push_back(hour);
        }
        if (made.hours.empty())
            throw InvalidArgument(format("`hourly`: the network has no column '{}' for any hour", pattern));
    }
    for (const int hour : made.hours) {
        const ArcColumn* found = column_of_hour(network, pattern, at, hour);
        if (found == nullptr)
            throw InvalidArgument(format("`hourly`: the network has no column '{}' for hour {}", pattern, hour));
        ArcColumn column = *found;
        if (column.unit.empty()) column.unit = unit_symbol(unit);
        if (!made.columns.empty() && column.unit != made.columns.front().unit) {
            throw InvalidArgument(format("`hourly`: column '{}' is in '{}', but '{}' is in '{}'", column.name,
                                         column.unit, made.columns.front().name, made.columns.front().unit));
        }
        made.columns.push_back(std::move(column));
    }
    return made;
}

HourlyCosts hourly_costs(const RoadNetwork& network, std::string_view cost, const HourlyUpdates& updates,
                         std::vector<int> hours) {
    const std::string name = cost_column(network, cost).name;
    HourlyCosts made{name, std::move(hours), {}};
    if (made.hours.empty()) {
        for (const auto& [hour, rows] : updates) made.hours.push_back(hour);
    }
    for (const int hour : made.hours) {
        if (updates.contains(hour)) continue;
        const std::string source = updates.empty() ? "" : updates.begin()->second.source;
        throw InputError(source, 0, format("it has no rows for hour {}", hour));
    }
    const CostUpdater updater(network, name);
    std::vector<CostUpdateReport> reports(made.hours.size());
    made.columns.resize(made.hours.size());
    parallel_for(made.hours.size(), [&](std::size_t i) {
        UpdatedCosts updated = updater.apply(updates.at(made.hours[i]));
        made.columns[i] = std::move(updated.cost);
        made.columns[i].name = format("{}_{}", name, made.hours[i]);
        reports[i] = std::move(updated.report);
    });
    for (std::size_t i = 0; i < reports.size(); ++i)
        require_rows(reports[i], updates.at(made.hours[i]).source, made.hours[i]);
    return made;
}

}  // namespace allways
