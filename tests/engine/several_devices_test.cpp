// SPDX-License-Identifier: Apache-2.0
// Several devices that share the rows of a matrix, compared with the plain loop and with one device. They are the same
// device used twice: each use has its own rows, queues and buffers.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tile_problem.h"
#include "support/kernel_cache.h"

namespace allways::testing {
namespace {

constexpr std::size_t tile = 48;

class SeveralDevices : public ::testing::Test {
protected:
    void SetUp() override {
        for (const device::OpenClDevice& device : device::find_opencl_devices().devices) {
            if (device.info.kind == DeviceInfo::Kind::cpu) devices_.assign(2, device);
        }
        if (devices_.empty()) GTEST_SKIP() << "no OpenCL CPU device here";
    }

    std::unique_ptr<Executor> executor(bool map_host_memory = true, bool overlap_transfers = true) const {
        return make_opencl_executor(devices_, {.cache_directory = kernel_cache(),
                                               .map_host_memory = map_host_memory,
                                               .overlap_transfers = overlap_transfers,
                                               .tuning = "cpu_default"});
    }

    template <class T>
    void check(std::size_t n, std::size_t border, HopMode mode, CellWidth width = CellWidth::full) const {
        auto problem = random_problem<T>(n, border, mode, 7 * n + border);
        problem.format.width = width;
        const auto reference = make_reference_executor();
        const auto truth = solved_by_plain_loop(problem);
        for (const bool mapped : {true, false}) {
            const auto several = executor(mapped);
            for (const std::uint32_t group : {1u, 3u}) {
                SCOPED_TRACE(format("n {} border {} mode {} group {} mapped {}", n, border, int(mode), group, mapped));
                const auto solved = solved_by(*several, problem, tile, {}, "blocked", group);
                const auto expected = solved_by_shared_schedule(*reference, problem, group);
                EXPECT_EQ(solved.cells, expected.cells);
                EXPECT_EQ(solved.hops, expected.hops);
                if constexpr (std::is_integral_v<T>) {
                    EXPECT_EQ(solved.cells, truth.cells);
                }
            }
        }
    }

    template <class T>
    static TileProblem<T> solved_by_shared_schedule(Executor& reference, const TileProblem<T>& problem,
                                                    std::uint32_t group) {
        const TileLayout layout{.pivot_count = problem.pivots(), .border_count = problem.border, .tile = tile};
        return solved_by(reference, problem, shared_blocked_schedule(layout, group), layout);
    }

