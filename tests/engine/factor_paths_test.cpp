// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/factor_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/network/adjacency.h"
#include "engine/factor/factor_core.h"
#include "engine/sweep/sweep_problem.h"
#include "ordering/elimination.h"
#include "result/factor_arrays.h"
#include "support/network_shapes.h"

namespace allways::testing {

using engine::FactorPaths;

namespace {

std::vector<std::uint64_t> arcs_of(const Path& path) {
    std::vector<std::uint64_t> arcs;
    for (const PathLeg& leg : path.legs) arcs.push_back(leg.arc);
    return arcs;
}

// The cost comes from the first column of the network.
DistanceTable table_of(const RoadNetwork& network, CostType type, const std::string& schedule) {
    return solve(network,
                 {.cost = network.columns[0].name, .cost_type = type, .schedule = schedule, .device = "reference"});
}

NetworkFactor factor_of(const RoadNetwork& network, CostType type) {
    return factorize(network, {.cost = network.columns[0].name, .cost_type = type});
}

TEST(FactorPaths, AreThoseOfTheTable) {
    int networks = 0;
    for (const NetworkFamily& family : network_families()) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            const std::size_t n = 1 + 7 * (seed - 1) / 2;
            SCOPED_TRACE(family.name + ", " + std::to_string(n) + " nodes, seed " + std::to_string(seed));
            const RoadNetwork network = family.make(n, seed);
            const DistanceTable table = table_of(network, CostType::int32, "blocked");
            const FactorPaths paths(factor_of(network, CostType::int32));
            ++networks;
            for (NodeIndex from = 0; from < n; ++from) {
                for (NodeIndex to = 0; to < n; ++to) {
                    ASSERT_EQ(paths.raw_distance(from, to), table.raw_distance(from, to)) << from << " to " << to;
                    const Path path = paths.path(from, to);
                    const Path expected = table.path(from, to);
                    ASSERT_EQ(path.reachable, expected.reachable) << from << " to " << to;
                    ASSERT_EQ(path.raw_distance, expected.raw_distance) << from << " to " << to;
                    ASSERT_EQ(arcs_of(path), arcs_of(expected)) << from << " to " << to;
                }
            }
        }
    }
    EXPECT_GE(networks, 200);
}

// More members of a class of zero-cost cycles than a factor keeps hops of.
TEST(FactorPaths, PassLargeClassesAsTheTableDoes) {
    for (const double no_through_share : {0.0, 0.1}) {
        const RoadNetwork network = random_network({.name = "mostly zero",
                                                    .arcs_per_node = 4,
                                                    .zero_share = 0.9,
                                                    .no_through_share = no_through_share,
                                                    .largest_cost = 3},
                                                   150, 5);
        const DistanceTable table = table_of(network, CostType::int32, "blocked");
        NetworkFactor factor = factor_of(network, CostType::int32);
        std::uint64_t largest = 0;
        for (std::size_t rank = 0; rank < factor.rank_count(); ++rank) {
            largest = std::max(
                largest, factor.arrays().places.first_member[rank + 1] - factor.arrays().places.first_member[rank]);
        }
        ASSERT_GT(largest, FactorPlaces::most_members_with_hops);
        ASSERT_LT(factor.arrays().places.hops.size(), largest * largest);
        const FactorPaths paths(std::move(factor));
        for (NodeIndex from = 0; from < 150; ++from) {
            for (NodeIndex to = 0; to < 150; ++to) {
                ASSERT_EQ(arcs_of(paths.path(from, to)), arcs_of(table.path(from, to))) << from << " to " << to;
            }
        }
    }
}

