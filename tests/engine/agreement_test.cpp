// SPDX-License-Identifier: Apache-2.0
// Every schedule, in every number type, with next hops and without, on every device: the same tables.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <set>
#include <tuple>

#include "allways/base/format.h"
#include "engine/dense/schedule.h"
#include "support/network_shapes.h"
#include "support/solve_settings.h"
#include "support/table_checks.h"

namespace allways {
namespace {

using testing::choose;
using testing::expect_rule;
using testing::expect_tight;
using testing::expect_walks;
using testing::no_path;
using testing::Setting;

struct Case {
    std::string schedule;
    CostType type;
    bool next_hops;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = [] {
        std::vector<Case> made;
        for (const bool next_hops : {true, false}) {
            for (const CostType type : {CostType::int32, CostType::float32, CostType::float64}) {
                for (const std::string& schedule : tile_schedules()) made.push_back({schedule, type, next_hops});
            }
        }
        return made;
    }();
    return all;
}

// All cases of all networks everywhere would take too long, most of it to compile kernels. So at such a place every
// `every`-th network is solved, in every `stride`-th case, with other cases for each network of a kind: together they
// cover all cases, and if `every` is 1 all cases of each kind.
struct Place {
    std::string name;
    Setting setting;  // tiles so small that most networks take several rounds
    std::size_t every;
    std::size_t stride;
};

// The kernels for GPUs, compiled for a processor (unoptimised, which is quicker in all); tiles of 32.
Setting gpu_form_on_cpu() {
    static const testing::TemporaryFolder folder("tuning");
    std::ofstream(folder.path() + "/gpu_form.json")
        << R"({"about": "for tests", "match": {"kind": "cpu"}, "form": "gpu",
               "values": {"tile": 32, "item": 4, "depth": 8, "min_form": 1, "group": 2},
               "build_options": "-cl-opt-disable"})";
    return {"cpu", 32, folder.path()};
}

std::vector<Place> places() {
    std::vector<Place> found = {{"reference", {"reference", 7}, 1, 3}};
    if (testing::has_device(DeviceInfo::Kind::cpu)) {
        found.push_back({"cpu", {"cpu", 96}, 1, 8});
        found.push_back({"GPU form on the CPU", gpu_form_on_cpu(), 3, 24});
    }
    if (testing::has_device(DeviceInfo::Kind::gpu)) found.push_back({"gpu", {"gpu", 0}, 1, 3});
    if (found.size() == 1) std::cerr << "no OpenCL device: only the reference is tested\n";
    return found;
}

std::string text_of(const Place& place, const Case& tried) {
    return format("{}: {} {} {}", place.name, tried.schedule, name(tried.type), tried.next_hops ? "hops" : "");
}

SolveOptions options_of(const Place& place, const Case& tried) {
    SolveOptions options;
    choose(place.setting, options);
    options.schedule = tried.schedule;
    options.next_hops = tried.next_hops;
    return options;
}

// int32: the same cells, and for networks (`network` is not null) the same hops. Floats: within rounding, and hops that
// walk. `cancelling`: magnitude of costs that cancel on a path.
void expect_same(const DistanceTable& table, const DistanceTable& plain, const RoadNetwork* network,
                 double cancelling) {
    if (table.type() == CostType::int32) {
        ASSERT_EQ(std::get<0>(table.distances()), std::get<0>(plain.distances()));
        if (table.has_next_hops() && network) {
            ASSERT_EQ(table.next_hops().storage(), plain.next_hops().storage());
        }
        return;
    }
    const double epsilon = table.type() == CostType::float32 ? 0x1p-23 : 0x1p-52;
    const auto n = static_cast<NodeIndex>(table.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        for (NodeIndex to = 0; to < n; ++to) {
            ASSERT_EQ(table.is_reachable(from, to), plain.is_reachable(from, to)) << from << " to " << to;
            if (!plain.is_reachable(from, to)) continue;
            const double expected = plain.distance(from, to);
            ASSERT_NEAR(table.distance(from, to), expected, epsilon * n * (std::abs(expected) + cancelling))
                << from << " to " << to;
        }
    }
    if (table.has_next_hops()) expect_walks(table, network, epsilon, cancelling);
}

void expect_truth(const DistanceTable& table, const RoadNetwork& network) {
    const auto n = static_cast<NodeIndex>(table.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        const auto truth = testing::true_distances(network, from, table.scale().digits);
        for (NodeIndex to = 0; to < n; ++to) {
            const std::int64_t expected = truth[to] == no_path ? unreachable_cost<std::int32_t> : truth[to];
            ASSERT_EQ(table.values<std::int32_t>()[from * n + to], expected) << from << " to " << to;
        }
    }
}

