// SPDX-License-Identifier: Apache-2.0
// Journeys by the hour, against plain loops: labels that are corrected until none changes, under every kind of turn
// rule; a network expanded over every second; and exact fractions for single arcs.
#include "allways/query/departure_search.h"

#include <cmath>
#include <deque>
#include <map>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/network/make_network.h"
#include "allways/query/path_source.h"
#include "cost/hour_profiles.h"
#include "support/random_networks.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

using testing::TurnTruth;
using testing::Walk;

constexpr std::int64_t hour_s = 3600;
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// Seconds of an arc by hour, -1 where it is closed.
using Times = std::vector<std::int64_t>;

// The arrival at the end of an arc, from the definition: whole seconds, what is left at the end of an hour rounded up.
std::int64_t plain_arrival(const Times& times, std::int64_t second) {
    const auto hours = static_cast<std::int64_t>(times.size());
    std::int64_t driven_at = 0;  // the time of the whole arc at the last speed, 0 before the first
    std::int64_t left = 0;
    for (std::int64_t hour = second / hour_s; hour < second / hour_s + 100'000; ++hour) {
        const std::int64_t whole = times[static_cast<std::size_t>(hour % hours)];
        const std::int64_t begin = std::max(second, hour * hour_s);
        if (whole < 0) continue;
        if (driven_at == 0)
            left = whole;
        else
            left = static_cast<std::int64_t>(
                std::ceil(static_cast<long double>(left * whole) / static_cast<long double>(driven_at)));
        if (begin + left <= (hour + 1) * hour_s) return begin + left;
        left -= (hour + 1) * hour_s - begin;
        driven_at = whole;
    }
    return never;
}

std::string column_name(std::size_t hour) {
    return "time_" + std::to_string(hour);
}

HourlyDeparture departure_at(const std::string& text, std::size_t hours = 24) {
    HourlyDeparture departure{"time", {}, parse_clock_time(text)};
    for (std::size_t hour = 0; hour < hours; ++hour) departure.columns.push_back(column_name(hour));
    return departure;
}

// Adds a column for each hour: every arc's first value times a random number, and missing in some hours.
void add_hours(RoadNetwork& network, std::uint64_t seed, std::uint64_t largest_factor, double closed_share,
               std::size_t hours = 24) {
    Random random(seed);
    const std::vector<Decimal> base = network.columns[0].values;
    for (std::size_t hour = 0; hour < hours; ++hour) {
        ArcColumn column{column_name(hour), "s", {}, {}};
        for (const Decimal& value : base) {
            const auto factor = static_cast<std::int64_t>(1 + random.below(largest_factor));
            const bool closed = hour != 3 && random.chance(closed_share);
            column.values.push_back(closed ? Decimal::missing() : value * Decimal(factor, 0));
        }
        network.columns.push_back(std::move(column));
    }
}

Times times_of(const RoadNetwork& network, ArcIndex arc, std::size_t hours = 24) {
    Times times;
    for (std::size_t hour = 0; hour < hours; ++hour) {
        const Decimal& value = network.column(column_name(hour))->values[arc];
        times.push_back(value.is_missing() ? -1 : *value.fixed_point(0));
    }
    return times;
}

// Labels of arrivals that are corrected until none changes, by the rules of TurnTruth.
class LabelCorrection {
public:
    LabelCorrection(const TurnTruth& truth, std::int64_t begin) : truth_(truth), begin_(begin) {
        for (ArcIndex arc = 0; arc < truth.network.arc_count(); ++arc) times_.push_back(times_of(truth.network, arc));
    }

    std::int64_t arrival(const Walk& walk, std::int64_t time) const {
        return plain_arrival(times_[walk.back()], time + truth_.price(walk));
    }

