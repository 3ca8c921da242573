// SPDX-License-Identifier: Apache-2.0
// Skims: sums along exactly the paths of the table.
#include "allways/result/cell_numbers.h"

#include <cmath>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/network/make_network.h"
#include "result/factor_arrays.h"
#include "support/random_networks.h"

namespace allways {
namespace {

// Column "length" in metres with a digit, "toll" whole; other numbers than the costs.
void add_fields(RoadNetwork& network, std::uint64_t seed, std::int64_t largest = 1000) {
    Random random(seed);
    ArcColumn length{"length", "m", {}, {}};
    ArcColumn toll{"toll", "", {}, {}};
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        length.values.emplace_back(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(largest))), 1);
        toll.values.emplace_back(static_cast<std::int64_t>(random.below(5)), 0);
    }
    network.columns.push_back(std::move(length));
    network.columns.push_back(std::move(toll));
}

double value_of(const Skim& skim, std::size_t cell) {
    return skim.values.raw(cell) / std::pow(10.0, skim.scale.digits);
}

// The sum found by walking the path of the pair.
double walked(const DistanceTable& table, NodeIndex from, NodeIndex to, const std::string& field) {
    const Path path = table.path(from, to);
    if (!path.reachable) return INFINITY;
    Decimal sum;
    for (const PathLeg& leg : path.legs) sum = sum + table.arcs().column(field)->values[leg.arc];
    return sum.to_double();
}

const std::vector<std::string> both{"length", "toll"};

DistanceTable solved(const RoadNetwork& network, CostType type) {
    return solve(network,
                 {.cost = network.columns[0].name, .cost_type = type, .schedule = "blocked", .device = "reference"});
}

TEST(Skims, AreSumsAlongThePathsOfTheTable) {
    for (const auto& kind : testing::network_kinds()) {
        SCOPED_TRACE(kind.name);
        RoadNetwork network = random_network(kind, 40, 3);
        add_fields(network, 4);
        for (const CostType type : {CostType::int32, CostType::float64}) {
            DistanceTable table = solved(network, type);
            add_skims(table, both);
            ASSERT_EQ(table.skims().size(), 2u);
            EXPECT_EQ(table.skims()[0].scale, (CostScale{"length", "m", 1}));
            EXPECT_EQ(table.skims()[0].values.type(), CostType::int32);
            const std::size_t n = table.node_count();
            for (NodeIndex from = 0; from < n; ++from) {
                for (NodeIndex to = 0; to < n; ++to) {
                    for (const Skim& skim : table.skims()) {
                        const double found = value_of(skim, std::size_t{from} * n + to);
                        ASSERT_EQ(found, walked(table, from, to, skim.scale.name)) << from << " to " << to;
                    }
                }
            }
        }
    }
}

TEST(Skims, OfSomePairsAreThoseOfTheWholeTable) {
    for (const auto& kind : testing::network_kinds()) {
        SCOPED_TRACE(kind.name);
        RoadNetwork network = random_network(kind, 60, 5);
        add_fields(network, 6);
        DistanceTable whole = solved(network, CostType::int32);
        add_skims(whole, both);
        const std::vector<NodeIndex> origins{7, 0, 59, 7, 30};
        const std::vector<NodeIndex> destinations{1, 2, 3, 30, 59, 44};
        const SolveOptions options{.cost = network.columns[0].name, .cost_type = CostType::int32, .skims = both};
        const auto part = solve_between(network, origins, destinations, options).value;
        const auto expected = sub_table(whole, origins, destinations);
        EXPECT_EQ(part.distances(), expected.distances());
        ASSERT_EQ(part.skims().size(), 2u);
        for (std::size_t f = 0; f < 2; ++f) EXPECT_EQ(part.skims()[f].values, expected.skims()[f].values);
    }
}

