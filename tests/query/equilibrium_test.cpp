// SPDX-License-Identifier: Apache-2.0
// assign_equilibrium: networks whose equilibrium is known, and bounds against a plain method of successive averages.
#include "allways/query/equilibrium.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "allways/base/error.h"
#include "support/network_shapes.h"

namespace allways {
namespace {

using testing::NodePairs;

// Times are t0 + by volume: BPR with the power 1.
struct Line {
    double free_time, slope;
};
VolumeDelay lines(const std::vector<Line>& of) {
    VolumeDelay::Arcs arcs;
    for (const Line& line : of) {
        arcs.free_time.push_back(line.free_time);
        arcs.capacity.push_back(1);
        arcs.alpha.push_back(line.slope / line.free_time);
        arcs.beta.push_back(1);
    }
    return {VolumeDelayForm::bpr, arcs};
}

// Of both methods, which agree.
Equilibrium equilibrium(const RoadNetwork& network, const std::vector<TripClass>& classes, const VolumeDelay& delay,
                        double gap = 1e-9) {
    const auto by = [&](EquilibriumMethod method) {
        return assign_equilibrium(network, classes, delay, {.method = method, .gap = gap, .iterations = 3000});
    };
    Equilibrium found = by(EquilibriumMethod::tapas);
    const Equilibrium other = by(EquilibriumMethod::bfw);
    EXPECT_NEAR(found.steps.back().objective, other.steps.back().objective, 3 * gap * found.steps.back().total_cost);
    EXPECT_EQ(found.last.front().loaded, other.last.front().loaded);
    return found;
}

TEST(Equilibrium, TwoRoads) {
    const RoadNetwork network = testing::build_network({{0, 1}, {0, 1}}, 2, 9, 1);
    const std::vector<NodeTrips> trips{{0, 1, 3}};
    const Equilibrium found = equilibrium(network, {{.trips = trips}}, lines({{1, 1}, {2, 1}}));
    EXPECT_TRUE(found.is_reached);
    EXPECT_NEAR(found.volumes[0], 2, 1e-6);
    EXPECT_NEAR(found.volumes[1], 1, 1e-6);
    EXPECT_NEAR(found.times[0], 3, 1e-6);
    EXPECT_NEAR(found.steps.back().objective, 2 + 2 + 2 + 0.5, 1e-6);
    EXPECT_NEAR(found.steps.back().total_cost, 9, 1e-6);
}

// The road between the two ways makes all trips slower: Braess, Unternehmensforschung 12 (1968).
TEST(Equilibrium, Braess) {
    const NodePairs arcs{{0, 1}, {1, 3}, {0, 2}, {2, 3}, {1, 2}};
    const RoadNetwork network = testing::build_network(arcs, 4, 9, 1);
    const std::vector<NodeTrips> trips{{0, 3, 6}};
    const Equilibrium found =
        equilibrium(network, {{.trips = trips}}, lines({{10, 10}, {60, 1}, {60, 1}, {10, 10}, {10, 1}}));
    const std::vector<double> expected{4, 2, 2, 4, 2};
    for (std::size_t arc = 0; arc < expected.size(); ++arc) EXPECT_NEAR(found.volumes[arc], expected[arc], 1e-5) << arc;
    EXPECT_NEAR(found.steps.back().total_cost, 6 * 112, 1e-4);
}

// Lorries pay on the first road, and each counts as two cars.
TEST(Equilibrium, ClassesWithPricesAndEquivalents) {
    const RoadNetwork network = testing::build_network({{0, 1}, {0, 1}}, 2, 9, 1);
    const std::vector<NodeTrips> cars{{0, 1, 5}};
    const std::vector<NodeTrips> lorries{{0, 1, 1}};
    const Equilibrium found = equilibrium(
        network, {{.trips = cars}, {.trips = lorries, .pce = 2, .fixed_costs = {100, 0}}}, lines({{1, 1}, {2, 1}}));
    // 1 + v = 2 + (7 - v)
    EXPECT_NEAR(found.volumes[0], 4, 1e-6);
    EXPECT_NEAR(found.loads[0][0], 4, 1e-6);
    EXPECT_NEAR(found.loads[0][1], 1, 1e-6);
    EXPECT_EQ(found.loads[1][0], 0);
    EXPECT_NEAR(found.loads[1][1], 1, 1e-12);
}

TEST(Equilibrium, ClosedRoadsAndPreloads) {
    RoadNetwork network = testing::build_network({{0, 1}, {0, 1}, {0, 1}}, 2, 9, 1);
    network.columns.front().values[2] = Decimal::missing();
    const std::vector<NodeTrips> trips{{0, 1, 3}};
    const std::vector<TripClass> classes{{.trips = trips, .closed = {1, 0, 0}}};
    const VolumeDelay delay = lines({{1, 1}, {2, 1}, {1, 1}});
    const Equilibrium found = assign_equilibrium(network, classes, delay, {.preload = {0, 4, 0}});
    EXPECT_EQ(found.loads[0], (std::vector<double>{0, 3, 0}));
    EXPECT_EQ(found.volumes, (std::vector<double>{0, 7, 0}));
    EXPECT_EQ(found.times[1], 9);
}

struct RandomCase {
    RoadNetwork network;
    std::vector<NodeTrips> trips;
    VolumeDelay delay;
};
RandomCase random_case(std::uint64_t seed) {
    Random random(seed);
    const std::size_t n = 12;
    NodePairs arcs = testing::one_way_ring(n);
    for (int i = 0; i < 30; ++i) arcs.emplace_back(random.below(n), random.below(n));
    RoadNetwork network = testing::build_network(arcs, n, 9, seed);
    VolumeDelay::Arcs of;
    for (std::size_t arc = 0; arc < arcs.size(); ++arc) {
        of.free_time.push_back(network.columns.front().values[arc].to_double());
        of.capacity.push_back(1 + static_cast<double>(random.below(10)));
        of.alpha.push_back(0.15);
        of.beta.push_back(static_cast<double>(random.below(5)));
    }
    std::vector<NodeTrips> trips;
    for (int i = 0; i < 25; ++i)
        trips.push_back({static_cast<NodeIndex>(random.below(n)), static_cast<NodeIndex>(random.below(n)),
                         static_cast<double>(1 + random.below(4))});
    return {std::move(network), std::move(trips), {VolumeDelayForm::bpr, of}};
}

// Successive averages of all-or-nothing loads by Bellman and Ford.
double plain_objective(const RandomCase& of, int iterations) {
    const std::size_t m = of.network.arc_count();
    const std::size_t n = of.network.node_count();
    std::vector<double> loads(m, 0.0);
    for (int iteration = 0; iteration < iterations; ++iteration) {
        std::vector<double> now(m, 0.0);
        for (const NodeTrips& some : of.trips) {
            std::vector<double> distance(n, std::numeric_limits<double>::infinity());
            std::vector<std::size_t> by(n, m);
            distance[some.from] = 0;
            for (std::size_t round = 0; round < n; ++round) {
                for (std::size_t arc = 0; arc < m; ++arc) {
                    const double there =
                        distance[of.network.tail[arc]] + of.delay.time(static_cast<ArcIndex>(arc), loads[arc]);
                    if (there < distance[of.network.head[arc]]) {
                        distance[of.network.head[arc]] = there;
                        by[of.network.head[arc]] = arc;
                    }
                }
            }
            for (NodeIndex node = some.to; node != some.from; node = of.network.tail[by[node]])
                now[by[node]] += some.trips;
        }
        for (std::size_t arc = 0; arc < m; ++arc) loads[arc] += (now[arc] - loads[arc]) / (iteration + 1);
    }
    double sum = 0;
    for (std::size_t arc = 0; arc < m; ++arc) sum += of.delay.integral(static_cast<ArcIndex>(arc), loads[arc]);
    return sum;
}

TEST(Equilibrium, ObjectivesAreBelowThoseOfSuccessiveAveragesAndAboveTheBound) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const RandomCase one = random_case(seed);
        const Equilibrium found = equilibrium(one.network, {{.trips = one.trips}}, one.delay, 1e-6);
        ASSERT_TRUE(found.is_reached) << seed;
        const double plain = plain_objective(one, 300);
        const EquilibriumStep& last = found.steps.back();
        EXPECT_LE(last.objective, plain * (1 + 1e-9)) << seed;
        EXPECT_GE(last.objective, plain * (1 - 3e-2)) << seed;
        EXPECT_LE(last.bound, plain) << seed;
        EXPECT_LE(last.bound, last.objective * (1 + 1e-12)) << seed;
        EXPECT_GE(last.bound, last.objective * (1 - 1e-5)) << seed;
    }
}

