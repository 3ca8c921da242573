// SPDX-License-Identifier: Apache-2.0
// A device without an entry of its own tunes itself: when, with which candidates, how the winner is found and kept, and
// that every kernel it may choose gives the reference's cells.
#include "engine/tuning/tuning_search.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "device/tuning.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tile_problem.h"
#include "engine/tuning/device_meters.h"
#include "support/solve_settings.h"

namespace allways::testing {
namespace {

using device::OpenClDevice;
using device::TuningValues;

OpenClDevice card() {
    OpenClDevice device;
    device.info.kind = DeviceInfo::Kind::gpu;
    device.info.name = "card";
    device.info.max_work_group = 1024;
    device.info.local_memory_bytes = 48 * 1024;
    return device;
}

OpenClDevice avx2() {
    OpenClDevice device;
    device.info.kind = DeviceInfo::Kind::cpu;
    device.info.name = "processor";
    device.info.max_work_group = 4096;
    device.float_lanes = 8;
    return device;
}

TEST(SelfTuning, LongJobsSpendALittleAndOnlyOnce) {
    EXPECT_FALSE(self_tuning_seconds(2, 0));
    EXPECT_FALSE(self_tuning_seconds(6, 0)) << "3 % of 6 s compile nothing";
    EXPECT_DOUBLE_EQ(self_tuning_seconds(20, 0).value(), 0.6);
    EXPECT_DOUBLE_EQ(self_tuning_seconds(1000, 0).value(), 2);
    EXPECT_FALSE(self_tuning_seconds(20, 0.5)) << "an earlier search had as long";
    EXPECT_DOUBLE_EQ(self_tuning_seconds(1000, 0.5).value(), 2) << "an earlier search was short";
    EXPECT_FALSE(self_tuning_seconds(1000, 1.5));
    EXPECT_FALSE(is_long_enough_to_tune(1e9));
    EXPECT_TRUE(is_long_enough_to_tune(1e11));
}

TEST(SelfTuning, CandidatesFitAndBeginWithTheLikely) {
    for (const OpenClDevice& device : {card(), avx2()}) {
        for (const CellFormat& cell : {CellFormat{CostType::int32}, CellFormat{CostType::float32, HopMode::array}}) {
            const device::Tuning now = device::find_tuning(device, kind_of(cell), device::default_entry);
            ASSERT_TRUE(now.is_default);
            const auto candidates = self_tuning_candidates(now, device, cell, {{"min_form", 2}});
            ASSERT_GE(candidates.size(), 6u);
            EXPECT_LE(candidates.size(), 13u);
            EXPECT_EQ(candidates[0], now.values);
            EXPECT_EQ(candidates[1].at("min_form"), 2);
            for (const TuningValues& values : candidates) {
                device::Tuning tuning = now;
                tuning.values = values;
                EXPECT_NO_THROW(
                    check_constraints(tuning, device.info, cell, static_cast<std::size_t>(values.at("tile"))));
            }
        }
    }
    const auto of_card =
        self_tuning_candidates(device::find_tuning(card(), {}), card(), {}, {{"min_form", 1}, {"steps", 1}});
    EXPECT_EQ(of_card[1].at("tile"), 64);
    EXPECT_EQ(of_card[1].at("item"), 8);
    const auto of_avx2 =
        self_tuning_candidates(device::find_tuning(avx2(), {}, "default"), avx2(), {}, {{"min_form", 2}});
    EXPECT_EQ(of_avx2[1].at("rows") * of_avx2[1].at("vectors") * of_avx2[1].at("vector"), 6 * 16);
}

// Candidate i has rates[i], and takes `compile` seconds once and then what is asked.
struct FakeTimes {
    std::vector<double> rates;
    double compile = 0.3;
    double now = 0;
    std::vector<bool> compiled = std::vector<bool>(rates.size(), false);

    SearchResult search(double seconds) {
        return search_own_tuning(
            rates.size(),
            [&](std::size_t candidate, double for_seconds) -> std::optional<double> {
                if (!compiled[candidate]) now += candidate == 0 ? 0 : compile;
                compiled[candidate] = true;
                now += for_seconds;
                if (rates[candidate] == 0) return std::nullopt;
                return rates[candidate];
            },
            [&] { return now; }, seconds);
    }
};

TEST(SelfTuning, TheFastestReachedInTimeWins) {
    FakeTimes times{.rates = {10, 12, 0, 15, 14, 13, 99}};
    const auto found = times.search(2);
    EXPECT_EQ(found.best, 3u) << "99 comes too late";
    EXPECT_EQ(found.rate, 15);
    EXPECT_EQ(found.rate_of_first, 10);
    EXPECT_LE(times.now, 2);
    EXPECT_FALSE(times.compiled[6]);
}

TEST(SelfTuning, ASlowCompilerEndsTheSearch) {
    FakeTimes times{.rates = {10, 20, 30}, .compile = 1.2};
    EXPECT_EQ(times.search(2).best, 1u);
    EXPECT_LE(times.now, 2);
}

TEST(SelfTuning, NoiseChangesNothing) {
    FakeTimes times{.rates = {10, 10.1, 9}};
    EXPECT_EQ(times.search(2).best, 0u);
    FakeTimes broken{.rates = {0, 10}};
    EXPECT_FALSE(broken.search(2).best);
}

TEST(SelfTuning, WhatIsKeptIsUsedAgain) {
    const TemporaryFolder folder("kept");
    OpenClDevice device = card();
    const TuningValues values{{"tile", 64}, {"item", 8}, {"depth", 8}, {"min_form", 1}, {"group", 4}};
    const device::OpenClOptions options{.cache_directory = folder.path()};
    EXPECT_FALSE(device::kept_tuning(device, {}, folder.path()));
    device::keep_tuning(device, {}, {values, 1.25}, folder.path(), {});
    EXPECT_EQ(device::kept_tuning(device, {}, folder.path())->values, values);
    EXPECT_EQ(device::choose_tuning(device, {}, options).values, values);
    EXPECT_NE(device::choose_tuning(device, {CostType::float64}, options).values, values);
    device::OpenClOptions ranks = options;
    ranks.rank = 1;
    EXPECT_NE(device::choose_tuning(device, {}, ranks).values, values) << "ranks have to agree";
    device::OpenClOptions named = options;
    named.tuning = "gpu_default";
    EXPECT_NE(device::choose_tuning(device, {}, named).values, values);
    device.info.driver = "another";
    EXPECT_NE(device::choose_tuning(device, {}, options).values, values);
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_EQ(file.path().extension(), ".tuning");
    }
}

TEST(SelfTuning, DamagedFilesAreIgnored) {
    const TemporaryFolder folder("damaged");
    OpenClDevice device = card();
    device.info.driver = "of the damaged file";
    const TuningValues values{{"tile", 32}};
    device::keep_tuning(device, {}, {values, 1}, folder.path(), {});
    // Another spelling of the folder: this process has not read it yet.
    EXPECT_EQ(device::kept_tuning(device, {}, folder.path() + "/")->values, values);
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
        std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) - 1);
    }
    EXPECT_FALSE(device::kept_tuning(device, {}, folder.path() + "/."));
}

