// SPDX-License-Identifier: Apache-2.0
// allways join: the shards of a table become the table.
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/export/json.h"
#include "allways/export/write_stream.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/reports.h"

namespace allways::command {

namespace join_verb {
namespace {

struct Arguments {
    std::string path;
    JoinOptions join;
    unsigned threads = 0;
    bool json = false;
};

ExitCode run(Arguments arguments, Console& console) {
    limit_threads(arguments.threads);
    arguments.join.progress = console.progress();
    arguments.join.log = console.log();
    const JoinReport report = join_shards(arguments.path, arguments.join);
    console.stop();
    double seconds = 0;
    for (const FinishedShard& shard : report.shards) seconds += shard.seconds;
    console.info(format("joined {} of {}, computed in {}; read {} in {}; {}", counted(report.shards.size(), "shard"),
                        counted(report.nodes, "node"), seconds_text(seconds), bytes_text(report.bytes),
                        seconds_text(report.seconds), report.path));
    if (!arguments.json) return ExitCode::ok;
    nlohmann::ordered_json json{{"outputs", {report.path}}};
    json.update(json_of(report));
    std::cout << json_text(json, 2) << "\n";
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_flag(app, arguments->path, {"TABLE", "", "The table that all shards were computed for (or TABLE.partial)"})
        ->required();
    app.add_flag("-O,--overwrite", arguments->join.overwrite, "Overwrite an existing table");
    app.add_option("--threads", arguments->threads,
                   "Use at most this many threads (default: as many as the process has cores)")
        ->type_name("COUNT")
        ->check(count_from(1, most_threads_given));
    app.add_flag("--json", arguments->json, "Print a report of the shards as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace join_verb

Command join_command() {
    return {"join", "Complete a table that many processes computed, one shard each",
            "  allways solve usa.gpkg -o usa.omx --shard 1/2 & allways solve usa.gpkg -o usa.omx --shard 2/2; wait\n"
            "  allways join usa.omx",
            join_verb::declare};
}

}  // namespace allways::command