// Networks of which large parts lie at no cost from each other.
void add_mostly_zero(std::vector<testing::NetworkKind>& kinds) {
    kinds.push_back({.name = "mostly zero", .arcs_per_node = 3, .zero_share = 0.9, .largest_cost = 3});
    kinds.push_back({.name = "mostly zero, no-through",
                     .arcs_per_node = 6,
                     .zero_share = 0.9,
                     .no_through_share = 0.1,
                     .parallel_share = 0.2,
                     .largest_cost = 3});
    kinds.push_back({.name = "several large classes", .arcs_per_node = 1.7, .zero_share = 0.9, .largest_cost = 3});
    kinds.push_back(
        {.name = "mostly zero, negative", .arcs_per_node = 3, .zero_share = 0.9, .negative = true, .largest_cost = 3});
}

// Sums computed in the sweep follow the paths of next hops even if very many tie, and past classes of zero-cost cycles.
TEST(Skims, OfSomePairsFollowNextHopsHoweverPathsTie) {
    std::vector<testing::NetworkKind> kinds = testing::network_kinds();
    kinds.push_back({.name = "one cost", .arcs_per_node = 3, .parallel_share = 0.2, .largest_cost = 1});
    kinds.push_back({.name = "one cost, no-through", .arcs_per_node = 5, .no_through_share = 0.4, .largest_cost = 1});
    kinds.push_back({.name = "one cost and zero cycles", .arcs_per_node = 4, .zero_share = 0.3, .largest_cost = 1});
    kinds.push_back({.name = "all of it",
                     .arcs_per_node = 6,
                     .zero_share = 0.3,
                     .negative = true,
                     .no_through_share = 0.3,
                     .parallel_share = 0.3,
                     .self_loop_share = 0.1,
                     .largest_cost = 2});
    add_mostly_zero(kinds);
    std::vector<NodeIndex> origins, destinations;
    for (NodeIndex node = 0; node < 90; ++node) {
        origins.push_back((node * 7) % 90);
        for (const NodeIndex again : {0u, 31u, 62u}) destinations.push_back((node * 11 + again) % 90);
    }
    for (const auto& kind : kinds) {
        for (std::uint64_t seed = 10; seed < 14; ++seed) {
            SCOPED_TRACE(kind.name + " " + std::to_string(seed));
            RoadNetwork network = random_network(kind, 90, seed);
            add_fields(network, seed + 1);
            DistanceTable whole = solved(network, CostType::int32);
            add_skims(whole, both);
            const SolveOptions options{.cost = network.columns[0].name, .cost_type = CostType::int32, .skims = both};
            const auto part = solve_between(network, origins, destinations, options).value;
            const auto expected = sub_table(whole, origins, destinations);
            const NetworkFactor factor =
                factorize(network, {.cost = network.columns[0].name, .cost_type = CostType::int32});
            const auto of_factor = solve_between(factor, origins, destinations, {.skims = both}).value;
            const auto of_sums =
                solve_between(factorize(network, options), origins, destinations, {.skims = both}).value;
            for (const OriginDestinationTable* found : {&part, &of_factor, &of_sums}) {
                ASSERT_EQ(found->distances(), expected.distances());
                for (std::size_t f = 0; f < 2; ++f) ASSERT_EQ(found->skims()[f].values, expected.skims()[f].values);
            }
        }
    }
}

// Whole tables that a sweep solves in memory, next hops too, beside plain loops and walks.
TEST(Skims, OfWholeTablesAreThoseOfTheReferenceAndItsWalks) {
    std::vector<testing::NetworkKind> kinds = testing::network_kinds();
    add_mostly_zero(kinds);
    kinds.push_back({.name = "one large class", .arcs_per_node = 4, .zero_share = 1});
    for (const auto& kind : kinds) {
        for (std::uint64_t seed = 20; seed < 23; ++seed) {
            SCOPED_TRACE(kind.name + " " + std::to_string(seed));
            RoadNetwork network = random_network(kind, 150, seed);
            add_fields(network, seed + 1);
            DistanceTable expected = solved(network, CostType::int32);
            add_skims(expected, both);
            const auto found = solve(
                network,
                {.cost = network.columns[0].name, .cost_type = CostType::int32, .schedule = "sweep", .skims = both});
            ASSERT_EQ(found.distances(), expected.distances());
            ASSERT_EQ(found.next_hops().storage(), expected.next_hops().storage());
            for (std::size_t f = 0; f < 2; ++f) ASSERT_EQ(found.skims()[f].values, expected.skims()[f].values);
        }
    }
}

