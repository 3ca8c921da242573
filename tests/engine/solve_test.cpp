// SPDX-License-Identifier: Apache-2.0
// The whole engine against an independent truth: random networks of every kind, the worked example of Xiao et al.,
// hand-checkable cases, on the reference and on OpenCL.
#include "allways/engine/solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "allways/base/error.h"
#include "allways/result/eigen.h"
#include "engine/dense/schedule.h"
#include "support/random_networks.h"
#include "support/solve_settings.h"
#include "support/table_checks.h"

namespace allways {
namespace {

using testing::choose;
using testing::expect_rule;
using testing::expect_walks;
using testing::network_kinds;
using testing::no_path;
using testing::Setting;
using testing::settings;

TEST(Solve, RandomNetworksEqualTheTruthOnEveryDevice) {
    constexpr std::size_t sizes[] = {0, 1, 2, 5, 17, 33, 49, 61, 95, 96, 97};
    constexpr int graphs = 500;
    for (int graph = 0; graph < graphs; ++graph) {
        const auto& kind = network_kinds()[static_cast<std::size_t>(graph) % network_kinds().size()];
        const std::size_t n = sizes[static_cast<std::size_t>(graph / 3) % std::size(sizes)];
        const RoadNetwork network = testing::random_network(kind, n, 1000 + static_cast<std::uint64_t>(graph));
        SCOPED_TRACE(network.provenance.source + ", " + std::to_string(n) + " nodes");
        std::optional<DistanceTable> first;
        for (const Setting& setting : settings()) {
            SCOPED_TRACE(setting.device + " tile " + std::to_string(setting.tile));
            SolveOptions options;
            choose(setting, options);
            const DistanceTable table = solve(network, options);
            ASSERT_EQ(table.type(), CostType::int32);
            if (first) {
                ASSERT_EQ(std::get<0>(table.distances()), std::get<0>(first->distances()));
                ASSERT_EQ(table.next_hops().storage(), first->next_hops().storage());
                continue;
            }
            for (NodeIndex from = 0; from < n; ++from) {
                const auto truth = testing::true_distances(network, from);
                for (NodeIndex to = 0; to < n; ++to) {
                    const std::int64_t expected = truth[to] == no_path ? unreachable_cost<std::int32_t> : truth[to];
                    ASSERT_EQ(table.values<std::int32_t>()[from * n + to], expected) << from << " to " << to;
                }
            }
            expect_walks(table, &network, 0);
            expect_rule(table, network);
            first = table;
        }
    }
}

TEST(Solve, FloatNetworksWalkTreesEvenWhereCostsAbsorb) {
    testing::NetworkKind absorbing{.name = "absorbing", .arcs_per_node = 3, .largest_cost = 3, .absorbing_share = 0.3};
    testing::NetworkKind negative{.name = "negative float", .negative = true};
    testing::NetworkKind border{.name = "border float", .arcs_per_node = 4, .zero_share = 0.3, .no_through_share = 0.3};
    int seed = 0;
    for (const auto& kind : {absorbing, negative, border}) {
        for (const CostType type : {CostType::float32, CostType::float64}) {
            for (int repeat = 0; repeat < 8; ++repeat) {
                const std::size_t n = 20 + 11 * static_cast<std::size_t>(repeat);
                const RoadNetwork network = testing::random_network(kind, n, static_cast<std::uint64_t>(++seed));
                SCOPED_TRACE(network.provenance.source);
                for (const Setting& setting : settings()) {
                    SCOPED_TRACE(setting.device);
                    SolveOptions options;
                    options.cost_type = type;
                    choose(setting, options);
                    const DistanceTable table = solve(network, options);
                    const double epsilon = type == CostType::float32 ? 0x1p-23 : 0x1p-52;
                    for (NodeIndex from = 0; from < n; ++from) {
                        const auto truth = testing::true_distances(network, from);
                        for (NodeIndex to = 0; to < n; ++to) {
                            ASSERT_EQ(table.is_reachable(from, to), truth[to] != no_path);
                            if (truth[to] == no_path) continue;
                            const auto expected = static_cast<double>(truth[to]);
                            ASSERT_NEAR(table.raw_distance(from, to), expected,
                                        epsilon * static_cast<double>(n) * (std::abs(expected) + 2000));
                        }
                    }
                    // Potentials cancel: rounding is relative to the largest cost sums, not to a small distance.
                    expect_walks(table, &network, epsilon, kind.negative ? 4000 : 0);
                }
            }
        }
    }
}

// Costs are differences of height: every cycle sums to zero, but float sums do not. Rounding must not look like a gain.
TEST(Solve, CyclesOfZeroSumDoNotDrift) {
    constexpr NodeIndex side = 12;
    Random random(5);
    std::vector<std::int64_t> height(side * side);
    for (auto& h : height) h = static_cast<std::int64_t>(random.below(100'000'000'000));
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(side * side);
    ArcColumn column{"cost", "", {}, {}};
    const auto connect = [&](NodeIndex a, NodeIndex b) {
        for (const auto& [tail, head] : {std::pair{a, b}, std::pair{b, a}}) {
            network.tail.push_back(tail);
            network.head.push_back(head);
            column.values.emplace_back(height[head] - height[tail], 9);
        }
    };
    for (NodeIndex row = 0; row < side; ++row) {
        for (NodeIndex at = 0; at < side; ++at) {
            if (at + 1 < side) connect(row * side + at, row * side + at + 1);
            if (row + 1 < side) connect(row * side + at, (row + 1) * side + at);
        }
    }
    network.arc_ids = IdTable::consecutive(network.arc_count());
    network.columns.push_back(std::move(column));
    for (const Setting& setting : settings()) {
        for (const CostType type : {CostType::float32, CostType::float64}) {
            SCOPED_TRACE(setting.device + " " + std::string(name(type)));
            SolveOptions options;
            choose(setting, options);
            options.cost_type = type;
            const DistanceTable table = solve(network, options);
            const double epsilon = type == CostType::float32 ? 0x1p-23 : 0x1p-52;
            for (NodeIndex from = 0; from < side * side; ++from) {
                for (NodeIndex to = 0; to < side * side; ++to) {
                    const double expected = static_cast<double>(height[to] - height[from]) * 1e-9;
                    ASSERT_NEAR(table.distance(from, to), expected, epsilon * side * side * 100);
                }
            }
            expect_walks(table, &network, epsilon, 100);
        }
    }
}

TEST(Solve, AbsorbedCircleIsRepaired) {
    // Between 1 and 2 the cost 1 is lost in the rounding of 1e9 or 1e17, so either seems as good a way to 3 as the
    // other.
    const auto network = [](std::int64_t large) {
        RoadNetwork made;
        made.node_ids = IdTable::consecutive(3);
        made.tail = {0, 0, 1, 1};
        made.head = {1, 2, 0, 2};
        made.arc_ids = IdTable::consecutive(4);
        made.columns.push_back({"cost", "", {{1, 0}, {large, 0}, {1, 0}, {large, 0}}, {}});
        return made;
    };
    const auto expect_repaired = [](const RoadNetwork& of, CostType type, const std::string& schedule, double epsilon) {
        const Solution solution =
            solve_with_report(of, {.cost_type = type, .schedule = schedule, .device = "reference"});
        EXPECT_EQ(solution.report.repaired_columns, 1u);
        expect_walks(solution.value, &of, epsilon);
    };
    expect_repaired(network(1'000'000'000), CostType::float32, "blocked", 0x1p-23);
    expect_repaired(network(100'000'000'000'000'000), CostType::float64, "sweep", 0x1p-52);
}

// ---- the worked example of Xiao et al., figure 1

const std::vector<std::vector<int>> xiao_distances = {
    {0, 1, -3, 2, -4}, {3, 0, -4, 1, -1}, {7, 4, 0, 5, 3}, {2, -1, -5, 0, -2}, {8, 5, 1, 6, 0}};

RoadNetwork xiao_network() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(5);
    const int arcs[][3] = {{1, 2, 3}, {1, 3, 8}, {1, 5, -4}, {2, 4, 1}, {2, 5, 7},
                           {3, 2, 4}, {4, 1, 2}, {4, 3, -5}, {5, 4, 6}};
    ArcColumn column{"cost", "", {}, {}};
    for (const auto& arc : arcs) {
        network.tail.push_back(static_cast<NodeIndex>(arc[0] - 1));
        network.head.push_back(static_cast<NodeIndex>(arc[1] - 1));
        column.values.emplace_back(arc[2], 0);
    }
    network.arc_ids = IdTable::consecutive(9);
    network.columns.push_back(std::move(column));
    return network;
}

TEST(Solve, WorkedExampleOfXiaoInEveryCostType) {
    const RoadNetwork network = xiao_network();
    for (const Setting& setting : settings()) {
        for (const CostType type : {CostType::int32, CostType::float32, CostType::float64}) {
            SCOPED_TRACE(setting.device + " " + std::string(name(type)));
            SolveOptions options;
            choose(setting, options);
            options.cost_type = type;
            const DistanceTable table = solve(network, options);
            for (NodeIndex from = 0; from < 5; ++from) {
                for (NodeIndex to = 0; to < 5; ++to) EXPECT_EQ(table.distance(from, to), xiao_distances[from][to]);
            }
            expect_walks(table, &network, 0);
            // 1 to 2 costs 1 by 1 -> 5 -> 4 -> 3 -> 2.
            std::vector<NodeIndex> nodes;
            for (const PathLeg& leg : table.path(0, 1).legs) nodes.push_back(leg.to + 1);
            EXPECT_EQ(nodes, (std::vector<NodeIndex>{5, 4, 3, 2}));
        }
    }
}

template <class T>
void expect_xiao_matrix() {
    const T none = unreachable_cost<T>;
    RowMajorMatrix<T> matrix(5, 5);
    matrix << 0, 3, 8, none, -4, none, 0, none, 1, 7, none, 4, 0, none, none, 2, none, -5, 0, none, none, none, none, 6,
        0;
    for (const Setting& setting : settings()) {
        SolveOptions options;
        choose(setting, options);
        const DistanceTable table = solve(view_matrix(matrix), options);
        for (NodeIndex from = 0; from < 5; ++from) {
            for (NodeIndex to = 0; to < 5; ++to) EXPECT_EQ(table.distance(from, to), xiao_distances[from][to]);
        }
        expect_walks(table, nullptr, 0);
    }
}

TEST(Solve, WorkedExampleOfXiaoAsAMatrix) {
    expect_xiao_matrix<std::int32_t>();
    expect_xiao_matrix<float>();
    expect_xiao_matrix<double>();
}

TEST(Solve, NegativeCycleIsNamed) {
    RoadNetwork network = xiao_network();
    network.columns[0].values[0] = Decimal(-3, 0);  // 1 -> 2 -> 4 -> 1 now costs -1
    network.columns[0].values[3] = Decimal(0, 0);
    for (const CostType type : {CostType::int32, CostType::float32, CostType::float64}) {
        SolveOptions options;
        options.device = "reference";
        options.cost_type = type;
        try {
            solve(network, options);
            FAIL() << "expected a NegativeCycleError";
        } catch (const NegativeCycleError& error) {
            // Whatever cycle it names, its arcs exist and sum below zero.
            double sum = 0;
            for (std::size_t i = 0; i < error.cycle().size(); ++i) {
                const NodeIndex tail = error.cycle()[i];
                const NodeIndex head = error.cycle()[(i + 1) % error.cycle().size()];
                double cheapest = 1e9;
                for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
                    if (network.tail[arc] == tail && network.head[arc] == head) {
                        cheapest = std::min(cheapest, network.columns[0].values[arc].to_double());
                    }
                }
                sum += cheapest;
            }
            EXPECT_LT(sum, 0) << error.what();
        }
    }
}

// ---- matrices

template <class T>
void expect_random_matrices(double absorbing_share) {
    for (int seed = 1; seed <= 40; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        const std::size_t n = 1 + random.below(110);
        std::vector<T> values(n * n, unreachable_cost<T>);
        const double density = random.chance(0.5) ? 0.1 : 0.9;
        const std::uint64_t largest = random.chance(0.5) ? 3 : 1000;
        for (T& value : values) {
            if (!random.chance(density)) continue;
            value = static_cast<T>(random.below(largest + 1));  // zeros too: zero cycles
            if (random.chance(absorbing_share)) value = static_cast<T>(1e9);
        }
        const CostMatrix matrix = CostMatrix::view(std::span<const T>(values), n);
        // The truth: plain Floyd–Warshall in double or int64.
        std::vector<double> truth(n * n);
        for (std::size_t cell = 0; cell < n * n; ++cell) {
            truth[cell] = is_reachable(values[cell]) ? double(values[cell]) : std::numeric_limits<double>::infinity();
            if (cell / n == cell % n) truth[cell] = 0;
        }
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    truth[i * n + j] = std::min(truth[i * n + j], truth[i * n + k] + truth[k * n + j]);
                }
            }
        }
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(n) + " nodes");
        for (const Setting& setting : settings()) {
            SCOPED_TRACE(setting.device + " tile " + std::to_string(setting.tile));
            SolveOptions options;
            choose(setting, options);
            const DistanceTable table = solve(matrix, options);
            const double epsilon = std::is_integral_v<T> ? 0 : double(std::numeric_limits<T>::epsilon());
            for (NodeIndex from = 0; from < n; ++from) {
                for (NodeIndex to = 0; to < n; ++to) {
                    const double expected = truth[from * n + to];
                    ASSERT_EQ(table.is_reachable(from, to), std::isfinite(expected));
                    if (!std::isfinite(expected)) continue;
                    ASSERT_NEAR(table.raw_distance(from, to), expected, epsilon * static_cast<double>(n) * expected);
                }
            }
            expect_walks(table, nullptr, epsilon);
        }
    }
}

TEST(Solve, RandomMatrices) {
    expect_random_matrices<std::int32_t>(0);
    expect_random_matrices<float>(0);
    expect_random_matrices<float>(0.2);
    expect_random_matrices<double>(0.2);
}

TEST(Solve, ConcurrentCallsGiveTheSameTables) {
    const RoadNetwork network = testing::random_network(network_kinds()[0], 97, 3);
    for (const Setting& setting : settings()) {
        SolveOptions options;
        choose(setting, options);
        const DistanceTable expected = solve(network, options);
        std::vector<std::thread> threads;
        std::atomic<int> different{0};
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                const DistanceTable table = solve(network, options);
                if (table.distances() != expected.distances() ||
                    table.next_hops().storage() != expected.next_hops().storage()) {
                    ++different;
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(different, 0) << setting.device;
    }
}

// ---- planning and refusals

TEST(Solve, MatricesBeyondTheirTypeAreRefused) {
    const std::int32_t none = unreachable_cost<std::int32_t>;
    const std::vector<std::int32_t> sums = {0, 900000000, none, none, 0, 900000000, 5, none, 0};
    EXPECT_THROW(solve(CostMatrix::view(std::span<const std::int32_t>(sums), 3)), InputError);
    SolveOptions wide;
    wide.cost_type = CostType::float64;
    EXPECT_EQ(solve(CostMatrix::view(std::span<const std::int32_t>(sums), 3), wide).distance(0, 2), 1.8e9);

    // Complete and large, but every path short: the bound on path sums lets it pass.
    std::vector<std::int32_t> complete(2000 * 2000, 1000);
    complete[7] = 1000000000;
    EXPECT_EQ(solve(CostMatrix::view(std::span<const std::int32_t>(complete), 2000),
                    {.device = "reference", .next_hops = false})
                  .distance(0, 7),
              2000);

    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> minus = {0, -infinity, 1, 0};
    EXPECT_THROW(solve(CostMatrix::view(std::span<const float>(minus), 2)), InputError);
    const std::vector<float> huge = {0, 3e38f, 1, 0};
    EXPECT_THROW(solve(CostMatrix::view(std::span<const float>(huge), 2)), InputError);
    const std::vector<float> absent = {0, std::nanf(""), 1, 0};
    EXPECT_FALSE(solve(CostMatrix::view(std::span<const float>(absent), 2)).is_reachable(0, 1));
}

TEST(Solve, PlanSolvesNothingAndStatesMemory) {
    const RoadNetwork network = testing::random_network(network_kinds()[0], 100, 1);
    for (const char* schedule : {"blocked", "sweep"}) {
        SolveOptions options;
        options.device = "reference";
        options.schedule = schedule;
        const SolveReport report = plan(network, options);
        EXPECT_EQ(report.schedule, schedule);
        EXPECT_GE(report.memory.host, 100u * 100u * 5u);
        EXPECT_FALSE(report.seconds.contains("solve"));
    }
}

TEST(Solve, TooLittleMemoryIsRefusedWithFigures) {
    const RoadNetwork network = testing::random_network(network_kinds()[0], 1000, 1);
    SolveOptions options;
    options.device = "reference";
    options.memory_limit_bytes = 1000000;
    try {
        solve(network, options);
        FAIL() << "expected a CapacityError";
    } catch (const CapacityError& error) {
        EXPECT_GT(error.needed(), error.available());
        EXPECT_EQ(error.available(), 1000000u);
    }
}

// A schedule with a snapshot takes the matrix twice, and is refused where blocked is not.
TEST(Solve, ASnapshotDoublesTheMemory) {
    const RoadNetwork network = testing::random_network(network_kinds()[0], 1000, 1);
    SolveOptions options;
    options.device = "reference";
    options.schedule = "blocked";
    const SolveReport once = plan(network, options);
    options.schedule = "naive";
    EXPECT_EQ(plan(network, options).memory.device, once.memory.device);
    for (const char* schedule : {"recursive", "squaring"}) {
        options.schedule = schedule;
        options.memory_limit_bytes = 0;
        const SolveReport twice = plan(network, options);
        EXPECT_EQ(twice.memory.device, 2 * once.memory.device);
        EXPECT_EQ(twice.memory.host, once.memory.host + once.memory.device);  // the reference works in this memory
        EXPECT_EQ(twice.schedule_reason, "requested");
        options.memory_limit_bytes = twice.memory.host - 1;
        try {
            plan(network, options);
            ADD_FAILURE() << "expected a CapacityError";
        } catch (const CapacityError& error) {
            EXPECT_EQ(error.needed(), twice.memory.host);
            EXPECT_EQ(error.available(), twice.memory.host - 1);
            EXPECT_NE(std::string(error.what()).find("choose the schedule blocked"), std::string::npos) << error.what();
        }
        options.schedule = "blocked";
        EXPECT_NO_THROW(plan(network, options));
    }
}

TEST(Solve, CancelledByTheCallback) {
    const RoadNetwork network = testing::random_network(network_kinds()[0], 500, 1);
    SolveOptions options;
    options.device = "reference";
    options.progress = [](const Progress& progress) { return progress.stage != "solve"; };
    std::vector<std::string> schedules = tile_schedules();
    schedules.push_back("sweep");
    for (const std::string& schedule : schedules) {
        options.schedule = schedule;
        EXPECT_THROW(solve(network, options), Cancelled) << schedule;
    }
}

TEST(Solve, UnknownScheduleAndDevice) {
    const RoadNetwork network = xiao_network();
    SolveOptions options;
    EXPECT_THROW(options.schedule = "fastest", InvalidArgument);
    EXPECT_THROW(options.device = "quantum", InvalidArgument);
    options.device = "97:3";
    EXPECT_THROW(solve(network, options), DeviceError);
    options.device = "reference";
    options.tile = std::size_t{1} << 32;
    EXPECT_THROW(solve(network, options), InvalidArgument);
}

}  // namespace
}  // namespace allways
