// SPDX-License-Identifier: Apache-2.0
// solve: a table job that is computed whole.
#include "allways/engine/solve.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "base/text.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/stream/table_job.h"

namespace allways {

// ---- schedules

const std::vector<std::string>& tile_schedules() {
    static const std::vector<std::string> names{"blocked", "naive", "recursive", "squaring"};
    return names;
}

ScheduleChoice::ScheduleChoice(std::string_view text) : text_(text) {
    if (is_auto() || is_sweep() || std::ranges::find(tile_schedules(), text_) != tile_schedules().end()) return;
    throw InvalidArgument(format("unknown schedule '{}'; expected auto, sweep, {}", text, joined(tile_schedules())));
}

CostType float_type_for(const DeviceChoice& device) {
    if (device.may_be_host()) return CostType::float64;
    const auto chosen = engine::choose_devices(device);
    const bool all_have_it = std::ranges::all_of(chosen, [](const auto& one) { return one.info.has_float64; });
    return all_have_it ? CostType::float64 : CostType::float32;
}

// ---- options and reports

const std::vector<SolveOptionRow>& solve_options() {
    using Solve = SolveOptions;
    static const std::vector<SolveOptionRow> rows{
        {"cost", &Solve::cost, "FIELD",
         "Column to use as the cost (default: the one of `cost_field`, else cost, weight, time, travel_time, length or "
         "another usual name), or an expression of columns, such as 'time + 0.055 * toll'"},
        {"cost_type", &Solve::cost_type, "TYPE",
         "Number type of costs (default: int32 fixed point if it fits, else float64)"},
        {"skims", &Solve::skims, "FIELD",
         "Field to sum along the shortest paths, such as length in addition to time; repeatable", "", "--skim"},
        {"schedule", &Solve::schedule, "NAME",
         std::string("Schedule: auto chooses sweep or blocked, whichever is predicted to be faster; sweep, for "
                     "networks, eliminates nodes in a good order and then needs few operations per pair; ") +
             tile_schedules_text},
        {"device", &Solve::device, "TEXT", device_text},
        {"memory_limit_bytes", &Solve::memory_limit_bytes, "SIZE",
         "Use at most this much memory, such as 800M or 1.5G (default: what host and device have)", "", "--memory"},
        {"device_memory_bytes", &Solve::device_memory_bytes, "SIZE", device_memory_text, "", "--device-memory"},
        {"scratch_directory", &Solve::scratch_directory, "FOLDER",
         "Folder for a file with those rows of such a matrix that are not on the device (default: they are in memory)",
         "", "--scratch"},
        {"tile", &Solve::tile, "NODES", "Tile size in nodes (default: as tuned for the device)"},
        {"self_tuning", &Solve::self_tuning, "",
         "Do not let a device without a tuning entry of its own search for faster kernels before a long job", "",
         "--no-tune"},
        {"next_hops", &Solve::next_hops, "", "Without next hops a table needs less memory, but has no paths"},
        {"cache_directory", &Solve::cache_directory, "FOLDER", "Folder that keeps compiled kernels; empty: none", "",
         no_flag},
        {"tuning_directory", &Solve::tuning_directory, "FOLDER",
         "Folder of tuning entries that override the shipped ones; empty: none", "", no_flag},
    };
    return rows;
}

std::vector<std::string> words_of(const ScheduleChoice&) {
    std::vector<std::string> words{"auto", "sweep"};
    words.insert(words.end(), tile_schedules().begin(), tile_schedules().end());
    return words;
}

// ---- solving

namespace {

std::unique_ptr<engine::TableJob> whole_job(const RoadNetwork& network, const SolveOptions& options) {
    return engine::make_table_job(network, options, {.whole = true});
}

std::unique_ptr<engine::TableJob> whole_job(const CostMatrix& matrix, const SolveOptions& options) {
    return engine::make_table_job(matrix, options, {.whole = true});
}

template <class Problem>
SolveReport plan_problem(const Problem& problem, SolveOptions options) {
    options.self_tuning = false;
    return whole_job(problem, options)->report;
}

template <class Problem>
Solution solve_problem(const Problem& problem, const SolveOptions& options) {
    const Stopwatch watch;
    Solution solution;
    {
        const auto job = whole_job(problem, options);
        solution.value = engine::whole_table(*job);
        solution.report = std::move(job->report);
    }
    double counted = 0;
    for (const auto& [stage, seconds] : solution.report.seconds) counted += seconds;
    solution.report.seconds["solve"] += watch.seconds() - counted;  // preparing to, and releasing all else
    return solution;
}

}  // namespace

Solution solve_with_report(const RoadNetwork& network, const SolveOptions& options) {
    return solve_problem(network, options);
}
Solution solve_with_report(const CostMatrix& matrix, const SolveOptions& options) {
    return solve_problem(matrix, options);
}
DistanceTable solve(const RoadNetwork& network, const SolveOptions& options) {
    return solve_with_report(network, options).value;
}
DistanceTable solve(const CostMatrix& matrix, const SolveOptions& options) {
    return solve_with_report(matrix, options).value;
}
SolveReport plan(const RoadNetwork& network, const SolveOptions& options) {
    return plan_problem(network, options);
}
SolveReport plan(const CostMatrix& matrix, const SolveOptions& options) {
    return plan_problem(matrix, options);
}

}  // namespace allways
