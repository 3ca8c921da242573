#include "command_bench_peers.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/read.h"
#include "allways/network/generate.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "engine/planner.h"
#include "engine/sweep_kernels.h"
#include "human.h"
#include "json_text.h"
#include "peers/race.h"

namespace allways::tools {

namespace {

using namespace peers;

struct Machine {
    std::string processor;  // empty where the system does not tell
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

RoadNetwork read_roads(const PeerArguments& arguments, const BenchOptions& bench, Console& console) {
    if (arguments.network.empty()) return generate_streets({.nodes = bench.n, .seed = bench.seed});
    ReadOptions options;
    options.progress = console.progress();
    options.log = console.log();
    return read_network(arguments.network, options);
}

std::string name_of(const PeerArguments& arguments, const BenchOptions& bench) {
    return arguments.network.empty() ? format("street network, seed {}", bench.seed) : arguments.network;
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
           (result.with_hops ? "" : "next hops are not measured: their labels do not fit the cells\n");
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

void print_json(const std::string& name, const Roads& roads, const BenchOptions& bench, const Machine& machine,
                const RaceResult& result) {
    nlohmann::ordered_json json{{"version", ALLWAYS_VERSION},
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
                                {"seed", bench.seed},
                                {"runs", bench.runs},
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

}  // namespace

void add_peer_options(CLI::App& app, PeerArguments& arguments, CLI::Option* nodes,
                      const std::vector<CLI::Option*>& foreign) {
    const std::string group = "Beside other programs";
    CLI::Option* peers =
        app.add_flag("--peers", arguments.used,
                     "Compute a full table of a road network with the sweep, and with Boost, RoutingKit, SciPy, "
                     "igraph and NetworKit if installed")
            ->group(group);
    app.add_option("--network", arguments.network,
                   "Network file (default: generated streets with --nodes nodes)")
        ->type_name("FILE")
        ->needs(peers)
        ->excludes(nodes)
        ->group(group);
    app.add_option("--cost", arguments.cost, "Column to use as the cost (default: the first of time, cost, length)")
        ->type_name("COLUMN")
        ->needs(peers)
        ->group(group);
    app.add_option("--python", arguments.python, "Python interpreter that has SciPy, igraph, NetworKit and "
                                                 "routingkit-cch")
        ->type_name("PROGRAM")
        ->capture_default_str()
        ->needs(peers)
        ->group(group);
    for (CLI::Option* option : foreign) option->excludes(peers);
}

ExitCode run_peer_bench(const PeerArguments& arguments, const BenchOptions& bench, bool json, Console& console) {
    const std::string name = name_of(arguments, bench);
    const Roads roads = make_roads(read_roads(arguments, bench, console), arguments.cost, console.log());
    RaceOptions options;
    options.limit_seconds = arguments.limit_seconds;
    options.python = arguments.python;
    options.runs = static_cast<int>(bench.runs);
    options.seed = bench.seed;
    options.table_bytes = engine::available_host_bytes() / 2;
    options.progress = console.progress();
    Machine machine{.processor = processor_name(), .load_before = load_averages()};
    const RaceResult result = run_race(roads, options);
    machine.load_after = load_averages();
    console.stop();
    if (json) {
        print_json(name, roads, bench, machine, result);
    } else {
        std::cout << head_text(name, roads, machine, result) << "\n"
                  << stages_text(result) << "\n"
                  << peers_text(result);
    }
    if (is_equal_everywhere(result)) return ExitCode::ok;
    console.error("not all peers found the distances that Allways found");
    return ExitCode::mismatch;
}

}  // namespace allways::tools
