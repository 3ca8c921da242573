// SPDX-License-Identifier: Apache-2.0
// assign_trips: loads of arcs and nodes as a walk of each path finds them.
#include "allways/query/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "allways/query/path_source.h"
#include "query/brute_force.h"
#include "support/network_shapes.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

// Every path is walked on its own. `arcs`: the index of an arc by its position in the table's arcs.
template <class PathOf>
Assignment loads_of_walks(const RoadNetwork& network, const AssignmentRequest& request, const PathOf& path_of) {
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    Assignment made;
    made.arc_loads.assign(network.arc_count(), 0);
    made.node_loads.assign(network.node_count(), 0);
    for (const NodeTrips& some : request.trips) {
        made.requested += some.trips;
        if (some.from == some.to) {
            made.within_nodes += some.trips;
            continue;
        }
        const Path path = path_of(some.from, some.to);
        if (!path.reachable) {
            made.unreachable += some.trips;
            continue;
        }
        const auto takes = [&](ArcIndex arc) {
            return std::ranges::any_of(path.legs, [&](const PathLeg& leg) { return adjacency.arcs[leg.arc] == arc; });
        };
        const auto passes = [&](const std::vector<ArcIndex>& set) { return std::ranges::any_of(set, takes); };
        if (!std::ranges::all_of(request.select, passes)) {
            made.unselected += some.trips;
            continue;
        }
        made.loaded += some.trips;
        if (!request.select.empty()) made.selected.push_back(some);
        made.raw_cost += some.trips * path.raw_distance;
        for (const PathLeg& leg : path.legs) {
            made.arc_loads[adjacency.arcs[leg.arc]] += some.trips;
            made.node_loads[leg.from] += some.trips;
        }
        made.node_loads[some.to] += some.trips;
    }
    return made;
}

std::vector<std::tuple<NodeIndex, NodeIndex, double>> sorted(const std::vector<NodeTrips>& trips) {
    std::vector<std::tuple<NodeIndex, NodeIndex, double>> made;
    for (const NodeTrips& some : trips) {
        if (some.trips > 0) made.emplace_back(some.from, some.to, some.trips);
    }
    std::ranges::sort(made);
    return made;
}

void expect_same(const Assignment& found, const Assignment& expected) {
    EXPECT_EQ(found.arc_loads, expected.arc_loads);
    EXPECT_EQ(found.node_loads, expected.node_loads);
    EXPECT_EQ(found.requested, expected.requested);
    EXPECT_EQ(found.loaded, expected.loaded);
    EXPECT_EQ(found.unreachable, expected.unreachable);
    EXPECT_EQ(found.within_nodes, expected.within_nodes);
    EXPECT_EQ(found.unselected, expected.unselected);
    EXPECT_EQ(found.raw_cost, expected.raw_cost);
    EXPECT_EQ(sorted(found.selected), sorted(expected.selected));
}

template <class Below>
std::vector<NodeTrips> some_trips(std::size_t n, std::size_t count, const Below& below) {
    std::vector<NodeTrips> trips;
    for (std::size_t i = 0; i < count; ++i) {
        trips.push_back(
            {static_cast<NodeIndex>(below(n)), static_cast<NodeIndex>(below(n)), static_cast<double>(below(50))});
    }
    return trips;
}

// Ties, zero costs and their cycles, parallel arcs, loops, missing and negative costs, no-through nodes.
TEST(Assignment, AsTheHopsOfTheRule) {
    std::mt19937 random(11);
    const auto below = [&](std::size_t n) { return random() % n; };
    for (int trial = 0; trial < 600; ++trial) {
        const test::Example example = test::random_example(random, trial % 3 == 0);
        const std::vector<NodeTrips> trips = some_trips(example.network.node_count(), 20, below);
        std::vector<std::vector<ArcIndex>> select;  // one of two arcs, or both
        for (std::size_t i = 0; trial % 2 == 0 && i < 2 && example.network.arc_count() > 0; ++i) {
            if (i == 0 || trial % 4 == 0) select.emplace_back();
            select.back().push_back(static_cast<ArcIndex>(below(example.network.arc_count())));
        }
        const DistanceTable table = test::BruteForce(example.network, example.costs).table();
        const AssignmentRequest request{trips, select};
        const Assignment expected = loads_of_walks(example.network, request,
                                                   [&](NodeIndex from, NodeIndex to) { return table.path(from, to); });
        SCOPED_TRACE(trial);
        expect_same(assign_trips(example.network, request), expected);
        if (HasFailure()) return;
    }
}

