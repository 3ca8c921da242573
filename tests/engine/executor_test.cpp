// SPDX-License-Identifier: Apache-2.0
// Every executor, cost type and hop mode against the plain loop, at sizes that straddle tiles.
#include "engine/dense/executor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "allways/engine/solve.h"
#include "engine/tile_problem.h"
#include "support/kernel_cache.h"

namespace allways::testing {
namespace {

constexpr std::size_t sizes[] = {0, 1, 2, 31, 64, 127, 128, 129, 257, 521, 1000};

bool has_opencl(DeviceInfo::Kind kind) {
    for (const DeviceInfo& device : list_devices().devices) {
        if (device.kind == kind) return true;
    }
    return false;
}

// Cells agree with the truth: exactly for int32, within n rounding errors for floats.
template <class T>
void expect_close(const TileProblem<T>& got, const TileProblem<T>& truth) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < truth.cells.size() && wrong < 5; ++i) {
        const T a = got.cells[i];
        const T b = truth.cells[i];
        bool close = a == b;
        if constexpr (!std::is_integral_v<T>) {
            close = close || std::abs(a - b) <= T(truth.n) * std::numeric_limits<T>::epsilon() * b;
        }
        if (close) continue;
        ++wrong;
        ADD_FAILURE() << "from " << i / truth.n << " to " << i % truth.n << ": " << a << ", expected " << b;
    }
}

// Each hop of a hop array is the first step of a path of that length: cost(i, hop) + d(hop, j) = d(i, j).
template <class T>
void expect_tight_hops(const TileProblem<T>& problem, const TileProblem<T>& solved) {
    const std::size_t n = problem.n;
    std::size_t wrong = 0;
    for (std::size_t at = 0; at < n * n && wrong < 5; ++at) {
        const std::size_t i = at / n;
        const std::size_t j = at % n;
        const std::uint32_t hop = solved.hops[at];
        const T distance = solved.cells[at];
        if (i == j || !is_reachable(distance)) {
            if (hop == no_hop) continue;
        } else if (hop < n && (hop == j || hop < problem.pivots())) {
            const T walked = problem.cells[i * n + hop] + (hop == j ? T(0) : solved.cells[hop * n + j]);
            if (walked == distance) continue;
            if constexpr (!std::is_integral_v<T>) {
                if (std::abs(walked - distance) <= T(n) * std::numeric_limits<T>::epsilon() * distance) continue;
            }
        }
        ++wrong;
        ADD_FAILURE() << "hop " << hop << " from " << i << " to " << j << " of " << n;
    }
}

struct Combination {
    const char* name;
    const char* device;  // "cpu", "gpu" or "reference"
    const char* tuning;
    std::size_t tile;            // 0: the tuned one
    std::size_t largest = 1000;  // the largest size; less where work-groups are emulated
};

void PrintTo(const Combination& combination, std::ostream* out) {
    *out << combination.name;
}

class ExecutorTest : public ::testing::TestWithParam<Combination> {
protected:
    void SetUp() override {
        const std::string device = GetParam().device;
        if (device == "gpu" && !has_opencl(DeviceInfo::Kind::gpu)) GTEST_SKIP() << "no OpenCL GPU here";
        if (device == "cpu" && !has_opencl(DeviceInfo::Kind::cpu)) GTEST_SKIP() << "no OpenCL CPU device here";
        executor_ = make_executor(device, {.cache_directory = testing::kernel_cache(), .tuning = GetParam().tuning});
        reference_ = make_reference_executor();
    }

    // The plain loop's answer, worked out once for all executors.
    template <class T>
    static const TileProblem<T>& truth(const TileProblem<T>& problem) {
        static std::map<std::tuple<std::size_t, std::size_t, HopMode>, TileProblem<T>> known;
        const auto key = std::tuple(problem.n, problem.border, problem.format.hops);
        auto found = known.find(key);
        if (found == known.end()) found = known.emplace(key, solved_by_plain_loop(problem)).first;
        return found->second;
    }

    template <class T>
    void check(std::size_t n, std::size_t border, HopMode mode, CellWidth width) {
        auto problem = random_problem<T>(n, border, mode, 7 * n + border);
        problem.format.width = width;
        const std::size_t tile = GetParam().tile != 0 ? GetParam().tile : executor_->preferred_tile(problem.format);
        SCOPED_TRACE(format("{} n {} border {} mode {} tile {}", name(cost_type_of<T>), n, border, int(mode), tile));
        const auto solved = solved_by(*executor_, problem, tile);
        expect_close(solved, truth(problem));
        if (mode == HopMode::array) expect_tight_hops(problem, solved);
        // The same tiles give the same sums in the same order: no rounding differs between executors.
        const auto expected = solved_by(*reference_, problem, tile);
        EXPECT_EQ(solved.cells, expected.cells);
        EXPECT_EQ(solved.hops, expected.hops);
    }

