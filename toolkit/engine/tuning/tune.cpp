// SPDX-License-Identifier: Apache-2.0
// Searches for a tuning entry: one section after another, each with its share of the time.
#include "allways/engine/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/host_memory.h"
#include "device/opencl.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tuning/bench_run.h"
#include "engine/tuning/tuning_search.h"

namespace allways::engine {

namespace {

// ---- Measures tuning values through the real engine, within a stated time.

constexpr double short_solve = 0.02;   // seconds: thousands of times what a launch takes, and long for a timer
constexpr unsigned longest_round = 4;  // 0.32 s: longer rounds give no further information
constexpr unsigned runs = 3;
constexpr double solves_a_measurement = runs + 1;  // one warms up
constexpr std::size_t first_nodes = 1024;
constexpr double first_guess = 1e9;  // pairs per second if nothing is known

std::uint64_t memory_of(const device::OpenClDevice& device) {
    return device.shares_host_memory ? available_host_bytes() : device.info.memory_bytes;
}

class CandidateMeter {
public:
    CandidateMeter(device::OpenClDevice device, const TuneOptions& options)
        : device_(std::move(device)), options_(options) {}

    double seconds_gone() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

    double seconds_left() const { return options_.seconds - seconds_gone(); }

    // Finds the problem size for `cell` from the current values; call before its first measurement.
    void calibrate(const CellFormat& cell, const device::TuningValues& values) {
        expected_rate_ = first_guess;
        const auto tile = static_cast<std::size_t>(values.at("tile"));
        // Small problems leave a large device idle: the rate rises with n.
        std::size_t n = (first_nodes + tile - 1) / tile * tile;
        for (int step = 0; step < 4; ++step) {
            const auto result = attempt(cell, values, n, false);
            if (!result || result->pairs_per_second <= 0) return;
            expected_rate_ = result->pairs_per_second;
            const std::size_t next = nodes_for(cell, tile, 0);
            if (result->seconds > short_solve / 2 || next <= n) return;
            n = next;
        }
    }

    // Returns the last round, from 1 on, in which one measurement takes at most `seconds`; at least 1.
    static unsigned longest_round_within(double seconds) {
        unsigned round = 1;
        while (round < longest_round && solves_a_measurement * short_solve * (2u << round) <= seconds) ++round;
        return round;
    }

    // Measures three solves of some 20 ms · 2^round after a warm-up; in round 0 one solve, after a check of its answer.
    // Returns nothing if a solve fails or is wrong, which is logged, or if the time ends. Throws Cancelled.
    std::optional<BenchResult> measure(const CellFormat& cell, const device::TuningValues& values, unsigned round) {
        if (!go_on()) {
            if (cancelled_) throw Cancelled();
            return std::nullopt;
        }
        auto result =
            attempt(cell, values, nodes_for(cell, static_cast<std::size_t>(values.at("tile")), round), round == 0);
        if (result && result->pairs_per_second <= 0) return std::nullopt;
        return result;
    }

private:
    std::optional<BenchResult> attempt(const CellFormat& cell, const device::TuningValues& values, std::size_t n,
                                       bool check) {
        const auto left_out = [&](LogLevel level, const Error& error) {
            log(options_.log, level, format("skipping {}: {}", device::values_text(values), error.what()));
            return std::nullopt;
        };
        try {
            const auto executor =
                make_opencl_executor({device_}, {.cache_directory = options_.cache_directory,
                                                 .log = options_.log,
                                                 .overlap_transfers = false,  // measures the work alone
                                                 .tuning = format(":{}", device::values_text(values)),
                                                 .tuning_directory = options_.tuning_directory});
            BenchOptions bench;
            bench.type = cell.type;
            bench.hops = cell.hops == HopMode::array ? BenchHops::array : BenchHops::none;
            bench.bits16 = cell.width == CellWidth::bits16;
            bench.large = cell.type == CostType::int32 && cell.hops == HopMode::array && cell.width == CellWidth::full;
            bench.progress = [this](const Progress&) { return go_on(); };
            if (check) {  // one node more than two tiles, to include padding and its neighbours
                bench.n = 2 * static_cast<std::size_t>(values.at("tile")) + 1;
                bench.runs = 1;
                run_bench_on(*executor, bench);
            }
            bench.check = false;
            bench.n = n;
            bench.runs = runs;
            return run_bench_on(*executor, bench);
        } catch (const Cancelled&) {
            if (cancelled_) throw;
            return std::nullopt;  // the time is over
        } catch (const DeviceError& error) {
            return left_out(LogLevel::info, error);  // some limits are known only to the driver
        } catch (const Error& error) {
            return left_out(LogLevel::warning, error);
        }
    }