// The rounding of one path per leg, plus that of costs that cancel on the way.
void expect_walks_of_floats(const FactorPaths& paths, NodeIndex n, double precision, double cancelling) {
    for (NodeIndex from = 0; from < n; ++from) {
        for (NodeIndex to = 0; to < n; ++to) {
            const Path path = paths.path(from, to);
            ASSERT_EQ(path.reachable, std::isfinite(paths.raw_distance(from, to))) << from << " to " << to;
            if (!path.reachable) continue;
            double sum = 0;
            NodeIndex at = from;
            for (const PathLeg& leg : path.legs) {
                ASSERT_EQ(leg.from, at);
                sum += leg.raw_cost;
                at = leg.to;
            }
            ASSERT_EQ(at, to);
            const double slack =
                static_cast<double>(path.legs.size() + 1) * precision * (std::abs(path.raw_distance) + cancelling);
            ASSERT_NEAR(sum, path.raw_distance, slack) << from << " to " << to;
        }
    }
}

TEST(FactorPaths, OfFloatsAreThoseOfTheTableUpToRounding) {
    for (const NetworkFamily& family : network_families()) {
        for (const CostType type : {CostType::float32, CostType::float64}) {
            const NodeIndex n = 17;
            SCOPED_TRACE(family.name + ", " + std::string(name(type)));
            const RoadNetwork network = family.make(n, 3);
            const double precision = type == CostType::float32 ? 0x1p-23 : 0x1p-52;
            const DistanceTable table = table_of(network, type, "blocked");
            const FactorPaths paths(factor_of(network, type));
            for (NodeIndex from = 0; from < n; ++from) {
                for (NodeIndex to = 0; to < n; ++to) {
                    ASSERT_EQ(std::isfinite(paths.raw_distance(from, to)), table.is_reachable(from, to));
                    if (!table.is_reachable(from, to)) continue;
                    const double distance = table.raw_distance(from, to);
                    ASSERT_NEAR(paths.raw_distance(from, to), distance,
                                n * precision * (std::abs(distance) + family.cancelling));
                }
            }
            expect_walks_of_floats(paths, n, precision, family.cancelling);
        }
    }
}

// 10^17 + 1 = 10^17 in float64, so that tight arcs may close circles.
TEST(FactorPaths, OfFloatsArriveWhereSmallCostsAreAbsorbed) {
    const NetworkKind kind{.name = "absorbing", .arcs_per_node = 4, .largest_cost = 3, .absorbing_share = 0.4};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const RoadNetwork network = random_network(kind, 40, seed);
        const FactorPaths paths(factor_of(network, CostType::float64));
        expect_walks_of_floats(paths, 40, 0x1p-52, 0);
    }
}

// A column that did not exist when the order was found, with its own zero cycles and missing costs.
RoadNetwork with_other_cost(RoadNetwork network, std::uint64_t seed) {
    Random random(seed);
    ArcColumn other{"other", "", {}, {}};
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        other.values.push_back(random.chance(0.1) ? Decimal::missing()
                                                  : Decimal(static_cast<std::int64_t>(random.below(3)), 0));
    }
    network.columns.push_back(std::move(other));
    return network;
}

// Step by step from the network itself, eliminated in a given order of nodes.
ordering::Factor<std::int32_t> fresh_factor(const RoadNetwork& network, const std::string& cost,
                                            const std::vector<NodeIndex>& order) {
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    const auto prepared =
        engine::prepare<std::int32_t>(network, adjacency, build_arc_costs(network, {cost, CostType::int32}));
    engine::FactorCore<std::int32_t> core(prepared, engine::sweep_format(prepared, true));
    std::vector<std::uint32_t> classes;
    for (const NodeIndex node : order) {
        const std::uint32_t c = prepared.classes.class_of(node);
        if (std::find(classes.begin(), classes.end(), c) == classes.end()) classes.push_back(c);
    }
    core.tree = std::make_shared<ordering::Elimination>(ordering::eliminate(core.graph(), classes));
    return *core.factorize();
}

