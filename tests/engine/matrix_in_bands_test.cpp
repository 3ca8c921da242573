// SPDX-License-Identifier: Apache-2.0
// A matrix that passes through a device with little memory, against the plain loop and a device that has all of it.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "allways/engine/solve.h"
#include "engine/dense/opencl/band_traffic.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tile_problem.h"
#include "support/kernel_cache.h"
#include "support/solve_settings.h"

namespace allways::testing {
namespace {

// ---- the plan

void check_plan(const Schedule& schedule, const TileLayout& layout, std::uint32_t slots) {
    const BandPlan plan = plan_bands(schedule, layout, slots);
    std::map<std::uint32_t, std::uint32_t> band_in;  // by slot
    std::map<std::uint32_t, std::uint32_t> slot_of;  // by band
    std::set<std::uint32_t> gone;
    std::size_t in = 0, out = 0;
    std::vector<std::uint32_t> out_of_band;  // indexes of moves out, so far
    for (std::uint32_t step = 0; step < plan.steps; ++step) {
        // A move out may begin after its step, and its band is not needed until the next move in.
        for (; in < plan.in.size() && plan.in[in].step == step; ++in) {
            const BandMove& move = plan.in[in];
            ASSERT_FALSE(gone.contains(move.band));
            ASSERT_FALSE(slot_of.contains(move.band));
            EXPECT_EQ(band_in.contains(move.slot), false);
            if (move.emptied) {
                ASSERT_LT(*move.emptied, out);
                EXPECT_EQ(plan.out[*move.emptied].slot, move.slot);
            }
            if (move.left) {
                ASSERT_LT(*move.left, out);
                EXPECT_EQ(plan.out[*move.left].band, move.band);
                EXPECT_FALSE(plan.out[*move.left].for_good);
            }
            band_in[move.slot] = move.band;
            slot_of[move.band] = move.slot;
            EXPECT_LT(move.slot, slots);
        }
        if (step < schedule.steps.size()) {
            const Step& of = schedule.steps[step];
            ASSERT_TRUE(slot_of.contains(of.inner[0] / schedule.band));
            ASSERT_TRUE(of.rows.empty() || slot_of.contains(of.rows[0] / schedule.band));
        }
        for (; out < plan.out.size() && plan.out[out].step == step; ++out) {
            const BandMove& move = plan.out[out];
            ASSERT_TRUE(slot_of.contains(move.band));
            EXPECT_EQ(slot_of[move.band], move.slot);
            band_in.erase(move.slot);
            slot_of.erase(move.band);
            if (move.for_good) gone.insert(move.band);
        }
    }
    EXPECT_EQ(in, plan.in.size());
    EXPECT_EQ(out, plan.out.size());
    EXPECT_EQ(gone.size(), (layout.tiles() + schedule.band - 1) / schedule.band);
}

TEST(BandPlan, HasEveryBandWhereAStepNeedsIt) {
    for (const std::size_t pivots : {0, 1, 5, 16, 33}) {
        for (const std::size_t border : {0, 1, 9}) {
            if (pivots + border == 0) continue;
            const TileLayout layout{.pivot_count = pivots, .border_count = border, .tile = 1};
            for (const std::uint32_t band : {1u, 2u, 5u}) {
                const Schedule schedule = banded_blocked_schedule(layout, band, 2);
                for (const std::uint32_t slots : {4u, 5u, 9u, 100u}) {
                    SCOPED_TRACE(format("{} pivots, {} border, band {}, {} slots", pivots, border, band, slots));
                    check_plan(schedule, layout, slots);
                }
            }
        }
    }
}

TEST(BandPlan, MovesNothingTwiceIfAllHaveRoom) {
    const TileLayout layout{.pivot_count = 40, .border_count = 3, .tile = 1};
    const BandPlan plan = plan_bands(banded_blocked_schedule(layout, 4), layout, 11);
    EXPECT_EQ(plan.in.size(), 11u);
    EXPECT_EQ(plan.out.size(), 11u);
}

// Reversing the order of bands in every round saves the moves of the bands in the slots.
TEST(BandPlan, MovesOnlyWhatHasNoRoom) {
    const TileLayout layout{.pivot_count = 64, .border_count = 0, .tile = 1};
    const std::uint32_t bands = 32, slots = 16;
    const BandPlan plan = plan_bands(banded_blocked_schedule(layout, 2), layout, slots);
    EXPECT_LE(plan.in.size(), bands + bands * (bands - slots + 2));
}

// ---- the store

TEST(RowStore, GivesBackWhatItWasGiven) {
    const TemporaryFolder directory("rows");
    for (const std::string& where : {std::string(), directory.path()}) {
        RowStore store(5, 3'000'001, where);
        std::string row(3'000'001, 'a');
        for (const std::size_t at : {4, 0, 2}) {
            row[at] = static_cast<char>('p' + at);
            store.put(at, row.data());
        }
        std::string found(row.size(), ' ');
        store.get(0, found.data());
        EXPECT_EQ(found[0], 'p');
        EXPECT_EQ(found[4], 't');
        EXPECT_EQ(found[2], 'a');
        store.get(2, found.data());
        EXPECT_EQ(found, row);
        EXPECT_TRUE(std::filesystem::is_empty(directory.path())) << "the file has a name";
    }
    EXPECT_THROW(RowStore(5, 100, directory.path() + "/absent"), InputError);
    EXPECT_THROW(RowStore(1 << 20, std::size_t{1} << 40, directory.path()), InputError);
}

// ---- the solve

class MatrixInBands : public ::testing::Test {
protected:
    static constexpr std::size_t tile = 48;