// The loads keep the trips: at each node what comes in and begins goes out and ends.
TEST(Equilibrium, KeepsTrips) {
    for (std::uint64_t seed = 11; seed <= 20; ++seed) {
        const RandomCase one = random_case(seed);
        const Equilibrium found = assign_equilibrium(one.network, std::vector<TripClass>{{.trips = one.trips}},
                                                     one.delay, {.gap = 1e-12, .iterations = 300});
        EXPECT_TRUE(found.is_reached) << seed << " " << found.steps.back().gap;
        std::vector<double> balance(one.network.node_count(), 0);
        for (const NodeTrips& some : one.trips) {
            balance[some.from] += some.trips;
            balance[some.to] -= some.trips;
        }
        for (std::size_t arc = 0; arc < one.network.arc_count(); ++arc) {
            balance[one.network.tail[arc]] -= found.loads[0][arc];
            balance[one.network.head[arc]] += found.loads[0][arc];
        }
        for (const double left : balance) EXPECT_NEAR(left, 0, 1e-11) << seed;
    }
}

// Without the turn from the first road to the second, all trips that go on take the way round; its price is paid, too.
TEST(Equilibrium, TurnsAndNoThroughNodes) {
    const NodePairs arcs{{0, 1}, {1, 2}, {0, 3}, {3, 2}, {0, 4}, {4, 2}};
    RoadNetwork network = testing::build_network(arcs, 5, 9, 1);
    network.no_through = {0, 0, 0, 0, NoThrough::centroid};
    network.turns.add(TurnRules::Kind::forbidden, std::vector<ArcIndex>{0, 1});
    const std::vector<NodeTrips> trips{{0, 2, 5}, {0, 1, 1}, {0, 4, 2}, {4, 2, 1}};
    const VolumeDelay delay = lines({{1, 1}, {1, 1}, {5, 1}, {5, 1}, {1, 1}, {1, 1}});
    const Equilibrium found = equilibrium(network, {{.trips = trips}}, delay);
    const std::vector<double> expected{1, 0, 5, 5, 2, 1};
    for (std::size_t arc = 0; arc < expected.size(); ++arc)
        EXPECT_NEAR(found.volumes[arc], expected[arc], 1e-12) << arc;

    network.turns = {};
    network.columns.front().unit = "s";
    network.turns.costs.push_back({0, 1, Decimal(20, 0)});
    const std::vector<TripClass> classes{{.trips = trips}};
    const Equilibrium priced = assign_equilibrium(network, classes, delay, {.gap = 1e-12});
    EXPECT_TRUE(priced.is_reached);
    // 2 + 1 + 2 x + 20 = 10 + 2 (5 - x) is 23 + 2 x = 20 - 2 x: nobody turns.
    EXPECT_NEAR(priced.volumes[1], 0, 1e-9);
    network.turns.costs.front().seconds = Decimal(10, 0);
    // 13 + 2 x = 20 - 2 x
    const Equilibrium cheap = assign_equilibrium(network, classes, delay, {.gap = 1e-12});
    EXPECT_NEAR(cheap.volumes[1], 1.75, 1e-9);
    EXPECT_NEAR(cheap.steps.back().total_cost,
                1 * 2.75 + 1 + 1.75 * (2.75 + 1 + 1.75 + 1 + 10) + 3.25 * (2 * 5 + 2 * 3.25) + 2 * 3 + 1 * 2, 1e-6);
}

