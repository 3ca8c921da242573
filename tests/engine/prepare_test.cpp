// SPDX-License-Identifier: Apache-2.0
// Prepare on cases small enough to check by hand, and the tile layout it fills.
#include "engine/prepare/prepare.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "engine/dense/dense_problem.h"
#include "engine/tile_problem.h"
#include "support/random_networks.h"

namespace allways::engine {
namespace {

RoadNetwork build_network(std::size_t n, const std::vector<std::array<int, 3>>& arcs,
                          std::vector<std::uint8_t> no_through = {}) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(n);
    network.arc_ids = IdTable::consecutive(arcs.size());
    network.no_through = std::move(no_through);
    ArcColumn column{"cost", "", {}, {}};
    for (const auto& [tail, head, cost] : arcs) {
        network.tail.push_back(static_cast<NodeIndex>(tail));
        network.head.push_back(static_cast<NodeIndex>(head));
        column.values.emplace_back(cost, 0);
    }
    network.columns.push_back(std::move(column));
    return network;
}

Prepared<std::int32_t> prepare_of(const RoadNetwork& network) {
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    return prepare<std::int32_t>(network, adjacency, build_arc_costs(network, {}));
}

TEST(Prepare, ContractsZeroCostCyclesOnly) {
    // 0 <-> 1 at zero cost; 1 -> 2 at zero cost has no way back.
    const auto prepared = prepare_of(build_network(3, {{0, 1, 0}, {1, 0, 0}, {1, 2, 0}, {2, 0, 4}}));
    EXPECT_EQ(prepared.classes.count(), 2u);
    EXPECT_EQ(prepared.classes.contracted(), 1u);
    EXPECT_EQ(prepared.classes.class_of(0), prepared.classes.class_of(1));
    EXPECT_EQ(prepared.classes.hop(0, 1), 0u);
    EXPECT_EQ(prepared.classes.hop(1, 0), 0u);
    EXPECT_EQ(prepared.classes.hop(1, 1), NextHops::none);
    // The class leaves by one arc, 1 -> 2, which is node 1's second.
    ASSERT_EQ(prepared.first_out[1] - prepared.first_out[0], 1u);
    EXPECT_EQ(prepared.exits[0].tail, 1u);
    EXPECT_EQ(prepared.exits[0].hop, 1u);
}

TEST(Prepare, HopsInsideAClassTakeTheFewestArcs) {
    // Ring 0 -> 1 -> 2 -> 3 -> 0 at zero cost and a chord 0 -> 2: from 0 to 3 the chord is shorter.
    const auto prepared = prepare_of(build_network(4, {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 0, 0}, {0, 2, 0}}));
    EXPECT_EQ(prepared.classes.count(), 1u);
    EXPECT_EQ(prepared.classes.hop(0, 3), 1u);
    EXPECT_EQ(prepared.classes.hop(0, 1), 0u);
    EXPECT_EQ(prepared.classes.hop(3, 2), 0u);
}

// More members than one search handles at a time: a ring with chords, numbered at random.
std::vector<std::array<int, 3>> zero_ring(int n, std::uint64_t seed) {
    Random random(seed);
    std::vector<int> at(static_cast<std::size_t>(n));
    std::iota(at.begin(), at.end(), 0);
    for (std::size_t i = at.size(); i > 1; --i) std::swap(at[i - 1], at[random.below(i)]);
    std::vector<std::array<int, 3>> arcs;
    for (std::size_t i = 0; i < at.size(); ++i) {
        arcs.push_back({at[i], at[(i + 1) % at.size()], 0});
        arcs.push_back({at[i], at[random.below(at.size())], random.chance(0.5) ? 0 : 3});
        if (random.chance(0.3)) arcs.push_back(arcs.back());
    }
    return arcs;
}

TEST(Prepare, HopsInsideALargeClassAreThoseOfPlainSearches) {
    constexpr int n = 150;
    const RoadNetwork network = build_network(n, zero_ring(n, 3));
    const AdjacencyArray adjacency = build_adjacency(n, network.tail);
    const ZeroClasses classes = prepare_of(network).classes;
    ASSERT_EQ(classes.count(), 1u);
    EXPECT_EQ(classes.joined_count(), std::size_t{n});
    EXPECT_EQ(classes.hop_bytes(), std::uint64_t{n * n});
    for (NodeIndex to = 0; to < n; ++to) {
        std::vector<int> steps(n, n);
        steps[to] = 0;
        for (int level = 0; level < n; ++level) {
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
                if (network.columns[0].values[arc] == Decimal() && steps[network.head[arc]] == level) {
                    steps[network.tail[arc]] = std::min(steps[network.tail[arc]], level + 1);
                }
            }
        }
        for (NodeIndex from = 0; from < n; ++from) {
            if (from == to) continue;
            const auto out = adjacency.out_arcs(from);
            const auto is_next = [&](ArcIndex arc) {
                return network.columns[0].values[arc] == Decimal() && steps[network.head[arc]] + 1 == steps[from];
            };
            const auto first = std::ranges::find_if(out, is_next) - out.begin();
            ASSERT_EQ(classes.hop(from, to), static_cast<std::uint32_t>(first)) << from << " to " << to;
        }
    }
}

