// SPDX-License-Identifier: Apache-2.0
// The sweep against the dense engine: the same tables, and in int32 the same next hops; and the sweep on the host, in
// every instruction set, block width and shape of target, against plain loops.
#include "engine/sweep/sweep_host.h"

#include <gtest/gtest.h>

#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve.h"
#include "engine/sweep_support.h"
#include "support/network_shapes.h"
#include "support/table_checks.h"

namespace allways {
namespace {

using testing::Sweepable;
using testing::swept_by_plain_loops;
using testing::swept_on_host;
using testing::SweptTable;

std::vector<const engine::SweepKernels*> all_kernels() {
    std::vector<const engine::SweepKernels*> all{engine::sweep_kernels_plain()};
    const std::string best = engine::sweep_kernels().name;
    if (best == "AVX2" || best == "AVX-512") all.push_back(engine::sweep_kernels_avx2());
    if (best == "AVX-512") all.push_back(engine::sweep_kernels_avx512());
    return all;
}

DistanceTable blocked(const RoadNetwork& network, CostType type, bool next_hops) {
    return solve(network, {.cost = network.columns[0].name,
                           .cost_type = type,
                           .schedule = "blocked",
                           .device = "reference",
                           .next_hops = next_hops});
}

// int32: the same cells and hops. Floats: within rounding. `cancelling`: magnitude of costs that cancel on a path.
template <class T>
void expect_cells(const SweptTable<T>& swept, const DistanceTable& table, std::span<const NodeIndex> rows,
                  std::span<const NodeIndex> columns, double cancelling) {
    const std::size_t n = table.node_count();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const T expected = table.values<T>()[rows[i] * n + columns[j]];
            const std::string where = format("{} to {}", rows[i], columns[j]);
            if constexpr (std::is_integral_v<T>) {
                ASSERT_EQ(swept.cell(i, j), expected) << where;
            } else if (!is_reachable(expected)) {
                ASSERT_EQ(swept.cell(i, j), expected) << where;
            } else {
                const double rounding = std::numeric_limits<T>::epsilon() * static_cast<double>(n);
                ASSERT_NEAR(swept.cell(i, j), expected, rounding * (std::abs(expected) + cancelling)) << where;
            }
            if (swept.hop_bytes == 0) continue;
            ASSERT_EQ(swept.hop(i, j), table.next_hops().at(rows[i], columns[j])) << where;
        }
    }
}

std::vector<NodeIndex> all_nodes(const RoadNetwork& network) {
    std::vector<NodeIndex> nodes(network.node_count());
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    return nodes;
}

// Some nodes in any order, some of them several times.
std::vector<NodeIndex> sample(std::size_t count, std::size_t n, Random& random) {
    std::vector<NodeIndex> nodes(n == 0 ? 0 : count);
    for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random.below(n));
    return nodes;
}

// All nodes, and some, by plain loops and on the host; `turn` alternates between the ways to do it.
template <class T>
void expect_sweeps_equal_blocked(const RoadNetwork& network, bool next_hops, std::size_t turn, double cancelling) {
    constexpr std::size_t block_columns[] = {1, 7, 16, 64, 1000, 0};
    constexpr std::size_t widths[] = {1, 2, 4};
    const Sweepable<T> sweepable(network, next_hops, turn % 3 == 0 ? turn + 1 : 0);
    const auto problem = sweepable.all();
    const std::size_t n = network.node_count();
    const std::size_t hop_bytes = problem.has_hops() ? widths[turn % 3] : 0;
    const DistanceTable table = blocked(network, cost_type_of<T>, hop_bytes != 0);
    const auto nodes = all_nodes(network);
    const SweptTable<T> plain = swept_by_plain_loops(problem, {0, n}, hop_bytes);
    expect_cells(plain, table, nodes, nodes, cancelling);

    const auto kernels = all_kernels();
    const engine::SweepHostOptions options{.threads = static_cast<unsigned>(1 + turn % 3),
                                           .block_columns = block_columns[turn % std::size(block_columns)],
                                           .kernels = kernels[turn / 3 % kernels.size()]};
    SCOPED_TRACE(format("{}, blocks of {}", options.kernels->name, options.block_columns));
    expect_same(swept_on_host(problem, {0, n}, hop_bytes, options), plain, cancelling);

    Random random(turn);
    const auto rows = sample(1 + random.below(12), n, random);
    const auto columns = sample(1 + random.below(40), n, random);
    const auto part = sweepable.some(rows, columns);
    const std::size_t begin = columns.empty() ? 0 : random.below(columns.size());
    const SweptTable<T> some = swept_on_host(part, {begin, columns.size()}, hop_bytes, options);
    ASSERT_TRUE(some.only_inside());
    expect_cells(some, table, rows, std::span(columns).subspan(begin), cancelling);
}

