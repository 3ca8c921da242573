// SPDX-License-Identifier: Apache-2.0
// allways update: a network or a factor with live speeds.

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_updates.h"
#include "allways/engine/factorize.h"
#include "allways/importers/cost_updates.h"
#include "allways/importers/read.h"
#include "allways/result/network_factor.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/reports.h"

namespace allways::command {

namespace update_verb {
namespace {

struct Arguments {
    InputArguments input;
    std::string speeds;
    ReadOptions rows;  // how the file of speeds is read
    std::string cost;
    OutputArguments output;
    bool json = false;
};

// Without -o the input is replaced, whole or not at all; the imported costs stay in the file.
void settle_output(Arguments& arguments) {
    const std::string format_name = input_format(arguments.input.path).name;
    const bool is_factor = format_name == "factor";
    if (is_factor && !arguments.cost.empty()) throw InvalidArgument("`cost`: a factor has one cost; leave it out");
    if (arguments.output.path.empty()) {
        if (format_name != "gpkg" && !is_factor) {
            throw InvalidArgument(
                "only a factor and a GeoPackage of Allways are updated in place; name a file with -o");
        }
        arguments.output.path = arguments.input.path;
        arguments.output.write.overwrite = true;
    }
    const auto check = is_factor ? check_factor_output : check_network_output;
    check(arguments.output.path, arguments.output.write);
}

struct Made {
    CostUpdateReport report;
    std::string cost;
    double update_seconds = 0;
    double write_seconds = 0;
};

// Before anything is written: rows that name no road are a loss.
void tell_missing(const CostUpdateReport& report, const std::string& source, const LogCallback& log_to) {
    if (report.not_found == 0) return;
    for (const auto& example : report.examples) {
        log(log_to, LogLevel::warning, format("{}:{}: {}: {}", source, example.line, example.row, example.why));
    }
    log(log_to, LogLevel::loss,
        format("{} of {} not found", count_text(report.not_found), counted(report.rows, "row")));
}

Made update(NetworkFactor read, const CostUpdates& updates, const std::string& path, const ExportOptions& options) {
    const Stopwatch updating;
    const auto before = std::make_shared<const NetworkFactor>(std::move(read));
    UpdatedCosts costs = CostUpdater(extract_network(*before), before->scale.name).apply(updates);
    tell_missing(costs.report, updates.source, options.log);
    const NetworkFactor made = Refactorizer(before).with_costs(std::move(costs.cost), options.log);
    const double seconds = updating.seconds();
    const Stopwatch writing;
    write_factor(made, path, options);
    return {std::move(costs.report), made.scale.name, seconds, writing.seconds()};
}

Made update(RoadNetwork network, const std::string& cost, const CostUpdates& updates, const std::string& path,
            const ExportOptions& options) {
    const Stopwatch updating;
    UpdatedCosts costs = CostUpdater(network, cost).apply(updates);
    tell_missing(costs.report, updates.source, options.log);
    const std::string name = costs.cost.name;
    set_costs(network, std::move(costs.cost));
    const double seconds = updating.seconds();
    const Stopwatch writing;
    write_network(network, path, options);
    return {std::move(costs.report), name, seconds, writing.seconds()};
}

// The costs of a factor of several are made together.
void require_one_cost(const NetworkFactor& factor, const std::string& path) {
    for (const auto& [name, text] : factor.provenance) {
        if (name != "costs") continue;
        throw InputError(
            path, 0,
            format("it has several costs ({}), of which an update would keep one; make it again by 'allways "
                   "solve --factor-only --hourly'",
                   text));
    }
}

void print_json(const Arguments& arguments, const Made& made, double read_seconds) {
    nlohmann::ordered_json json{{"cost", made.cost}};
    json.update(json_of(made.report));
    json["seconds"] = {{"read", read_seconds}, {"update", made.update_seconds}, {"write", made.write_seconds}};
    print_report(std::move(json), arguments.input.path, arguments.output.path);
}

void tell(const Arguments& arguments, const Made& made, double read_seconds, Console& console) {
    const CostUpdateReport& report = made.report;
    if (report.repeated > 0) {
        console.info(format("{} replaced by a later row of the same road", counted(report.repeated, "row")));
    }
    if (report.rates > 0) console.info(format("{} with a rate, which has no effect", counted(report.rates, "row")));
    console.info(
        format("{} of {} applied, {} about parts of arcs; '{}' of {} differs from the imported, {} closed; read {}, "
               "update {}, write {}; {}",
               count_text(report.applied), counted(report.rows, "row"), count_text(report.parts), made.cost,
               counted(report.arcs, "arc"), count_text(report.closed), seconds_text(read_seconds),
               seconds_text(made.update_seconds), seconds_text(made.write_seconds), arguments.output.path));
}

ExitCode run(Arguments arguments, Console& console) {
    settle_output(arguments);
    arguments.rows.log = console.log();
    const CostUpdates updates = read_cost_updates(arguments.speeds, arguments.rows);
    double read_seconds = 0;
    Input input = read(arguments.input, console, nullptr, &read_seconds);
    const std::string& path = arguments.output.path;
    ExportOptions options = arguments.output.options(console);
    Made made;
    if (auto* factor = std::get_if<NetworkFactor>(&input)) {
        require_one_cost(*factor, arguments.input.path);
        made = update(std::move(*factor), updates, path, options);
    } else if (auto* network = std::get_if<RoadNetwork>(&input)) {
        check_network_content(*network, path, options);
        made = update(std::move(*network), arguments.cost, updates, path, options);
    } else {
        throw InputError(arguments.input.path, 0, "expected a network or a factor");
    }
    console.stop();
    tell(arguments, made, read_seconds, console);
    if (arguments.json) print_json(arguments, made, read_seconds);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_flag(app, arguments->input.path, {"INPUT", "FILE", "A factor, or an imported network"})->required();
    add_flag(
        app, arguments->speeds,
        {"--speeds", "FILE",
         "CSV of rows from,to,speed_kmh[,rate] as OSRM reads them, arc[,reversed],speed_kmh or arc[,reversed],cost, "
         "or name,speed_kmh for all roads of a name; all but the first need this line as the first. Speed 0 closes a "
         "road. Roads without a row have their imported cost again"})
        ->required();
    add_flag(app, arguments->cost,
             {"--cost", "FIELD", "Column of a network to update (default: cost, weight, time, travel_time or length)"});
    add_flag(app, arguments->output.path,
             {"-o,--output", "FILE", "File to write (default: replace INPUT, if it is a factor or a GeoPackage)"});
    add_options(app, read_options(), arguments->rows, "Options", named({"encoding"}));
    app.add_flag("-O,--overwrite", arguments->output.write.overwrite, "Overwrite an existing output");
    app.add_flag("--json", arguments->json, "Print what became of the rows as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace update_verb

Command update_command() {
    return {"update", "Update a network or a factor to live speeds, without a new order",
            "  allways update city.factor --speeds traffic.csv\n"
            "  allways update city.gpkg --speeds traffic.csv -o now.gpkg\n"
            "  printf 'arc,cost\\n17,inf\\n' > closed.csv && allways update city.factor --speeds closed.csv --json",
            update_verb::declare};
}

}  // namespace allways::command
