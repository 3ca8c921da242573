// SPDX-License-Identifier: Apache-2.0
// The entry points on several devices: tables, streams and plans equal those of one device. They run where the first
// platform has two devices; ctest's engine.two_devices makes PoCL show the processor twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/cost_matrix.h"
#include "allways/device/devices.h"
#include "allways/engine/bench.h"
#include "allways/engine/solve.h"
#include "allways/engine/table_stream.h"
#include "allways/network/make_network.h"
#include "device/opencl_options.h"
#include "support/kernel_cache.h"
#include "support/random_networks.h"
#include "support/table_checks.h"

namespace allways::testing {
namespace {

constexpr const char* both = "0:0,0:1";

class TwoDevices : public ::testing::Test {
protected:
    void SetUp() override {
        const auto devices = list_devices().devices;
        const auto second = std::ranges::find(devices, "0:1", &DeviceInfo::id);
        if (second == devices.end()) GTEST_SKIP() << "the first OpenCL platform has not two devices";
    }
    static SolveOptions options(const char* schedule) {
        return {.schedule = schedule, .device = both, .cache_directory = kernel_cache()};
    }
};

template <class T>
bool same_cells(const DistanceTable& a, const DistanceTable& b) {
    return std::ranges::equal(a.values<T>(), b.values<T>());
}

bool same_hops(const DistanceTable& a, const DistanceTable& b) {
    for (NodeIndex from = 0; from < a.node_count(); ++from) {
        for (NodeIndex to = 0; to < a.node_count(); ++to) {
            if (a.next_hops().at(from, to) != b.next_hops().at(from, to)) return false;
        }
    }
    return true;
}

TEST_F(TwoDevices, GiveTheTablesOfOne) {
    std::uint64_t seed = 100;
    for (const NetworkKind& kind : network_kinds()) {
        for (const std::size_t n : {1, 31, 130, 220}) {
            SCOPED_TRACE(format("{}, {} nodes, seed {}", kind.name, n, seed));
            const RoadNetwork network = random_network(kind, n, seed++);
            SolveOptions one{.schedule = "blocked", .device = "reference"};
            const DistanceTable expected = solve(network, one);
            for (const char* schedule : {"blocked", "sweep"}) {
                SolveOptions several = options(schedule);
                several.cost_type = expected.type();
                const DistanceTable table = solve(network, several);
                if (expected.type() != CostType::int32) continue;
                EXPECT_TRUE(same_cells<std::int32_t>(table, expected)) << schedule;
                EXPECT_TRUE(same_hops(table, expected)) << schedule;
            }
        }
    }
}

TEST_F(TwoDevices, GiveTheDistancesOfAMatrixAndHopsThatLeadThere) {
    for (const std::size_t n : {1, 50, 333, 500}) {
        SCOPED_TRACE(n);
        const CostMatrix matrix = generate_random_matrix({.nodes = n, .seed = n, .probability = 0.1});
        const DistanceTable expected = solve(matrix, {.device = "reference"});
        const DistanceTable table = solve(matrix, options("auto"));
        EXPECT_TRUE(same_cells<std::int32_t>(table, expected));
        expect_walks(table, nullptr, 0);
    }
}

TEST_F(TwoDevices, StreamTheRowsOfOne) {
    for (const std::size_t nodes : {1u, 2u, 17u, 400u}) {
        const RoadNetwork network = generate_streets({.nodes = nodes, .seed = 3});
        const DistanceTable expected = solve(network, {.schedule = "blocked", .device = "reference"});
        const auto n = static_cast<NodeIndex>(nodes);
        for (const std::uint64_t buffer : {std::uint64_t{0}, std::uint64_t{120'000}}) {
            for (const char* schedule : {"sweep", "blocked"}) {
                SCOPED_TRACE(format("{} nodes, {}, buffers of {}", nodes, schedule, buffer));
                const device::BufferLimit limit(schedule == std::string("sweep") ? buffer : 0);
                TableStream job(network, options(schedule));
                for (const std::size_t first : {std::size_t{0}, nodes / 3}) {
                    if (first > 0 && !job.can_run_parts()) continue;
                    std::vector<NodeIndex> found;
                    job.run(first, job.rows().size(), [&](const TableBand& band) {
                        const auto& cells = std::get<std::vector<std::int32_t>>(band.distances);
                        for (std::size_t i = 0; i < band.rows.size(); ++i) {
                            const NodeIndex row = band.rows[i];
                            found.push_back(row);
                            for (NodeIndex to = 0; to < n; ++to) {
                                ASSERT_EQ(cells[i * n + to],
                                          expected.values<std::int32_t>()[std::size_t{row} * n + to]);
                                const std::uint32_t hop = band.hops[i * n + to];
                                ASSERT_EQ(hop == 255 ? NextHops::none : hop, expected.next_hops().at(row, to));
                            }
                        }
                    });
                    std::ranges::sort(found);
                    std::vector<NodeIndex> wanted(job.rows().begin() + static_cast<std::ptrdiff_t>(first),
                                                  job.rows().end());
                    std::ranges::sort(wanted);
                    EXPECT_EQ(found, wanted);
                }
            }
        }
    }
}

TEST_F(TwoDevices, AreNamedAndAddUp) {
    const RoadNetwork network = generate_streets({.nodes = 300, .seed = 3});
    for (const char* schedule : {"blocked", "sweep"}) {
        const SolveReport two = plan(network, options(schedule));
        SolveOptions one = options(schedule);
        one.device = "0:0";
        const SolveReport alone = plan(network, one);
        EXPECT_EQ(two.device, "2 x " + alone.device);
        EXPECT_EQ(two.memory.device_available, 2 * alone.memory.device_available);
    }
}

TEST_F(TwoDevices, AreBenchmarkedTogether) {
    BenchOptions bench;
    bench.device = both;
    bench.n = 300;
    bench.runs = 1;
    bench.cache_directory = kernel_cache();
    const BenchResult result = run_bench(bench);
    EXPECT_TRUE(result.device.starts_with("2 x "));
    EXPECT_GT(result.pairs_per_second, 0);
    EXPECT_GT(result.checked_targets, 0u);
    bench.schedule = "squaring";
    EXPECT_THROW(run_bench(bench), InvalidArgument);
}

TEST_F(TwoDevices, RefuseWhatRunsOnOne) {
    const CostMatrix matrix = generate_random_matrix({.nodes = 50, .seed = 1});
    for (const char* schedule : {"naive", "recursive", "squaring"}) {
        EXPECT_THROW(solve(matrix, options(schedule)), InvalidArgument) << schedule;
    }
    EXPECT_THROW(DeviceChoice("0:0,"), InvalidArgument);
    EXPECT_THROW(solve(matrix, {.device = "0:0,7:7"}), DeviceError);
}

}  // namespace
}  // namespace allways::testing
