// SPDX-License-Identifier: Apache-2.0
// The sweep on OpenCL devices against plain loops, in shapes that small networks fill: regions of a few nodes, hardly
// any slots, column blocks of a few columns.
#include "engine/sweep/device/sweep_device.h"

#include <gtest/gtest.h>

#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve.h"
#include "allways/network/make_network.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/sweep/device/sweep_device_problem.h"
#include "engine/sweep_support.h"
#include "support/kernel_cache.h"
#include "support/network_shapes.h"

namespace allways {
namespace {

using namespace engine;
using testing::Sweepable;
using testing::swept_by_plain_loops;
using testing::SweptTable;

class SweepDeviceTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (device::find_opencl_devices().devices.empty()) GTEST_SKIP() << "no OpenCL device here";
    }
    // The first GPU, else the first CPU.
    static SweepDevice device(device::OpenClOptions options) {
        options.cache_directory = testing::kernel_cache();
        return {*choose_device("auto"), options};
    }
};

template <class T>
SweptTable<T> swept_on_device(SweepDevice& device, const SweepProblem<T>& problem, ColumnRange range,
                              std::size_t hop_bytes) {
    SweptTable<T> table(problem.rows.count(), range.size(), hop_bytes);
    sweep_on_device(device, problem, range, table.target());
    return table;
}

// Sums of floats that are taken in another order: those of a column's start.
constexpr std::size_t more_sums = 8;

template <class T>
void expect_device_equals_plain_loops(SweepDevice& device, const RoadNetwork& network, bool next_hops,
                                      std::size_t hop_bytes, std::size_t turn, double cancelling) {
    const Sweepable<T> sweepable(network, next_hops, turn % 4 == 0 ? turn + 1 : 0);
    const auto problem = sweepable.all();
    const std::size_t n = network.node_count();
    if (!problem.has_hops()) hop_bytes = 0;
    if (!device.supports(cost_type_of<T>)) return;
    expect_same(swept_on_device(device, problem, {0, n}, hop_bytes), swept_by_plain_loops(problem, {0, n}, hop_bytes),
                cancelling, more_sums);
    if (n == 0) return;
    Random random(turn);
    std::vector<NodeIndex> rows(1 + random.below(12)), columns(1 + random.below(40));
    for (NodeIndex& node : rows) node = static_cast<NodeIndex>(random.below(n));
    for (NodeIndex& node : columns) node = static_cast<NodeIndex>(random.below(n));
    const auto part = sweepable.some(rows, columns);
    const ColumnRange range{random.below(columns.size()), columns.size()};
    expect_same(swept_on_device(device, part, range, hop_bytes), swept_by_plain_loops(part, range, hop_bytes),
                cancelling, more_sums);
}

// Few widths of work-items, since each is a compilation.
const std::vector<std::string> small_shapes{
    ":sweep_region=5,sweep_items=2,sweep_columns=4,sweep_slots=2,sweep_block=8",
    ":sweep_region=30,sweep_items=2,sweep_columns=4,sweep_local_bytes=1344,sweep_block=40",
    ":sweep_region=1,sweep_items=8,sweep_columns=1,sweep_slots=1,sweep_block=16",
    ":sweep_region=12,sweep_items=32,sweep_columns=1,sweep_slots=4",
};

TEST_F(SweepDeviceTest, RandomNetworksEqualPlainLoops) {
    constexpr std::size_t graphs = 66;
    constexpr std::size_t sizes[] = {0, 1, 2, 13, 49, 97, 150};
    const auto& families = testing::network_families();
    std::vector<SweepDevice> devices;
    for (const std::string& shape : small_shapes) devices.push_back(device({.tuning = shape}));
    for (std::size_t graph = 0; graph < graphs; ++graph) {
        const auto& family = families[graph % families.size()];
        const std::size_t n = sizes[graph / families.size() % std::size(sizes)];
        const std::size_t shape = (graph + graph / families.size()) % devices.size();
        const RoadNetwork network = family.make(n, 4000 + graph);
        SCOPED_TRACE(format("{}, {} nodes, seed {}, shape {}", family.name, n, 4000 + graph, shape));
        const auto check = [&]<class T>(T, bool next_hops) {
            expect_device_equals_plain_loops<T>(devices[shape], network, next_hops, 1, graph, family.cancelling);
        };
        check(std::int32_t{}, true);
        if (HasFatalFailure()) return;
        switch ((graph + graph / families.size()) % 2) {
            case 0: check(std::int32_t{}, false); break;
            default: check(double{}, false);
        }
        if (HasFatalFailure()) return;
    }
}

TEST_F(SweepDeviceTest, TheTunedShapeAndHopsOfAnyWidth) {
    SweepDevice device = SweepDeviceTest::device({});
    for (const std::size_t n : {37, 700}) {
        const RoadNetwork network = generate_streets({.nodes = n, .seed = n, .zero_cost_share = 0.1});
        const Sweepable<std::int32_t> sweepable(network, true);
        const auto problem = sweepable.all();
        for (const std::size_t hop_bytes : {0, 2, 4}) {
            expect_same(swept_on_device(device, problem, {0, n}, hop_bytes),
                        swept_by_plain_loops(problem, {0, n}, hop_bytes));
        }
    }
}