std::vector<NodeIndex> nodes_below(NodeIndex n) {
    std::vector<NodeIndex> nodes(n);
    for (NodeIndex node = 0; node < n; ++node) nodes[node] = node;
    return nodes;
}

// Costs so large that cells have no room for first arcs.
TEST(Skims, OfKeptSumsFollowNextHopsWithoutLabels) {
    for (std::uint64_t seed = 1; seed < 9; ++seed) {
        RoadNetwork network = testing::random_network(
            {.name = "", .arcs_per_node = 4, .no_through_share = 0.2, .parallel_share = 0.3, .largest_cost = 2}, 60,
            seed);
        for (Decimal& cost : network.columns[0].values) cost = cost * Decimal(10'000'000, 0);
        add_fields(network, seed + 1);
        const SolveOptions options{.cost = network.columns[0].name, .cost_type = CostType::int32, .skims = both};
        const NetworkFactor factor = factorize(network, options);
        ASSERT_EQ(factor.arrays().first_arc_bits, 0);
        DistanceTable whole = solved(network, CostType::int32);
        add_skims(whole, both);
        const auto nodes = nodes_below(60);
        const auto found = solve_between(factor, nodes, nodes, {.skims = both}).value;
        ASSERT_EQ(found.distances(), sub_table(whole, nodes, nodes).distances());
        for (std::size_t f = 0; f < 2; ++f) ASSERT_EQ(found.skims()[f].values, whole.skims()[f].values) << seed;
    }
}

TEST(Skims, OfAFactorComeFromTheSumsThatItKeeps) {
    RoadNetwork network = testing::random_network(testing::network_kinds()[0], 40, 3);
    add_fields(network, 4);
    const SolveOptions options{.cost = network.columns[0].name, .cost_type = CostType::int32, .skims = {"toll"}};
    NetworkFactor factor = factorize(network, options);
    ASSERT_EQ(factor.arrays().sums.fields.size(), 1u);
    EXPECT_EQ(factor.arrays().sums.fields[0].scale, (CostScale{"toll", "", 0}));
    const auto nodes = nodes_below(40);
    const auto right = solve_between(factor, nodes, nodes, {.skims = both}).value;
    const auto kept = solve_between(factor, nodes, nodes, {.skims = {"toll"}}).value;
    EXPECT_EQ(kept.skims()[0].values, right.skims()[1].values);
    for (auto* sums : {&factor.arrays().sums.fields[0].up, &factor.arrays().sums.fields[0].down}) {
        std::vector<std::int32_t> more(sums->begin(), sums->end());
        for (std::int32_t& sum : more) sum += 1000;
        *sums = SharedArray<std::int32_t>(std::move(more));
    }
    const auto changed = solve_between(factor, nodes, nodes, {.skims = {"toll"}}).value;
    EXPECT_EQ(changed.distances(), kept.distances());
    EXPECT_NE(changed.skims()[0].values, kept.skims()[0].values);
    // A field that is not kept is summed as before.
    const auto other = solve_between(factor, nodes, nodes, {.skims = both}).value;
    EXPECT_EQ(other.skims()[1].values, right.skims()[1].values);
    EXPECT_THROW(solve_between(factor, nodes, nodes, {.skims = {"toll", "toll"}}), InvalidArgument);
    EXPECT_THROW(factorize(network, {.cost = options.cost, .skims = {"tolls"}}), InvalidArgument);
    EXPECT_THROW(factorize(network, {.cost = options.cost, .skims = {options.cost}}), InvalidArgument);
}