std::vector<CellFormat> cells_to_tune(const OpenClDevice& device) {
    std::vector<CellFormat> cells{{CostType::int32},
                                  {.type = CostType::int32, .width = CellWidth::bits16},
                                  {CostType::int32, HopMode::array},
                                  {.type = CostType::int32, .hops = HopMode::array, .width = CellWidth::bits23},
                                  {CostType::float32},
                                  {CostType::float32, HopMode::array}};
    if (device.info.has_float64) {
        cells.push_back({CostType::float64});
        cells.push_back({CostType::float64, HopMode::array});
    }
    return cells;
}

template <class T>
void expect_agreement(const OpenClDevice& device, const CellFormat& cell, const TuningValues& values) {
    SCOPED_TRACE(format("{} hops {} width {}: {}", name(cell.type), static_cast<int>(cell.hops),
                        static_cast<int>(cell.width), device::values_text(values)));
    const auto tile = static_cast<std::size_t>(values.at("tile"));
    auto problem = random_problem<T>(2 * tile + 9, 5, cell.hops, 11);
    problem.format.width = cell.width;
    const auto executor = make_opencl_executor(
        {device}, {.cache_directory = kernel_cache(), .tuning = format("default:{}", device::values_text(values))});
    const auto solved = solved_by(*executor, problem, tile, {}, "blocked", 2);
    const auto expected = solved_by(*make_reference_executor(), problem, tile, {}, "blocked", 2);
    EXPECT_EQ(solved.cells, expected.cells);
    if constexpr (std::is_integral_v<T>) {
        EXPECT_EQ(solved.cells, solved_by_plain_loop(problem).cells);
        EXPECT_EQ(solved.hops, expected.hops);
    }
}

// A kind of cells, by its place in cells_to_tune().
class SelfTuningVariants : public ::testing::TestWithParam<std::size_t> {
protected:
    // Tries the first `most` candidates on every device.
    static void expect_variants_agree(std::size_t most) {
        const auto found = device::find_opencl_devices();
        if (found.devices.empty()) GTEST_SKIP() << found.explanation;
        device::ProgramCache cache(kernel_cache(), {});
        for (const OpenClDevice& device : found.devices) {
            const auto cells = cells_to_tune(device);
            if (GetParam() >= cells.size()) continue;
            const CellFormat& cell = cells[GetParam()];
            const device::Tuning now = device::find_tuning(device, kind_of(cell), device::default_entry);
            const auto minimum = find_fastest_minimum(device, cache, now, kind_of(cell));
            const auto candidates = self_tuning_candidates(now, device, cell, minimum);
            for (std::size_t i = 0; i < std::min(most, candidates.size()); ++i) {
                with_cost_type(cell.type, [&]<class T>() { expect_agreement<T>(device, cell, candidates[i]); });
            }
        }
    }
};

TEST_P(SelfTuningVariants, TheFirstGiveTheReferencesCells) {
    expect_variants_agree(2);
}

// Takes minutes to compile: test_engine --gtest_also_run_disabled_tests --gtest_filter='*EachGives*'.
TEST_P(SelfTuningVariants, DISABLED_EachGivesTheReferencesCells) {
    expect_variants_agree(100);
}

INSTANTIATE_TEST_SUITE_P(KindsOfCells, SelfTuningVariants, ::testing::Range(std::size_t{0}, std::size_t{8}));

TEST(ProductMeter, MeasuresAndChecks) {
    const auto found = device::find_opencl_devices();
    if (found.devices.empty()) GTEST_SKIP() << found.explanation;
    device::ProgramCache cache(kernel_cache(), {});
    for (const CellFormat& cell : cells_to_tune(found.devices.front())) {
        ProductMeter meter(found.devices.front(), cell, cache);
        device::Tuning tuning = device::find_tuning(found.devices.front(), kind_of(cell), device::default_entry);
        EXPECT_GT(meter.measure(tuning, 0.001), 0);
        tuning.values["tile"] = 1;
        EXPECT_THROW(meter.measure(tuning, 0.001), InvalidArgument);
    }
}

}  // namespace
}  // namespace allways::testing
