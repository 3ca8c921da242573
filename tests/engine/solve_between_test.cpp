// SPDX-License-Identifier: Apache-2.0
// solve_between: exactly the cells of the table of all pairs, for any lists of nodes.
#include "allways/engine/solve_between.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/engine/table_stream.h"
#include "allways/result/eigen.h"
#include "support/kernel_cache.h"
#include "support/network_shapes.h"
#include "support/solve_settings.h"

namespace allways {
namespace {

DistanceTable all_pairs(const RoadNetwork& network, CostType type) {
    return solve(network, {.cost = network.columns[0].name,
                           .cost_type = type,
                           .schedule = "blocked",
                           .device = "reference",
                           .next_hops = false});
}

// Any order, some nodes several times.
std::vector<NodeIndex> some_nodes(std::size_t count, std::size_t n, Random& random) {
    std::vector<NodeIndex> nodes(n == 0 ? 0 : count);
    for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random.below(n));
    return nodes;
}

// int32: the same values. Floats: within the rounding of n sums of numbers up to `cancelling`.
template <class T>
void expect_cells(const OriginDestinationTable& table, const OriginDestinationTable& expected, std::size_t n,
                  double cancelling) {
    ASSERT_EQ(table.origin_ids(), expected.origin_ids());
    ASSERT_EQ(table.destination_ids(), expected.destination_ids());
    ASSERT_EQ(table.scale(), expected.scale());
    for (std::size_t i = 0; i < table.values<T>().size(); ++i) {
        const T found = table.values<T>()[i];
        const T wanted = expected.values<T>()[i];
        if (found == wanted) continue;
        ASSERT_TRUE(std::is_floating_point_v<T> && is_reachable(found) && is_reachable(wanted)) << i;
        const double rounding = std::numeric_limits<T>::epsilon() * static_cast<double>(n);
        ASSERT_NEAR(found, wanted, rounding * (std::abs(wanted) + cancelling)) << i;
    }
}

// Puts the bands of a stream together. Each row must come once.
template <class T>
std::vector<T> streamed(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                        std::span<const NodeIndex> destinations, const SolveOptions& options = {}) {
    std::vector<T> cells(origins.size() * destinations.size());
    std::vector<int> times(origins.size());
    TableStream stream(factor, origins, destinations, options);
    const auto take = [&](const TableBand& band) {
        const auto& distances = std::get<std::vector<T>>(band.distances);
        for (std::size_t i = 0; i < band.rows.size(); ++i) {
            ++times[band.rows[i]];
            std::copy_n(distances.begin() + static_cast<std::ptrdiff_t>(i * destinations.size()), destinations.size(),
                        cells.begin() + static_cast<std::ptrdiff_t>(band.rows[i] * destinations.size()));
        }
    };
    // In two parts, which the order of the rows does not change.
    const std::size_t half = stream.rows().size() / 2;
    stream.run(0, half, take);
    stream.run(half, stream.rows().size(), take);
    EXPECT_EQ(stream.report().nodes, factor.node_count());
    EXPECT_TRUE(std::ranges::all_of(times, [&](int count) { return count == (destinations.empty() ? 0 : 1); }));
    return cells;
}

template <class T>
void expect_cells_of_the_whole(const RoadNetwork& network, std::uint64_t seed, double cancelling) {
    const std::size_t n = network.node_count();
    Random random(seed);
    const auto origins = some_nodes(1 + random.below(20), n, random);
    const auto destinations = some_nodes(1 + random.below(20), n, random);
    const DistanceTable whole = all_pairs(network, cost_type_of<T>);
    const SolveOptions options{.cost = network.columns[0].name, .cost_type = cost_type_of<T>};
    const BetweenSolution solution = solve_between(network, origins, destinations, options);
    const NetworkFactor factor = factorize(network, options);
    const BetweenSolution from_factor = solve_between(factor, origins, destinations);
    using Swept = std::conditional_t<std::is_same_v<T, float>, double, T>;
    ASSERT_TRUE(std::ranges::equal(streamed<Swept>(factor, origins, destinations), from_factor.value.values<T>(), {},
                                   [](Swept cell) { return static_cast<T>(cell); }));
    ASSERT_EQ(solution.report.nodes, n);
    for (const SolveReport* report : {&solution.report, &from_factor.report}) {
        ASSERT_EQ(report->nodes, n);
        ASSERT_EQ(report->arcs, solution.report.arcs);
        ASSERT_EQ(report->zero_cost_classes, solution.report.zero_cost_classes);
        ASSERT_EQ(report->no_through_nodes, solution.report.no_through_nodes);
        ASSERT_EQ(report->has_negative_costs, solution.report.has_negative_costs);
    }
    const OriginDestinationTable expected = sub_table(whole, origins, destinations);
    for (const OriginDestinationTable* table : {&solution.value, &from_factor.value}) {
        ASSERT_NO_FATAL_FAILURE(expect_cells<T>(*table, expected, n, cancelling));
    }
}

TEST(SolveBetween, DevicesSweepTheSameCells) {
    const std::string device = testing::id_of_a_processor();
    if (device.empty()) GTEST_SKIP() << "no OpenCL CPU device here";
    Random random(5);
    for (const auto& family : testing::network_families()) {
        for (const std::size_t n : {1, 13, 97}) {
            const RoadNetwork network = family.make(n, n);
            SCOPED_TRACE(format("{} of {}", family.name, n));
            SolveOptions options{.cost = network.columns[0].name, .cost_type = CostType::int32};
            const auto origins = some_nodes(1 + random.below(20), network.node_count(), random);
            const auto destinations = some_nodes(1 + random.below(20), network.node_count(), random);
            const BetweenSolution on_host = solve_between(network, origins, destinations, options);
            const NetworkFactor factor = factorize(network, options);
            options.device = device;
            options.cache_directory = testing::kernel_cache();
            for (const BetweenSolution& solution : {solve_between(network, origins, destinations, options),
                                                    solve_between(factor, origins, destinations, options)}) {
                ASSERT_NO_FATAL_FAILURE(
                    expect_cells<std::int32_t>(solution.value, on_host.value, network.node_count(), 0));
                EXPECT_NE(solution.report.device, on_host.report.device);
            }
        }
    }
}

TEST(SolveBetween, RandomNetworksHaveTheCellsOfTheWholeTable) {
    for (const auto& family : testing::network_families()) {
        for (const std::size_t n : {0, 1, 2, 13, 49, 97}) {
            const RoadNetwork network = family.make(n, 70 + n);
            SCOPED_TRACE(format("{}, {} nodes", family.name, n));
            expect_cells_of_the_whole<std::int32_t>(network, n, family.cancelling);
            expect_cells_of_the_whole<float>(network, n + 1, family.cancelling);
            expect_cells_of_the_whole<double>(network, n + 2, family.cancelling);
            if (HasFatalFailure()) return;
        }
    }
}

TEST(SolveBetween, BandsOfManyRowsAndWhatEndsThem) {
    constexpr std::size_t n = 3000;
    const NetworkFactor factor = factorize(generate_streets({.nodes = n, .seed = 5}));
    std::vector<NodeIndex> all(n);
    std::iota(all.begin(), all.end(), NodeIndex{0});
    std::vector<NodeIndex> origins(all.rbegin(), all.rend());
    origins.insert(origins.end(), 500, NodeIndex{17});  // one visit completes these
    const OriginDestinationTable table = solve_between(factor, origins, all).value;
    EXPECT_TRUE(std::ranges::equal(streamed<std::int32_t>(factor, origins, all), table.values<std::int32_t>()));
    EXPECT_TRUE(streamed<std::int32_t>(factor, {}, all).empty());
    EXPECT_TRUE(streamed<std::int32_t>(factor, all, {}).empty());

    const auto nothing = [](const TableBand&) {};
    const std::vector<NodeIndex> outside{0, n};
    EXPECT_THROW(TableStream(factor, outside, all), InvalidArgument);
    EXPECT_THROW(TableStream(factor, all, outside), InvalidArgument);
    EXPECT_THROW(TableStream(factor, all, all, {.skims = {"length"}}), InvalidArgument);
    EXPECT_THROW(TableStream(factor, all, all, {.memory_limit_bytes = 1 << 20}), CapacityError);
    EXPECT_THROW(TableStream(factor, all, all, {.progress = [](const Progress&) { return false; }}).run(nothing),
                 Cancelled);
    EXPECT_THROW(TableStream(factor, all, all).run([](const TableBand&) { throw InputError("full", 0, "disk"); }),
                 InputError);
}

// The columns need several ranges here, each of which reports its progress as a part of the whole.
TEST(SolveBetween, MoreDestinationsThanOneUpwardPassTakes) {
    constexpr std::size_t n = 2500;
    const RoadNetwork network = generate_streets({.nodes = n, .seed = 3});
    const std::vector<NodeIndex> origins{7, 2400, 1200};
    std::vector<NodeIndex> all(n);
    std::iota(all.begin(), all.end(), NodeIndex{0});
    std::vector<NodeIndex> destinations;
    for (int turn = 0; turn < 400; ++turn) destinations.insert(destinations.end(), all.begin(), all.end());

    std::vector<std::uint64_t> done;
    const std::uint64_t cells = origins.size() * destinations.size();
    SolveOptions options;
    options.progress = [&](const Progress& progress) {
        if (progress.stage != "solve") return true;
        EXPECT_EQ(progress.total, cells);
        done.push_back(progress.done);
        return true;
    };
    const OriginDestinationTable table = solve_between(network, origins, destinations, options).value;
    const OriginDestinationTable once = solve_between(network, origins, all).value;
    const auto values = table.values<std::int32_t>();
    const auto expected = once.values<std::int32_t>();
    for (std::size_t origin = 0; origin < origins.size(); ++origin) {
        for (std::size_t j = 0; j < destinations.size(); ++j) {
            ASSERT_EQ(values[origin * destinations.size() + j], expected[origin * n + j % n]) << origin << " " << j;
        }
    }
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
    EXPECT_EQ(done.back(), cells);
    EXPECT_TRUE(std::any_of(done.begin(), done.end(), [&](auto value) { return value > 0 && value < cells; }));
}

TEST(SolveBetween, ReadsCellsAsATable) {
    const RoadNetwork network = testing::build_network({{0, 1}, {1, 2}, {3, 0}}, 5, 50, 4);
    const std::vector<NodeIndex> origins{3, 1};
    const std::vector<NodeIndex> destinations{2, 4, 3};
    const BetweenSolution solution = solve_between(network, origins, destinations);
    const OriginDestinationTable& table = solution.value;
    const DistanceTable whole = all_pairs(network, CostType::int32);
    EXPECT_EQ(table.distance(0, 0), whole.distance(3, 2));
    EXPECT_EQ(eigen_view<std::int32_t>(table)(1, 0), eigen_view<std::int32_t>(whole)(1, 2));
    EXPECT_EQ(table.distance(0, 2), 0);
    EXPECT_FALSE(table.is_reachable(0, 1));
    EXPECT_EQ(table.unreachable_pairs(), 3u);  // node 4 from both, and 3 from 1
    EXPECT_EQ(solution.report.schedule, "sweep");
    for (const char* stage : {"prepare", "order", "factor", "solve"})
        EXPECT_TRUE(solution.report.seconds.contains(stage));
}

TEST(SolveBetween, NoOriginsAreATableWithoutRows) {
    const RoadNetwork network = testing::build_network(testing::grid(9), 9, 50, 4);
    const std::vector<NodeIndex> nodes{1, 2};
    EXPECT_EQ(solve_between(network, {}, nodes).value.values<std::int32_t>().size(), 0u);
    EXPECT_EQ(solve_between(network, nodes, {}).value.origin_count(), 2u);
}

TEST(SolveBetween, RefusesWhatItCannotDo) {
    const RoadNetwork network = testing::build_network(testing::grid(900), 900, 50, 4);
    const std::vector<NodeIndex> nodes{0, 899};
    const std::vector<NodeIndex> outside{0, 900};
    EXPECT_THROW(solve_between(network, outside, nodes), InvalidArgument);
    EXPECT_THROW(solve_between(network, nodes, outside), InvalidArgument);
    EXPECT_THROW(solve_between(network, nodes, nodes, {.cost = "toll"}), InvalidArgument);
    EXPECT_THROW(solve_between(network, nodes, nodes, {.schedule = "blocked"}), InvalidArgument);
    EXPECT_THROW(solve_between(network, nodes, nodes, {.device = "9:9"}), DeviceError);
    EXPECT_THROW(solve_between(network, nodes, nodes, {.device = "gpu", .skims = {network.columns[0].name}}),
                 InvalidArgument);
    SolveOptions stopped;
    stopped.progress = [](const Progress& progress) { return progress.stage != "solve"; };
    EXPECT_THROW(solve_between(network, nodes, nodes, stopped), Cancelled);
    RoadNetwork circle = testing::build_network(testing::one_way_ring(3), 3, 5, 1);
    for (Decimal& cost : circle.columns[0].values) cost = Decimal(-1, 0);
    const std::vector<NodeIndex> first{0};
    EXPECT_THROW(solve_between(circle, first, first), NegativeCycleError);
}

TEST(SolveBetween, MemoryIsCheckedBeforeAnythingIsAllocated) {
    const RoadNetwork network = testing::build_network(testing::grid(900), 900, 50, 4);
    const std::vector<NodeIndex> few{0, 899};
    const std::vector<NodeIndex> many(100000, 5);
    std::vector<std::string> stages;
    SolveOptions options{.memory_limit_bytes = 10 << 20};
    options.progress = [&](const Progress& progress) {
        stages.emplace_back(progress.stage);
        return true;
    };
    try {
        solve_between(network, many, many, options);
        FAIL();
    } catch (const CapacityError& error) {
        EXPECT_EQ(error.needed(), 40'000'000'000u);
        EXPECT_EQ(error.available(), std::uint64_t{10} << 20);
        EXPECT_NE(std::string(error.what()).find("fewer origins or destinations"), std::string::npos) << error.what();
    }
    EXPECT_EQ(std::ranges::count(stages, "prepare"), static_cast<std::ptrdiff_t>(stages.size()));
    const SolveReport fits = solve_between(network, few, few, {}).report;
    options.memory_limit_bytes = fits.memory.host;
    EXPECT_EQ(solve_between(network, few, few, options).value.origin_count(), 2u);
    options.memory_limit_bytes = fits.memory.host - 1;
    EXPECT_THROW(solve_between(network, few, few, options), CapacityError);
}

}  // namespace
}  // namespace allways