    void SetUp() override {
        for (const device::OpenClDevice& device : device::find_opencl_devices().devices) {
            if (device.info.kind == DeviceInfo::Kind::cpu) devices_.assign(1, device);
        }
        if (devices_.empty()) GTEST_SKIP() << "no OpenCL CPU device here";
    }

    // With room for that many rows of tiles.
    std::unique_ptr<Executor> executor(std::uint64_t rows, const TileLayout& layout, const CellFormat& cell,
                                       const std::string& scratch = {}, std::uint64_t max_buffer_bytes = 0) const {
        const std::uint64_t bytes = rows * row_of_tiles_bytes(layout, cell);
        return make_opencl_executor(devices_, {.max_buffer_bytes = max_buffer_bytes,
                                               .max_memory_bytes = bytes + bytes / 15 + 1,
                                               .scratch_directory = scratch,
                                               .cache_directory = kernel_cache(),
                                               .tuning = "cpu_default"});
    }

    template <class T>
    void check(std::size_t n, std::size_t border, HopMode mode, CellWidth width = CellWidth::full) const {
        auto problem = random_problem<T>(n, border, mode, 7 * n + border);
        problem.format.width = width;
        const TileLayout layout{.pivot_count = problem.pivots(), .border_count = problem.border, .tile = tile};
        const auto truth = solved_by_plain_loop(problem);
        const auto reference = make_reference_executor();
        for (const std::size_t rows : {4, 5, 9, 30}) {
            if (rows >= layout.tiles()) continue;
            SCOPED_TRACE(format("n {} border {} mode {} rows {}", n, border, int(mode), rows));
            const auto few = executor(rows, layout, problem.format);
            const Schedule schedule = make_schedule_for(*few, "blocked", layout, problem.format, 2);
            ASSERT_GT(schedule.band, 0u);
            const auto solved = solved_by(*few, problem, schedule, layout);
            const auto expected = solved_by(*reference, problem, schedule, layout);
            EXPECT_EQ(solved.cells, expected.cells);
            EXPECT_EQ(solved.hops, expected.hops);
            if constexpr (std::is_integral_v<T>) {
                EXPECT_EQ(solved.cells, truth.cells);
            }
        }
    }