TEST(Assignment, AsThePathsOfEachKindOfNetwork) {
    Random random(5);
    const auto below = [&](std::size_t n) { return random.below(n); };
    for (const auto& family : testing::network_families()) {
        for (const std::size_t n : {1, 2, 97, 230}) {
            const RoadNetwork network = family.make(n, 3);
            const std::vector<NodeTrips> trips = some_trips(network.node_count(), 300, below);
            const PathSource paths(std::make_shared<const RoadNetwork>(network));
            const AssignmentRequest request{trips, {}};
            const Assignment expected =
                loads_of_walks(network, request, [&](NodeIndex from, NodeIndex to) { return paths.path(from, to); });
            const Assignment found = assign_trips(network, request);
            SCOPED_TRACE(family.name);
            if (found.cost_type == CostType::int32) expect_same(found, expected);
        }
    }
}

TEST(Assignment, ObeysTurnRules) {
    Random random(6);
    const auto below = [&](std::size_t n) { return random.below(n); };
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const RoadNetwork network = testing::random_turn_network(seed);
        const std::vector<NodeTrips> trips = some_trips(network.node_count(), 60, below);
        const std::vector<std::vector<ArcIndex>> select{{static_cast<ArcIndex>(below(network.arc_count()))}};
        const PathSource paths(std::make_shared<const RoadNetwork>(network));
        for (const AssignmentRequest& request : {AssignmentRequest{trips, {}}, AssignmentRequest{trips, select}}) {
            const Assignment expected =
                loads_of_walks(network, request, [&](NodeIndex from, NodeIndex to) { return paths.path(from, to); });
            SCOPED_TRACE(seed);
            expect_same(assign_trips(network, request), expected);
        }
    }
}

// Floats choose among equal paths, but loads balance and add up to the distances.
TEST(Assignment, OfFloatsBalancesAtEveryNode) {
    Random random(9);
    const auto below = [&](std::size_t n) { return random.below(n); };
    for (const auto& family : testing::network_families()) {
        if (family.cancelling > 0) continue;
        const RoadNetwork network = family.make(97, 3);
        const std::vector<NodeTrips> trips = some_trips(network.node_count(), 300, below);
        const Assignment exact = assign_trips(network, {trips, {}}, {.cost_type = CostType::int32});
        const Assignment found = assign_trips(network, {trips, {}}, {.cost_type = CostType::float64});
        EXPECT_EQ(found.loaded, exact.loaded) << family.name;
        const double raw = std::pow(10, exact.scale.digits - found.scale.digits);
        EXPECT_NEAR(found.raw_cost * raw, exact.raw_cost, 1e-9 * exact.raw_cost) << family.name;
        const PathSource paths(std::make_shared<const RoadNetwork>(network));
        std::vector<double> balance(network.node_count(), 0);
        for (const NodeTrips& some : trips) {
            if (!std::isfinite(paths.raw_distance(some.from, some.to))) continue;
            balance[some.from] += some.trips;
            balance[some.to] -= some.trips;
        }
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            balance[network.tail[arc]] -= found.arc_loads[arc];
            balance[network.head[arc]] += found.arc_loads[arc];
        }
        EXPECT_EQ(balance, std::vector<double>(network.node_count(), 0)) << family.name;
    }
}

TEST(Assignment, IsTheSameForAnyNumberOfThreads) {
    Random random(2);
    const RoadNetwork network = testing::network_families().front().make(230, 8);
    std::vector<NodeTrips> trips = some_trips(230, 2000, [&](std::size_t n) { return random.below(n); });
    for (NodeTrips& some : trips) some.trips /= 7;
    const Assignment found = assign_trips(network, {trips, {}});
    limit_threads(1);
    expect_same(assign_trips(network, {trips, {}}), found);
    limit_threads(0);
}

TEST(Assignment, RefusesBadRequests) {
    const RoadNetwork network = testing::network_families().front().make(10, 1);
    const auto refused = [&](const NodeTrips& trips, std::vector<ArcIndex> select = {}) {
        const std::vector<std::vector<ArcIndex>> sets(select.empty() ? 0 : 1, select);
        EXPECT_THROW(assign_trips(network, {std::span(&trips, 1), sets}), InvalidArgument);
    };
    refused({0, 10, 1});
    refused({0, 1, -1});
    refused({0, 1, std::numeric_limits<double>::infinity()});
    refused({0, 1, std::numeric_limits<double>::quiet_NaN()});
    refused({0, 1, 1}, {static_cast<ArcIndex>(network.arc_count())});
    const NodeTrips one{0, 1, 1};
    const std::vector<std::vector<ArcIndex>> empty(1);
    EXPECT_THROW(assign_trips(network, {std::span(&one, 1), empty}), InvalidArgument);
    const std::vector<std::vector<ArcIndex>> nine(9, {0});
    EXPECT_THROW(assign_trips(network, {std::span(&one, 1), nine}), InvalidArgument);
}

TEST(Assignment, WithoutTrips) {
    const RoadNetwork network = testing::network_families().front().make(10, 1);
    const Assignment found = assign_trips(network, {});
    EXPECT_EQ(found.requested, 0);
    EXPECT_EQ(found.arc_loads, std::vector<double>(network.arc_count(), 0));
}

}  // namespace
}  // namespace allways
