// The search for a tuning entry: a section after another, each with its share of the time.
#include "allways/engine/tune.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/candidate_meter.h"
#include "engine/opencl_executor.h"
#include "engine/successive_halving.h"
#include "engine/tuning_space.h"

namespace allways {
namespace {

using namespace engine;
using device::OpenClDevice;
using device::TuningValues;

constexpr unsigned final_round = 4;
constexpr double first_round_share = 0.6;  // of a section's time; compilations make the first round the longest
constexpr double halving_share = 0.85;     // the rest is for the final, side by side

struct Job {
    std::string section;
    std::vector<TunedCell> cells;  // measured; none: the section keeps the values until now
    double weight;                 // of its share of the time
};

template <class T>
bool contains(const std::vector<T>& list, const T& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

// The cells of a section are those that take its values. Of carried hops one type speaks for both of 4 bytes: the
// compare and the selects are the same.
std::vector<Job> jobs_for(const TuneOptions& options, const OpenClDevice& device) {
    Job values{"values", {}, 2};
    Job carried{"carried", {}, 1};
    for (const CostType type : {CostType::int32, CostType::float32}) {
        if (!contains(options.types, type)) continue;
        values.cells.push_back({type, false});
        if (carried.cells.empty()) carried.cells.push_back({type, true});
    }
    std::vector<Job> jobs{values, carried};
    if (device.info.has_float64) {
        Job float64{"float64", {}, 1};
        Job float64_carried{"float64_carried", {}, 1};
        if (contains(options.types, CostType::float64)) {
            float64.cells.push_back({CostType::float64, false});
            float64_carried.cells.push_back({CostType::float64, true});
        }
        jobs.push_back(float64);
        jobs.push_back(float64_carried);
    }
    return jobs;
}

class Tuner {
public:
    Tuner(const OpenClDevice& device, const TuneOptions& options)
        : device_(device), options_(options), meter_(device, options) {}

    TuneResult run() {
        const device::Tuning now = tuning_for({CostType::int32, false});
        TuneResult result{.device = device_.info.name,
                          .driver = device_.info.driver,
                          .kind = device_.info.kind == DeviceInfo::Kind::cpu ? "cpu" : "gpu",
                          .form = now.form == device::KernelForm::cpu ? "cpu" : "gpu",
                          .build_options = now.build_options,
                          .before = now.name,
                          .sections = {},
                          .seconds = 0};
        const std::vector<Job> jobs = jobs_for(options_, device_);
        double weights = 0;
        for (const Job& job : jobs) weights += job.cells.empty() ? 0 : job.weight;
        if (weights == 0)
            throw InvalidArgument(format("{} can compute in none of the types to tune for", result.device));
        for (const Job& job : jobs) {
            const double share = job.cells.empty() ? 0 : job.weight / weights;
            if (!job.cells.empty()) weights -= job.weight;
            result.sections.push_back(tune_section(job, meter_.seconds_left() * share));
        }
        result.seconds = meter_.seconds_gone();
        if (result.measured() == 0) {
            throw Error(
                format("nothing could be measured on {} in {} s; give it more time", result.device, options_.seconds));
        }
        return result;
    }

private:
    device::Tuning tuning_for(const TunedCell& cell) const {
        return device::find_tuning(device_, cell.type, cell.carried, {}, options_.tuning_directory);
    }

    TunedSection tune_section(const Job& job, double seconds) {
        const bool is_float64 = job.section.starts_with("float64");
        const device::Tuning now =
            tuning_for({is_float64 ? CostType::float64 : CostType::int32, job.section.ends_with("carried")});
        TunedSection section{.name = job.section, .values = now.values, .rates = {}};
        if (job.cells.empty()) return section;

        const double begin = meter_.seconds_gone();
        const auto is_past = [&](double share) { return meter_.seconds_gone() - begin >= share * seconds; };
        for (const TunedCell& cell : job.cells) meter_.calibrate(cell, now.values);
        Field field(candidates_for(job, now));
        const HalvingResult found = successive_halving(
            field.values.size(),
            // One type is enough for a first look, which leaves time to compile twice as many.
            [&](std::size_t candidate, unsigned round) {
                return measure(field, round == 0 ? std::vector{job.cells.front()} : job.cells, candidate, round);
            },
            [&] { return is_past(first_round_share); }, [&] { return is_past(halving_share); });
        section.measured = found.measured;
        section.candidates = field.values.size();
        if (!found.best) return section;
        const std::size_t best = winner_of_final(field, job, *found.best, section);
        section.values = field.values[best];
        const auto& before = field.latest[0].results;
        const auto& after = field.latest[best].results;
        for (std::size_t i = 0; i < after.size(); ++i) {
            section.rates.push_back({after[i].type, job.cells[i].carried, after[i].n,
                                     i < before.size() ? before[i].pairs_per_second : 0, after[i].pairs_per_second});
        }
        log(options_.log, LogLevel::info,
            format("{}: {}, {:.4g} G pairs/s; {} of {} candidates measured", job.section, values_text(section.values),
                   field.latest[best].rate() / 1e9, section.measured, section.candidates));
        return section;
    }

    // The candidates of a section, the values until now first, and what each reached last.
    struct Field {
        explicit Field(std::vector<TuningValues> candidates) : values(std::move(candidates)), latest(values.size()) {}
        std::vector<TuningValues> values;
        std::vector<Measurement> latest;
    };

    std::optional<double> measure(Field& field, const std::vector<TunedCell>& cells, std::size_t candidate,
                                  unsigned round) {
        auto measured = meter_.measure(cells, field.values[candidate], round);
        if (!measured) return std::nullopt;
        field.latest[candidate] = std::move(*measured);
        return field.latest[candidate].rate();
    }

    // The values until now and the best, in each size of group, one after the other and equally long. Sizes of group
    // need no kernels of their own, so they wait until a geometry is found; they count as further candidates.
    std::size_t winner_of_final(Field& field, const Job& job, std::size_t best, TunedSection& section) {
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
        for (const std::size_t candidate : finalists) {
            const auto rate = measure(field, job.cells, candidate, final_round);
            if (rate && candidate >= first_new) ++section.measured;
            if (!rate || *rate <= fastest) continue;
            fastest = *rate;
            winner = candidate;
        }
        return winner;
    }

    // The values until now, the same with other forms of min where floats are compared, then geometries with the best
    // form, likely good ones first. Values that a geometry does not name stay as they are.
    std::vector<TuningValues> candidates_for(const Job& job, const device::Tuning& now) {
        std::vector<TuningValues> candidates{now.values};
        int min_form = now.value("min_form");
        std::vector<TunedCell> floats;
        std::copy_if(job.cells.begin(), job.cells.end(), std::back_inserter(floats),
                     [](const TunedCell& cell) { return cell.type != CostType::int32 && !cell.carried; });
        if (!floats.empty()) {
            double best = 0;
            for (const int form : {0, 1, 2}) {
                TuningValues values = now.values;
                values["min_form"] = form;
                const auto measured = meter_.measure(floats, values, 0);
                if (measured && measured->rate() > best) {
                    best = measured->rate();
                    min_form = form;
                }
                if (form != now.value("min_form")) candidates.push_back(values);
            }
        }
        std::vector<CellFormat> cells;
        for (const TunedCell& cell : job.cells) cells.push_back(cell.format());
        for (const TuningValues& geometry : tuning_space(now.form, device_, cells, min_form)) {
            TuningValues values = now.values;
            for (const auto& [key, value] : geometry) values[key] = value;
            if (!contains(candidates, values)) candidates.push_back(values);
        }
        return candidates;
    }

    OpenClDevice device_;
    TuneOptions options_;
    CandidateMeter meter_;
};

OpenClDevice device_to_tune(const std::string& text) {
    if (text == "reference") {
        throw InvalidArgument("tune: the reference runs without OpenCL and has nothing to tune; choose a device");
    }
    const auto device = choose_device(text);
    if (!device) throw DeviceError(format("there is nothing to tune. {}", list_devices().explanation), 0);
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

std::string tuned_device(const std::string& device) {
    return device_to_tune(device).info.name;
}

TuneResult tune(const TuneOptions& options) {
    if (!(options.seconds > 0)) throw InvalidArgument("tune: the time has to be above 0");
    if (options.types.empty()) throw InvalidArgument("tune: at least one of int32, float32 and float64 is needed");
    return Tuner(device_to_tune(options.device), options).run();
}

}  // namespace allways