TEST(Factorize, TakesTheOrderOfOtherCosts) {
    for (const NetworkFamily& family : network_families()) {
        SCOPED_TRACE(family.name);
        const std::size_t n = 40;
        RoadNetwork network = with_other_cost(family.make(n, 5), 5);
        const NetworkFactor first = factor_of(network, CostType::int32);
        network.elimination_order = first.arrays().order;
        const Factored second = factorize_with_report(network, {.cost = "other"});
        EXPECT_EQ(second.report.order,
                  first.arrays().order.empty() ? "minimum fill and 0 levels of cuts" : "kept with the network");

        // The result equals a factor made from scratch with that order.
        const auto fresh = fresh_factor(network, "other", first.arrays().order);
        EXPECT_EQ(std::get<SharedArray<std::int32_t>>(second.value.arrays().up), fresh.up);
        EXPECT_EQ(std::get<SharedArray<std::int32_t>>(second.value.arrays().down), fresh.down);

        const DistanceTable table = solve(network, {.cost = "other", .schedule = "blocked", .device = "reference"});
        const FactorPaths paths(second.value);
        for (NodeIndex from = 0; from < n; ++from) {
            for (NodeIndex to = 0; to < n; ++to)
                ASSERT_EQ(arcs_of(paths.path(from, to)), arcs_of(table.path(from, to)));
        }
    }
}

TEST(Factorize, GivesTheSameWithItsOwnOrder) {
    RoadNetwork network = generate_streets({.nodes = 300, .seed = 4, .zero_cost_share = 0.1});
    const Factored first = factorize_with_report(network);
    network.elimination_order = first.value.arrays().order;
    const NetworkFactor again = factorize(network);
    EXPECT_EQ(again.arrays().order, first.value.arrays().order);
    EXPECT_EQ(again.arrays().up, first.value.arrays().up);
    EXPECT_EQ(again.arrays().down, first.value.arrays().down);
    EXPECT_EQ(first.report.fill, first.value.fill());
    EXPECT_EQ(first.report.nodes, 300u);
    const std::size_t ranks = first.value.rank_count();
    EXPECT_EQ(first.report.bytes,
              4 * (first.value.arrays().order.size() + ranks) + 8 * (ranks + 1) + 12 * first.report.fill);
}