    std::vector<device::OpenClDevice> devices_;
};

TEST_F(SeveralDevices, GiveTheTableOfThePlainLoop) {
    for (const std::size_t n : {1, 48, 49, 97, 200, 521}) check<std::int32_t>(n, 0, HopMode::none);
    check<std::int32_t>(200, 60, HopMode::none);
    check<std::int32_t>(90, 90, HopMode::none);
}

TEST_F(SeveralDevices, CarryHops) {
    for (const std::size_t n : {49, 200, 333}) {
        check<std::int32_t>(n, 17, HopMode::first_arc);
        check<std::int32_t>(n, 17, HopMode::array);
        check<std::int32_t>(n, 17, HopMode::array, CellWidth::bits23);
        check<float>(n, 17, HopMode::array);
    }
}

TEST_F(SeveralDevices, TakeEveryCell) {
    for (const std::size_t n : {97, 300}) {
        check<std::int32_t>(n, 0, HopMode::none, CellWidth::bits16);
        check<std::int32_t>(n, 11, HopMode::first_arc, CellWidth::bits16);
        check<float>(n, 0, HopMode::none);
        check<double>(n, 0, HopMode::none);
    }
}

// Many rounds, so that each device waits for the other at every point.
TEST_F(SeveralDevices, RepeatTheirTables) {
    const auto problem = random_problem<std::int32_t>(1000, 40, HopMode::first_arc, 3);
    const auto truth = solved_by_plain_loop(problem);
    for (const bool overlap : {true, false}) {
        const auto several = executor(false, overlap);
        for (int repeat = 0; repeat < 5; ++repeat) {
            EXPECT_EQ(solved_by(*several, problem, tile, {}, "blocked", 1 + repeat % 3).cells, truth.cells);
        }
    }
}

TEST_F(SeveralDevices, ReportProgressAndCancel) {
    const auto problem = random_problem<std::int32_t>(900, 0, HopMode::none, 5);
    const auto several = executor();
    std::uint64_t done = 0;
    solved_by(*several, problem, tile, [&](const Progress& progress) {
        EXPECT_GE(progress.done, done);
        EXPECT_LE(progress.done, progress.total);
        done = progress.done;
        return true;
    });
    const TileLayout layout{.pivot_count = 900, .border_count = 0, .tile = tile};
    EXPECT_EQ(done, pair_count(shared_blocked_schedule(layout), layout));
    int calls = 0;
    EXPECT_THROW(solved_by(*several, problem, tile, [&](const Progress&) { return ++calls < 2; }), Cancelled);
    EXPECT_EQ(solved_by(*several, problem, tile).cells, solved_by_plain_loop(problem).cells);
}

// If a row cannot be read or written on one device, the others end, too.
TEST_F(SeveralDevices, EndTogetherWhenOneFails) {
    const auto problem = random_problem<std::int32_t>(600, 0, HopMode::none, 5);
    const TileLayout layout{.pivot_count = 600, .border_count = 0, .tile = tile};
    for (const bool mapped : {true, false}) {
        const auto several = executor(mapped);
        for (const std::size_t fails : {0, 100, 599}) {
            RowStream stream;
            stream.fill = [&](std::size_t node, void* cells, std::uint32_t*) {
                if (node == fails) throw DeviceError("lost", -5);
                std::copy_n(problem.cells.data() + node * 600, 600, static_cast<std::int32_t*>(cells));
            };
            stream.take = [](std::size_t, const void*, const std::uint32_t*) {};
            try {
                several->execute(make_schedule_for(*several, "blocked", layout, problem.format, 2), layout,
                                 problem.format, stream, {});
                FAIL() << "the failure of row " << fails << " was lost";
            } catch (const DeviceError& error) {
                EXPECT_STREQ(error.what(), "lost");
            }
        }
        EXPECT_EQ(solved_by(*several, problem, tile).cells, solved_by_plain_loop(problem).cells);
    }
}

TEST_F(SeveralDevices, RunOneSchedule) {
    const auto several = executor();
    EXPECT_TRUE(several->shares_rows());
    EXPECT_EQ(several->description(), format("2 x {}", devices_[0].info.name));
    for (const char* schedule : {"naive", "recursive", "squaring"}) {
        EXPECT_THROW(make_schedule_for(*several, schedule, {9, 2, 4}, {}, 1), InvalidArgument) << schedule;
        const auto problem = random_problem<std::int32_t>(100, 0, HopMode::none, 5);
        const TileLayout layout{.pivot_count = 100, .border_count = 0, .tile = tile};
        EXPECT_THROW(solved_by(*several, problem, make_schedule(schedule, layout, 1), layout), InvalidArgument);
    }
}

TEST(RowShares, FollowSpeedsAndRoom) {
    const double alike[] = {1, 1, 1};
    const std::uint64_t room[] = {100, 100, 100};
    const auto even = share_rows(10, 2, alike, room);
    ASSERT_EQ(even.size(), 3u);
    EXPECT_EQ(even[0].size(), 4u);
    EXPECT_EQ(even[1].size(), 4u);
    EXPECT_EQ(even[2].size(), 2u);
    EXPECT_EQ(even[1][0], 2u);
    EXPECT_TRUE(even[1].has(3));
    EXPECT_FALSE(even[1].has(4));
    EXPECT_EQ(even[1].before(8), 2u);
    EXPECT_EQ(even[1].own({1, 10, 3, 8}), (TileSpan{0, 4, 1, 2}));

    const double uneven[] = {3, 1};
    const std::uint64_t enough[] = {100, 100};
    const auto by_speed = share_rows(40, 1, uneven, enough);
    EXPECT_EQ(by_speed[0].size(), 30u);
    EXPECT_EQ(by_speed[1].size(), 10u);

    const std::uint64_t little[] = {5, 100};
    EXPECT_EQ(share_rows(40, 2, uneven, little)[0].size(), 4u);
    const std::uint64_t too_little[] = {5, 30};
    EXPECT_TRUE(share_rows(40, 2, uneven, too_little).empty());
}

}  // namespace
}  // namespace allways::testing