TEST(Sweep, RandomNetworksEqualBlocked) {
    constexpr std::size_t graphs = 500;
    constexpr std::size_t sizes[] = {0, 1, 2, 13, 49, 80, 97, 150};
    const auto& families = testing::network_families();
    for (std::size_t graph = 0; graph < graphs; ++graph) {
        const auto& family = families[graph % families.size()];
        const std::size_t n = sizes[graph / families.size() % std::size(sizes)];
        const RoadNetwork network = family.make(n, 9000 + graph);
        SCOPED_TRACE(format("{}, {} nodes, seed {}", family.name, n, 9000 + graph));
        expect_sweeps_equal_blocked<std::int32_t>(network, true, graph, family.cancelling);
        if (HasFatalFailure()) return;
        switch ((graph + graph / families.size()) % 2) {
            case 0: expect_sweeps_equal_blocked<std::int32_t>(network, false, graph, family.cancelling); break;
            default: expect_sweeps_equal_blocked<double>(network, false, graph, family.cancelling);
        }
        if (HasFatalFailure()) return;
    }
}

// Wider than the vectors of a pass and many lines long, so that column blocks, lines and passes end in every place.
TEST(Sweep, ColumnBlocksOfManyLinesEqualPlainLoops) {
    for (const std::size_t n : {641, 1000}) {
        const RoadNetwork network = generate_streets({.nodes = n, .seed = n});
        const Sweepable<std::int32_t> sweepable(network, true);
        const auto problem = sweepable.all();
        for (const std::size_t hop_bytes : {0, 1, 2}) {
            const SweptTable<std::int32_t> plain = swept_by_plain_loops(problem, {0, n}, hop_bytes);
            for (const engine::SweepKernels* kernels : all_kernels()) {
                for (const std::size_t columns : {61, 128, 300, 0}) {
                    SCOPED_TRACE(format("{}, blocks of {}", kernels->name, columns));
                    const engine::SweepHostOptions options{.block_columns = columns, .kernels = kernels};
                    expect_same(swept_on_host(problem, {0, n}, hop_bytes, options), plain);
                }
            }
        }
        const Sweepable<double> in_double(network, false);
        const auto double_problem = in_double.all();
        const SweptTable<double> plain = swept_by_plain_loops(double_problem, {0, n}, 0);
        for (const engine::SweepKernels* kernels : all_kernels()) {
            expect_same(swept_on_host(double_problem, {0, n}, 0, {.block_columns = 77, .kernels = kernels}), plain);
        }
    }
}

// Few rows and many columns, so that a column block has all the segments there can be.
TEST(Sweep, ColumnBlocksMayBeAsWideAsTheirSeedsHaveSegments) {
    const RoadNetwork network = generate_streets({.nodes = 300, .seed = 5});
    const Sweepable<std::int32_t> sweepable(network, true);
    Random random(3);
    const std::size_t columns = engine::most_sweep_lanes + 500;
    const auto problem = sweepable.some(sample(7, 300, random), sample(columns, 300, random));
    const SweptTable<std::int32_t> plain = swept_by_plain_loops(problem, {0, columns}, 1);
    const std::size_t widest = engine::most_sweep_lanes - 64;
    expect_same(swept_on_host(problem, {0, columns}, 1, {.threads = 1, .block_columns = widest}), plain);
    EXPECT_THROW(swept_on_host(problem, {0, columns}, 1, {.block_columns = widest + 1}), InvalidArgument);
}

// Places on streets are nodes that paths do not pass. Given by their access arcs alone, beside a network that lacks
// them, they have the rows and columns that they have as nodes of a network.
TEST(Sweep, PlacesOnStreetsAreRowsAndColumnsWithAccessArcs) {
    constexpr NodeIndex nodes = 60;
    constexpr NodeIndex places = 9;
    const RoadNetwork streets = testing::build_network(testing::grid(nodes), nodes, 50, 4);
    RoadNetwork with_places = streets;
    with_places.node_ids = IdTable::consecutive(nodes + places);
    with_places.no_through.assign(nodes + places, 0);
    const Sweepable<std::int32_t> sweepable(streets, false);
    std::vector<NodeIndex> some{3, 17};
    auto problem = sweepable.some(some, some);
    Random random(8);
    for (NodeIndex place = nodes; place < nodes + places; ++place) {
        with_places.no_through[place] = 1;
        const auto arc = random.below(streets.arc_count());
        for (const NodeIndex end : {streets.tail[arc], streets.head[arc]}) {
            for (const bool outwards : {true, false}) {
                const auto cost = static_cast<std::int32_t>(1 + random.below(30));
                with_places.tail.push_back(outwards ? place : end);
                with_places.head.push_back(outwards ? end : place);
                with_places.columns[0].values.emplace_back(cost, 0);
                auto& side = outwards ? problem.rows : problem.columns;
                side.access_arcs.push_back({sweepable.rank_of(end), cost});
            }
        }
        problem.rows.first_access_arc.push_back(problem.rows.access_arcs.size());
        problem.columns.first_access_arc.push_back(problem.columns.access_arcs.size());
        problem.first_direct.push_back(problem.direct.size());
        problem.fixed.push_back({2 + place - nodes, 0, NextHops::none});
        problem.first_fixed.push_back(problem.fixed.size());
        some.push_back(place);
    }
    problem.visit = engine::ranks_to_visit(*sweepable.factor->elimination, problem.rows);
    with_places.arc_ids = IdTable::consecutive(with_places.arc_count());
    const DistanceTable table = blocked(with_places, CostType::int32, false);
    for (const std::size_t columns : {4, 1000}) {
        expect_cells(swept_on_host(problem, {0, some.size()}, 0, {.block_columns = columns}), table, some, some, 0);
    }
}