template <class Error, class Call>
void expect_error(const std::string& part, const Call& call) {
    try {
        call();
        ADD_FAILURE() << "nothing was thrown, where '" << part << "' was expected";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
}

TEST(Factorize, ForPathsWhereTheyPay) {
    const RoadNetwork streets = generate_streets({.nodes = 2000, .seed = 1});
    EXPECT_FALSE(factorize_for_paths(streets, 0));
    EXPECT_FALSE(factorize_for_paths(streets, 10));
    const auto factor = factorize_for_paths(streets, 1000);
    ASSERT_TRUE(factor);
    EXPECT_EQ(factor->arrays().up, factorize(streets).arrays().up);
    EXPECT_FALSE(factorize_for_paths(generate_random_network({.nodes = 300, .probability = 0.5}), 1000));
}

TEST(Factorize, RefusesWhatDoesNotFit) {
    const RoadNetwork network = generate_streets({.nodes = 300, .seed = 4});
    expect_error<CapacityError>("the factor needs", [&] { factorize(network, {.memory_limit_bytes = 1000}); });
    expect_error<InvalidArgument>("no_such_field", [&] { factorize(network, {.cost = "no_such_field"}); });
}

TEST(FactorPaths, RefuseFactorsOfOtherNetworks) {
    const RoadNetwork network = build_network(grid(9), 9, 5, 1);
    const NetworkFactor good = factorize(network);
    const auto refused = [&](const std::string& part, const auto& change) {
        NetworkFactor bad = good;
        change(bad);
        expect_error<InvalidArgument>(part, [&] { FactorPaths{bad}; });
    };
    refused("nodes and arcs", [](NetworkFactor& bad) { bad.arcs.first_out.pop_back(); });
    refused("tree and cells", [](NetworkFactor& bad) { bad.arrays().up = SharedArray<std::int32_t>(); });
    refused("tree and cells", [](NetworkFactor& bad) { bad.arrays().first_arc_bits = 30; });
    refused("tree and cells", [](NetworkFactor& bad) { bad.arrays().up = SharedArray<float>(); });
    refused("tree and cells", [](NetworkFactor& bad) { bad.arrays().first_up = SharedArray<std::uint64_t>(); });
    refused("places", [](NetworkFactor& bad) { bad.arrays().places.rank_of = SharedArray<std::uint32_t>(); });
    refused("places", [](NetworkFactor& bad) { bad.arrays().order = SharedArray<NodeIndex>(); });
    refused("classes", [](NetworkFactor& bad) { bad.arrays().places.first_member = {0, 1}; });
    refused("potentials",
            [](NetworkFactor& bad) { bad.arrays().places.tail_potential = SharedArray<std::int64_t>{1}; });
    const FactorPaths paths(good);
    expect_error<InvalidArgument>("outside a factor of 9 nodes", [&] { paths.path(0, 9); });
    expect_error<InvalidArgument>("outside a factor of 9 nodes", [&] { paths.raw_distance(9, 0); });
}

// Overwrites one value.
template <class T>
void spoil(SharedArray<T>& values, Random& random) {
    if (values.empty()) return;
    const std::uint64_t bits =
        random.chance(0.5) ? random.below(40) : ~random.below(random.chance(0.2) ? 1 : std::uint64_t{1} << 32);
    values.edit()[random.below(values.size())] = static_cast<T>(bits);
}
template <class... Arrays>
void spoil(std::variant<Arrays...>& values, Random& random) {
    std::visit([&](auto& one) { spoil(one, random); }, values);
}

void spoil(NetworkFactor& factor, Random& random) {
    FactorPlaces& places = factor.arrays().places;
    switch (random.below(19)) {
        case 0: return spoil(factor.arrays().order, random);
        case 1: return spoil(factor.arrays().parent, random);
        case 2: return spoil(factor.arrays().first_up, random);
        case 3: return spoil(factor.arrays().up_depth, random);
        case 4: return spoil(factor.arrays().up, random);
        case 5: return spoil(factor.arrays().down, random);
        case 6: return spoil(places.rank_of, random);
        case 7: return spoil(places.end_of, random);
        case 8: return spoil(places.first_access, random);
        case 9: return spoil(places.access_rank, random);
        case 10: return spoil(places.access_cell, random);
        case 11: return spoil(places.first_member, random);
        case 12: return spoil(places.first_hop, random);
        case 13: return spoil(places.hops, random);
        case 14: return spoil(places.tail_potential, random);
        case 15: return spoil(places.head_potential, random);
        case 16: return spoil(factor.arcs.first_out, random);
        case 17: return spoil(factor.arcs.head, random);
        default: return spoil(factor.arcs.cost, random);
    }
}

// Arrays of a mapped file may hold anything: queries end, within the arrays, in an answer or in an error.
TEST(FactorPaths, StayWithinDamagedArrays) {
    int errors = 0;
    for (const NetworkFamily& family : network_families()) {
        for (const CostType type : {CostType::int32, CostType::float64}) {
            SCOPED_TRACE(family.name);
            const NodeIndex n = 12;
            const NetworkFactor good = factor_of(family.make(n, 2), type);
            Random random(7);
            for (int trial = 0; trial < 60; ++trial) {
                NetworkFactor bad = good;
                for (int change = 0; change < 1 + trial % 3; ++change) spoil(bad, random);
                const FactorPaths paths(std::move(bad));
                for (NodeIndex from = 0; from < n; ++from) {
                    for (NodeIndex to = 0; to < n; ++to) {
                        try {
                            (void)paths.path(from, to);
                        } catch (const Error&) {
                            ++errors;
                        }
                    }
                }
            }
        }
    }
    EXPECT_GT(errors, 1000);
}

}  // namespace

}  // namespace allways::testing