    // The other schedules: int32 tables are the truth's; floats are sums in another order, the same for every executor.
    template <class T>
    void check_schedules(HopMode mode, CellWidth width) {
        auto problem = random_problem<T>(131, 17, mode, 11);
        problem.format.width = width;
        const std::size_t tile = GetParam().tile != 0 ? GetParam().tile : executor_->preferred_tile(problem.format);
        for (const std::string& schedule : tile_schedules()) {
            SCOPED_TRACE(format("{} {} mode {}", schedule, name(cost_type_of<T>), int(mode)));
            const auto solved = solved_by(*executor_, problem, tile, {}, schedule, 2);
            expect_close(solved, truth(problem));
            if (mode == HopMode::array) expect_tight_hops(problem, solved);
            const auto expected = solved_by(*reference_, problem, tile, {}, schedule, 2);
            EXPECT_EQ(solved.cells, expected.cells);
            EXPECT_EQ(solved.hops, expected.hops);
        }
    }

    template <class T>
    void check_sizes(HopMode mode, CellWidth width = CellWidth::full) {
        if (!executor_->supports(cost_type_of<T>)) GTEST_SKIP() << executor_->description() << " has no such type";
        for (const std::size_t n : sizes) {
            if (n > GetParam().largest) break;
            check<T>(n, 0, mode, width);
        }
        check<T>(97, 30, mode, width);
        check<T>(40, 40, mode, width);
        check_schedules<T>(mode, width);
    }

    std::unique_ptr<Executor> executor_;
    std::unique_ptr<Executor> reference_;
};

TEST_P(ExecutorTest, Int32) {
    check_sizes<std::int32_t>(HopMode::none);
}
TEST_P(ExecutorTest, Int32FirstArcs) {
    check_sizes<std::int32_t>(HopMode::first_arc);
}
TEST_P(ExecutorTest, Int32HopArray) {
    check_sizes<std::int32_t>(HopMode::array);
}
TEST_P(ExecutorTest, Bits23HopArray) {
    check_sizes<std::int32_t>(HopMode::array, CellWidth::bits23);
}
// int32 costs in 16-bit cells.
TEST_P(ExecutorTest, Bits16) {
    check_sizes<std::int32_t>(HopMode::none, CellWidth::bits16);
}
TEST_P(ExecutorTest, Bits16FirstArcs) {
    check_sizes<std::int32_t>(HopMode::first_arc, CellWidth::bits16);
}
TEST_P(ExecutorTest, Float32) {
    check_sizes<float>(HopMode::none);
}
TEST_P(ExecutorTest, Float32HopArray) {
    check_sizes<float>(HopMode::array);
}
TEST_P(ExecutorTest, Float64) {
    check_sizes<double>(HopMode::none);
}
TEST_P(ExecutorTest, Float64HopArray) {
    check_sizes<double>(HopMode::array);
}