    std::vector<device::OpenClDevice> devices_;
};

TEST_F(MatrixInBands, GivesTheTableOfThePlainLoop) {
    for (const std::size_t n : {241, 500, 1100}) check<std::int32_t>(n, 0, HopMode::none);
    check<std::int32_t>(500, 200, HopMode::none);
    check<std::int32_t>(300, 290, HopMode::none);
    check<std::int32_t>(300, 300, HopMode::none);  // no pivots at all
}

TEST_F(MatrixInBands, CarriesHops) {
    check<std::int32_t>(500, 17, HopMode::first_arc);
    check<std::int32_t>(500, 17, HopMode::array);
    check<std::int32_t>(500, 17, HopMode::array, CellWidth::bits23);
    check<float>(500, 17, HopMode::array);
}

TEST_F(MatrixInBands, TakesEveryCell) {
    check<std::int32_t>(500, 0, HopMode::none, CellWidth::bits16);
    check<std::int32_t>(500, 11, HopMode::first_arc, CellWidth::bits16);
    check<float>(500, 0, HopMode::none);
    check<double>(500, 0, HopMode::none);
}

TEST_F(MatrixInBands, KeepsRowsInAFile) {
    const TemporaryFolder directory("rows");
    const auto problem = random_problem<std::int32_t>(900, 40, HopMode::array, 3);
    const TileLayout layout{.pivot_count = 860, .border_count = 40, .tile = tile};
    const auto few = executor(6, layout, problem.format, directory.path());
    const auto solved = solved_by(*few, problem, tile);
    EXPECT_EQ(solved.cells, solved_by_plain_loop(problem).cells);
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
    const Schedule schedule = make_schedule_for(*few, "blocked", layout, problem.format, 1);
    const MemoryNeed in_file = few->memory_for(schedule, layout, problem.format);
    const MemoryNeed in_memory = executor(6, layout, problem.format)->memory_for(schedule, layout, problem.format);
    EXPECT_EQ(in_memory.host - in_file.host, tile_bytes(schedule, layout, problem.format));
    EXPECT_EQ(in_file.device, 6 * row_of_tiles_bytes(layout, problem.format));
}

TEST_F(MatrixInBands, HasBandsAsItsBuffersAllow) {
    const TileLayout layout{.pivot_count = 100 * tile, .border_count = 0, .tile = tile};
    const CellFormat cell{.type = CostType::int32};
    const std::uint64_t row = row_of_tiles_bytes(layout, cell);
    EXPECT_EQ(executor(100, layout, cell)->band_of_rows(layout, cell), 0u);
    EXPECT_EQ(executor(99, layout, cell)->band_of_rows(layout, cell), 12u);
    EXPECT_EQ(executor(99, layout, cell, {}, 5 * row)->band_of_rows(layout, cell), 5u);
    EXPECT_EQ(executor(4, layout, cell)->band_of_rows(layout, cell), 1u);
}

TEST_F(MatrixInBands, NeedsRoomForSome) {
    const auto problem = random_problem<std::int32_t>(600, 0, HopMode::none, 5);
    const TileLayout layout{.pivot_count = 600, .border_count = 0, .tile = tile};
    const auto too_few = executor(3, layout, problem.format);
    EXPECT_EQ(too_few->band_of_rows(layout, problem.format), 0u);
    EXPECT_THROW(solved_by(*too_few, problem, tile), CapacityError);
}

TEST_F(MatrixInBands, ReportsProgressAndCancels) {
    const auto problem = random_problem<std::int32_t>(900, 0, HopMode::none, 5);
    const TileLayout layout{.pivot_count = 900, .border_count = 0, .tile = tile};
    const auto few = executor(5, layout, problem.format);
    const Schedule schedule = make_schedule_for(*few, "blocked", layout, problem.format, 1);
    std::uint64_t done = 0;
    solved_by(*few, problem, tile, [&](const Progress& progress) {
        EXPECT_GE(progress.done, done);
        EXPECT_LE(progress.done, progress.total);
        done = progress.done;
        return true;
    });
    EXPECT_EQ(done, pair_count(schedule, layout));
    int calls = 0;
    EXPECT_THROW(solved_by(*few, problem, tile, [&](const Progress&) { return ++calls < 2; }), Cancelled);
    EXPECT_EQ(solved_by(*few, problem, tile).cells, solved_by_plain_loop(problem).cells);
}

TEST_F(MatrixInBands, EndsWhenARowCannotBeHadOrTaken) {
    const auto problem = random_problem<std::int32_t>(600, 0, HopMode::none, 5);
    const TileLayout layout{.pivot_count = 600, .border_count = 0, .tile = tile};
    const auto few = executor(5, layout, problem.format);
    const Schedule schedule = make_schedule_for(*few, "blocked", layout, problem.format, 2);
    for (const std::size_t fails : {0, 100, 599}) {
        for (const bool at_the_end : {false, true}) {
            RowStream stream;
            stream.fill = [&](std::size_t node, void* cells, std::uint32_t*) {
                if (!at_the_end && node == fails) throw DeviceError("lost", -5);
                std::copy_n(problem.cells.data() + node * 600, 600, static_cast<std::int32_t*>(cells));
            };
            stream.take = [&](std::size_t node, const void*, const std::uint32_t*) {
                if (at_the_end && node == fails) throw DeviceError("lost", -5);
            };
            try {
                few->execute(schedule, layout, problem.format, stream, {});
                FAIL() << "the failure of row " << fails << " was lost";
            } catch (const DeviceError& error) {
                EXPECT_STREQ(error.what(), "lost");
            }
        }
    }
    EXPECT_EQ(solved_by(*few, problem, tile).cells, solved_by_plain_loop(problem).cells);
}

}  // namespace
}  // namespace allways::testing