// The paths from a member are those that hops lead along to each other one.
TEST(Prepare, TreesFromAMemberHaveThePathsOfHops) {
    constexpr int n = 150;
    const RoadNetwork network = build_network(n, zero_ring(n, 4));
    const AdjacencyArray adjacency = build_adjacency(n, network.tail);
    const ZeroClasses classes = prepare_of(network).classes;
    const ClassGraph graph = classes.graph(0);
    for (const NodeIndex source : {0u, 7u, 149u}) {
        std::vector<std::vector<NodeIndex>> path(n);
        std::size_t found = 0;
        ClassTrees(graph).from(source, [&](std::uint32_t arc, std::uint32_t tail) {
            path[graph.head[arc]] = path[tail];
            path[graph.head[arc]].push_back(graph.head[arc]);
            ++found;
        });
        EXPECT_EQ(found, std::size_t{n - 1});
        for (NodeIndex to = 0; to < n; ++to) {
            std::vector<NodeIndex> walked;
            for (NodeIndex node = source; node != to; walked.push_back(node)) {
                node = network.head[adjacency.out_arcs(node)[classes.hop(node, to)]];
            }
            EXPECT_EQ(path[to], walked) << source << " to " << to;
        }
    }
}

TEST(Prepare, NoThroughNodesComeLastAndStayAlone) {
    // 0 is a centroid joined to 1 and 2 by zero-cost connectors both ways: never one class.
    const auto prepared =
        prepare_of(build_network(3, {{0, 1, 0}, {1, 0, 0}, {0, 2, 0}, {2, 0, 0}, {1, 2, 5}}, {1, 0, 0}));
    EXPECT_EQ(prepared.classes.contracted(), 0u);
    EXPECT_EQ(prepared.classes.pivot_count(), 2u);
    EXPECT_EQ(prepared.classes.class_of(0), 2u);
    EXPECT_EQ(prepared.classes.class_of(1), 0u);
}

TEST(Prepare, PotentialsLeaveNoNegativeCost) {
    const auto prepared = prepare_of(build_network(3, {{0, 1, 4}, {1, 2, -3}, {2, 0, 1}, {0, 2, 2}}));
    EXPECT_TRUE(prepared.has_negative_costs());
    for (const std::int32_t cost : prepared.cost) EXPECT_GE(cost, 0);
}

TEST(Prepare, BoundThroughTheFirstNode) {
    const std::int32_t none = unreachable_cost<std::int32_t>;
    // 1 → 0 → 2 → 3 → 1, all else missing; the diagonal holds anything.
    std::vector<std::int32_t> costs(16, none);
    costs[4] = 5;
    costs[2] = 7;
    costs[11] = 1;
    costs[13] = 20;
    for (std::size_t i = 0; i < 4; ++i) costs[5 * i] = i % 2 ? -9 : std::numeric_limits<std::int32_t>::max();
    EXPECT_EQ(bound_through_first_node(costs, 4), (1 + 20 + 5) + (7 + 1 + 20));
    costs[13] = std::numeric_limits<std::int32_t>::max();  // no way back
    EXPECT_EQ(bound_through_first_node(costs, 4), std::nullopt);
    // Random matrices: no distance is larger.
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        const std::size_t n = 1 + random() % 90;
        std::vector<std::int32_t> matrix(n * n, none);
        for (std::int32_t& cell : matrix) {
            if (random() % 3 == 0) cell = static_cast<std::int32_t>(random() % 1000);
        }
        const auto bound = bound_through_first_node(matrix, n);
        for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] = 0;
        testing::floyd_warshall<std::int32_t>(matrix, n, n);
        const std::int32_t largest = *std::max_element(matrix.begin(), matrix.end());
        if (n > 30) {
            EXPECT_TRUE(bound.has_value());
        }
        EXPECT_LE(largest, bound.value_or(none));
    }
}