TEST(Sweep, VisitsOnlyAncestorsOfItsRows) {
    constexpr NodeIndex n = 900;
    const Sweepable<std::int32_t> sweepable(testing::build_network(testing::grid(n), n, 50, 4), true);
    const std::vector<NodeIndex> rows{5, 17};
    const auto& tree = *sweepable.factor->elimination;
    const auto problem = sweepable.some(rows, rows);
    std::size_t ways = 0;
    for (const NodeIndex row : rows) ways += tree.depth[tree.rank_of[row]] + 1;
    EXPECT_LE(problem.visit.size(), ways);
    EXPECT_LT(problem.visit.size(), n / 4);
    EXPECT_TRUE(std::is_sorted(problem.visit.rbegin(), problem.visit.rend()));
}

// ---- through solve

SolveOptions by_sweep(CostType type, bool next_hops = true) {
    return {.cost = "cost", .cost_type = type, .schedule = "sweep", .next_hops = next_hops};
}

TEST(Sweep, SolvesWithTheHopsOfTheRuleInEveryType) {
    for (const testing::NetworkKind& kind : testing::network_kinds()) {
        for (const std::size_t n : {0, 1, 2, 40, 75}) {
            const RoadNetwork network = testing::random_network(kind, n, 300 + n);
            SCOPED_TRACE(network.provenance.source + ", " + std::to_string(n) + " nodes");
            const Solution exact = solve_with_report(network, by_sweep(CostType::int32));
            EXPECT_EQ(exact.report.schedule, "sweep");
            EXPECT_TRUE(exact.report.seconds.contains("order") && exact.report.seconds.contains("factor"));
            const DistanceTable expected = blocked(network, CostType::int32, true);
            ASSERT_EQ(exact.value.distances(), expected.distances());
            ASSERT_EQ(exact.value.next_hops().storage(), expected.next_hops().storage());
            for (const CostType type : {CostType::float32, CostType::float64}) {
                const DistanceTable table = solve(network, by_sweep(type));
                const double epsilon = type == CostType::float32 ? 0x1p-23 : 0x1p-52;
                testing::expect_walks(table, &network, epsilon, 4.0 * static_cast<double>(kind.largest_cost));
                for (NodeIndex from = 0; from < n; ++from) {
                    for (NodeIndex to = 0; to < n; ++to) {
                        ASSERT_EQ(table.is_reachable(from, to), expected.is_reachable(from, to));
                    }
                }
            }
        }
    }
}

TEST(Sweep, IsChosenForSparseNetworksAndNotForDenseOnes) {
    SolveOptions options{.device = "reference"};
    const SolveReport sparse = plan(generate_streets({.nodes = 5000}), options);
    EXPECT_EQ(sparse.schedule, "sweep");
    EXPECT_NE(sparse.schedule_reason.find("operations per pair"), std::string::npos) << sparse.schedule_reason;
    const RoadNetwork dense = generate_random_network({.nodes = 1500, .probability = 0.5});
    EXPECT_EQ(plan(dense, options).schedule, "blocked");
    options.schedule = "sweep";
    EXPECT_EQ(plan(dense, options).schedule_reason, "requested");
    options.schedule = "auto";
    options.tile = 32;
    EXPECT_EQ(plan(generate_streets({.nodes = 500}), options).schedule, "blocked");
}

TEST(Sweep, RefusesWhatItIsNotFor) {
    const RoadNetwork network = generate_streets({.nodes = 20});
    EXPECT_THROW(solve(network, {.schedule = "sweep", .device = "quantum"}), InvalidArgument);
    EXPECT_THROW(solve(network, {.schedule = "sweep", .device = "99:0"}), DeviceError);
    EXPECT_THROW(solve(network, {.schedule = "sweep", .tile = 32}), InvalidArgument);
    const std::vector<std::int32_t> costs{0, 1, 1, 0};
    EXPECT_THROW(solve(CostMatrix::view(std::span<const std::int32_t>(costs), 2), {.schedule = "sweep"}),
                 InvalidArgument);
    const SolveReport needed = plan(network, {.schedule = "sweep"});
    EXPECT_NO_THROW(plan(network, {.schedule = "sweep", .memory_limit_bytes = needed.memory.host}));
    EXPECT_THROW(plan(network, {.schedule = "sweep", .memory_limit_bytes = needed.memory.host - 1}), CapacityError);
}

}  // namespace
}  // namespace allways
