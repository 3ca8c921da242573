// SPDX-License-Identifier: Apache-2.0
// Costs by hour: a table for each hour, and journeys on which the costs change.
#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include "trial.h"

namespace trials {

namespace {

constexpr std::size_t hours_of_a_day = 24;
constexpr std::int64_t seconds_of_an_hour = 3600;

using HourlyCosts = std::vector<std::array<std::int64_t, hours_of_a_day>>;  // of each arc; unreachable: closed

// Rows by hour, or a field for each hour, of some arcs at some hours; the others keep their cost.
HourlyCosts write_hours(Random& random, const Network& network, const std::filesystem::path& file,
                        const std::vector<std::size_t>& hours, std::int64_t largest) {
    HourlyCosts costs(network.arcs.size());
    for (std::size_t k = 0; k < network.arcs.size(); ++k) costs[k].fill(network.arcs[k].cost);
    std::vector<std::array<bool, hours_of_a_day>> stated(network.arcs.size());
    for (auto& each : stated) each.fill(false);
    for (const std::size_t hour : hours) {
        for (std::size_t k = 0; k < 1 + random.below(network.arcs.size()); ++k) {
            const std::size_t arc = random.below(network.arcs.size());
            stated[arc][hour] = true;
            costs[arc][hour] = random.chance(6)
                                   ? unreachable
                                   : static_cast<std::int64_t>(random.below(static_cast<std::size_t>(largest)));
        }
    }
    const auto text = [&](std::size_t arc, std::size_t hour) {
        return costs[arc][hour] == unreachable ? "inf" : cost_text(costs[arc][hour], network.digits);
    };
    std::ofstream out(file);
    if (random.chance(2)) {
        out << "hour,arc,cost\n";
        for (const std::size_t hour : hours) {
            for (std::size_t arc = 0; arc < network.arcs.size(); ++arc) {
                if (stated[arc][hour]) out << hour << ',' << arc + 1 << ',' << text(arc, hour) << '\n';
            }
        }
        return costs;
    }
    out << "arc";
    for (const std::size_t hour : hours) out << ",cost_" << hour;
    out << '\n';
    for (std::size_t arc = 0; arc < network.arcs.size(); ++arc) {
        out << arc + 1;
        for (const std::size_t hour : hours) out << ',' << (stated[arc][hour] ? text(arc, hour) : "");
        out << '\n';
    }
    return costs;
}

// Times from midnight, in units of 10^-digits seconds.
class Journeys {
public:
    Journeys(const Network& network, const HourlyCosts& costs)
        : network_(network), costs_(costs), hour_(seconds_of_an_hour) {
        for (int k = 0; k < network.digits; ++k) hour_ *= 10;
    }
    std::int64_t hour() const { return hour_; }

    // The arrivals at all nodes over all paths without a repeated node.
    std::vector<std::int64_t> arrivals(std::size_t from, std::int64_t departure) {
        found_.assign(network_.node_count(), unreachable);
        found_[from] = departure;
        visited_.assign(network_.node_count(), false);
        go(from, from, departure);
        return found_;
    }

private:
    void go(std::size_t source, std::size_t node, std::int64_t time) {
        if (node != source && network_.no_through[node]) return;
        visited_[node] = true;
        for (std::size_t k = 0; k < network_.arcs.size(); ++k) {
            const Arc& arc = network_.arcs[k];
            if (arc.tail != node || visited_[arc.head]) continue;
            const std::optional<std::int64_t> at = arrival(k, time);
            if (!at) continue;
            found_[arc.head] = std::min(found_[arc.head], *at);
            go(source, arc.head, *at);
        }
        visited_[node] = false;
    }

    // What is left of an arc at the end of an hour is travelled at the next hour's speed, rounded up; on a closed arc
    // one waits.
    std::optional<std::int64_t> arrival(std::size_t arc, std::int64_t time) const {
        std::optional<std::int64_t> left;  // in units of time at the speed of `of`
        std::int64_t of = 0;
        for (std::int64_t hour = time / hour_; hour < time / hour_ + 400; ++hour) {
            const std::int64_t cost = costs_[arc][static_cast<std::size_t>(hour) % hours_of_a_day];
            const std::int64_t end = (hour + 1) * hour_;
            if (cost == unreachable) {
                time = end;
                continue;
            }
            if (!left)
                left = cost;
            else if (of != cost)
                left = of == 0 ? 0 : (*left * cost + of - 1) / of;
            of = cost;
            if (time + *left <= end) return time + *left;
            *left -= end - time;
            time = end;
        }
        return std::nullopt;  // closed at all hours
    }

