// SPDX-License-Identifier: Apache-2.0
// Searches for a tuning entry: one section after another, each with its share of the time.
#include "allways/engine/tune.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tuning/candidate_meter.h"
#include "engine/tuning/successive_halving.h"
#include "engine/tuning/tuning_space.h"

namespace allways {
namespace {

using namespace engine;
using device::OpenClDevice;
using device::TuningValues;

constexpr double first_round_share = 0.6;  // of a section's time; compilations make the first round the longest
constexpr double halving_share = 0.85;     // the rest is for the final comparison

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
    struct Field {
        explicit Field(std::vector<TuningValues> candidates) : values(std::move(candidates)), latest(values.size()) {}
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
        Field field(candidates_for(job, now));
        const HalvingResult found = successive_halving(
            field.values.size(),
            [&](std::size_t candidate, unsigned round) { return measure(field, job, candidate, round); },
            [&] { return is_past(first_round_share); }, [&] { return is_past(halving_share); });
        section.measured = found.measured;
        section.candidates = field.values.size();
        if (!found.best) return;
        const std::size_t best = winner_of_final(field, job, *found.best, section, (1 - halving_share) * seconds);
        section.values = field.values[best];
        section.n = field.latest[best].n;
        section.before = field.latest[0].pairs_per_second;
        section.after = field.latest[best].pairs_per_second;
        log(options_.log, LogLevel::info,
            format("{}: {}, {:.4g} G pairs/s; {} of {} candidates measured", job.section,
                   device::values_text(section.values), section.after / 1e9, section.measured, section.candidates));
    }

    std::optional<double> measure(Field& field, const Job& job, std::size_t candidate, unsigned round) {
        auto result = meter_.measure(job.cell, field.values[candidate], round);
        if (!result) return std::nullopt;
        field.latest[candidate] = std::move(*result);
        return field.latest[candidate].pairs_per_second;
    }

    // Measures the current values and the best candidate, in each group size, one after the other and equally long.
    // Group sizes need no kernels of their own, so they are tried only after a geometry is found; they count as further
    // candidates, and those for which `seconds` do not suffice are skipped.
    std::size_t winner_of_final(Field& field, const Job& job, std::size_t best, TunedSection& section, double seconds) {
        const double begin = meter_.seconds_gone();
        std::vector<std::size_t> finalists{0};
        if (best != 0) finalists.push_back(best);
        const std::size_t first_new = field.values.size();
        for (const int group : {1, 2, 4, 8}) {
            TuningValues values = field.values[best];
            values["group"] = group;
            if (contains(field.values, values)) continue;
            finalists.push_back(field.values.size());
            field.values.push_back(values);
        }
        field.latest.resize(field.values.size());
        section.candidates = field.values.size();
        std::size_t winner = best;
        double fastest = 0;
        const unsigned round = CandidateMeter::longest_round_within(seconds / static_cast<double>(finalists.size()));
        for (const std::size_t candidate : finalists) {
            if (candidate >= first_new && meter_.seconds_gone() - begin >= seconds) break;
            const auto rate = measure(field, job, candidate, round);
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