TEST_F(SweepDeviceTest, EveryWayToCompareFloats) {
    const Sweepable<double> sweepable(generate_streets({.nodes = 90, .seed = 3}), false);
    const auto problem = sweepable.all();
    for (const int form : {0, 1, 2}) {
        SweepDevice device = SweepDeviceTest::device({.tuning = format(":min_form={}", form)});
        expect_same(swept_on_device(device, problem, {0, 90}, 0), swept_by_plain_loops(problem, {0, 90}, 0), 0,
                    more_sums);
    }
}

TEST_F(SweepDeviceTest, ColumnBlocksThroughStagingMemory) {
    SweepDevice device = SweepDeviceTest::device(
        {.map_host_memory = false,
         .tuning = ":sweep_region=5,sweep_items=2,sweep_columns=4,sweep_slots=2,sweep_block=24"});
    const RoadNetwork network = generate_streets({.nodes = 150, .seed = 9});
    const Sweepable<std::int32_t> sweepable(network, true);
    const auto problem = sweepable.all();
    expect_same(swept_on_device(device, problem, {0, 150}, 1), swept_by_plain_loops(problem, {0, 150}, 1));
}

TEST_F(SweepDeviceTest, ColumnBlocksAreAsWideAsMemoryAllows) {
    const RoadNetwork network = generate_streets({.nodes = 400, .seed = 9});
    const Sweepable<std::int32_t> sweepable(network, true);
    const auto problem = sweepable.all();
    device::OpenClOptions options{.tuning = ":sweep_region=30,sweep_items=2,sweep_columns=4,sweep_local_bytes=1344"};
    const auto columns = [&](const device::OpenClOptions& limited) {
        SweepDevice device = SweepDeviceTest::device(limited);
        return DeviceSweepProblem<std::int32_t>(device, problem, 1).most_block_columns(2);
    };
    EXPECT_GE(columns(options), 400u);
    options.max_buffer_bytes = 400 * 4 * 100;
    EXPECT_EQ(columns(options), 96u);  // in groups of 8
    SweepDevice device = SweepDeviceTest::device(options);
    expect_same(swept_on_device(device, problem, {0, 400}, 1), swept_by_plain_loops(problem, {0, 400}, 1));

    device::OpenClOptions less = options;
    less.max_memory_bytes = 300'000;
    EXPECT_LT(columns(less), 96u);
    less.max_memory_bytes = 10'000;
    EXPECT_THROW(columns(less), CapacityError);
    options.max_buffer_bytes = 400 * 4 * 7;
    EXPECT_THROW(columns(options), CapacityError);
}

TEST_F(SweepDeviceTest, SolveTakesTheDeviceThatIsAskedFor) {
    const DeviceInfo info = choose_device("auto")->info;
    const RoadNetwork network = generate_streets({.nodes = 300, .seed = 5, .zero_cost_share = 0.2});
    SolveOptions options{.cost_type = CostType::int32, .schedule = "sweep", .device = info.id};
    const Solution swept = solve_with_report(network, options);
    EXPECT_EQ(swept.report.schedule, "sweep");
    EXPECT_EQ(swept.report.device, info.name);
    EXPECT_GT(swept.report.memory.device, 300u * 300 * 5);
    EXPECT_TRUE(swept.report.busy.contains("device"));
    const DistanceTable expected =
        solve(network, {.cost_type = CostType::int32, .schedule = "blocked", .device = "reference"});
    EXPECT_EQ(swept.value.distances(), expected.distances());
    EXPECT_EQ(swept.value.next_hops().storage(), expected.next_hops().storage());

    EXPECT_EQ(plan(generate_streets({.nodes = 5000}), {.device = info.id}).schedule, "sweep");
}

TEST_F(SweepDeviceTest, RefusesShapesThatDoNotFit) {
    EXPECT_THROW(device({.tuning = ":sweep_columns=3"}).shape(CostType::int32), InvalidArgument);
    EXPECT_THROW(device({.tuning = ":sweep_items=1048576"}).shape(CostType::int32), InvalidArgument);
}

TEST_F(SweepDeviceTest, EndsWhenAsked) {
    SweepDevice device = SweepDeviceTest::device({.tuning = small_shapes.front()});
    const Sweepable<std::int32_t> sweepable(generate_streets({.nodes = 100, .seed = 2}), true);
    const auto problem = sweepable.all();
    SweptTable<std::int32_t> table(100, 100, 1);
    const ProgressCallback stop = [](const Progress&) { return false; };
    EXPECT_THROW(sweep_on_device(device, problem, {0, 100}, table.target(), false, stop), Cancelled);
}

}  // namespace
}  // namespace allways