// Two roads after two roads: the trips that take the first of both, and those that take one of them.
TEST(Equilibrium, SelectsTripsOfEveryAndOfAnySet) {
    const RoadNetwork network = testing::build_network({{0, 1}, {0, 1}, {1, 2}, {1, 2}}, 3, 9, 1);
    const std::vector<NodeTrips> trips{{0, 2, 3}, {0, 1, 1}};
    const VolumeDelay delay = lines({{1, 1}, {1, 1}, {1, 1}, {2, 1}});  // 2 and 2, 2 and 1 trips
    const auto selected = [&](const std::vector<std::vector<ArcIndex>>& sets) {
        const EquilibriumOptions options{.gap = 1e-12, .select = sets};
        return assign_equilibrium(network, std::vector<TripClass>{{.trips = trips, .pce = 1}}, delay, options)
            .selected[0];
    };
    const auto near = [](const std::vector<double>& found, const std::vector<double>& expected) {
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
    };
    const std::vector<std::vector<ArcIndex>> both{{0}, {2}}, any{{0, 2}}, second{{2}};
    // The trips to node 2 come by the first road in some share; each of the others in the rest.
    const Assignment of_second = selected(second);
    EXPECT_NEAR(of_second.loaded, 2, 1e-9);
    EXPECT_NEAR(of_second.unselected, 2, 1e-9);
    ASSERT_EQ(of_second.selected.size(), 1u);
    EXPECT_NEAR(of_second.selected[0].trips, 2, 1e-9);
    const double first = of_second.arc_loads[0] / 2;
    near(of_second.arc_loads, {2 * first, 2 * (1 - first), 2, 0});
    near(of_second.node_loads, {2, 2, 2});
    near(selected(both).arc_loads, {2 * first, 0, 2 * first, 0});
    EXPECT_NEAR(selected(any).arc_loads[2], 2, 1e-9);
    EXPECT_NEAR(selected(any).arc_loads[3], first, 1e-9);
}