// Enough nodes for threads to share the computation of the sums.
TEST(Skims, OfALargeFactorComeFromTheSumsThatItKeeps) {
    RoadNetwork network = generate_streets({.nodes = 12'000, .seed = 1, .zero_cost_share = 0.05});
    add_fields(network, 4);
    const SolveOptions without{.cost = "time", .cost_type = CostType::int32};
    SolveOptions with = without;
    with.skims = {"toll", "stops"};
    network.columns.back().name = "stops";
    network.columns[network.columns.size() - 2].name = "toll";
    std::uint64_t reported = 0;
    with.progress = [&](const Progress& progress) {
        if (progress.stage == "sums") reported = progress.done == progress.total ? progress.total : 0;
        return true;
    };
    Random random(5);
    std::vector<NodeIndex> places(200);
    for (NodeIndex& place : places) place = static_cast<NodeIndex>(random.below(network.node_count()));
    const NetworkFactor kept = factorize(network, with);
    EXPECT_GT(reported, 0u);
    const auto found = solve_between(kept, places, places, {.skims = with.skims}).value;
    const auto right = solve_between(factorize(network, without), places, places, {.skims = with.skims}).value;
    EXPECT_EQ(found.distances(), right.distances());
    for (std::size_t f = 0; f < 2; ++f) EXPECT_EQ(found.skims()[f].values, right.skims()[f].values);

    with.progress = [](const Progress& progress) { return progress.stage != "sums"; };
    EXPECT_THROW(factorize(network, with), Cancelled);
}

TEST(Skims, OfKeptSumsThatInt32DoesNotHoldAreThoseOfTheWholeFactor) {
    RoadNetwork network = testing::random_network(testing::network_kinds()[0], 30, 8);
    add_fields(network, 9, std::int64_t{1} << 29);
    network.columns.push_back({"partly", "m", std::vector<Decimal>(network.arc_count(), Decimal(1, 0)), {}});
    for (std::size_t arc = 0; arc < 5; ++arc) network.columns.back().values[arc] = Decimal::missing();
    const SolveOptions plain{.cost = network.columns[0].name, .cost_type = CostType::int32};
    for (const std::string field : {"length", "partly"}) {
        SolveOptions keeping = plain;
        keeping.skims = {field};
        const auto nodes = nodes_below(30);
        const auto kept = solve_between(factorize(network, keeping), nodes, nodes, {.skims = {field}}).value;
        const auto whole = solve_between(factorize(network, plain), nodes, nodes, {.skims = {field}}).value;
        ASSERT_EQ(kept.skims()[0].values.type(), CostType::float64);
        for (std::size_t cell = 0; cell < 900; ++cell) {
            const double a = kept.skims()[0].values.raw(cell), b = whole.skims()[0].values.raw(cell);
            EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b))) << a << " and " << b;
        }
    }
}

template <class T>
void spoil_one(SharedArray<T>& values, Random& random) {
    std::vector<T> changed(values.begin(), values.end());
    if (changed.empty()) return;
    const std::uint64_t bits = random.chance(0.5) ? random.below(200) : ~random.below(std::uint64_t{1} << 32);
    changed[random.below(changed.size())] = static_cast<T>(bits);
    values = SharedArray<T>(std::move(changed));
}

// Arrays of a mapped file may hold anything: tables end, within the arrays, in sums or in an error.
TEST(Skims, OfDamagedSumsStayWithinTheArrays) {
    int errors = 0;
    for (const bool zero : {false, true}) {
        RoadNetwork network = testing::random_network({.name = "",
                                                       .arcs_per_node = 4,
                                                       .zero_share = zero ? 0.3 : 0.0,
                                                       .no_through_share = 0.2,
                                                       .parallel_share = 0.3,
                                                       .largest_cost = 1},
                                                      40, 3);
        add_fields(network, 4);
        const NetworkFactor good =
            factorize(network, {.cost = network.columns[0].name, .cost_type = CostType::int32, .skims = both});
        ASSERT_EQ(good.arrays().sums.tail.empty(), !zero);
        Random random(5);
        const auto nodes = nodes_below(40);
        for (int trial = 0; trial < 400; ++trial) {
            NetworkFactor bad = good;
            FactorSums& sums = bad.arrays().sums;
            for (int change = 0; change < 1 + trial % 4; ++change) {
                switch (random.below(6)) {
                    case 0: spoil_one(sums.order, random); break;
                    case 1: spoil_one(sums.via, random); break;
                    case 2: spoil_one(sums.tail, random); break;
                    case 3: spoil_one(sums.head, random); break;
                    case 4: spoil_one(sums.fields[0].up, random); break;
                    default: spoil_one(sums.fields[1].down, random);
                }
            }
            try {
                (void)solve_between(bad, nodes, nodes, {.skims = both});
            } catch (const Error&) {
                ++errors;
            }
        }
        NetworkFactor shorter = good;
        shorter.arrays().sums.via = SharedArray<std::uint32_t>();
        EXPECT_THROW(solve_between(shorter, nodes, nodes, {.skims = both}), Error);
    }
    EXPECT_GT(errors, 50);
}

