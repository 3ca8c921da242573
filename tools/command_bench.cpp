// allways bench: how fast a device solves a dense matrix, beside the most its registers can do; a paper's experiment;
// road networks beside other programs.
#include <charconv>
#include <cmath>
#include <iostream>
#include <optional>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "cache_directory.h"
#include "command.h"
#include "command_bench_paper.h"
#include "command_bench_peers.h"
#include "engine/opencl_executor.h"
#include "engine/planner.h"
#include "engine/schedule.h"
#include "human.h"
#include "json_text.h"
#include "number_options.h"
#include "solve_options.h"
#include "tuning_directory.h"

namespace allways::tools {

namespace {

struct Arguments {
    BenchOptions bench;
    std::string type = "int32";
    std::string hops = "none";
    std::string graph = "dense";
    bool no_check = false;
    bool json = false;
    std::optional<double> limit_seconds;  // of a paper's run, or of a peer
    PaperArguments paper;
    PeerArguments peers;
};

BenchHops parse_hops(const std::string& text) {
    if (text == "label") return BenchHops::label;
    return text == "carried" ? BenchHops::carried : BenchHops::none;
}

void print_json(const Arguments& arguments, const BenchResult& result) {
    const nlohmann::ordered_json json{{"version", ALLWAYS_VERSION},
                                      {"device", result.device},
                                      {"driver", result.driver},
                                      {"type", arguments.type},
                                      {"hops", arguments.hops},
                                      {"graph", arguments.graph},
                                      {"n", result.n},
                                      {"schedule", arguments.bench.schedule},
                                      {"tile", result.tile},
                                      {"group", result.group},
                                      {"seed", arguments.bench.seed},
                                      {"runs", result.runs},
                                      {"seconds", result.seconds},
                                      {"fastest_seconds", result.fastest_seconds},
                                      {"upload_seconds", result.upload_seconds},
                                      {"download_seconds", result.download_seconds},
                                      {"pairs_per_second", result.pairs_per_second},
                                      {"ceiling_pairs_per_second", result.ceiling_pairs_per_second},
                                      {"share", result.share},
                                      {"checked_targets", result.checked_targets}};
    std::cout << json_text(json, 2) << "\n";
}

void print_text(const Arguments& arguments, const BenchResult& result) {
    std::cout << format("device    {}{}\n", result.device, result.driver.empty() ? "" : ", driver " + result.driver)
              << format("problem   {} nodes, {}, {}, hops {}\n", count_text(result.n),
                        result.graph == BenchGraph::street ? "street network" : "complete", arguments.type,
                        arguments.hops)
              << format("schedule  {}, tile {}, group {}\n", arguments.bench.schedule, result.tile, result.group)
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

// On the device, with the snapshot of a schedule that takes one, which shows from four tiles on.
std::uint64_t bytes_of_a_pair(const BenchOptions& bench) {
    const engine::TileLayout four_tiles{.pivot_count = 4, .border_count = 0, .tile = 1};
    const engine::CellFormat cell{
        .type = bench.type,
        .hops = bench.hops == BenchHops::carried ? engine::HopMode::carried : engine::HopMode::none,
        .narrow = bench.narrow};
    const engine::Schedule schedule = engine::make_schedule(bench.schedule, four_tiles, 1);
    return engine::tile_bytes(schedule, four_tiles, cell) / four_tiles.cells();
}

// Throws CapacityError where the matrix does not fit; a system that overcommits would kill the run instead.
void check_fits(const BenchOptions& bench) {
    const auto device = bench.device == "reference" ? nullptr : engine::choose_device(bench.device);
    const bool on_host = device == nullptr || device->info.kind == DeviceInfo::Kind::cpu;
    const std::uint64_t available = on_host ? engine::available_host_bytes() : device->info.memory_bytes;
    const std::uint64_t bytes_a_pair = bytes_of_a_pair(bench);
    if (std::uint64_t{bench.n} * bench.n <= available / bytes_a_pair) return;
    const double needed =
        static_cast<double>(bench.n) * static_cast<double>(bench.n) * static_cast<double>(bytes_a_pair);
    const auto whole = needed < 0x1p63 ? static_cast<std::uint64_t>(needed) : std::uint64_t{1} << 63;
    throw CapacityError(format("not enough memory: {} nodes need {} on {}, which has {}; ask for fewer nodes (--n)",
                               count_text(bench.n), bytes_text(whole), on_host ? "this host" : device->info.name,
                               bytes_text(available)),
                        whole, available);
}

CLI::Validator above_zero() {
    return {[](const std::string& text) {
                double seconds = 0;
                const char* end = text.data() + text.size();
                const auto [rest, error] = std::from_chars(text.data(), end, seconds);
                const bool is_fine = error == std::errc() && rest == end && seconds > 0 && std::isfinite(seconds);
                return is_fine ? "" : format("expected a number of seconds above 0, found '{}'", text);
            },
            ""};
}

ExitCode run(Arguments arguments, Console& console) {
    arguments.paper.check();
    if (arguments.limit_seconds && arguments.paper.paper.empty() && !arguments.peers.used) {
        throw InvalidArgument("--limit is for --paper and --peers");
    }
    if (arguments.peers.used) {
        arguments.peers.limit_seconds = arguments.limit_seconds.value_or(arguments.peers.limit_seconds);
        return run_peer_bench(arguments.peers, arguments.bench, arguments.json, console);
    }
    arguments.paper.limit_seconds = arguments.limit_seconds.value_or(arguments.paper.limit_seconds);
    if (arguments.paper.is_used()) {
        return run_paper_bench(arguments.paper, arguments.bench, arguments.json, console);
    }
    arguments.bench.narrow = arguments.type == "uint16";
    arguments.bench.type = arguments.bench.narrow ? CostType::int32 : *parse_cost_type(arguments.type);
    arguments.bench.hops = parse_hops(arguments.hops);
    if (arguments.bench.narrow && arguments.bench.hops == BenchHops::carried) {
        throw InvalidArgument("uint16 cells take no carried hops; use --hops label or none, or --type int32");
    }
    arguments.bench.graph = arguments.graph == "street" ? BenchGraph::street : BenchGraph::dense;
    arguments.bench.check = !arguments.no_check;
    arguments.bench.cache_directory = cache_directory();
    arguments.bench.tuning_directory = tuning_directory();
    arguments.bench.progress = console.progress();
    arguments.bench.log = console.log();
    check_fits(arguments.bench);
    const BenchResult result = run_bench(arguments.bench);
    console.stop();
    arguments.json ? print_json(arguments, result) : print_text(arguments, result);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    BenchOptions& bench = arguments->bench;
    CLI::Option* device =
        app.add_option("--device", bench.device, "Device: auto, cpu, gpu, reference, or an id from 'allways "
                                                 "devices'")
            ->capture_default_str();
    const std::vector<CLI::Option*> shared{
        device,
        app.add_option("--runs", bench.runs, "Number of measured runs, after a warm-up run")
            ->check(count_from(1, 1'000'000))
            ->capture_default_str(),
        app.add_option("--seed", bench.seed, "Random seed")->check(count_from(0))->capture_default_str(),
        app.add_flag("--json", arguments->json, "Print JSON"),
        app.add_option(
               "--limit", arguments->limit_seconds,
               "Time limit in seconds (default: 60). With --paper, longer runs are left out; with --peers, slower "
               "peers solve a sample of the rows")
            ->check(above_zero())
            ->type_name("SECONDS"),
    };
    CLI::Option* nodes = app.add_option("--n,--nodes", bench.n, "Number of nodes")
                             ->check(count_from(1, most_nodes))
                             ->capture_default_str();
    const std::vector<CLI::Option*> dense{
        app.add_option(
               "--graph", arguments->graph,
               "Graph to solve: dense, a complete digraph; street, a street network with nodes in random order")
            ->check(CLI::IsMember({"dense", "street"}))
            ->capture_default_str(),
        app.add_option("--type", arguments->type,
                       "Number type of costs; uint16 stores int32 costs in cells of 16 bits")
            ->check(CLI::IsMember({"int32", "float32", "float64", "uint16"}))
            ->capture_default_str(),
        app.add_option("--hops", arguments->hops,
                       "Next hops: none, label (int32, uint16) or carried (all but uint16)")
            ->check(CLI::IsMember({"none", "label", "carried"}))
            ->capture_default_str(),
        app.add_option("--schedule", bench.schedule, std::string("Schedule: ") + tile_schedules_text)
            ->check(CLI::IsMember(engine::schedule_names()))
            ->capture_default_str(),
        app.add_option("--group", bench.group,
                       "Pivot tiles in a group of the blocked and squaring schedules (default: as tuned for the "
                       "device)")
            ->check(count_from(1, 4096))
            ->type_name("TILES"),
        app.add_option("--tile", bench.tile, "Tile size in nodes (default: as tuned for the device)")
            ->check(count_from(1, engine::largest_tile))
            ->type_name("NODES"),
        app.add_option("--tuning", bench.tuning, "Entry of the tuning table (default: the one that fits the device)")
            ->type_name("NAME"),
        app.add_flag("--no-check", arguments->no_check, "Skip the comparison with Dijkstra's algorithm"),
    };
    std::vector<CLI::Option*> not_of_papers = dense;
    not_of_papers.push_back(nodes);
    add_paper_options(app, arguments->paper, not_of_papers, shared);
    std::vector<CLI::Option*> not_of_peers = dense;
    for (CLI::Option* option : {device, app.get_option("--paper"), app.get_option("--replot")}) {
        not_of_peers.push_back(option);
    }
    add_peer_options(app, arguments->peers, nodes, not_of_peers);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command bench_command() {
    return {"bench", "Measure a device, repeat the experiments of papers, or compare with other programs",
            "  allways bench\n"
            "  allways bench --device gpu --n 16000 --type int32 --hops label --runs 5 --json\n"
            "  allways bench --paper xiao --limit 20 -o xiao.json --plot xiao.png\n"
            "  allways bench --peers --network roads.gr --python venv/bin/python --json\n"
            "  allways bench --replot xiao.json --plot xiao.pdf",
            declare};
}

}  // namespace allways::tools
