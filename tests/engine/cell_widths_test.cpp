// SPDX-License-Identifier: Apache-2.0
// int32 distances in cells of 16 bits, and of 23 bits beside a hop array: which problems get them, and right answers up
// to the last distance that fits.
#include <gtest/gtest.h>

#include <numeric>

#include "engine/dense/dense_problem.h"
#include "engine/dense/executor.h"
#include "engine/dense/schedule.h"
#include "engine/prepare/prepare.h"
#include "support/network_shapes.h"
#include "support/solve_settings.h"
#include "support/table_checks.h"

namespace allways {
namespace {

using testing::choose;
using testing::Setting;

// Tiles so small that a chain of 200 nodes spans several.
std::vector<Setting> small_tiles() {
    std::vector<Setting> found = {{"reference", 7}};
    if (testing::has_device(DeviceInfo::Kind::cpu)) found.push_back({"cpu", 96});
    if (testing::has_device(DeviceInfo::Kind::gpu)) found.push_back({"gpu", 0});
    return found;
}

// Costs of the arcs 0 → 1 → … → 199 whose sum is `length`.
std::vector<std::int32_t> chain(std::int32_t length) {
    constexpr std::int32_t arcs = 199;
    std::vector<std::int32_t> costs(arcs, length / arcs);
    costs[17] += length % arcs;
    return costs;
}

RoadNetwork chain_network(const std::vector<std::int32_t>& costs) {
    testing::NodePairs arcs;
    for (std::size_t node = 0; node < costs.size(); ++node) arcs.emplace_back(node, node + 1);
    RoadNetwork network = testing::build_network(arcs, costs.size() + 1, 1, 1);
    for (std::size_t arc = 0; arc < costs.size(); ++arc) network.columns[0].values[arc] = Decimal(costs[arc], 0);
    return network;
}

// Complete: all other arcs cost as much as the whole chain.
std::vector<std::int32_t> chain_matrix(const std::vector<std::int32_t>& costs, std::int32_t length) {
    const std::size_t n = costs.size() + 1;
    std::vector<std::int32_t> matrix(n * n, length);
    for (std::size_t node = 0; node < costs.size(); ++node) matrix[node * n + node + 1] = costs[node];
    return matrix;
}

// `backward`: the distance against the chain.
void expect_chain(const DistanceTable& table, const std::vector<std::int32_t>& costs,
                  std::int32_t backward = unreachable_cost<std::int32_t>) {
    const std::size_t n = costs.size() + 1;
    ASSERT_EQ(table.node_count(), n);
    const auto distance = table.values<std::int32_t>();
    for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; to < n; ++to) {
            const std::int32_t expected = to < from
                                              ? backward
                                              : std::accumulate(costs.begin() + static_cast<std::ptrdiff_t>(from),
                                                                costs.begin() + static_cast<std::ptrdiff_t>(to), 0);
            ASSERT_EQ(distance[from * n + to], expected) << from << " to " << to;
        }
    }
}

template <class Check>
void on_every_schedule_and_device(const Check& check) {
    for (const Setting& setting : small_tiles()) {
        for (const std::string& schedule : tile_schedules()) {
            SCOPED_TRACE(setting.device + " " + schedule);
            SolveOptions options;
            choose(setting, options);
            options.schedule = schedule;
            check(options);
        }
    }
}

void expect_chain_in_cells(std::int32_t length, bool next_hops, std::size_t cell_bytes) {
    SCOPED_TRACE(length);
    const auto costs = chain(length);
    const RoadNetwork network = chain_network(costs);
    on_every_schedule_and_device([&](SolveOptions options) {
        options.next_hops = next_hops;
        const Solution solution = solve_with_report(network, options);
        EXPECT_EQ(solution.report.cell_bytes, cell_bytes);
        expect_chain(solution.value, costs);
        if (next_hops) testing::expect_walks(solution.value, &network, 0);
    });
}

// 32767 stands for unreachable.
TEST(CellWidths, DistancesUpTo32766TakeTwoBytes) {
    expect_chain_in_cells(32766, false, 2);
    expect_chain_in_cells(32767, false, 4);
}

// One bit is the first arc's: keys are 2·distance + 1 at most, and 32766 stands for unreachable.
TEST(CellWidths, WithOneFirstArcBitUpTo16382) {
    expect_chain_in_cells(16382, true, 2);
    expect_chain_in_cells(16383, true, 4);
}

TEST(CellWidths, MatricesWithoutHopsTakeTwoBytesToo) {
    for (const std::int32_t length : {32766, 32767}) {
        const auto costs = chain(length);
        const auto matrix = chain_matrix(costs, length);
        const auto n = costs.size() + 1;
        on_every_schedule_and_device([&](SolveOptions options) {
            options.next_hops = false;
            const Solution solution = solve_with_report(CostMatrix::view(std::span(matrix), n), options);
            EXPECT_EQ(solution.report.cell_bytes, length == 32766 ? 2u : 4u);
            expect_chain(solution.value, costs, length);
        });
    }
}

// 2²³ - 1 stands for unreachable in cells of 23 bits. They take four bytes either way.
TEST(CellWidths, HopArraysUpToTwoToThe23ArePacked) {
    constexpr std::int32_t most = (1 << 23) - 2;
    for (const std::int32_t length : {most, most + 1}) {
        SCOPED_TRACE(length);
        const auto costs = chain(length);
        const auto matrix = chain_matrix(costs, length);
        const auto n = costs.size() + 1;
        const auto prepared = engine::prepare<std::int32_t>(CostMatrix::view(std::span(matrix), n));
        EXPECT_EQ(engine::choose_format(prepared, true).width == CellWidth::bits23, length == most);
        on_every_schedule_and_device([&](const SolveOptions& options) {
            const Solution solution = solve_with_report(CostMatrix::view(std::span(matrix), n), options);
            EXPECT_EQ(solution.report.cell_bytes, 4u);
            expect_chain(solution.value, costs, length);
            testing::expect_tight(solution.value, matrix);
        });
    }
}

// One arc, which no shortest path takes, does not fit in a cell of 16 bits.
TEST(CellWidths, UnitCostsBesideADearArc) {
    RoadNetwork network = testing::build_network(testing::grid(120), 120, 1, 1);
    network.tail.push_back(0);
    network.head.push_back(119);
    network.columns[0].values.emplace_back(1'000'000, 0);
    network.arc_ids = IdTable::consecutive(network.arc_count());
    for (const bool next_hops : {false, true}) {
        on_every_schedule_and_device([&](SolveOptions options) {
            options.next_hops = next_hops;
            const Solution solution = solve_with_report(network, options);
            EXPECT_EQ(solution.report.cell_bytes, 2u);
            for (NodeIndex from = 0; from < 120; ++from) {
                const auto truth = testing::true_distances(network, from);
                for (NodeIndex to = 0; to < 120; ++to) {
                    ASSERT_EQ(solution.value.raw_distance(from, to), static_cast<double>(truth[to]));
                }
            }
            if (next_hops) testing::expect_rule(solution.value, network);
        });
    }
}

}  // namespace
}  // namespace allways