TEST(Skims, OfFloatsAreThoseOfAShortestPath) {
    RoadNetwork network = testing::random_network(testing::network_kinds()[0], 60, 8);
    for (Decimal& cost : network.columns[0].values) cost = cost * Decimal(1414213562373, 12);
    network.columns.push_back({"again", "", network.columns[0].values, {}});
    std::vector<NodeIndex> nodes(60);
    for (NodeIndex node = 0; node < 60; ++node) nodes[node] = node;
    const SolveOptions options{.cost = network.columns[0].name, .cost_type = CostType::float64, .skims = {"again"}};
    const auto of_network = solve_between(network, nodes, nodes, options).value;
    EXPECT_THROW(factorize(network, options), InvalidArgument);  // only sums along paths of int32 costs are kept
    const NetworkFactor factor = factorize(network, {.cost = options.cost, .cost_type = CostType::float64});
    const auto of_factor = solve_between(factor, nodes, nodes, {.skims = {"again"}}).value;
    for (const OriginDestinationTable* table : {&of_network, &of_factor}) {
        for (std::size_t cell = 0; cell < 3600; ++cell) {
            const double distance = table->distance(cell / 60, cell % 60);
            const double found = value_of(table->skims()[0], cell);
            if (std::isinf(distance))
                EXPECT_EQ(found, distance);
            else
                EXPECT_NEAR(found, distance, 1e-12 * distance);
        }
    }
}

TEST(Skims, AreFloat64WhereInt32DoesNotHoldThemAndNotANumberWhereAValueIsMissing) {
    RoadNetwork network = testing::random_network(testing::network_kinds()[0], 30, 8);
    add_fields(network, 9, std::int64_t{1} << 40);
    network.columns.push_back({"partly", "m", std::vector<Decimal>(network.arc_count(), Decimal(1, 0)), {}});
    for (ArcIndex arc = 0; arc < network.arc_count(); arc += 5) network.columns.back().values[arc] = Decimal::missing();
    DistanceTable table = solved(network, CostType::int32);
    add_skims(table, std::vector<std::string>{"length", "partly"});
    bool any_missing = false;
    for (NodeIndex from = 0; from < 30; ++from) {
        for (NodeIndex to = 0; to < 30; ++to) {
            const std::size_t cell = from * 30 + to;
            EXPECT_DOUBLE_EQ(value_of(table.skims()[0], cell), walked(table, from, to, "length"));
            const double partly = std::get<SharedArray<double>>(table.skims()[1].values.all())[cell];
            bool missing = false;
            for (const PathLeg& leg : table.path(from, to).legs) {
                missing = missing || table.arcs().column("partly")->values[leg.arc].is_missing();
            }
            EXPECT_EQ(std::isnan(partly), missing);
            any_missing = any_missing || missing;
        }
    }
    EXPECT_TRUE(any_missing);

    std::vector<NodeIndex> nodes(30);
    for (NodeIndex node = 0; node < 30; ++node) nodes[node] = node;
    const SolveOptions options{
        .cost = network.columns[0].name, .cost_type = CostType::int32, .skims = {"length", "partly"}};
    const auto between = solve_between(network, nodes, nodes, options).value;
    for (std::size_t f = 0; f < 2; ++f) {
        const auto& whole = std::get<SharedArray<double>>(table.skims()[f].values.all());
        const auto& part = std::get<SharedArray<double>>(between.skims()[f].values.all());
        for (std::size_t cell = 0; cell < 900; ++cell) {
            EXPECT_TRUE(part[cell] == whole[cell] || (std::isnan(part[cell]) && std::isnan(whole[cell])));
        }
    }
}