TEST(Prepare, SelfLoopsAndMissingCostsAreLeftOut) {
    RoadNetwork network = build_network(2, {{0, 0, -5}, {0, 1, 3}, {1, 0, 3}});
    network.columns[0].values[2] = Decimal::missing();
    const auto prepared = prepare_of(network);
    EXPECT_EQ(prepared.arc_count, 1u);
    EXPECT_FALSE(prepared.has_negative_costs());
    EXPECT_EQ(prepared.exits[0].hop, 1u);  // the loop keeps its ordinal
}

TEST(ChooseFormat, FirstArcBitsWhereTheyFit) {
    const auto small = prepare_of(build_network(3, {{0, 1, 5}, {1, 2, 5}, {2, 0, 5}}));
    EXPECT_EQ(choose_format(small, true).hops, HopMode::first_arc);
    EXPECT_EQ(choose_format(small, true).first_arc_bits, 1);
    EXPECT_EQ(choose_format(small, false).hops, HopMode::none);
    const auto large = prepare_of(build_network(3, {{0, 1, 200000000}, {1, 2, 200000000}, {2, 0, 200000000}}));
    EXPECT_EQ(choose_format(large, true).hops, HopMode::none);
}

TEST(TileLayout, PositionsAndPadding) {
    const TileLayout layout{5, 2, 4};
    EXPECT_EQ(layout.pivot_tiles(), 2u);
    EXPECT_EQ(layout.tiles(), 3u);
    EXPECT_EQ(layout.position(4), 4u);
    EXPECT_EQ(layout.position(5), 8u);
    EXPECT_EQ(TileLayout{}.tiles(), 0u);
}

TEST(FillRow, CellsOfASmallNetwork) {
    // Parallel arcs: the cheapest, then the lowest ordinal.
    const auto prepared = prepare_of(build_network(2, {{0, 1, 7}, {0, 1, 3}, {0, 1, 3}}));
    const CellFormat format = choose_format(prepared, true);
    ASSERT_EQ(format.first_arc_bits, 2);
    std::vector<std::int32_t> cells(2);
    fill_row(prepared, format, 0, cells.data(), nullptr);
    EXPECT_EQ(cells, (std::vector<std::int32_t>{3, 3 * 4 + 1}));
    fill_row(prepared, format, 1, cells.data(), nullptr);
    EXPECT_EQ(cells, (std::vector<std::int32_t>{unreachable_key(2), 3}));
}

TEST(TileRows, PaddingAndBorder) {
    // Three nodes and one of the border in tiles of 2: positions 0 1 | 2 – | 3 –.
    const TileLayout layout{3, 1, 2};
    EXPECT_EQ(layout.nodes_before(1), 2u);
    EXPECT_EQ(layout.nodes_before(2), 3u);
    EXPECT_EQ(layout.nodes_before(3), 4u);
    RowStream stream;
    stream.fill = [](std::size_t node, void* cells, std::uint32_t* hops) {
        for (std::uint32_t to = 0; to < 4; ++to) {
            static_cast<std::int32_t*>(cells)[to] = static_cast<std::int32_t>(10 * node + to);
            hops[to] = to;
        }
    };
    const CellFormat format{CostType::int32, HopMode::array};
    std::vector<std::int32_t> cells(layout.row_cells());
    std::vector<std::uint32_t> hops(layout.row_cells());
    fill_tile_row(stream, layout, format, 1, cells.data(), hops.data());
    const std::int32_t none = unreachable_cost<std::int32_t>;
    EXPECT_EQ(cells, (std::vector<std::int32_t>{20, 21, none, none, 22, none, none, none, 23, none, none, none}));
    EXPECT_EQ(hops,
              (std::vector<std::uint32_t>{0, 1, no_hop, no_hop, 2, no_hop, no_hop, no_hop, 3, no_hop, no_hop, no_hop}));
    std::vector<std::size_t> taken;
    stream.take = [&](std::size_t node, const void* row, const std::uint32_t* row_hops) {
        taken.push_back(node);
        for (std::uint32_t to = 0; to < 4; ++to) {
            EXPECT_EQ(static_cast<const std::int32_t*>(row)[to], static_cast<std::int32_t>(10 * node + to));
            EXPECT_EQ(row_hops[to], to);
        }
    };
    take_tile_row(stream, layout, format, 1, cells.data(), hops.data());
    EXPECT_EQ(taken, (std::vector<std::size_t>{2}));
}

}  // namespace
}  // namespace allways::engine
