// SPDX-License-Identifier: Apache-2.0
// allways bench: measures how fast a device solves a dense matrix, compared with the peak rate of its registers.
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/api.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/export/json.h"
#include "base/human.h"
#include "command/command.h"
#include "command/option_rows.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace bench_verb {
namespace {

struct Arguments {
    BenchOptions bench;
    std::string type = "int32";  // or "uint16"
    bool json = false;
};

// The words of earlier versions.
std::string renamed_hops(const std::string& text) {
    return text == "label" ? "first-arcs" : text == "carried" ? "array" : text;
}

void print_json(const Arguments& arguments, const BenchResult& result) {
    nlohmann::ordered_json json{{"version", std::string(version())},
                                {"device", result.device},
                                {"driver", result.driver},
                                {"type", arguments.type},
                                {"hops", word_of(arguments.bench.hops)},
                                {"graph", word_of(arguments.bench.graph)},
                                {"n", result.n},
                                {"schedule", arguments.bench.schedule.text()},
                                {"tile", result.tile},
                                {"group", result.group},
                                {"seed", arguments.bench.seed}};
    json.update(json_of(result));
    std::cout << json_text(json, 2) << "\n";
}

void print_text(const Arguments& arguments, const BenchResult& result) {
    std::cout << format("device    {}{}\n", result.device, result.driver.empty() ? "" : ", driver " + result.driver)
              << format(
                     "problem   {} nodes, {}, {}, {}\n", count_text(result.n),
                     result.graph == BenchGraph::street ? "street network" : "complete", arguments.type,
                     arguments.bench.hops == BenchHops::array ? "hop array" : "hops " + word_of(arguments.bench.hops))
              << format("schedule  {}, tile {}, group {}\n", arguments.bench.schedule.text(), result.tile, result.group)
              << format("solve     {} (median of {}, fastest {}); upload {}, download {}\n",
                        seconds_text(result.seconds), result.runs, seconds_text(result.fastest_seconds),
                        seconds_text(result.upload_seconds), seconds_text(result.download_seconds))
              << format("speed     {:.4g} G pairs/s (one pair is one add and one min)\n",
                        result.pairs_per_second / 1e9);
    if (result.ceiling_pairs_per_second > 0) {
        std::cout << format("ceiling   {:.4g} G pairs/s from registers alone: {:.0f} % of it\n",
                            result.ceiling_pairs_per_second / 1e9, 100 * result.share);
    }
    if (result.checked_targets > 0) {
        std::cout << format("checked   {} columns against Dijkstra\n", result.checked_targets);
    }
}

ExitCode run(Arguments arguments, Console& console) {
    arguments.bench.bits16 = arguments.type == "uint16";
    arguments.bench.type = arguments.bench.bits16 ? CostType::int32 : *parse_cost_type(arguments.type);
    arguments.bench.cache_directory = cache_directory();
    arguments.bench.tuning_directory = tuning_directory();
    arguments.bench.progress = console.progress();
    arguments.bench.log = console.log();
    const BenchResult result = run_bench(arguments.bench);
    console.stop();
    arguments.json ? print_json(arguments, result) : print_text(arguments, result);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_options(app, bench_options(), arguments->bench, "Options");
    app.get_option("--hops")->transform(renamed_hops, "");
    add_flag(app, arguments->type,
             {"--type", "int32|float32|float64|uint16",
              "Number type of costs; uint16 stores int32 costs in cells of 16 bits"});
    app.add_flag("--json", arguments->json, "Print JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace bench_verb

Command bench_command() {
    return {"bench", "Measure a device's solving speed against its peak",
            "  allways bench\n"
            "  allways bench --device gpu --n 16000 --type int32 --hops first-arcs --runs 5 --json",
            bench_verb::declare};
}

}  // namespace allways::command