// Values that are too large or missing, on arcs that no path takes, leave the sums in int32.
TEST(Skims, AreInt32WhateverOtherArcsHave) {
    RoadNetwork network = testing::random_network(testing::network_kinds()[0], 30, 8);
    add_fields(network, 9);
    const DistanceTable distances = solved(network, CostType::int32);
    std::size_t detours = 0;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const double cost = network.columns[0].values[arc].to_double();
        if (!(cost > distances.distance(network.tail[arc], network.head[arc]))) continue;
        network.columns[1].values[arc] = Decimal::missing();
        network.columns[2].values[arc] = Decimal(std::int64_t{1} << 40, 0);
        ++detours;
    }
    ASSERT_GT(detours, 0u);
    std::vector<NodeIndex> nodes(30);
    for (NodeIndex node = 0; node < 30; ++node) nodes[node] = node;
    DistanceTable table = solved(network, CostType::int32);
    add_skims(table, both);
    const auto between = solve_between(network, nodes, nodes,
                                       {.cost = network.columns[0].name, .cost_type = CostType::int32, .skims = both});
    for (std::size_t f = 0; f < 2; ++f) EXPECT_EQ(between.value.skims()[f].values, table.skims()[f].values);
}

TEST(Skims, ComeWithTheTable) {
    RoadNetwork network = testing::random_network(testing::network_kinds()[0], 30, 1);
    add_fields(network, 2);
    DistanceTable table = solved(network, CostType::int32);
    add_skims(table, both);
    for (const char* schedule : {"sweep", "blocked"}) {
        const SolveOptions options{.cost = "cost", .schedule = schedule, .device = "reference", .skims = both};
        const Solution solution = solve_with_report(
            network, schedule == std::string("sweep") ? SolveOptions{.cost = "cost", .schedule = "sweep", .skims = both}
                                                      : options);
        ASSERT_EQ(solution.value.skims().size(), 2u);
        for (std::size_t f = 0; f < 2; ++f) EXPECT_EQ(solution.value.skims()[f].values, table.skims()[f].values);
        EXPECT_EQ(solution.report.seconds.contains("skims"), schedule == std::string("blocked"));
    }
    EXPECT_THROW(solve(network, {.cost = "cost", .next_hops = false, .skims = both}), InvalidArgument);
    EXPECT_THROW(solve(network, {.cost = "cost", .skims = {"nothing"}}), InvalidArgument);
    EXPECT_THROW(solve(CostMatrix::own(std::vector<std::int32_t>{0, 1, 1, 0}, 2), {.skims = both}), InvalidArgument);
}

TEST(Skims, NeedNextHopsAndKnownFields) {
    RoadNetwork network = testing::random_network(testing::network_kinds()[0], 10, 1);
    add_fields(network, 2);
    DistanceTable table = solved(network, CostType::int32);
    EXPECT_THROW(add_skims(table, std::vector<std::string>{"lenght"}), InvalidArgument);
    EXPECT_THROW(add_skims(table, std::vector<std::string>{"toll", "toll"}), InvalidArgument);
    EXPECT_THROW(add_skims(table, std::vector<std::string>{"cost"}), InvalidArgument);
    add_skims(table, std::vector<std::string>{"toll"});
    EXPECT_THROW(add_skims(table, std::vector<std::string>{"toll"}), InvalidArgument);
    DistanceTable bare = solve(network, {.schedule = "blocked", .device = "reference", .next_hops = false});
    EXPECT_THROW(add_skims(bare, std::vector<std::string>{"toll"}), InvalidArgument);
}

}  // namespace
}  // namespace allways
