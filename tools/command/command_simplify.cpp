// SPDX-License-Identifier: Apache-2.0
// allways simplify: a network with fewer nodes and the same distances between them.
#include <algorithm>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/network/simplify.h"
#include "allways/points/point_list.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "command/command.h"
#include "command/input.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/reports.h"

namespace allways::command {

namespace simplify_verb {
namespace {

struct Arguments {
    InputArguments input;
    OutputArguments output;
    std::string keep;
    SimplifyOptions simplify;
    bool json = false;
};

// Logs how the columns that no option named were combined.
void tell_columns(const RoadNetwork& network, const SimplifiedNetwork& made, Console& console) {
    std::vector<std::string> others;
    for (const ArcColumn& column : network.columns) {
        if (std::ranges::find(made.sums, column.name) == made.sums.end()) others.push_back(column.name);
    }
    if (!made.sums.empty()) console.info(format("added up along chains: {}", joined(made.sums)));
    if (!others.empty()) {
        console.info(
            format("kept if all parts agree, else missing: {}; list columns to add up with --sum", joined(others)));
    }
}

nlohmann::ordered_json json_of(const RoadNetwork& network, const SimplifiedNetwork& made) {
    return {{"nodes", made.network.node_count()},
            {"arcs", made.network.arc_count()},
            {"nodes_before", network.node_count()},
            {"arcs_before", network.arc_count()},
            {"folded_nodes", made.folded_nodes},
            {"dead_end_nodes", made.dead_end_nodes},
            {"sums", made.sums}};
}

ExitCode run(const Arguments& arguments, Console& console) {
    check_network_output(arguments.output.path, arguments.output.write);
    PointOptions logged;
    logged.log = console.log();
    const PointSet keep = arguments.keep.empty() ? PointSet{} : read_node_list(arguments.keep, "--keep", logged);
    double read_seconds = 0;
    const RoadNetwork network = read_network_input(arguments.input, console, nullptr, &read_seconds);

    check_network_content(network, arguments.output.path, arguments.output.write);

    const Stopwatch simplifying;
    SimplifyOptions options = arguments.simplify;
    options.keep = find_nodes(keep, network.node_ids, arguments.input.path);
    const SimplifiedNetwork made = simplify(network, options, console.progress());
    const double simplify_seconds = simplifying.seconds();
    const Stopwatch writing;
    write_network(made.network, arguments.output.path, arguments.output.options(console));
    const double write_seconds = writing.seconds();
    console.stop();

    tell_columns(network, made, console);
    if (made.dead_end_nodes > 0) {
        console.info(
            format("{} of dead ends removed; paths cannot start or end there", counted(made.dead_end_nodes, "node")));
    }
    console.info(format("{} of {} and {} of {} left; read {}, simplify {}, write {}; {}",
                        count_text(made.network.node_count()), counted(network.node_count(), "node"),
                        count_text(made.network.arc_count()), counted(network.arc_count(), "arc"),
                        seconds_text(read_seconds), seconds_text(simplify_seconds), seconds_text(write_seconds),
                        arguments.output.path));
    if (arguments.json) print_report(json_of(network, made), arguments.input.path, arguments.output.path);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    add_flag(app, arguments->output.path,
             {"-o,--output", "NETWORK", "Network to write; - writes to standard output (text formats)"})
        ->required();
    add_format_options(app, arguments->output);
    add_network_options(app, arguments->output.write);
    add_flag(app, arguments->keep,
             {"--keep", "NODES",
              "Nodes to keep: comma-separated ids, or @FILE with one id on each line. Distances between kept "
              "nodes do not change; those of positions inside a merged arc may, because its cost is spread "
              "evenly over its length"});
    add_options(app, simplify_options(), arguments->simplify, "Options");
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace simplify_verb

Command simplify_command() {
    return {"simplify", "Merge chains of roads into single arcs without changing distances",
            "  allways simplify city.osm.pbf -o city.gpkg\n"
            "  allways simplify city.gpkg -o main.gpkg --dead-ends --keep @stops.csv\n"
            "  allways simplify roads.csv -o - -f edge-list --sum minutes,climb --keep 1,17",
            simplify_verb::declare};
}

}  // namespace allways::command