    // Durations from a node to each, `never` if there is no way.
    std::vector<std::int64_t> durations(NodeIndex from) const {
        std::map<TurnTruth::Key, std::int64_t> label;
        std::deque<TurnTruth::Key> changed{{from, {}, truth_.first_phase(from)}};
        label[changed.front()] = begin_;
        while (!changed.empty()) {
            const TurnTruth::Key key = changed.front();
            changed.pop_front();
            const std::int64_t time = label[key];
            for (const ArcIndex arc : truth_.out.out_arcs(key.node)) {
                Walk on = key.last;
                on.push_back(arc);
                auto phase = key.phase;
                if (!truth_.step(on, phase)) continue;
                const std::int64_t end = arrival(on, time);
                if (on.size() > truth_.longest) on.erase(on.begin());
                const TurnTruth::Key next{truth_.network.head[arc], on, phase};
                const auto [known, is_new] = label.try_emplace(next, end);
                if (!is_new && known->second <= end) continue;
                known->second = end;
                changed.push_back(next);
            }
        }
        std::vector<std::int64_t> found(truth_.network.node_count(), never);
        for (const auto& [key, time] : label) found[key.node] = std::min(found[key.node], time - begin_);
        return found;
    }

private:
    const TurnTruth& truth_;
    std::int64_t begin_;
    std::vector<Times> times_;
};

std::vector<NodeIndex> all_nodes(const RoadNetwork& network) {
    std::vector<NodeIndex> nodes(network.node_count());
    for (NodeIndex node = 0; node < nodes.size(); ++node) nodes[node] = node;
    return nodes;
}

std::int64_t cell(const OriginDestinationTable& table, std::size_t at) {
    const std::int32_t value = table.values<std::int32_t>()[at];
    return is_reachable(value) ? value : never;
}

void expect_path(const DepartureSearch& search, const TurnTruth& truth, const LabelCorrection& wanted, NodeIndex from,
                 NodeIndex to, std::int64_t begin, std::int64_t duration) {
    const Path path = search.path(from, to);
    ASSERT_EQ(path.reachable, duration != never) << from << " to " << to;
    if (!path.reachable) {
        ASSERT_TRUE(std::isinf(path.raw_distance) && path.legs.empty());
        return;
    }
    Walk walk;
    std::int64_t now = begin;
    for (const PathLeg& leg : path.legs) {
        walk.push_back(truth.out.arcs[leg.arc]);
        ASSERT_EQ(leg.from, truth.network.tail[walk.back()]);
        const std::int64_t end = wanted.arrival(walk, now);
        ASSERT_EQ(leg.raw_cost, static_cast<double>(end - now)) << from << " to " << to;
        now = end;
    }
    ASSERT_TRUE(truth.is_legal(from, walk)) << from << " to " << to;
    ASSERT_EQ(now - begin, duration) << from << " to " << to;
    ASSERT_EQ(path.raw_distance, static_cast<double>(duration));
    ASSERT_EQ(walk.empty() ? from : truth.network.head[walk.back()], to);
}

TEST(DepartureSearch, PathsAndTablesUnderTurnRulesEqualCorrectedLabels) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = testing::random_turn_network(seed, seed % 5 == 0 ? 0 : 1);
        if (seed % 2 == 1) network.turns.costs.clear();  // with prices all ways back are forbidden states anyway
        add_hours(network, seed, seed % 3 == 0 ? 4000 : 600, seed % 2 == 0 ? 0.3 : 0);
        const TurnTruth truth(network);
        const std::string text = seed % 4 == 0 ? "23:50" : "07:58:20";
        const DepartureSearch search(network, departure_at(text));
        const std::int64_t begin = parse_clock_time(text).second;
        const LabelCorrection wanted(truth, begin);
        const std::vector<NodeIndex> nodes = all_nodes(network);
        const OriginDestinationTable table = search.table(nodes, nodes);
        ASSERT_EQ(table.scale(), (CostScale{"time", "s", 0}));
        for (const NodeIndex from : nodes) {
            const std::vector<std::int64_t> durations = wanted.durations(from);
            for (const NodeIndex to : nodes) {
                ASSERT_EQ(cell(table, from * nodes.size() + to), durations[to]) << from << " to " << to;
                ASSERT_NO_FATAL_FAILURE(expect_path(search, truth, wanted, from, to, begin, durations[to]));
            }
        }
    }
}

