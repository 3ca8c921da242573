// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/self_tuning.h"

#include <algorithm>
#include <set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "device/kept_tuning.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/tuning/product_meter.h"
#include "engine/tuning/successive_halving.h"
#include "engine/tuning/tuning_space.h"

namespace allways::engine {
namespace {

using device::KernelForm;
using device::OpenClDevice;
using device::TuningValues;

constexpr double share = 0.03;
constexpr double least_seconds = 0.2;  // two compilations of a fast compiler
constexpr double most_seconds = 2;
constexpr double first_round_share = 0.8;  // compilations make the first round the longest
constexpr double short_measurement = 0.01;
constexpr double least_gain = 1.02;
constexpr std::size_t most_geometries = 11;
constexpr int largest_cpu_tile = 192;  // larger ones gain 1 to 2 % and lose more by padding
// No device needs longer for fewer pairs than that.
constexpr double fewest_pairs = 1e10;

int steps_of_group(KernelForm form) {
    return form == KernelForm::cpu ? 400 : 256;
}

// What decides how many registers a work-item takes.
std::vector<int> register_tile(const TuningValues& values, KernelForm form) {
    if (form == KernelForm::gpu) return {values.at("item"), values.at("tile")};
    return {values.at("rows"), values.at("vector") * values.at("vectors")};
}

bool fits(const device::Tuning& now, const TuningValues& values, const OpenClDevice& device, const CellFormat& cell) {
    device::Tuning tuning = now;
    tuning.values = values;
    try {
        check_constraints(tuning, device.info, cell, static_cast<std::size_t>(values.at("tile")));
        return true;
    } catch (const InvalidArgument&) {
        return false;
    }
}

std::string cells_text(const CellFormat& cell) {
    std::string text(name(cell.type));
    if (cell.width == CellWidth::bits16) text += " in 16 bits";
    if (cell.hops == HopMode::array) text += " with hops";
    return text;
}

}  // namespace

bool is_long_enough_to_tune(double pairs) {
    return pairs >= fewest_pairs;
}

std::optional<double> self_tuning_seconds(double predicted_seconds, double earlier_search_seconds) {
    const double seconds = std::min(share * predicted_seconds, most_seconds);
    if (seconds < least_seconds || 2 * earlier_search_seconds > seconds) return std::nullopt;
    return seconds;
}

std::vector<TuningValues> self_tuning_candidates(const device::Tuning& now, const OpenClDevice& device,
                                                 const CellFormat& cell, const FastestMinimum& minimum) {
    std::vector<TuningValues> candidates{now.values};
    const auto add = [&](TuningValues values) {
        if (std::ranges::find(candidates, values) == candidates.end()) candidates.push_back(std::move(values));
    };
    std::set<std::vector<int>> seen;
    for (TuningValues& values : tuning_space(now, device, cell)) {
        if (now.form == KernelForm::cpu && values.at("tile") > largest_cpu_tile) continue;
        if (!seen.insert(register_tile(values, now.form)).second) continue;
        if (seen.size() > most_geometries) break;
        values["group"] = std::max(1, steps_of_group(now.form) / values.at("tile"));
        TuningValues with_minimum = values;
        with_minimum["min_form"] = minimum.min_form;
        if (now.form == KernelForm::gpu) with_minimum["steps"] = minimum.steps;
        if (fits(now, with_minimum, device, cell)) add(with_minimum);
        if (seen.size() == 1) add(values);
    }
    return candidates;
}

std::optional<SelfTuningSearch> search_own_tuning(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, double seconds)>& measure,
    const std::function<double()>& seconds_gone, double seconds) {
    SelfTuningSearch search;
    double longest_first = 0;
    double latest = 0;
    std::vector<double> rates(count, 0);
    const auto timed = [&](std::size_t candidate, unsigned round) -> std::optional<double> {
        const double begin = seconds_gone();
        const auto rate = measure(candidate, short_measurement * (1u << std::min(round, 4u)));
        latest = seconds_gone() - begin;
        // The current values are usually compiled already.
        if (round == 0 && candidate > 0) longest_first = std::max(longest_first, latest);
        if (rate) rates[candidate] = *rate;
        return rate;
    };
    const HalvingResult found = successive_halving(
        count, timed, [&] { return seconds_gone() + longest_first > first_round_share * seconds; },
        [&] { return seconds_gone() + 2 * latest > seconds && longest_first > 0; });
    if (!found.best || rates[0] <= 0) return std::nullopt;
    search.measured = found.measured;
    search.rate_before = rates[0];
    search.best = rates[*found.best] > least_gain * rates[0] ? *found.best : 0;
    search.rate = rates[search.best];
    return search;
}

std::optional<std::string> tune_itself(const OpenClDevice& device, const CellFormat& cell, double pairs,
                                       const device::OpenClOptions& options, const ProgressCallback& progress) {
    const device::CellKind kind = kind_of(cell);
    device::Tuning now = device::choose_tuning(device, kind, options);
    if (!device::may_tune_itself(now, options)) return std::nullopt;
    const auto kept = device::kept_tuning(device, kind, options.cache_directory);
    const double earlier = kept ? kept->seconds : 0;
    if (2 * earlier > most_seconds) return std::nullopt;

    device::ProgramCache cache(options.cache_directory, options.log);
    ProductMeter meter(device, cell, cache);
    const auto measure = [&](const TuningValues& values, double seconds) -> std::optional<double> {
        device::Tuning tried = now;
        tried.values = values;
        try {
            return meter.measure(tried, seconds);
        } catch (const Error& error) {
            log(options.log, LogLevel::info, format("skipping {}: {}", device::values_text(values), error.what()));
            return std::nullopt;
        }
    };
    const auto rate = measure(now.values, short_measurement);
    if (!rate) return std::nullopt;
    const auto seconds = self_tuning_seconds(pairs / *rate, earlier);
    if (!seconds) return std::nullopt;

    const Stopwatch watch;
    const auto minimum = find_fastest_minimum(device, cache, now, kind);
    const auto candidates = self_tuning_candidates(now, device, cell, minimum);
    const auto measure_candidate = [&](std::size_t candidate, double for_seconds) {
        report(progress, "tune", static_cast<std::uint64_t>(watch.seconds() * 1000),
               static_cast<std::uint64_t>(*seconds * 1000));
        return measure(candidates[candidate], for_seconds);
    };
    const auto search = search_own_tuning(
        candidates.size(), measure_candidate, [&] { return watch.seconds(); }, *seconds);
    if (!search || search->measured < 2) return std::nullopt;
    const TuningValues& best = candidates[search->best];
    device::keep_tuning(device, kind, {best, watch.seconds()}, options.cache_directory, options.log);
    return format("{} tuned itself for {} in {:.1f} s: {:.3g} instead of {:.3g} G pairs/s with {}", device.info.name,
                  cells_text(cell), watch.seconds(), search->rate / 1e9, search->rate_before / 1e9,
                  device::values_text(best));
}

}  // namespace allways::engine
