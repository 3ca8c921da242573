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

const std::vector<SolveReportRow>& solve_report_rows() {
    using Report = SolveReport;
    using Json = SolveReportRow::Json;
    static const std::vector<SolveReportRow> rows{
        {"schedule", &Report::schedule, "sweep, blocked, naive, recursive, squaring or departure"},
        {"schedule_reason", &Report::schedule_reason, "Why this schedule was chosen, in one sentence"},
        {"order", &Report::order, "The source of a sweep's elimination order; empty if nothing is ordered"},
        {"device", &Report::device, "The device's name"},
        {"cost_type", &Report::cost_type, "int32, float32 or float64", Json::otherwise},
        {"scale", &Report::scale, "The cost's name, its unit and the decimal digits of raw values"},
        {"nodes", &Report::nodes, "Nodes of the network or matrix"},
        {"arcs", &Report::arcs, "Arcs that paths can use"},
        {"zero_cost_classes", &Report::zero_cost_classes, "Contracted sets of nodes at distance 0 of each other"},
        {"no_through_nodes", &Report::no_through_nodes, "Nodes that paths do not pass"},
        {"turn_states", &Report::turn_states, "States that turn rules add to those of the nodes"},
        {"repaired_columns", &Report::repaired_columns, "Columns of next hops rebuilt because they formed no tree"},
        {"has_negative_costs", &Report::has_negative_costs, "True if an arc's cost is below 0"},
        {"tile", &Report::tile, "Side of a tile in nodes; 0: the schedule uses no tiles"},
        {"cell_bytes", &Report::cell_bytes, "Bytes of a cell while it is solved"},
        {"memory", &Report::memory, "Bytes needed on the device and the host, and available there"},
        {"self_tuning", &Report::self_tuning, "What the device found for this job; empty: it did not search",
         Json::unless_empty},
        {"device_rows", &Report::device_rows,
         "Rows that the device holds at a time if the matrix is larger; 0: all of them", Json::unless_empty},
        {"whole_because", &Report::whole_because,
         "Why the table is whole in memory; empty: it is written in bands of rows", Json::unless_empty},
        {"band_rows", &Report::band_rows, "Rows of a band; 0: the whole table is in memory", Json::otherwise},
        {"seconds", &Report::seconds, "Seconds by stage, one after the other"},
        {"busy", &Report::busy, "Seconds of work during these stages: the device's kernels, writing"},
    };
    return rows;
}

const std::vector<FactorReportRow>& factor_report_rows() {
    using Report = FactorReport;
    static const std::vector<FactorReportRow> rows{
        {"order", &Report::order, "The source of the elimination order"},
        {"cost_type", &Report::cost_type, "int32, float32 or float64", FactorReportRow::Json::otherwise},
        {"scale", &Report::scale, "The cost's name, its unit and the decimal digits of raw values"},
        {"nodes", &Report::nodes, "Nodes of the network"},
        {"arcs", &Report::arcs, "Arcs that paths can use"},
        {"core_nodes", &Report::core_nodes, "Nodes eliminated; nodes at distance 0 of each other count once"},
        {"zero_cost_classes", &Report::zero_cost_classes, "Contracted sets of nodes at distance 0 of each other"},
        {"no_through_nodes", &Report::no_through_nodes, "Nodes that paths do not pass"},
        {"has_negative_costs", &Report::has_negative_costs, "True if an arc's cost is below 0"},
        {"fill", &Report::fill, "Arcs of the filled graph"},
        {"height", &Report::height, "Height of the elimination tree"},
        {"first_arc_bits", &Report::first_arc_bits, "Bits of a cell that name the first arc"},
        {"bytes", &Report::bytes, "Size of the factor"},
        {"memory", &Report::memory, "Bytes needed on the host, and available there"},
        {"seconds", &Report::seconds, "Seconds by stage, one after the other"},
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