// Every second is a node of its own, and waiting is free: who waits never arrives earlier.
TEST(DepartureSearch, EqualsANetworkExpandedOverEverySecond) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = testing::random_turn_network(seed + 500);
        network.turns = {};
        add_hours(network, seed, 900, 0.3);
        const std::int64_t begin = 7 * hour_s + 3000;
        const std::int64_t end = begin + 6 * hour_s;
        const DepartureSearch search(network, departure_at("07:50"));
        const std::vector<NodeIndex> nodes = all_nodes(network);
        std::vector<Times> times;
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) times.push_back(times_of(network, arc));
        std::size_t checked = 0;
        for (const NodeIndex from : nodes) {
            std::vector<std::vector<std::uint8_t>> reached(static_cast<std::size_t>(end - begin) + 1,
                                                           std::vector<std::uint8_t>(nodes.size(), 0));
            std::vector<std::int64_t> first(nodes.size(), never);
            reached[0][from] = 1;
            for (std::int64_t second = begin; second <= end; ++second) {
                auto& now = reached[static_cast<std::size_t>(second - begin)];
                for (bool is_new = true; is_new;) {  // arcs may take no time
                    is_new = false;
                    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
                        const NodeIndex tail = network.tail[arc];
                        if (now[tail] == 0 || (network.is_no_through(tail) && tail != from)) continue;
                        const std::int64_t arrival = plain_arrival(times[arc], second);
                        if (arrival > end) continue;
                        auto& then = reached[static_cast<std::size_t>(arrival - begin)][network.head[arc]];
                        is_new |= then == 0 && arrival == second;
                        then = 1;
                    }
                }
                for (const NodeIndex node : nodes) {
                    if (now[node] == 0) continue;
                    first[node] = std::min(first[node], second - begin);
                    if (second < end) reached[static_cast<std::size_t>(second - begin) + 1][node] = 1;
                }
            }
            const OriginDestinationTable row = search.table(std::span(&from, 1), nodes);
            for (const NodeIndex to : nodes) {
                const std::int64_t found = cell(row, to);
                ASSERT_EQ(found > end - begin ? never : found, first[to]) << from << " to " << to;
                checked += first[to] != never ? 1 : 0;
            }
        }
        ASSERT_GT(checked, nodes.size());
    }
}

