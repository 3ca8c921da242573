// SPDX-License-Identifier: Apache-2.0
// allways-bench peers: compares Allways with other programs on a road network.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "base/host_memory.h"
#include "base/human.h"
#include "base/text_table.h"
#include "base/threads/parallel.h"
#include "bench_commands.h"
#include "command/number_options.h"
#include "engine/sweep/sweep_kernels.h"
#include "peers/race.h"

namespace allways::command {

namespace {

using namespace peers;

struct Arguments {
    std::string network;  // a file; empty: a generated street network
    std::size_t nodes = 4000;
    std::string cost;  // a column; empty: Allways' choice
    std::string python = "python3";
    double limit_seconds = 60;
    unsigned runs = 3;
    std::uint64_t seed = 1;
    bool json = false;
};

struct Machine {
    std::string processor;  // empty if the system does not say
    unsigned cores = hardware_threads();
    std::array<double, 3> load_before{};  // averages of 1, 5 and 15 minutes
    std::array<double, 3> load_after{};
};

std::array<double, 3> load_averages() {
    std::array<double, 3> load{};
    getloadavg(load.data(), 3);
    return load;
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
    }
    return {};
}

RoadNetwork read_roads(const Arguments& arguments, Console& console) {
    if (arguments.network.empty()) return generate_streets({.nodes = arguments.nodes, .seed = arguments.seed});
    ReadOptions options;
    options.progress = console.progress();
    options.log = console.log();
    return read_network(arguments.network, options);
}

std::string name_of(const Arguments& arguments) {
    return arguments.network.empty() ? format("street network, seed {}", arguments.seed) : arguments.network;
}

// ---- text

std::string head_text(const std::string& name, const Roads& roads, const Machine& machine, const RaceResult& result) {
    std::string text = format("network   {}: {} nodes, {} arcs, {} in int32\n", name, count_text(result.nodes),
                              count_text(roads.arc_count()), roads.costs.scale.raw_name()) +
                       format("machine   {}{} cores, load average {:.2f} before and {:.2f} after\n",
                              machine.processor.empty() ? "" : machine.processor + ", ", machine.cores,
                              machine.load_before[0], machine.load_after[0]);
    if (roads.opened > 0) {
        text +=
            format("          paths may pass all nodes here, {} no-through nodes too, for peers know no such nodes\n",
                   count_text(roads.opened));
    }
    if (!result.whole_table) {
        text += format(
            "          the table is too large for this memory: its columns go through a band that is used "
            "again and again, and peers solve {} rows at most\n",
            count_text(result.kept_rows));
    }
    return text;
}

std::vector<std::string> stages_row(const char* name, const Stages& seconds, const Spent& fill) {
    return {name,
            format("{:.3f}", seconds.prepare),
            format("{:.3f}", seconds.order),
            format("{:.3f}", seconds.factor),
            format("{:.3f}", seconds.sweep),
            format("{:.3f}", seconds.total()),
            format("{:.3f}", seconds.core_seconds),
            format("{:.2f}", seconds.total() / fill.seconds),
            format("{:.2f}", seconds.core_seconds / fill.core_seconds)};
}

std::string stages_text(const RaceResult& result) {
    std::vector<std::vector<std::string>> rows{
        {"seconds", "prepare", "order", "factor", "sweep", "all", "of all cores", "times fill", "of all cores"}};
    rows.push_back(stages_row("Allways, distances", result.distances, result.fill));
    if (result.with_hops) {
        rows.push_back(stages_row("Allways, distances and next hops", *result.with_hops, result.fill_with_hops));
    }
    const auto add_fill = [&](const char* name, const Spent& fill) {
        rows.push_back(
            {name, "", "", "", "", format("{:.3f}", fill.seconds), format("{:.3f}", fill.core_seconds), "1", "1"});
    };
    add_fill("plain fill, distances", result.fill);
    add_fill("plain fill, distances and next hops", result.fill_with_hops);
    return text_table(rows, 1) +
           (result.with_hops ? "" : "next hops are not measured: first arcs do not fit the cells\n");
}

std::string peers_text(const RaceResult& result) {
    std::vector<std::vector<std::string>> rows{{"distances alone", "cores", "rows", "before rows", "seconds",
                                                "of all cores", "times Allways", "of all cores", "cells that differ"}};
    for (const PeerTime& peer : result.peers) {
        const Spent ratio = result.times_allways(peer);
        rows.push_back({peer.name, std::to_string(peer.cores),
                        format("{}{}", count_text(peer.sources), peer.sources < result.nodes ? ", sampled" : ""),
                        format("{:.3f}", peer.prepared.seconds), format("{:.3f}", peer.spent.seconds),
                        format("{:.3f}", peer.spent.core_seconds), format("{:.1f}", ratio.seconds),
                        format("{:.1f}", ratio.core_seconds), count_text(peer.different_cells)});
    }
    std::string text = text_table(rows, 1);
    for (const std::string& reason : result.absent) text += format("left out: {}\n", reason);
    return text;
}

// ---- JSON

nlohmann::ordered_json json_of(const Spent& spent) {
    return {{"seconds", spent.seconds}, {"core_seconds", spent.core_seconds}};
}

nlohmann::ordered_json json_of(const Stages& seconds) {
    return {{"prepare", seconds.prepare}, {"order", seconds.order},     {"factor", seconds.factor},
            {"sweep", seconds.sweep},     {"seconds", seconds.total()}, {"core_seconds", seconds.core_seconds}};
}

nlohmann::ordered_json json_of(const PeerTime& peer, const RaceResult& result) {
    const Spent ratio = result.times_allways(peer);
    return {{"name", peer.name},
            {"cores", peer.cores},
            {"rows", peer.sources},
            {"sampled", peer.sources < result.nodes},
            {"prepared", json_of(peer.prepared)},
            {"seconds", peer.spent.seconds},
            {"core_seconds", peer.spent.core_seconds},
            {"times_allways", ratio.seconds},
            {"times_allways_in_core_seconds", ratio.core_seconds},
            {"different_cells", peer.different_cells}};
}

void print_json(const std::string& name, const Roads& roads, const Arguments& arguments, const Machine& machine,
                const RaceResult& result) {
    nlohmann::ordered_json json{{"version", std::string(version())},
                                {"network", name},
                                {"nodes", result.nodes},
                                {"arcs", roads.arc_count()},
                                {"cost", roads.costs.scale.raw_name()},
                                {"opened_no_through_nodes", roads.opened},
                                {"processor", machine.processor},
                                {"cores", machine.cores},
                                {"vectors", engine::sweep_kernels().name},
                                {"load_before", machine.load_before},
                                {"load_after", machine.load_after},
                                {"seed", arguments.seed},
                                {"runs", arguments.runs},
                                {"whole_table", result.whole_table},
                                {"kept_rows", result.kept_rows},
                                {"fill", json_of(result.fill)},
                                {"fill_with_hops", json_of(result.fill_with_hops)},
                                {"allways", json_of(result.distances)}};
    json["allways_with_next_hops"] = result.with_hops ? json_of(*result.with_hops) : nlohmann::ordered_json();
    for (const PeerTime& peer : result.peers) json["peers"].push_back(json_of(peer, result));
    json["absent"] = result.absent;
    std::cout << json_text(json, 2) << "\n";
}

bool is_equal_everywhere(const RaceResult& result) {
    return std::ranges::all_of(result.peers, [](const PeerTime& peer) { return peer.different_cells == 0; });
}

ExitCode run(const Arguments& arguments, Console& console) {
    const std::string name = name_of(arguments);
    const Roads roads = make_roads(read_roads(arguments, console), arguments.cost, console.log());
    RaceOptions options;
    options.limit_seconds = arguments.limit_seconds;
    options.python = arguments.python;
    options.runs = static_cast<int>(arguments.runs);
    options.seed = arguments.seed;
    options.table_bytes = available_host_bytes() / 2;
    options.progress = console.progress();
    Machine machine{.processor = processor_name(), .load_before = load_averages()};
    const RaceResult result = run_race(roads, options);
    machine.load_after = load_averages();
    console.stop();
    if (arguments.json) {
        print_json(name, roads, arguments, machine, result);
    } else {
        std::cout << head_text(name, roads, machine, result) << "\n"
                  << stages_text(result) << "\n"
                  << peers_text(result);
    }
    if (is_equal_everywhere(result)) return ExitCode::ok;
    console.error("not all peers found the distances that Allways found");
    return ExitCode::mismatch;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    CLI::Option* nodes = app.add_option("--n,--nodes", arguments->nodes, "Nodes of the generated street network")
                             ->check(count_from(1, most_nodes))
                             ->capture_default_str();
    app.add_option("--network", arguments->network, "Network file (default: generated streets with --nodes nodes)")
        ->type_name("FILE")
        ->excludes(nodes);
    app.add_option("--cost", arguments->cost, "Column to use as the cost (default: the first of time, cost, length)")
        ->type_name("COLUMN");
    app.add_option("--python", arguments->python,
                   "Python interpreter that has SciPy, igraph, NetworKit and routingkit-cch")
        ->type_name("PROGRAM")
        ->capture_default_str();
    app.add_option("--limit", arguments->limit_seconds,
                   "Time limit of a peer in seconds; slower ones solve a sample of the rows")
        ->check(number_above(0))
        ->capture_default_str()
        ->type_name("SECONDS");
    app.add_option("--runs", arguments->runs, "Number of measured runs")
        ->check(count_from(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--seed", arguments->seed, "Random seed")->check(count_from(0))->capture_default_str();
    app.add_flag("--json", arguments->json, "Print JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command peers_command() {
    return {"peers", "Compute a full table of a road network with Allways and with other programs",
            "  allways-bench peers --nodes 10000\n"
            "  allways-bench peers --network roads.gr --python venv/bin/python --json",
            declare};
}

}  // namespace allways::command
