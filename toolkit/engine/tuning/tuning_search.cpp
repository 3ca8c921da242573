// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/tuning_search.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "device/tuning.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/tuning/device_meters.h"

namespace allways::engine {

// ---- The candidates

namespace {

using device::KernelForm;
using device::OpenClDevice;
using device::TuningValues;

// The values of each key to choose from.
using Axes = std::vector<std::pair<const char*, std::vector<int>>>;

Axes axes(KernelForm form) {
    if (form == KernelForm::gpu)
        return {
            {"tile", {16, 32, 48, 64, 96, 128, 192, 256}}, {"item", {4, 8, 12, 16}}, {"depth", {4, 8, 16, 24, 32, 64}}};
    return {{"tile", {32, 48, 64, 96, 128, 144, 192, 256, 288, 384}},
            {"vector", {4, 8, 16}},
            {"vectors", {1, 2, 3, 4}},
            {"rows", {2, 3, 4, 6, 8, 12, 16, 24}}};
}

// Returns every combination of the axes.
std::vector<TuningValues> product(const Axes& axes) {
    std::vector<TuningValues> all{{}};
    for (const auto& [key, choices] : axes) {
        std::vector<TuningValues> longer;
        for (const TuningValues& values : all) {
            for (const int value : choices) {
                longer.push_back(values);
                longer.back()[key] = value;
            }
        }
        all = std::move(longer);
    }
    return all;
}

bool is_allowed(device::Tuning tuning, const TuningValues& values, const OpenClDevice& device, const CellFormat& cell) {
    tuning.values = values;
    try {
        check_constraints(tuning, device.info, cell, static_cast<std::size_t>(values.at("tile")));
        return true;
    } catch (const InvalidArgument&) {
        return false;
    }
}

// The expected relative time per pair: the costs of a pair besides its addition and minimum (operands read, shares of a
// tile's loads and stores, barriers, spilled registers). A rough model that only orders the candidates; measurements
// decide.
double gpu_cost(const TuningValues& values, const DeviceInfo& device, const CellFormat& cell) {
    const double tile = values.at("tile");
    const double item = values.at("item");
    const double depth = values.at("depth");
    const double lanes = cell.width == CellWidth::bits16 ? 2 : 1;
    const double size = cell.type == CostType::float64 ? 2 : 1;  // registers per word
    const double items = (tile / item) * (tile / lanes / item);
    const double registers = item * item * (size + (cell.hops == HopMode::array ? 1 : 0)) + 2 * item * size;
    const double groups = static_cast<double>(device.local_memory_bytes) / (8 * size * depth * (tile + tile / lanes));
    double cost = 2 / item * size;       // operands from local memory
    cost += 8 / tile * size;             // the tile and its operands from global memory, once per product
    cost += items / 64 / depth;          // waiting at a slice's barrier, longer in large groups
    if (registers > 128) cost += 0.2;    // half as many groups compute while others wait
    if (registers > 200) cost += 2;      // of some 255 per work-item: beyond that registers spill
    if (groups < 2) cost += 0.5;         // no other group computes while one waits
    if (items < 32) cost += 32 / items;  // idle lanes
    return cost;
}

double cpu_cost(const TuningValues& values, const OpenClDevice& device, const CellFormat& cell) {
    const double tile = values.at("tile");
    const double vector = values.at("vector");
    const double vectors = values.at("vectors");
    const double rows = values.at("rows");
    const auto size = static_cast<double>(cell_bytes(cell));
    // The longest vector of OpenCL has 16 elements.
    const double lanes = std::clamp(static_cast<double>(device.float_lanes) * 4 / size, 1.0, 16.0);
    const double file = device.float_lanes >= 16 ? 32 : 16;  // registers: those of AVX-512, or of AVX2 and SSE
    const double arrays = cell.hops == HopMode::array ? 2 : 1;
    const double parts = std::max(1.0, vector / lanes);  // native vectors per vector of the kernel
    const double accumulators = rows * vectors * parts;
    const double registers = accumulators * arrays + vectors * parts + 2 * arrays;  // plus a broadcast and a sum
    // With AVX-512, a cell of the left operand that is used only once is read by the addition itself.
    const double loads = device.float_lanes >= 16 && vectors * parts == 1 ? 1 : rows + vectors * parts;
    double cost = loads / accumulators;                                    // operands from the cache
    cost += 8 / tile;                                                      // a tile's loads and stores, once a product
    cost += 2 * (lanes / std::min(lanes, vector) - 1);                     // idle lanes
    cost += std::max(0.0, registers - file) / file * 4;                    // spills
    cost += std::max(0.0, 8 - accumulators) / 8;                           // too few to hide an operation's latency
    if (tile * (vector * vectors + rows) * size > 64 * 1024) cost += 0.3;  // operands exceed the nearest cache
    return cost;
}

}  // namespace

std::vector<TuningValues> tuning_space(const device::Tuning& now, const OpenClDevice& device, const CellFormat& cell) {
    std::vector<std::pair<double, TuningValues>> ranked;
    for (const TuningValues& geometry : product(axes(now.form))) {
        TuningValues values = now.values;
        for (const auto& [key, value] : geometry) values[key] = value;
        if (!is_allowed(now, values, device, cell)) continue;
        const double cost =
            now.form == KernelForm::gpu ? gpu_cost(values, device.info, cell) : cpu_cost(values, device, cell);
        ranked.emplace_back(cost, std::move(values));
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<TuningValues> space;
    for (auto& candidate : ranked) space.push_back(std::move(candidate.second));
    return space;
}

// ---- Successive halving

SearchResult successive_halving(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, unsigned round)>& measure,
    const std::function<bool()>& first_round_is_over, const std::function<bool()>& time_is_up) {
    struct Trial {
        std::size_t candidate;
        double rate;
    };
    SearchResult result;
    std::vector<std::size_t> left(count);
    std::iota(left.begin(), left.end(), std::size_t{0});
    for (unsigned round = 0; !left.empty(); ++round) {
        std::vector<Trial> trials;
        for (const std::size_t candidate : left) {
            if (time_is_up() || (round == 0 && first_round_is_over())) break;
            const auto rate = measure(candidate, round);
            if (!rate) continue;
            trials.push_back({candidate, *rate});
            if (candidate == 0) result.rate_of_first = *rate;
        }
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.rate > b.rate; });
        if (round == 0) result.measured = trials.size();
        if (!trials.empty()) {
            result.best = trials.front().candidate;
            result.rate = trials.front().rate;
        }
        if (trials.size() < 2) break;
        left.clear();
        for (std::size_t i = 0; i < (trials.size() + 1) / 2; ++i) left.push_back(trials[i].candidate);
    }
    return result;
}