    const Network& network_;
    const HourlyCosts& costs_;
    std::int64_t hour_;
    std::vector<std::int64_t> found_;
    std::vector<bool> visited_;
};

}  // namespace

void hour_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    write_gmns(network, trial.folder / "net");
    std::vector<std::size_t> hours;
    for (std::size_t hour = 0; hour < hours_of_a_day; ++hour) {
        if (random.chance(8)) hours.push_back(hour);
    }
    if (hours.empty()) hours.push_back(8);
    const HourlyCosts costs = write_hours(random, network, trial.folder / "hours.csv", hours, 2000);
    std::vector<std::string> words = {"table", "net", "--cost", "cost", "--hourly", "hours.csv"};
    append(words, no_through_options(network));
    const auto rows = some_of(all_nodes(network), random);
    const auto columns = some_of(all_nodes(network), random);
    append(words, {"--origins", id_list(network, rows), "--destinations", id_list(network, columns), "-f", "csv-long",
                   "-o", "table.csv"});
    std::string list;
    for (const std::size_t hour : hours) list += (list.empty() ? "" : ",") + std::to_string(hour);
    if (hours.size() == 1 || random.chance(2)) append(words, {"--hours", list});
    trial.run(words);
    std::map<std::string, Pairs> found;
    for (const Row& row : read_rows(trial.folder / "table.csv")) {
        const auto hour = row.find("hour");
        Pairs& pairs = found[hour == row.end() ? list : hour->second];
        const auto cost = std::ranges::find_if(row, [](const auto& field) { return field.first.starts_with("cost"); });
        if (cost == row.end()) throw Wrong("no column of costs");
        if (!pairs.emplace(std::make_pair(row.at("from"), row.at("to")), std::vector{cost->second}).second)
            throw Wrong("a pair twice");
    }
    for (const std::size_t hour : hours) {
        Network of_hour = network;
        of_hour.arcs.clear();
        for (std::size_t k = 0; k < network.arcs.size(); ++k) {
            if (costs[k][hour] == unreachable) continue;
            of_hour.arcs.push_back(network.arcs[k]);
            of_hour.arcs.back().cost = costs[k][hour];
        }
        check_pairs(found[std::to_string(hour)], network, distances(of_hour), rows, columns, 0, network.digits);
    }
}

void departure_trial(Trial& trial) {
    Random& random = trial.random;
    Shape shape;
    shape.most_nodes = 6;
    shape.most_digits = 1;
    Network network = random_network(random, shape);
    for (Arc& arc : network.arcs)
        arc.cost = static_cast<std::int64_t>(random.below(random.chance(2) ? 200'000 : 8'000));
    write_gmns(network, trial.folder / "net");
    std::vector<std::size_t> hours(hours_of_a_day);
    for (std::size_t hour = 0; hour < hours_of_a_day; ++hour) hours[hour] = hour;
    const HourlyCosts costs = write_hours(random, network, trial.folder / "hours.csv", hours, 20'000);
    const auto departure = static_cast<std::int64_t>(random.below(24 * 60));  // minutes
    const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    std::vector<std::string> words = {"table", "net", "--cost", "cost", "--cost-unit", "s", "--hourly", "hours.csv"};
    append(words, {"--depart", two(departure / 60) + ":" + two(departure % 60)});
    append(words, no_through_options(network));
    append(words, {"--points", id_list(network, all_nodes(network)), "-f", "csv-long", "-o", "table.csv"});
    trial.run(words);
    Journeys journeys(network, costs);
    const std::int64_t start = departure * (journeys.hour() / 60);
    Table durations;
    for (const std::size_t from : all_nodes(network)) {
        durations.push_back(journeys.arrivals(from, start));
        for (std::int64_t& time : durations.back()) time = time == unreachable ? unreachable : time - start;
    }
    check_pairs(read_pairs(trial.folder / "table.csv"), network, durations, all_nodes(network), all_nodes(network), 0,
                network.digits);
}

}  // namespace trials