    // The number of nodes is a multiple of the tile, so that padding does not penalise large tiles; the matrix takes at
    // most a quarter of the memory.
    std::size_t nodes_for(const CellFormat& cell, std::size_t tile, unsigned round) const {
        const double seconds = short_solve * (1u << std::min(round, longest_round));
        const double bytes =
            static_cast<double>(cell_bytes(cell) + (cell.hops == HopMode::array ? sizeof(std::uint32_t) : 0));
        const double most = std::sqrt(static_cast<double>(memory_of(device_)) / 4 / bytes);
        const double n = std::min(std::cbrt(expected_rate_ * seconds), most);
        return std::max(std::size_t{2}, static_cast<std::size_t>(std::lround(n / static_cast<double>(tile)))) * tile;
    }

    // Returns true if the running solve should go on; false cancels it.
    bool go_on() {
        const double gone = std::min(seconds_gone(), options_.seconds);
        if (options_.progress && !options_.progress({.stage = "tune",
                                                     .done = static_cast<std::uint64_t>(gone * 1000),
                                                     .total = static_cast<std::uint64_t>(options_.seconds * 1000),
                                                     .is_time = true})) {
            cancelled_ = true;
        }
        return !cancelled_ && seconds_left() > 0;
    }

    device::OpenClDevice device_;
    TuneOptions options_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    bool cancelled_ = false;
    double expected_rate_ = 0;
};

}  // namespace

}  // namespace allways::engine

