// SPDX-License-Identifier: Apache-2.0
// Several costs over one order: for each cost the cells, skims and messages of that cost alone.
#include <gtest/gtest.h>

#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "support/network_shapes.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

std::vector<NodeIndex> every_node(const RoadNetwork& network) {
    std::vector<NodeIndex> nodes(network.node_count());
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    return nodes;
}

// Adds costs "h0", "h1", …: the first column at other sizes and digits, with closed arcs.
std::vector<std::string> add_costs(RoadNetwork& network, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::string> names;
    for (std::size_t c = 0; c < count; ++c) {
        ArcColumn column = network.columns.front();
        column.name = format("h{}", c);
        column.resolution_digits.reset();
        for (Decimal& value : column.values) {
            if (random.chance(0.05)) value = Decimal::missing();
            if (value.is_missing() || value.digits() < 0) continue;  // negative ones stay, so that no cycle becomes so
            value = value * Decimal(static_cast<std::int64_t>(10 + random.below(20)), static_cast<int>(c % 2));
        }
        names.push_back(column.name);
        network.columns.push_back(std::move(column));
    }
    return names;
}

void expect_each_alone(const RoadNetwork& network, const std::vector<std::string>& costs, const SolveOptions& options) {
    const std::vector<NodeIndex> nodes = every_node(network);
    const CostTables found = solve_between(network, nodes, nodes, costs, options);
    ASSERT_EQ(found.tables.size(), costs.size());
    for (std::size_t c = 0; c < costs.size(); ++c) {
        SCOPED_TRACE(costs[c]);
        SolveOptions alone = options;
        alone.cost = costs[c];
        const OriginDestinationTable truth = solve_between(network, nodes, nodes, alone).value;
        const OriginDestinationTable& table = found.tables[c];
        EXPECT_EQ(table.scale(), truth.scale());
        EXPECT_EQ(table.origin_ids(), truth.origin_ids());
        ASSERT_EQ(table.type(), truth.type());
        ASSERT_EQ(table.skims().size(), truth.skims().size());
        if (truth.type() != CostType::int32) continue;
        const auto cells = table.values<std::int32_t>();
        ASSERT_TRUE(std::ranges::equal(cells, truth.values<std::int32_t>()));
        for (std::size_t s = 0; s < truth.skims().size(); ++s) {
            for (std::uint64_t cell = 0; cell < cells.size(); ++cell) {
                if (!is_reachable(cells[cell])) continue;
                ASSERT_EQ(table.skims()[s].value(cell), truth.skims()[s].value(cell)) << cell;
            }
        }
    }
}

TEST(SolveCosts, EqualEachCostAlone) {
    for (const auto& family : testing::network_families()) {
        for (const std::uint64_t seed : {1, 2}) {
            SCOPED_TRACE(format("{} {}", family.name, seed));
            RoadNetwork network = family.make(61, seed);
            const auto costs = add_costs(network, 5, seed);
            expect_each_alone(network, costs, {.cost_type = CostType::int32});
        }
    }
}

TEST(SolveCosts, EqualEachCostAloneUnderTurnRulesAndWithSkims) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = testing::random_turn_network(seed);
        const auto costs = add_costs(network, 4, seed);
        expect_each_alone(network, costs, {.skims = {network.columns.front().name}});
        network.elimination_order = find_order(network);
        expect_each_alone(network, costs, {});
    }
}

TEST(SolveCosts, AreTheSameForAnyNumberOfThreads) {
    RoadNetwork network = generate_streets({.nodes = 400, .seed = 3});
    const auto costs = add_costs(network, 7, 3);
    for (const unsigned threads : {1u, 3u, 16u}) {
        limit_threads(threads);
        expect_each_alone(network, costs, {.skims = {"length"}});
    }
    limit_threads(0);
}

TEST(SolveCosts, TellsMessagesInTheOrderOfTheCosts) {
    RoadNetwork network = generate_streets({.nodes = 100, .seed = 1});
    const std::vector<std::string> costs = add_costs(network, 4, 1);
    for (const std::size_t wide : {2, 3}) {  // too many digits for int32
        for (Decimal& value : network.columns[network.columns.size() - 4 + wide].values)
            value = Decimal(123456789012345, 9);
    }
    std::vector<std::string> messages;
    const SolveOptions options{.log = [&](LogLevel level, std::string_view text) {
        if (level == LogLevel::info) messages.emplace_back(text);
    }};
    const std::vector<NodeIndex> nodes = every_node(network);
    const CostTables found = solve_between(network, nodes, nodes, costs, options);
    EXPECT_EQ(found.tables[2].type(), CostType::float64);
    ASSERT_EQ(messages.size(), 2u);
    EXPECT_TRUE(messages[0].starts_with("cost 'h2' is rounded")) << messages[0];
    EXPECT_TRUE(messages[1].starts_with("cost 'h3' is rounded")) << messages[1];
}

TEST(SolveCosts, RefusesWhatIsMissingOrDoesNotFit) {
    RoadNetwork network = generate_streets({.nodes = 100, .seed = 1});
    const std::vector<std::string> costs = add_costs(network, 4, 1);
    const std::vector<NodeIndex> nodes = every_node(network);
    const std::vector<std::string> unknown{"h0", "h9"};
    EXPECT_THROW(solve_between(network, nodes, nodes, unknown, {}), InvalidArgument);
    EXPECT_THROW(solve_between(network, nodes, nodes, std::vector<std::string>{}, {}), InvalidArgument);
    const std::vector<NodeIndex> many(6'000, 0);
    const SolveOptions little{.memory_limit_bytes = 400'000'000};  // for one table of 144 MB, not for four
    EXPECT_NO_THROW(solve_between(network, many, many, std::vector<std::string>{"h0"}, little));
    EXPECT_THROW(solve_between(network, many, many, costs, little), CapacityError);
    int calls = 0;
    const SolveOptions stopped{.progress = [&](const Progress&) { return ++calls < 3; }};
    EXPECT_THROW(solve_between(network, nodes, nodes, costs, stopped), Cancelled);
}

}  // namespace
}  // namespace allways