// ---- Self-tuning

namespace {

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

// The values that decide how many registers a work-item takes.
std::vector<int> register_tile(const TuningValues& values, KernelForm form) {
    if (form == KernelForm::gpu) return {values.at("item"), values.at("tile")};
    return {values.at("rows"), values.at("vector") * values.at("vectors")};
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
                                                 const CellFormat& cell, const TuningValues& minimum) {
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
        for (const auto& [key, value] : minimum) with_minimum[key] = value;
        if (is_allowed(now, with_minimum, device, cell)) add(with_minimum);
        if (seen.size() == 1) add(values);
    }
    return candidates;
}

SearchResult search_own_tuning(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, double seconds)>& measure,
    const std::function<double()>& seconds_gone, double seconds) {
    double longest_first = 0;
    double latest = 0;
    const auto timed = [&](std::size_t candidate, unsigned round) -> std::optional<double> {
        const double begin = seconds_gone();
        const auto rate = measure(candidate, short_measurement * (1u << std::min(round, 4u)));
        latest = seconds_gone() - begin;
        // The current values are usually compiled already.
        if (round == 0 && candidate > 0) longest_first = std::max(longest_first, latest);
        return rate;
    };
    SearchResult found = successive_halving(
        count, timed, [&] { return seconds_gone() + longest_first > first_round_share * seconds; },
        [&] { return seconds_gone() + 2 * latest > seconds && longest_first > 0; });
    if (found.rate_of_first <= 0) {
        found.best.reset();
    } else if (found.rate <= least_gain * found.rate_of_first) {
        found.best = 0;
        found.rate = found.rate_of_first;
    }
    return found;
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
    if (!search.best || search.measured < 2) return std::nullopt;
    const TuningValues& best = candidates[*search.best];
    device::keep_tuning(device, kind, {best, watch.seconds()}, options.cache_directory, options.log);
    return format("{} tuned itself for {} in {:.1f} s: {:.3g} instead of {:.3g} G pairs/s with {}", device.info.name,
                  cells_text(cell), watch.seconds(), search.rate / 1e9, search.rate_of_first / 1e9,
                  device::values_text(best));
}

}  // namespace allways::engine
