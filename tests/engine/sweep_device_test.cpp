// The sweep on OpenCL devices against plain loops, in shapes that small networks fill: regions of a few nodes, hardly any
// slots, strips of a few columns.
#include "engine/sweep_device.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <unistd.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/opencl_executor.h"
#include "engine/sweep_device_problem.h"
#include "engine/sweep_support.h"
#include "support/network_shapes.h"

namespace allways {
namespace {

using namespace engine;
using testing::Random;
using testing::Sweepable;
using testing::swept_by_plain_loops;
using testing::SweptTable;

// Kernels are compiled once for all tests of a run.
class SweepDeviceTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        cache() = std::filesystem::temp_directory_path() / format("allways_sweep_device_{}", getpid());
    }
    static void TearDownTestSuite() { std::filesystem::remove_all(cache()); }
    static std::filesystem::path& cache() {
        static std::filesystem::path path;
        return path;
    }
    void SetUp() override {
        if (device::find_opencl_devices().devices.empty()) GTEST_SKIP() << "no OpenCL device here";
    }
    // The first GPU, else the first CPU.
    static SweepDevice device(const SweepShape& shape, std::size_t strip_columns = 0) {
        return {*choose_device("auto"),
                {.opencl = {.cache_directory = cache().string()}, .shape = shape, .strip_columns = strip_columns}};
    }
};

template <class T>
SweptTable<T> swept_on_device(SweepDevice& device, const SweepProblem<T>& problem, ColumnRange range,
                              std::size_t hop_bytes) {
    SweptTable<T> table(problem.rows.count(), range.size(), hop_bytes);
    sweep_on_device(device, problem, range, table.target());
    return table;
}

struct Case {
    SweepShape shape;
    std::size_t strip_columns;
    std::size_t hop_bytes;
};

// Few shapes, since each is a compilation; strips and steps in all combinations over the graphs.
const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {{}, 0, 1},
        {{.region_nodes = 5, .items = 2, .columns = 4, .slots = 2}, 8, 2},
        {{.region_nodes = 30, .items = 2, .columns = 4, .slots = 400}, 40, 2},
        {{.region_nodes = 1, .items = 8, .columns = 1, .slots = 1}, 16, 2},
        {{.region_nodes = 12, .items = 8, .columns = 1, .slots = 4}, 0, 2},
    };
    return all;
}

template <class T>
void expect_device_equals_plain_loops(SweepDevice& device, const Case& c, const RoadNetwork& network, bool next_hops,
                                      std::size_t turn) {
    const Sweepable<T> sweepable(network, next_hops, turn % 4 == 0 ? turn + 1 : 0);
    const auto problem = sweepable.all();
    const std::size_t n = network.node_count();
    const std::size_t hop_bytes = problem.has_hops() ? c.hop_bytes : 0;
    if (!device.supports(cost_type_of<T>, !problem.rows.potential.empty())) return;
    ASSERT_EQ(swept_on_device(device, problem, {0, n}, hop_bytes), swept_by_plain_loops(problem, {0, n}, hop_bytes));

    if (n == 0) return;
    Random random(turn);
    std::vector<NodeIndex> rows(1 + random.below(12)), columns(1 + random.below(40));
    for (NodeIndex& node : rows) node = static_cast<NodeIndex>(random.below(n));
    for (NodeIndex& node : columns) node = static_cast<NodeIndex>(random.below(n));
    const auto part = sweepable.some(rows, columns);
    const std::size_t begin = random.below(columns.size());
    ASSERT_EQ(swept_on_device(device, part, {begin, columns.size()}, hop_bytes),
              swept_by_plain_loops(part, {begin, columns.size()}, hop_bytes));
}

TEST_F(SweepDeviceTest, RandomNetworksEqualPlainLoops) {
    constexpr std::size_t graphs = 150;
    constexpr std::size_t sizes[] = {0, 1, 2, 13, 49, 97, 150};
    const auto& families = testing::network_families();
    for (const Case& c : cases()) {
        SweepDevice device = SweepDeviceTest::device(c.shape, c.strip_columns);
        for (std::size_t graph = static_cast<std::size_t>(&c - cases().data()); graph < graphs; graph += cases().size()) {
            const auto& family = families[graph % families.size()];
            const std::size_t n = sizes[graph / families.size() % std::size(sizes)];
            const RoadNetwork network = family.make(n, 4000 + graph);
            SCOPED_TRACE(format("{}, {} nodes, seed {}, regions of {}", family.name, n, 4000 + graph, c.shape.region_nodes));
            expect_device_equals_plain_loops<std::int32_t>(device, c, network, true, graph);
            if (HasFatalFailure()) return;
            switch (graph % 3) {
                case 0: expect_device_equals_plain_loops<std::int32_t>(device, c, network, false, graph); break;
                case 1: expect_device_equals_plain_loops<float>(device, c, network, false, graph); break;
                default: expect_device_equals_plain_loops<double>(device, c, network, false, graph);
            }
            if (HasFatalFailure()) return;
        }
    }
}

}  // namespace
}  // namespace allways
