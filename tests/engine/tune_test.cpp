// SPDX-License-Identifier: Apache-2.0
// The search for fast kernel geometries: what it may try, in which order, and how it decides.
#include "allways/engine/bench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "allways/base/error.h"
#include "allways/device/devices.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/tuning/tuning_search.h"

namespace allways::engine {
namespace {

using device::OpenClDevice;
using device::TuningValues;

OpenClDevice small_card() {  // as the Radeon HD 6450 and 6850
    OpenClDevice device;
    device.info.kind = DeviceInfo::Kind::gpu;
    device.info.max_work_group = 256;
    device.info.local_memory_bytes = 32 * 1024;
    return device;
}

OpenClDevice large_card() {
    OpenClDevice device = small_card();
    device.info.name = "NVIDIA H200";
    device.info.max_work_group = 1024;
    device.info.local_memory_bytes = 48 * 1024;
    return device;
}

OpenClDevice processor(unsigned float_lanes) {
    OpenClDevice device;
    device.info.kind = DeviceInfo::Kind::cpu;
    device.info.max_work_group = 4096;
    device.float_lanes = float_lanes;
    return device;
}

std::size_t rank_of(const char* shipped, const OpenClDevice& device) {
    const device::Tuning tuning = device::find_tuning(device, {}, shipped);
    const auto space = tuning_space(tuning, device, {});
    return static_cast<std::size_t>(std::find(space.begin(), space.end(), tuning.values) - space.begin());
}

TEST(TuningSpace, HoldsOnlyWhatTheDeviceCanTake) {
    const OpenClDevice card = small_card();
    const CellFormat float64{CostType::float64};
    const device::Tuning now = device::find_tuning(card, {.type = CostType::float64});
    const auto space = tuning_space(now, card, float64);
    ASSERT_FALSE(space.empty());
    for (const TuningValues& values : space) {
        const int tile = values.at("tile");
        const int side = tile / values.at("item");
        EXPECT_LE(side * side, 256);
        EXPECT_LE(4 * tile * values.at("depth") * 8, 32 * 1024);
        EXPECT_EQ(values.at("min_form"), now.value("min_form"));
        EXPECT_EQ(values.at("group"), now.value("group"));
    }
    EXPECT_EQ(std::set<TuningValues>(space.begin(), space.end()).size(), space.size());
    EXPECT_LT(space.size(), tuning_space(now, large_card(), float64).size());
}

// The model is rough, but what was measured to be fast has to come early, or a search that ends in time misses it.
TEST(TuningSpace, ShippedValuesAreAmongTheFirst) {
    EXPECT_LT(rank_of("nvidia_hopper", large_card()), 12u);
    EXPECT_LT(rank_of("cpu_avx512", processor(16)), 24u);
    EXPECT_LT(rank_of("cpu_avx2", processor(8)), 24u);
}

TEST(SuccessiveHalving, FindsTheBestAndMeasuresItLongest) {
    std::vector<unsigned> rounds(20, 0);
    const auto never = [] { return false; };
    const SearchResult result = successive_halving(
        20,
        [&](std::size_t candidate, unsigned round) -> std::optional<double> {
            rounds[candidate] = round;
            if (candidate == 3) return std::nullopt;  // fails
            // The first look is misled about candidate 5.
            return candidate == 5 && round == 0 ? 100 : 50 - std::abs(static_cast<double>(candidate) - 11);
        },
        never, never);
    EXPECT_EQ(result.best, 11u);
    EXPECT_EQ(result.rate, 50);
    EXPECT_EQ(result.measured, 19u);
    EXPECT_EQ(rounds[3], 0u);
    EXPECT_EQ(*std::max_element(rounds.begin(), rounds.end()), rounds[11]);
}

TEST(SuccessiveHalving, StopsInTimeWithTheBestSoFar) {
    std::size_t measurements = 0;
    const auto rate = [&](std::size_t candidate, unsigned) -> std::optional<double> {
        ++measurements;
        return static_cast<double>(candidate);
    };
    const SearchResult some = successive_halving(
        100, rate, [&] { return measurements >= 8; }, [&] { return measurements >= 9; });
    EXPECT_EQ(some.measured, 8u);
    EXPECT_EQ(some.best, 7u);
    EXPECT_EQ(measurements, 9u);
    const SearchResult none = successive_halving(
        100, rate, [] { return true; }, [] { return true; });
    EXPECT_FALSE(none.best);
    EXPECT_EQ(none.measured, 0u);
}

// A slow or busy machine may take longer for its first compilation.
TuneResult tune_with_enough_time(TuneOptions& options, std::uint64_t& done) {
    for (;; options.seconds *= 10) {
        done = 0;
        try {
            return tune(options);
        } catch (const Error& error) {
            if (std::string_view(error.what()).find("allow more time") == std::string_view::npos) throw;
        }
    }
}

TEST(Tune, MeasuresThroughTheEngine) {
    const auto devices = list_devices().devices;
    if (devices.empty()) GTEST_SKIP() << list_devices().explanation;
    std::uint64_t done = 0;
    TuneOptions options{.device = devices.front().id, .types = {CostType::int32}, .seconds = 6};
    options.progress = [&](const Progress& progress) {
        EXPECT_EQ(progress.stage, "tune");
        EXPECT_EQ(progress.total, static_cast<std::uint64_t>(options.seconds * 1000));
        EXPECT_GE(progress.done, done);
        done = progress.done;
        return true;
    };
    const TuneResult result = tune_with_enough_time(options, done);
    EXPECT_GE(result.measured(), 1u);
    EXPECT_LE(result.measured(), result.candidates());
    EXPECT_EQ(result.before, devices.front().tuning);
    EXPECT_EQ(result.sections.front().name, "values");
    for (const TunedSection& section : result.sections) {
        EXPECT_EQ(section.values.count("tile"), 1u) << section.name;
        if (section.name.starts_with("float64")) {
            EXPECT_EQ(section.measured, 0u);
        }
    }
    options.progress = [](const Progress&) { return false; };
    EXPECT_THROW(tune(options), Cancelled);
}

TEST(Tune, SaysWhatItCannotDo) {
    EXPECT_THROW(tune({.device = "reference"}), InvalidArgument);
    EXPECT_THROW(tune({.device = "99:0"}), DeviceError);
    EXPECT_THROW(tune({.types = {}}), InvalidArgument);
    EXPECT_THROW(tune({.seconds = 0}), InvalidArgument);
}

}  // namespace
}  // namespace allways::engine