// With exact fractions of the arc: rounding never makes an arrival earlier, and adds less than a unit at the end of
// each hour. Later entries never arrive earlier.
TEST(DepartureSearch, RoundsUpAtTheEndOfAnHourAndKeepsFifo) {
    Random random(7);
    for (int trial = 0; trial < 300; ++trial) {
        RoadNetwork network;
        network.node_ids = IdTable::consecutive(2);
        network.arc_ids = IdTable::consecutive(1);
        network.tail = {0};
        network.head = {1};
        Times times;
        std::vector<std::string> names;
        for (std::size_t hour = 0; hour < 24; ++hour) {
            times.push_back(static_cast<std::int64_t>(random.below(trial % 2 == 0 ? 4000 : 20'000)));
            if (trial % 3 == 0 && hour > 0 && random.chance(0.4)) times.back() = -1;
            const Decimal value = times.back() < 0 ? Decimal::missing() : Decimal(times.back(), 0);
            network.columns.push_back({column_name(hour), "s", {value}, {}});
            names.push_back(column_name(hour));
        }
        const cost::HourProfiles profiles(network, build_adjacency(2, network.tail), names, {});
        std::int64_t before = 0;
        for (std::int64_t second = 0; second < 24 * hour_s; second += 1 + static_cast<std::int64_t>(random.below(97))) {
            const std::int64_t arrival = profiles.arrival(0, profiles.moment(second));
            ASSERT_EQ(arrival, plain_arrival(times, second));
            ASSERT_GE(arrival, before) << "entry at " << second;
            before = arrival;
            // The share of the arc that is left, and the seconds by which rounding may have delayed the traveller.
            long double share = 1;
            long double late = 0;
            long double whole = 0;
            std::int64_t now = second;
            while (share > 0) {
                const std::int64_t end = (now / hour_s + 1) * hour_s;
                const std::int64_t speed = times[static_cast<std::size_t>(now / hour_s % 24)];
                if (speed >= 0) {
                    if (whole > 0) late = late * static_cast<long double>(speed) / whole + 1;
                    whole = static_cast<long double>(speed);
                    if (static_cast<long double>(now) + share * whole <= static_cast<long double>(end)) break;
                    share -= static_cast<long double>(end - now) / whole;
                }
                now = end;
            }
            const long double exact = static_cast<long double>(now) + share * whole;
            ASSERT_GE(static_cast<long double>(arrival), exact - 1e-6L);
            if (arrival / hour_s == static_cast<std::int64_t>(exact) / hour_s) {
                ASSERT_LE(static_cast<long double>(arrival), exact + late + 1e-6L);
            }
        }
    }
}

TEST(DepartureSearch, TimesThatDoNotChangeGiveTheTableOfTheSolver) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = testing::random_turn_network(seed);
        const DistanceTable solved = solve(network, {.schedule = "sweep"});
        add_hours(network, seed, 1, 0);
        const std::vector<NodeIndex> nodes = all_nodes(network);
        const OriginDestinationTable table = DepartureSearch(network, departure_at("12:34")).table(nodes, nodes);
        for (const NodeIndex from : nodes) {
            for (const NodeIndex to : nodes)
                ASSERT_EQ(table.distance(from, to), solved.distance(from, to)) << from << " to " << to;
        }
    }
}

TEST(DepartureSearch, StreetsWithThousandthsAndSkims) {
    RoadNetwork network = generate_streets({.nodes = 2000, .seed = 5});
    const ArcColumn time = *network.column("time");
    for (std::size_t hour = 0; hour < 168; ++hour) network.columns.push_back({column_name(hour), "s", time.values, 3});
    std::vector<NodeIndex> origins{0, 77, 1999};
    std::vector<NodeIndex> destinations{3, 1999, 500, 501};
    const std::vector<std::string> skims{"length", "time"};
    const BetweenSolution solved = solve_between(network, origins, destinations, {.cost = "time", .skims = {"length"}});
    HourlyDeparture departure = departure_at("Sun 23:59", 168);
    departure.cost = "duration";
    const DepartureSearch search(network, departure);
    const OriginDestinationTable table = search.table(origins, destinations, {}, skims);
    EXPECT_EQ(table.scale().digits, 3);
    for (std::size_t i = 0; i < origins.size(); ++i) {
        for (std::size_t j = 0; j < destinations.size(); ++j) {
            const std::uint64_t at = i * destinations.size() + j;
            EXPECT_EQ(table.distance(i, j), solved.value.distance(i, j));
            EXPECT_EQ(find_skim(table.skims(), "time").value(at), table.distance(i, j));
            double length = 0;
            for (const PathLeg& leg : search.path(origins[i], destinations[j]).legs)
                length += search.arcs().column("length")->values[leg.arc].to_double();
            EXPECT_NEAR(find_skim(table.skims(), "length").value(at), length, 1e-6);
        }
    }
}

// Two roads from 1 to 3: through 2, which is slow from 8:00 on, and around.
RoadNetwork two_ways() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.arc_ids = IdTable::consecutive(3);
    network.tail = {0, 1, 0};
    network.head = {1, 2, 2};
    network.columns = {{"time", "min", {Decimal(10, 0), Decimal(20, 0), Decimal(40, 0)}, {}}};
    for (std::size_t hour = 0; hour < 24; ++hour) {
        const Decimal through(hour == 8 ? 60 : 20, 0);
        network.columns.push_back({column_name(hour), "min", {Decimal(10, 0), through, Decimal(40, 0)}, {}});
    }
    return network;
}

TEST(DepartureSearch, ByHand) {
    const RoadNetwork network = two_ways();
    // At 2 at 7:50, half of the second road by 8:00, the other half in 30 minutes: 50 minutes. Around: 40.
    const Path around = DepartureSearch(network, departure_at("7:40")).path(0, 2);
    EXPECT_EQ(around.raw_distance, 2400);
    ASSERT_EQ(around.legs.size(), 1u);
    // Three quarters by 8:00, the last in 15 minutes.
    const Path through = DepartureSearch(network, departure_at("7:35")).path(0, 2);
    EXPECT_EQ(through.raw_distance, (10 + 15 + 15) * 60);
    const DepartureSearch early(network, departure_at("7:30"));
    EXPECT_EQ(early.scale(), (CostScale{"time", "s", 0}));
    EXPECT_EQ(early.path(0, 2).raw_distance, 1800);
    EXPECT_EQ(early.path(0, 2, 5 * 60).raw_distance, (10 + 15 + 15) * 60);
    const std::vector<NodeIndex> ends{2, 0};
    const std::vector<NodeIndex> starts{0, 2};
    const std::vector<std::int64_t> elapsed{10 * 60, 0};
    const OriginDestinationTable table = early.table(starts, ends, elapsed);
    EXPECT_EQ(cell(table, 0), 2400);
    EXPECT_EQ(cell(table, 1), 0);
    EXPECT_EQ(cell(table, 2), 0);
    EXPECT_EQ(cell(table, 3), never);
    // A source of paths departs, too, and goes on from where it was.
    const PathSource source(std::make_shared<const RoadNetwork>(network), departure_at("7:30"));
    EXPECT_EQ(source.path(0, 2).raw_distance, 1800);
    EXPECT_EQ(source.path(0, 2, 600).raw_distance, 2400);
    EXPECT_EQ(clock_text(*source.departure()), "07:30:00");
}