TEST(Agreement, RandomNetworksBySchedulesTypesAndDevices) {
    constexpr std::size_t graphs = 200;
    constexpr std::size_t sizes[] = {2, 13, 49, 80, 97, 120, 150};
    const auto& families = testing::network_families();
    std::set<std::tuple<std::string, std::size_t>> solved;  // cases by place
    for (std::size_t graph = 0; graph < graphs; ++graph) {
        const std::size_t first_case = graph % families.size() + graph / families.size();
        const auto& family = families[graph % families.size()];
        const std::size_t n = sizes[graph % std::size(sizes)];
        const RoadNetwork network = family.make(n, 7000 + graph);
        SCOPED_TRACE(format("{}, {} nodes, seed {}", family.name, n, 7000 + graph));
        SolveOptions one_tile{.cost = network.columns[0].name, .device = "reference"};
        const DistanceTable plain = solve(network, one_tile);
        ASSERT_EQ(plain.type(), CostType::int32);
        expect_truth(plain, network);
        expect_walks(plain, &network, 0);
        expect_rule(plain, network);
        for (const Place& place : places()) {
            if (graph % place.every != 0) continue;
            for (std::size_t i = first_case % place.stride; i < cases().size(); i += place.stride) {
                const Case& tried = cases()[i];
                SCOPED_TRACE(text_of(place, tried));
                SolveOptions options = options_of(place, tried);
                options.cost = network.columns[0].name;
                options.cost_type = tried.type;
                const Solution solution = solve_with_report(network, options);
                ASSERT_EQ(solution.report.schedule, tried.schedule);
                ASSERT_EQ(solution.value.has_next_hops(), tried.next_hops);
                expect_same(solution.value, plain, &network, family.cancelling);
                if (::testing::Test::HasFatalFailure()) return;
                solved.emplace(place.name, i);
            }
        }
    }
    EXPECT_EQ(solved.size(), places().size() * cases().size()) << "a case was never tried";
}

DistanceTable solve_as(const std::vector<std::int32_t>& costs, std::size_t n, CostType type,
                       const SolveOptions& options) {
    return with_cost_type(type, [&]<class T>() {
        std::vector<T> values(costs.size());
        // Thirds, so that floats have something to round.
        constexpr T unit = std::is_integral_v<T> ? T(1) : T(1) / T(3);
        for (std::size_t i = 0; i < costs.size(); ++i) {
            values[i] = is_reachable(costs[i]) ? static_cast<T>(costs[i]) * unit : unreachable_cost<T>;
        }
        return solve(CostMatrix::view(std::span<const T>(values), n), options);
    });
}

TEST(Agreement, RandomMatricesBySchedulesTypesAndDevices) {
    for (std::size_t graph = 0; graph < 60; ++graph) {
        const std::size_t first_case = graph % 6 + graph / 6;
        Random random(graph);
        const std::size_t n = 1 + random.below(150);
        const double density = graph % 2 == 0 ? 0.03 : 0.9;
        const std::uint64_t largest = graph % 3 == 0   ? 3
                                      : graph % 3 == 1 ? 1000
                                                       : 10'000'000;  // ties; small; large cells
        std::vector<std::int32_t> costs(n * n, unreachable_cost<std::int32_t>);
        for (std::int32_t& cost : costs) {
            if (random.chance(density)) cost = static_cast<std::int32_t>(random.below(largest + 1));  // zero cycles too
        }
        SCOPED_TRACE(format("seed {}, {} nodes", graph, n));
        const DistanceTable plain = solve_as(costs, n, CostType::int32, {.device = "reference"});
        expect_tight(plain, costs);
        expect_walks(plain, nullptr, 0);
        for (const Place& place : places()) {
            if (graph % place.every != 0) continue;
            for (std::size_t i = first_case % place.stride; i < cases().size(); i += place.stride) {
                const Case& tried = cases()[i];
                SCOPED_TRACE(text_of(place, tried));
                const DistanceTable table = solve_as(costs, n, tried.type, options_of(place, tried));
                if (tried.type == CostType::int32) {
                    expect_same(table, plain, nullptr, 0);
                    if (tried.next_hops) expect_tight(table, costs);
                    if (tried.next_hops) expect_walks(table, nullptr, 0);
                } else {
                    const DistanceTable same = solve_as(costs, n, tried.type, {.device = "reference"});
                    expect_same(table, same, nullptr, 0);
                }
                if (::testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

}  // namespace
}  // namespace allways