// Walks every path to the only destination, which divides as the loads do.
TEST(Equilibrium, SelectsTheTripsOfWalks) {
    for (std::uint64_t seed = 21; seed <= 40; ++seed) {
        RandomCase one = random_case(seed);
        for (NodeTrips& some : one.trips) some.to = 0;
        const std::vector<std::vector<ArcIndex>> sets{{static_cast<ArcIndex>(seed), 1}, {3, 5, 9}};
        const EquilibriumOptions options{.gap = 1e-12, .iterations = 300, .select = sets};
        const Equilibrium found =
            assign_equilibrium(one.network, std::vector<TripClass>{{.trips = one.trips}}, one.delay, options);
        std::vector<double> expected(one.network.arc_count(), 0.0);
        std::vector<ArcIndex> path;
        const auto takes = [&](const std::vector<ArcIndex>& set) {
            return std::ranges::any_of(set, [&](ArcIndex arc) { return std::ranges::find(path, arc) != path.end(); });
        };
        const std::function<void(NodeIndex, double)> walk = [&](NodeIndex node, double trips) {
            if (trips < 1e-13) return;
            if (node == 0) {
                for (const ArcIndex arc : path) expected[arc] += std::ranges::all_of(sets, takes) ? trips : 0;
                return;
            }
            double sum = 0;
            for (ArcIndex arc = 0; arc < expected.size(); ++arc) {
                if (one.network.tail[arc] == node) sum += found.loads[0][arc];
            }
            for (ArcIndex arc = 0; arc < expected.size(); ++arc) {
                if (one.network.tail[arc] != node || found.loads[0][arc] <= 0) continue;
                path.push_back(arc);
                walk(one.network.head[arc], trips * found.loads[0][arc] / sum);
                path.pop_back();
            }
        };
        double trips = 0;
        for (const NodeTrips& some : one.trips) {
            if (some.from != 0) walk(some.from, some.trips);
        }
        for (ArcIndex arc = 0; arc < expected.size(); ++arc)
            EXPECT_NEAR(found.selected[0].arc_loads[arc], expected[arc], 1e-9) << seed << " " << arc;
        for (const NodeTrips& some : found.selected[0].selected) trips += some.trips;
        EXPECT_NEAR(trips, found.selected[0].loaded, 1e-9);
        EXPECT_NEAR(trips + found.selected[0].unselected, found.last[0].loaded, 1e-9);
    }
}

