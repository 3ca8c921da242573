// SPDX-License-Identifier: Apache-2.0
// allways solve: the whole table. Reads, solves, writes; all arguments are checked before the work.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/solve.h"
#include "allways/export/export.h"
#include "allways/export/json.h"
#include "allways/export/write_stream.h"
#include "allways/points/hour_options.h"
#include "allways/result/distance_table.h"
#include "allways/result/natural_scale.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/input.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/ranks.h"
#include "command/reports.h"
#include "command/solve_factor.h"
#include "command/solve_options.h"

namespace allways::command {

namespace solve_verb {
namespace {

// Rejects options of tables with --factor-only, and --order-from without it.
void check_factor_options(const Arguments& arguments) {
    if (!arguments.factor_only) {
        if (!arguments.hours.hourly.empty() || !arguments.hours.hours.empty()) {
            throw InvalidArgument(
                "--hourly requires --factor-only; 'allways table --hourly' makes a table for each hour");
        }
        if (!arguments.order_from.empty()) throw InvalidArgument("--order-from requires --factor-only");
        return;
    }
    const auto refuse = [](bool given, std::string_view option) {
        if (given) throw InvalidArgument(format("{} cannot be used with --factor-only, which makes no table", option));
    };
    constexpr std::string_view for_factors[] = {"cost", "cost_type", "skims", "memory_limit_bytes"};
    for (const SolveOptionRow& row : solve_options()) {
        if (std::ranges::find(for_factors, row.name) == std::end(for_factors))
            refuse(row.is_given(arguments.solve), flag_names(row, row.is_on_by_default()));
    }
    refuse(arguments.dry_run, "--dry-run");
    refuse(arguments.resume, "--resume");
    refuse(!arguments.shard.is_whole(), "--shard");
}

const OutputFormat& output_format(const Arguments& arguments) {
    const auto find = arguments.factor_only ? factor_format : table_format;
    return find(arguments.output.path, arguments.output.write);
}

void check_report(const Arguments& arguments) {
    if (arguments.report == standard_output && arguments.json) {
        throw InvalidArgument("--json and --report - cannot both use standard output; give the report a file name");
    }
    check_report_output(arguments.report, arguments.output, arguments.dry_run ? nullptr : &output_format(arguments));
}

void check_shard(const Arguments& arguments) {
    if (arguments.shard.is_whole()) return;
    if (arguments.cluster) throw InvalidArgument("--shard runs in one process; start it without mpirun");
    if (arguments.output.path == standard_output) throw InvalidArgument("--shard needs a file; -o - is none");
    if (!arguments.solve.device.is_auto()) {
        throw InvalidArgument("--device cannot be used with --shard: shards are computed on the host's processor");
    }
}

void check(const Arguments& arguments) {
    check_factor_options(arguments);
    check_shard(arguments);
    const std::string& path = arguments.output.path;
    if (!arguments.dry_run) {
        if (path.empty()) {
            throw InvalidArgument(arguments.factor_only
                                      ? "missing -o FACTOR: the output"
                                      : "missing -o TABLE: the output (or --dry-run to show what it needs)");
        }
        const auto check_output = arguments.factor_only ? check_factor_output : check_table_output;
        ExportOptions write = arguments.output.write;
        if (arguments.resume && !std::filesystem::exists(path))
            write.overwrite = true;  // files beside an unfinished table
        check_output(path, write);
    }
    check_report(arguments);
}

SolveOptions job_options(const Arguments& arguments, Console& console) {
    SolveOptions options = for_shard(arguments.solve.options(), arguments.shard);
    options.progress = console.progress();
    options.log = console.log();
    options.self_tuning = options.self_tuning && !arguments.dry_run;
    options.cluster = arguments.cluster;
    return options;
}

// Calls function(network or matrix) with the content to be solved.
template <class Function>
auto with_problem(const Input& input, const std::string& path, Function&& function) {
    if (const auto* network = std::get_if<RoadNetwork>(&input)) return function(*network);
    if (const auto* matrix = std::get_if<CostMatrix>(&input)) return function(*matrix);
    if (std::holds_alternative<NetworkFactor>(input)) {
        throw InputError(path, 0, "a factor has no table; use it with 'allways path', or solve its network");
    }
    if (std::holds_alternative<OriginDestinationTable>(input)) {
        throw InputError(path, 0,
                         "its rows are origins and its columns are other nodes, destinations, so paths cannot combine "
                         "its numbers; convert it with 'allways convert'");
    }
    const auto& table = std::get<DistanceTable>(input);
    if (table.provenance().empty()) {
        throw InputError(path, 0,
                         "its numbers are read as distances, since the file states nothing else; to solve them as "
                         "direct costs, make it a matrix: 'allways convert FILE costs.csv', then solve costs.csv");
    }
    throw InputError(path, 0, "this is a solved table already; convert it with 'allways convert'");
}

std::unique_ptr<TableStream> make_job(const Arguments& arguments, const Input& input, Console& console) {
    if (!arguments.shard.is_whole() && std::holds_alternative<CostMatrix>(input)) {
        throw InvalidArgument("--shard is for networks: all rows of a matrix are finished at once");
    }
    const SolveOptions options = job_options(arguments, console);
    return with_problem(input, arguments.input.path, [&](const auto& problem) {
        const std::string& path = arguments.output.path;
        return path.empty() ? std::make_unique<TableStream>(problem, options)
                            : make_stream(problem, options, path, arguments.output.write);
    });
}

// The first row of a shard in the order of computing, and their number.
std::pair<std::size_t, std::size_t> shard_rows(const TableStream& job, const Shard& shard) {
    const std::vector<std::size_t> bounds = job.parts(shard.count);
    const std::size_t first = bounds[shard.number - 1];
    return {first, bounds[shard.number] - first};
}

nlohmann::ordered_json shard_json(const TableStream& job, const Shard& shard) {
    const auto [first, rows] = shard_rows(job, shard);
    return {{"number", shard.number},
            {"count", shard.count},
            {"first_row", first},
            {"rows", rows},
            {"table_rows", job.rows().size()}};
}

std::string shard_text(const TableStream& job, const Shard& shard) {
    return format("shard     {} of {}: {} of {} rows\n", shard.number, shard.count,
                  count_text(shard_rows(job, shard).second), count_text(job.rows().size()));
}

// `sharded`: null: the whole table is computed.
void show(const SolveReport& report, const Arguments& arguments, Console& console, const DiskNeed* disk = nullptr,
          const TableStream* sharded = nullptr) {
    console.stop();
    if (own_rank() > 0) return;
    if (arguments.json) {
        auto json = to_json(report);
        if (sharded) json["shard"] = shard_json(*sharded, arguments.shard);
        if (disk) json["disk"] = {{"bytes", disk->needed}, {"available_bytes", disk->available}};
        std::cout << json_text(json, 2) << "\n";
        return;
    }
    std::cout << plan_text(report);
    if (sharded) std::cout << shard_text(*sharded, arguments.shard);
    if (disk) std::cout << format("disk      {} of {}\n", bytes_text(disk->needed), bytes_text(disk->available));
}

void require_shard(const TableStream& job) {
    if (job.can_run_parts()) return;
    if (job.is_whole()) throw InvalidArgument(format("--shard: {}", job.report().whole_because));
    throw InvalidArgument(
        format("--shard needs a sweep of int32 costs, or without next hops; this job is by {} with {} costs: see "
               "--schedule, --cost-type and --no-next-hops",
               job.report().schedule, name(job.report().cost_type)));
}

void dry_run(const Arguments& arguments, const Input& input, Console& console) {
    const auto job = make_job(arguments, input, console);
    const std::string& path = arguments.output.path;
    const bool is_shard = !arguments.shard.is_whole();
    if (is_shard) require_shard(*job);
    const DiskNeed disk = path.empty() ? DiskNeed{} : disk_need(*job, path, arguments.output.write);
    show(job->report(), arguments, console, disk.needed != 0 ? &disk : nullptr, is_shard ? job.get() : nullptr);
    require_disk(disk, path);
}

CostScale scale_of(const RoadNetwork& network, const SolveOptions& options) {
    return build_arc_costs(network, {options.cost, options.cost_type}).scale;
}

CostScale scale_of(const CostMatrix& matrix, const SolveOptions&) {
    return matrix.scale();
}

FieldOutline cost_outline(const RoadNetwork& network, const SolveOptions& options) {
    return outline_of(network, {options.cost, options.cost_type});
}

FieldOutline cost_outline(const CostMatrix& matrix, const SolveOptions&) {
    return outline_of(matrix);
}

std::vector<FieldOutline> skim_outlines(const RoadNetwork& network, const std::vector<std::string>& names) {
    std::vector<FieldOutline> skims;
    for (const std::string& name : names) skims.push_back(outline_of_skim(network, name));
    return skims;
}

std::vector<FieldOutline> skim_outlines(const CostMatrix&, const std::vector<std::string>&) {
    return {};
}

const IdTable& ids_of(const RoadNetwork& network) {
    return network.node_ids;
}

const IdTable& ids_of(const CostMatrix& matrix) {
    return matrix.node_ids();
}

// Checks that the format can hold what will be solved, and that costs can be converted to --unit.
void check_content(const Arguments& arguments, const Input& input) {
    with_problem(input, arguments.input.path, [&](const auto& problem) {
        const SolveOptions options = arguments.solve.options();
        const ExportOptions& write = arguments.output.write;
        if (!write.unit.empty()) NaturalScale(scale_of(problem, options), write.unit);
        bool places = false;
        if constexpr (std::is_same_v<std::decay_t<decltype(problem)>, RoadNetwork>)
            places = !problem.coordinates.empty();
        check_table_content({cost_outline(problem, options), skim_outlines(problem, options.skims), ids_of(problem),
                             ids_of(problem), true, places, false},
                            arguments.output.path, write);
    });
}

TableProvenance provenance_of(const Arguments& arguments, const SolveReport& report, const TableProvenance& notes) {
    return made_by({{"source", arguments.input.path}, {"schedule", report.schedule}, {"device", report.device}}, notes);
}

// Returns the solver's report, with the seconds of writing added.
SolveReport solve_and_write(TableStream& job, const Arguments& arguments, Console& console) {
    ExportOptions options = arguments.output.options(console);
    const TableProvenance notes = job.network() != nullptr ? job.network()->provenance.notes : TableProvenance{};
    options.provenance = provenance_of(arguments, job.report(), notes);
    return write_stream(
        job, arguments.output.path, options,
        {.resume = arguments.resume, .checkpoint_seconds = arguments.checkpoint_seconds, .shard = arguments.shard});
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch total;
    if (!arguments.shard_text.empty()) arguments.shard = parse_shard(arguments.shard_text);
    arguments.cluster = join_ranks();
    if (arguments.threads != 0) limit_threads(arguments.threads);
    const bool is_first = own_rank() == 0;
    if (!is_first) console.show_errors_only();
    check(arguments);
    if (arguments.factor_only) {
        if (arguments.cluster) throw InvalidArgument("--factor-only runs in one process; start it without mpirun");
        return solve_factor(std::move(arguments), console);
    }
    ImportReport found;
    const Input input = read(for_solving(arguments.input, arguments.solve), console, &found);
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    require_costs(arguments.solve.cost, arguments.input.read, input, console.log());
    if (is_first && !arguments.report.empty())
        write_import_report(found, arguments.report, arguments.output.write.overwrite);
    if (arguments.dry_run) {
        dry_run(arguments, input, console);
        return ExitCode::ok;
    }

    check_content(arguments, input);
    const double read_seconds = total.seconds();
    const auto job = make_job(arguments, input, console);
    SolveReport report = solve_and_write(*job, arguments, console);
    report.seconds["read"] = read_seconds;
    report.seconds["total"] = total.seconds();
    console.stop();

    const double write_seconds = report.seconds["write"];
    const double solve_seconds = report.seconds["total"] - read_seconds - write_seconds;
    const bool is_shard = !arguments.shard.is_whole();
    console.info(format("{}, {} by {} on {}; read {}, solve {}, write {}; {}{}", counted(report.nodes, "node"),
                        counted(report.arcs, "arc"), report.schedule, report.device, seconds_text(read_seconds),
                        seconds_text(solve_seconds), seconds_text(write_seconds),
                        is_shard ? format("shard {}/{} of ", arguments.shard.number, arguments.shard.count) : "",
                        arguments.output.path));
    if (arguments.json && is_first) {
        auto json = to_json(report);
        json["input"] = {{"file", arguments.input.path}, {"format", found.format}};
        json["outputs"] = {arguments.output.path};
        if (is_shard) json["shard"] = shard_json(*job, arguments.shard);
        if (!arguments.report.empty()) json["outputs"].push_back(arguments.report);
        report_stream(arguments.output.path) << json_text(json, 2) << "\n";
    }
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network or a matrix");
    add_flag(app, arguments->output.path,
             {"-o,--output", "TABLE", "Table to write; - writes to standard output (text formats)"});
    add_format_options(app, arguments->output);
    add_solve_options(app, arguments->solve);
    app.add_flag(
        "--factor-only", arguments->factor_only,
        "Write a factor instead of a table: small, and enough for 'allways path' and 'allways table'; --skim keeps "
        "what its tables need to sum these fields fast");
    add_flag(app, arguments->order_from,
             {"--order-from", "FACTOR",
              "With --factor-only: take the elimination order from this factor of the same nodes"});
    add_options(app, hour_options(), arguments->hours, "Costs by hour, with --factor-only", named({"hourly", "hours"}));
    app.add_flag("--resume", arguments->resume,
                 "Resume a stopped or killed run with the same arguments, or start one (networks, to omx or npy)");
    app.add_option("--checkpoint", arguments->checkpoint_seconds,
                   "Seconds of work that a killed run loses at most: finished rows are put on disk this often "
                   "(default: 10)")
        ->type_name("SECONDS")
        ->check(CLI::NonNegativeNumber);
    add_flag(app, arguments->shard_text,
             {"--shard", "K/N",
              "Compute only the K-th of N parts of the rows, into the file that all N processes share; when all "
              "are finished, 'allways join' completes the table (networks, to omx or npy)"});
    app.add_option("--threads", arguments->threads,
                   "Use at most this many threads (default: as many as the process has cores)")
        ->type_name("COUNT")
        ->check(count_from(1, most_threads_given));
    app.add_flag("--dry-run", arguments->dry_run, "Print the schedule, device, memory and bands without solving");
    add_flag(app, arguments->report, {"--report", "FILE", "Also write a report of what was read, as JSON"});
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    add_table_options(app, arguments->output);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace solve_verb

Command solve_command() {
    return {"solve", "Compute distances and next hops between all pairs of nodes",
            "  allways solve data/sioux_falls -o table.omx\n"
            "  allways solve roads_net.tntp -o table.omx --cost length --no-through 1-38 --device gpu --json\n"
            "  allways solve rome99.gr -o table.npy --no-next-hops --dtype raw\n"
            "  allways solve big.gr.gz --dry-run\n"
            "  allways solve city.gpkg -o time.factor --factor-only --cost time\n"
            "  allways solve city.gpkg -o time.factor --factor-only --cost time --skim length\n"
            "  allways solve city.gpkg -o length.factor --factor-only --cost length --order-from time.factor\n"
            "  allways solve city.gpkg -o day.factor --factor-only --hourly speeds.csv --hours 0-23\n"
            "  allways solve usa.gpkg -o usa.omx --memory 8G --resume\n"
            "  allways solve usa.gpkg -o usa.omx --shard 3/16 --resume",

            solve_verb::declare};
}

}  // namespace allways::command