namespace allways {

// ---- The search

namespace {

using namespace engine;
using device::OpenClDevice;
using device::TuningValues;

constexpr double longest_round_share = 0.6;  // of a section's time; compilations make the first round the longest
constexpr double halving_share = 0.85;       // the rest is for the final comparison

struct Job {
    std::string section;
    std::string cells;
    CellFormat cell;
    CostType asked;  // the requested type that selects the job
    double weight;   // weight of the job's share of the time
};

template <class T>
bool contains(const std::vector<T>& list, const T& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

// Returns the sections of an entry. Sections with "carried" in their names are for cells with a hop array, where int32
// also represents float32.
std::vector<Job> jobs_for(const OpenClDevice& device, device::KernelForm form) {
    using enum CostType;
    std::vector<Job> jobs{{"values", "int32", {int32}, int32, 2},
                          {"float32", "float32", {float32}, float32, 2},
                          {"uint16", "int32 in 16 bits", {.type = int32, .width = CellWidth::bits16}, int32, 1},
                          {"carried", "int32, hop array", {int32, HopMode::array}, int32, 1}};
    if (form == device::KernelForm::gpu) {  // CPUs run such cells with the kernels of full-width cells
        const CellFormat bits23{.type = int32, .hops = HopMode::array, .width = CellWidth::bits23};
        jobs.push_back({"small_carried", "int32 below 2^23, hop array", bits23, int32, 1});
    }
    if (device.info.has_float64) {
        jobs.push_back({"float64", "float64", {float64}, float64, 1});
        jobs.push_back({"float64_carried", "float64, hop array", {float64, HopMode::array}, float64, 1});
    }
    return jobs;
}

class Tuner {
public:
    Tuner(const OpenClDevice& device, const TuneOptions& options)
        : device_(device), options_(options), meter_(device, options) {}

    TuneResult run() {
        const device::Tuning now = tuning_for({});
        TuneResult result{.device = device_.info.name,
                          .driver = device_.info.driver,
                          .kind = device_.info.kind == DeviceInfo::Kind::cpu ? "cpu" : "gpu",
                          .form = now.form == device::KernelForm::cpu ? "cpu" : "gpu",
                          .build_options = now.build_options,
                          .before = now.name,
                          .sections = {},
                          .seconds = 0};
        const std::vector<Job> jobs = jobs_for(device_, now.form);
        double weights = 0;
        for (const Job& job : jobs) weights += weight_of(job);
        if (weights == 0) {
            throw InvalidArgument(format("{} supports none of the requested types", result.device));
        }
        for (const Job& job : jobs) {
            const double weight = weight_of(job);
            const double seconds = weight > 0 ? meter_.seconds_left() * weight / weights : 0;
            result.sections.push_back(tune_section(job, seconds));
            weights -= weight;
        }
        result.seconds = meter_.seconds_gone();
        if (result.measured() == 0) {
            throw InvalidArgument(
                format("nothing could be measured on {} in {} s; allow more time", result.device, options_.seconds));
        }
        return result;
    }

private:
    // The candidates of a section, the current values first, and the latest rate of each.
    struct Tries {
        explicit Tries(std::vector<TuningValues> candidates) : values(std::move(candidates)), latest(values.size()) {}
        std::vector<TuningValues> values;
        std::vector<BenchResult> latest;
    };

    double weight_of(const Job& job) const { return contains(options_.types, job.asked) ? job.weight : 0; }

    device::Tuning tuning_for(const CellFormat& cell) const {
        return device::find_tuning(device_, kind_of(cell), {}, options_.tuning_directory);
    }

    TunedSection tune_section(const Job& job, double seconds) {
        device::Tuning now = tuning_for(job.cell);
        TunedSection section{.name = job.section, .cells = job.cells, .values = now.values};
        if (seconds > 0) search(job, now, seconds, section);
        // Hop arrays also exist for floats, whose form of min belongs to the sections of floats.
        if (job.section == "carried") section.values.erase("min_form");
        return section;
    }

    void search(const Job& job, const device::Tuning& now, double seconds, TunedSection& section) {
        const double begin = meter_.seconds_gone();
        const auto is_past = [&](double share) { return meter_.seconds_gone() - begin >= share * seconds; };
        meter_.calibrate(job.cell, now.values);
        Tries all(candidates_for(job, now));
        const SearchResult found = successive_halving(
            all.values.size(),
            [&](std::size_t candidate, unsigned round) { return measure(all, job, candidate, round); },
            [&] { return is_past(longest_round_share); }, [&] { return is_past(halving_share); });
        section.measured = found.measured;
        section.candidates = all.values.size();
        if (!found.best) return;
        const std::size_t best = winner_of_final(all, job, *found.best, section, (1 - halving_share) * seconds);
        section.values = all.values[best];
        section.n = all.latest[best].n;
        section.before = all.latest[0].pairs_per_second;
        section.after = all.latest[best].pairs_per_second;
        log(options_.log, LogLevel::info,
            format("{}: {}, {:.4g} G pairs/s; {} of {} candidates measured", job.section,
                   device::values_text(section.values), section.after / 1e9, section.measured, section.candidates));
    }

    std::optional<double> measure(Tries& all, const Job& job, std::size_t candidate, unsigned round) {
        auto result = meter_.measure(job.cell, all.values[candidate], round);
        if (!result) return std::nullopt;
        all.latest[candidate] = std::move(*result);
        return all.latest[candidate].pairs_per_second;
    }

    // Measures the current values and the best candidate, in each group size, one after the other and equally long.
    // Group sizes need no kernels of their own, so they are tried only after a geometry is found; they count as further
    // candidates, and those for which `seconds` do not suffice are skipped.
    std::size_t winner_of_final(Tries& all, const Job& job, std::size_t best, TunedSection& section, double seconds) {
        const double begin = meter_.seconds_gone();
        std::vector<std::size_t> finalists{0};
        if (best != 0) finalists.push_back(best);
        const std::size_t first_new = all.values.size();
        for (const int group : {1, 2, 4, 8}) {
            TuningValues values = all.values[best];
            values["group"] = group;
            if (contains(all.values, values)) continue;
            finalists.push_back(all.values.size());
            all.values.push_back(values);
        }
        all.latest.resize(all.values.size());
        section.candidates = all.values.size();
        std::size_t winner = best;
        double fastest = 0;
        const unsigned round = CandidateMeter::longest_round_within(seconds / static_cast<double>(finalists.size()));
        for (const std::size_t candidate : finalists) {
            if (candidate >= first_new && meter_.seconds_gone() - begin >= seconds) break;
            const auto rate = measure(all, job, candidate, round);
            if (rate && candidate >= first_new) ++section.measured;
            if (!rate || *rate <= fastest) continue;
            fastest = *rate;
            winner = candidate;
        }
        return winner;
    }

    // Returns the current values; for floats also the same values with other forms of min, the best of which the
    // geometries use; then the geometries, likely good ones first.
    std::vector<TuningValues> candidates_for(const Job& job, device::Tuning now) {
        std::vector<TuningValues> candidates{now.values};
        if (job.cell.type != CostType::int32 && job.cell.hops != HopMode::array) {
            double fastest = 0;
            TuningValues best = now.values;
            for (const int form : {0, 1, 2}) {
                TuningValues values = now.values;
                values["min_form"] = form;
                if (!contains(candidates, values)) candidates.push_back(values);
                const auto result = meter_.measure(job.cell, values, 0);
                if (!result || result->pairs_per_second <= fastest) continue;
                fastest = result->pairs_per_second;
                best = values;
            }
            now.values = best;
        }
        for (TuningValues& values : tuning_space(now, device_, job.cell)) {
            if (!contains(candidates, values)) candidates.push_back(std::move(values));
        }
        return candidates;
    }

    OpenClDevice device_;
    TuneOptions options_;
    CandidateMeter meter_;
};

OpenClDevice device_to_tune(const DeviceChoice& choice) {
    if (choice.is_reference()) {
        throw InvalidArgument("tune: the reference runs without OpenCL and has nothing to tune; choose a device");
    }
    const auto device = choose_device(choice);
    if (!device) throw DeviceError(format("found no OpenCL device to tune. {}", list_devices().explanation), 0);
    return *device;
}

}  // namespace

std::size_t TuneResult::candidates() const {
    return std::accumulate(sections.begin(), sections.end(), std::size_t{0},
                           [](std::size_t sum, const TunedSection& section) { return sum + section.candidates; });
}

std::size_t TuneResult::measured() const {
    return std::accumulate(sections.begin(), sections.end(), std::size_t{0},
                           [](std::size_t sum, const TunedSection& section) { return sum + section.measured; });
}

std::string tuned_device(const DeviceChoice& device) {
    return device_to_tune(device).info.name;
}

TuneResult tune(const TuneOptions& options) {
    if (!(options.seconds > 0)) throw InvalidArgument("tune: expected a time above 0");
    if (options.types.empty()) throw InvalidArgument("tune: at least one of int32, float32 and float64 is needed");
    return Tuner(device_to_tune(options.device), options).run();
}

const std::vector<TuneOptionRow>& tune_options() {
    using Tune = TuneOptions;
    static const std::vector<TuneOptionRow> rows{
        {"device", &Tune::device, "TEXT", "Device: auto, cpu, gpu, or an id from `list_devices()`"},
        {"seconds", &Tune::seconds, "TIME", "Time limit, such as 90s or 5min", "", "--time"},
        {"types", &Tune::types, "TYPE,...", "Number types to tune; others keep their settings", "", "--type"},
        {"cache_directory", &Tune::cache_directory, "FOLDER",
         "Folder that keeps compiled kernels of all candidates; empty: compile them anew for each round", "", no_flag},
        {"tuning_directory", &Tune::tuning_directory, "FOLDER",
         "Folder of tuning entries that override the shipped ones; empty: none", "", no_flag},
    };
    return rows;
}

}  // namespace allways