TEST(Equilibrium, StartsFromAnEarlierOne) {
    const RandomCase one = random_case(3);
    const std::vector<TripClass> classes{{.trips = one.trips}};
    const EquilibriumMethod bfw = EquilibriumMethod::bfw;
    const Equilibrium cold = assign_equilibrium(one.network, classes, one.delay, {.method = bfw, .gap = 1e-6});
    const Equilibrium warm =
        assign_equilibrium(one.network, classes, one.delay, {.method = bfw, .gap = 1e-5, .start = cold.loads});
    EXPECT_GT(cold.steps.size(), 3u);
    EXPECT_EQ(warm.steps.size(), 1u);
}

TEST(Equilibrium, RefusesWhatDoesNotFit) {
    const RoadNetwork network = testing::build_network({{0, 1}, {0, 1}}, 2, 9, 1);
    const std::vector<NodeTrips> trips{{0, 1, 3}};
    const VolumeDelay delay = lines({{1, 1}, {2, 1}});
    const auto refused = [&](const std::vector<TripClass>& classes, const EquilibriumOptions& options = {}) {
        EXPECT_THROW(assign_equilibrium(network, classes, delay, options), InvalidArgument);
    };
    refused({});
    refused({{.trips = trips, .pce = 0}});
    refused({{.trips = trips, .fixed_costs = {1}}});
    refused({{.trips = trips, .fixed_costs = {1, -1}}});
    refused({{.trips = trips, .closed = {1}}});
    refused({{.trips = trips}}, {.method = EquilibriumMethod::bfw, .start = {{1, 2}, {1, 2}}});
    refused({{.trips = trips}}, {.method = EquilibriumMethod::bfw, .start = {{1}}});
    refused({{.trips = trips}}, {.method = EquilibriumMethod::tapas, .start = {{1, 2}}});
    refused({{.trips = trips}}, {.preload = {1}});
    const std::vector<std::vector<ArcIndex>> select{{0}};
    refused({{.trips = trips}}, {.method = EquilibriumMethod::bfw, .select = select});
    const std::vector<NodeTrips> negative{{0, 1, -3}};
    refused({{.trips = negative}});
    EXPECT_THROW(assign_equilibrium(network, std::vector<TripClass>{{.trips = trips}}, lines({{1, 1}})),
                 InvalidArgument);
    const EquilibriumOptions bfw{.method = EquilibriumMethod::bfw};
    EXPECT_THROW(
        assign_equilibrium(network, std::vector<TripClass>{{.trips = trips}}, lines({{1e300, 1}, {1e300, 1}}), bfw),
        InvalidArgument);
    RoadNetwork priced = testing::build_network({{0, 1}, {1, 0}}, 2, 9, 1);
    priced.turns.costs.push_back({0, 1, Decimal(3, 0)});
    EXPECT_THROW(assign_equilibrium(priced, std::vector<TripClass>{{.trips = trips}}, delay, bfw), InvalidArgument);
}

}  // namespace
}  // namespace allways