// The turn from 0 -> 1 into 1 -> 2 is forbidden; the legal way round is through 3 and 4. Turning round at 3 is
// forbidden, too. By the shortest times of all hours that would never pay; at 8:00 it would.
TEST(DepartureSearch, NoHourMakesTurningRoundPay) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(5);
    network.arc_ids = IdTable(std::vector<std::int64_t>{1, 2, 3, 3, 4, 5});
    network.tail = {0, 1, 1, 3, 3, 4};
    network.head = {1, 2, 3, 1, 4, 1};
    network.reversed = {0, 0, 0, 1, 0, 0};
    for (std::size_t hour = 0; hour < 24; ++hour) {
        std::vector<Decimal> times;
        for (const std::int64_t time : {10, 10, 10, 30, hour == 8 ? 3000 : 10, 10}) times.emplace_back(time, 0);
        network.columns.push_back({column_name(hour), "s", times, {}});
    }
    const std::vector<ArcIndex> turn{0, 1};
    network.turns.add(TurnRules::Kind::forbidden, turn);
    network.turns.may_turn_round.assign(5, 0);
    EXPECT_EQ(DepartureSearch(network, departure_at("7:00")).path(0, 2).raw_distance, 50);
    EXPECT_EQ(DepartureSearch(network, departure_at("8:00")).path(0, 2).raw_distance, 3040);
}

template <class Call>
std::string fault_of(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

TEST(DepartureSearch, WrongUses) {
    const RoadNetwork network = two_ways();
    const auto fault = [](const RoadNetwork& of, const HourlyDeparture& departure) {
        return fault_of([&] { DepartureSearch(of, departure); });
    };
    EXPECT_EQ(fault(network, departure_at("8:00", 23)),
              "`depart` needs travel times of the 24 hours of a day or the 168 hours of a week, not of 23 hours");
    HourlyDeparture week = departure_at("8:00");
    for (std::size_t hour = 24; hour < 168; ++hour) week.columns.push_back(column_name(hour % 24));
    EXPECT_EQ(fault(network, week),
              "`depart`: these are costs of the hours of a week, so the time needs a day, as in 'Mon 08:00:00', found "
              "'08:00:00'");
    RoadNetwork other = network;
    other.columns[3].unit = "m";
    EXPECT_EQ(fault(other, departure_at("8:00")), "`depart` needs costs that are times, but 'time_2' is in m");
    other.columns[3].unit = "";
    EXPECT_EQ(fault(other, departure_at("8:00")),
              "`depart` needs costs that are times, but 'time_2' is in no stated unit; `cost_unit` states it");
    other = network;
    other.columns[3].values[1] = Decimal(-1, 0);
    EXPECT_EQ(fault(other, departure_at("8:00")),
              "time_2 of arc 2 (2 -> 3) is -60 s; with a departure times range from 0 to a year");
    other.columns[3].values[1] = Decimal(10'000, -3);
    EXPECT_NE(fault(other, departure_at("8:00")).find("range from 0 to a year"), std::string::npos);
    const DepartureSearch search(network, departure_at("8:00"));
    EXPECT_EQ(fault_of([&] { (void)search.path(0, 3); }), "node index 3 is outside a network of 3 nodes");
    const std::vector<NodeIndex> nodes{0};
    const std::vector<std::string> skims{"width"};
    EXPECT_NE(fault_of([&] { (void)search.table(nodes, nodes, {}, skims); }).find("width"), std::string::npos);
}

TEST(DepartureSearch, TimesThatNeedManyDigitsAreRoundedAndLogged) {
    RoadNetwork network = two_ways();
    network.columns[1].values[0] = *Decimal::parse("10.000000000001");
    std::string logged;
    const DepartureSearch search(network, departure_at("0:00"),
                                 [&](LogLevel, std::string_view message) { logged = message; });
    EXPECT_EQ(logged, "times by hour are rounded to 3 decimals of a second");
    EXPECT_EQ(search.path(0, 1).raw_distance, 600 * 1e3);
}

}  // namespace
}  // namespace allways
