// SPDX-License-Identifier: Apache-2.0
// Factors of several costs over one order: the paths of each cost's own factor, in shared memory.
#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/query/path_source.h"
#include "result/factor_arrays.h"
#include "support/network_shapes.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

// The first column at other sizes and digits, with closed arcs.
std::vector<ArcColumn> costs_of(const RoadNetwork& network, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<ArcColumn> costs;
    for (std::size_t c = 0; c < count; ++c) {
        ArcColumn column = network.columns.front();
        column.name = format("h{}", c);
        column.resolution_digits.reset();
        for (Decimal& value : column.values) {
            if (random.chance(0.05)) value = Decimal::missing();
            if (value.is_missing() || value.digits() < 0) continue;  // negative ones stay, so that no cycle becomes so
            value = value * Decimal(static_cast<std::int64_t>(10 + random.below(20)), static_cast<int>(c % 2));
        }
        costs.push_back(std::move(column));
    }
    return costs;
}

void expect_paths_of_own_factor(const RoadNetwork& network, const std::vector<ArcColumn>& costs,
                                const std::vector<NetworkFactor>& factors, const SolveOptions& options) {
    ASSERT_EQ(factors.size(), costs.size());
    std::vector<NodeIndex> nodes;
    for (NodeIndex node = 0; node < network.node_count(); ++node) nodes.push_back(node);
    for (std::size_t c = 0; c < costs.size(); ++c) {
        SCOPED_TRACE(costs[c].name);
        RoadNetwork alone = network;
        alone.columns.push_back(costs[c]);
        SolveOptions own = options;
        own.cost = costs[c].name;
        const NetworkFactor truth = factorize(alone, own);
        const NetworkFactor& factor = factors[c];
        check_factor(factor);
        EXPECT_EQ(factor.scale, truth.scale);
        ASSERT_EQ(factor.type(), truth.type());
        EXPECT_EQ(factor.arcs.columns.size(), network.columns.size());
        const PathSource paths(factor), true_paths(truth);
        for (const NodeIndex from : nodes) {
            for (const NodeIndex to : nodes) {
                ASSERT_EQ(paths.raw_distance(from, to), true_paths.raw_distance(from, to)) << from << " " << to;
                const Path path = paths.path(from, to), true_path = true_paths.path(from, to);
                ASSERT_EQ(path.legs.size(), true_path.legs.size());
                for (std::size_t leg = 0; leg < path.legs.size(); ++leg)
                    ASSERT_EQ(path.legs[leg].arc, true_path.legs[leg].arc);
            }
        }
        SolveOptions between;
        between.skims = options.skims;
        const auto table = solve_between(factor, nodes, nodes, between).value;
        const auto true_table = solve_between(truth, nodes, nodes, between).value;
        EXPECT_EQ(table.distances(), true_table.distances());
        for (std::size_t s = 0; s < options.skims.size(); ++s)
            EXPECT_EQ(table.skims()[s].values.all(), true_table.skims()[s].values.all());
    }
}

TEST(FactorizeCosts, FindThePathsOfEachAlone) {
    for (const auto& family : testing::network_families()) {
        SCOPED_TRACE(family.name);
        const RoadNetwork network = family.make(37, 3);
        const auto costs = costs_of(network, 3, 3);
        const SolveOptions options{.cost_type = CostType::int32};
        expect_paths_of_own_factor(network, costs, factorize(network, costs, options), options);
    }
}

TEST(FactorizeCosts, UnderTurnRulesAndWithSums) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        const RoadNetwork network = testing::random_turn_network(seed);
        const auto costs = costs_of(network, 3, seed);
        const SolveOptions options{.skims = {network.columns.front().name}};
        expect_paths_of_own_factor(network, costs, factorize(network, costs, options), options);
    }
    const RoadNetwork streets = generate_streets({.nodes = 60, .seed = 2});
    const auto costs = costs_of(streets, 3, 2);
    const SolveOptions options{.skims = {"length"}};
    expect_paths_of_own_factor(streets, costs, factorize(streets, costs, options), options);
}

TEST(FactorizeCosts, ShareWhatCostsDoNotChange) {
    const RoadNetwork network = generate_streets({.nodes = 500, .seed = 1});
    const auto costs = costs_of(network, 4, 1);
    for (const unsigned threads : {1u, 4u}) {
        limit_threads(threads);
        const std::vector<NetworkFactor> factors = factorize(network, costs, {});
        const NetworkFactor& first = factors.front();
        for (const NetworkFactor& factor : factors) {
            EXPECT_EQ(factor.arrays().up_depth.data(), first.arrays().up_depth.data());
            EXPECT_EQ(factor.arrays().order.data(), first.arrays().order.data());
            EXPECT_EQ(factor.arrays().parent.data(), first.arrays().parent.data());
            EXPECT_EQ(factor.arrays().places.rank_of.data(), first.arrays().places.rank_of.data());
            EXPECT_EQ(factor.arcs.head.data(), first.arcs.head.data());
            EXPECT_EQ(factor.arcs.arc_ids.numbers().data(), first.arcs.arc_ids.numbers().data());
            EXPECT_EQ(factor.coordinates.data(), first.coordinates.data());
            EXPECT_EQ(factor.elimination_order(), first.elimination_order());
        }
    }
    limit_threads(0);
}

TEST(FactorizeCosts, RefuseWhatDoesNotFit) {
    const RoadNetwork network = generate_streets({.nodes = 100, .seed = 1});
    auto costs = costs_of(network, 2, 1);
    EXPECT_THROW(factorize(network, std::vector<ArcColumn>{}, {}), InvalidArgument);
    EXPECT_THROW(factorize(network, costs, {.memory_limit_bytes = 1'000'000}), CapacityError);
    costs[1].name = costs[0].name;
    EXPECT_THROW(factorize(network, costs, {}), InvalidArgument);
    costs[1].name = "other";
    costs[1].values.pop_back();
    EXPECT_THROW(factorize(network, costs, {}), InvalidArgument);
}

}  // namespace
}  // namespace allways