INSTANTIATE_TEST_SUITE_P(All, ExecutorTest,
                         ::testing::Values(Combination{"reference_odd_tile", "reference", "", 37},
                                           Combination{"reference_128", "reference", "", 128},
                                           Combination{"cpu_96", "cpu", "", 96}, Combination{"cpu_192", "cpu", "", 192},
                                           Combination{"cpu_default_48", "cpu", "cpu_default", 48, 257},
                                           Combination{"gpu_form_on_cpu", "cpu", "gpu_default", 0, 257},
                                           Combination{"gpu", "gpu", "", 0},
                                           Combination{"gpu_default", "gpu", "gpu_default", 0}),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(Executor, SeveralBuffersGiveTheTableOfOne) {
    if (!has_opencl(DeviceInfo::Kind::cpu)) GTEST_SKIP() << "no OpenCL CPU device here";
    const auto problem = random_problem<std::int32_t>(400, 25, HopMode::array, 3);
    const std::size_t row_bytes = TileLayout{.pivot_count = 375, .border_count = 25, .tile = 48}.row_cells() * 4;
    const auto expected = solved_by(*make_reference_executor(), problem, 48);
    for (const std::size_t rows : {1, 2, 3, 7}) {
        SCOPED_TRACE(rows);
        const auto executor = make_executor("cpu", {.max_buffer_bytes = rows * row_bytes,
                                                    .cache_directory = testing::kernel_cache(),
                                                    .tuning = "cpu_default"});
        const auto solved = solved_by(*executor, problem, 48);
        EXPECT_EQ(solved.cells, expected.cells);
        EXPECT_EQ(solved.hops, expected.hops);
        for (const std::string& schedule : tile_schedules()) {
            SCOPED_TRACE(schedule);
            EXPECT_EQ(solved_by(*executor, problem, 48, {}, schedule, 3).cells, expected.cells);
        }
    }
    const auto too_small = make_executor(
        "cpu",
        {.max_buffer_bytes = row_bytes - 1, .cache_directory = testing::kernel_cache(), .tuning = "cpu_default"});
    EXPECT_THROW(solved_by(*too_small, problem, 48), CapacityError);
}

// Rows go through staging memory beside the work, as on a GPU of its own memory; with and without streamed pivots.
TEST(Executor, StreamedRowsGiveTheSameTable) {
    if (!has_opencl(DeviceInfo::Kind::cpu)) GTEST_SKIP() << "no OpenCL CPU device here";
    for (const bool overlap : {false, true}) {
        const auto executor = make_executor("cpu", {.cache_directory = testing::kernel_cache(),
                                                    .map_host_memory = false,
                                                    .overlap_transfers = overlap,
                                                    .tuning = "cpu_default"});
        for (const HopMode mode : {HopMode::none, HopMode::first_arc, HopMode::array}) {
            const auto problem = random_problem<std::int32_t>(1000, 40, mode, 3);  // 20 tiles
            for (const std::uint32_t streamed_pivots : {0u, 3u, 5u}) {
                SCOPED_TRACE(format("overlap {} mode {} streamed pivots {}", overlap, int(mode), streamed_pivots));
                const auto expected =
                    solved_by(*make_reference_executor(), problem, 48, {}, "blocked", 1, streamed_pivots);
                for (int repeat = 0; repeat < 3; ++repeat) {
                    const auto solved = solved_by(*executor, problem, 48, {}, "blocked", 1, streamed_pivots);
                    EXPECT_EQ(solved.cells, expected.cells);
                    EXPECT_EQ(solved.hops, expected.hops);
                }
            }
        }
        // Squaring stops early, and a cancelled solve leaves a good executor.
        const auto problem = random_problem<std::int32_t>(300, 0, HopMode::none, 5);
        EXPECT_EQ(solved_by(*executor, problem, 48, {}, "squaring").cells, solved_by_plain_loop(problem).cells);
        EXPECT_THROW(solved_by(*executor, problem, 48, [](const Progress&) { return false; }), Cancelled);
        EXPECT_EQ(solved_by(*executor, problem, 48).cells, solved_by_plain_loop(problem).cells);
    }
}

// Cells in a pinned host array with the device's layout are read and written in place.
TEST(Executor, PinnedRowsGiveTheSameTable) {
    if (!has_opencl(DeviceInfo::Kind::cpu)) GTEST_SKIP() << "no OpenCL CPU device here";
    const auto problem = random_problem<std::int32_t>(700, 40, HopMode::first_arc, 3);
    const TileLayout layout{.pivot_count = problem.pivots(), .border_count = problem.border, .tile = 48};
    std::vector<std::int32_t> solved(problem.cells.size());
    RowStream stream;
    stream.pinned_source = problem.cells.data();
    stream.pinned_target = solved.data();
    for (const bool overlap : {false, true}) {
        const auto executor = make_executor("cpu", {.cache_directory = testing::kernel_cache(),
                                                    .map_host_memory = false,
                                                    .overlap_transfers = overlap,
                                                    .tuning = "cpu_default"});
        std::fill(solved.begin(), solved.end(), -1);
        executor->execute(make_schedule("blocked", layout, 1), layout, problem.format, stream, {});
        EXPECT_EQ(solved, solved_by_plain_loop(problem).cells);
    }
}

// If no node is passable, no step touches a row: rows come back unchanged, in one piece or many.
TEST(Executor, StreamedRowsWithoutSteps) {
    if (!has_opencl(DeviceInfo::Kind::cpu)) GTEST_SKIP() << "no OpenCL CPU device here";
    const auto executor = make_executor(
        "cpu", {.cache_directory = testing::kernel_cache(), .map_host_memory = false, .tuning = "cpu_default"});
    for (const std::size_t n : {5, 1100}) {
        const auto problem = random_problem<std::int32_t>(n, n, HopMode::none, 3);
        EXPECT_EQ(solved_by(*executor, problem, 48).cells, problem.cells);
    }
}

// The geometry used on large GPUs; slow to compile for a CPU, so in one form only.
TEST(Executor, LargeRegisterTilesOnCpu) {
    if (!has_opencl(DeviceInfo::Kind::cpu)) GTEST_SKIP() << "no OpenCL CPU device here";
    const auto problem = random_problem<std::int32_t>(129, 0, HopMode::first_arc, 3);
    const auto solved = solved_by(
        *make_executor("cpu", {.cache_directory = testing::kernel_cache(), .tuning = "nvidia_hopper"}), problem, 128);
    EXPECT_EQ(solved.cells, solved_by_plain_loop(problem).cells);
    // Many work-groups at a time.
    const auto larger = random_problem<std::int32_t>(300, 0, HopMode::none, 3);
    const auto squared =
        solved_by(*make_executor("cpu", {.cache_directory = testing::kernel_cache(), .tuning = "nvidia_hopper"}),
                  larger, 64, {}, "squaring");
    EXPECT_EQ(squared.cells, solved_by_plain_loop(larger).cells);
}

TEST(Executor, WorkedExampleOfFiveNodes) {
    // Cormen, Leiserson, Rivest & Stein, "Introduction to Algorithms", figure 25.1, its negative arcs left out.
    const auto none = unreachable_cost<std::int32_t>;
    TileProblem<std::int32_t> problem{.n = 5, .border = 0, .format = {}, .cells = {}, .hops = {}};
    problem.cells = {0,    3,    8,    none, none,  //
                     none, 0,    none, 1,    7,     //
                     none, 4,    0,    none, none,  //
                     2,    none, none, 0,    none,  //
                     none, none, none, 6,    0};
    const std::vector<std::int32_t> expected = {0, 3,  8, 4, 10, 3, 0,  11, 1,  7,  7, 4, 0,
                                                5, 11, 2, 5, 10, 0, 12, 8,  11, 16, 6, 0};
    EXPECT_EQ(solved_by_plain_loop(problem).cells, expected);
    EXPECT_EQ(solved_by(*make_reference_executor(), problem, 2).cells, expected);
}

TEST(Executor, ProgressCoversTheWorkAndCancels) {
    const auto problem = random_problem<std::int32_t>(300, 0, HopMode::none, 5);
    std::vector<const char*> devices{"reference"};
    if (has_opencl(DeviceInfo::Kind::cpu)) devices.push_back("cpu");
    for (const char* device : devices) {
        const auto executor = make_executor(device, {.cache_directory = testing::kernel_cache()});
        for (const std::string& schedule : tile_schedules()) {
            SCOPED_TRACE(std::string(device) + " " + schedule);
            std::uint64_t done = 0;
            std::uint64_t total = 0;
            solved_by(
                *executor, problem, 96,
                [&](const Progress& progress) {
                    EXPECT_EQ(progress.stage, "solve");
                    EXPECT_GE(progress.done, done);
                    done = progress.done;
                    total = progress.total;
                    return true;
                },
                schedule);
            const TileLayout layout{.pivot_count = 300, .border_count = 0, .tile = 96};
            EXPECT_EQ(total, pair_count(make_schedule(schedule, layout, 1), layout));
            EXPECT_EQ(done, total);
            EXPECT_THROW(solved_by(
                             *executor, problem, 96, [](const Progress&) { return false; }, schedule),
                         Cancelled);
        }
        // The executor is still good after that.
        EXPECT_EQ(solved_by(*executor, problem, 96).cells, solved_by_plain_loop(problem).cells);
    }
}

TEST(Executor, ATileThatDoesNotFitIsNamed) {
    if (!has_opencl(DeviceInfo::Kind::cpu)) GTEST_SKIP() << "no OpenCL CPU device here";
    const auto problem = random_problem<std::int32_t>(10, 0, HopMode::none, 5);
    try {
        solved_by(*make_executor("cpu", {.cache_directory = testing::kernel_cache(), .tuning = "cpu_default"}), problem,
                  50);
        FAIL() << "a tile of 50 was taken";
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string(error.what()).find("tile % (vector * vectors)"), std::string::npos) << error.what();
    }
}

TEST(Executor, FirstArcsNeedInt32) {
    auto problem = random_problem<float>(5, 0, HopMode::none, 1);
    problem.format.hops = HopMode::first_arc;
    problem.format.first_arc_bits = 3;
    EXPECT_THROW(solved_by(*make_reference_executor(), problem, 8), InvalidArgument);
}

TEST(MakeExecutor, ReadsTheDeviceText) {
    EXPECT_THROW(make_executor("fast", {}), InvalidArgument);
    EXPECT_THROW(make_executor("0:", {}), InvalidArgument);
    EXPECT_THROW(make_executor("99:0", {}), DeviceError);
    EXPECT_NE(make_executor("reference", {})->description().find("reference"), std::string::npos);
    std::vector<std::string> logged;
    make_executor("auto", {.log = [&](LogLevel, std::string_view text) { logged.emplace_back(text); }});
    EXPECT_EQ(logged.size(), 1u);
    if (!has_opencl(DeviceInfo::Kind::gpu)) {
        EXPECT_THROW(make_executor("gpu", {}), DeviceError);
    }
}

}  // namespace
}  // namespace allways::testing
