// SPDX-License-Identifier: Apache-2.0
// Compares the sweep's stages with a plain fill of the table that it writes, for machines with only OpenCL and Boost.
// Prints one JSON line per case.
//
//   sweep_bench [--nodes N,…] [--file NETWORK,…] [--cost COLUMN] [--type int32|float64] [--hops yes|no|both]
//               [--threads T] [--strip COLUMNS] [--columns C] [--kernels best|avx2|plain] [--runs R] [--seed S]
//               [--device auto|cpu|gpu|gpu:all|I:J,… [--region NODES] [--items I] [--width W] [--slots S] [--resident]
//                [--tuning ENTRY] [--cache DIRECTORY]]
//
// The fill bypasses the cache and writes ones (zeros are faster on some processors) with all threads to the same
// memory, touched before: nothing can make the table faster. Each figure is the best of the runs. --strip: columns of a
// column block. --columns sweeps the first C columns of a table that exceeds the memory. --file requires the importers.
//
// With --device on an OpenCL device (sweep_device_bench.h): compares making the whole table in device memory with a
// fill of the same buffers and, without --resident, the whole transfer to pinned host memory with a plain read.
// --region, --items, --width (columns of a work-item) and --slots: engine/sweep/device/sweep_device.h.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/network/make_network.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "bench_main.h"
#include "comma_list.h"
#include "cost/expanded_network.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/factor/factor_core.h"
#include "engine/factor/subfactor.h"
#include "engine/plan/prepared_job.h"
#include "engine/plan/sweep_plan.h"
#include "engine/sweep/sweep_host.h"
#include "ordering/nested_dissection.h"
#include "sweep_device_bench.h"
#ifdef ALLWAYS_HAS_IMPORTERS
#include "allways/importers/read.h"
#endif

namespace {

using allways::bench::split;
using namespace allways;
using namespace allways::engine;

struct Options {
    std::vector<std::string> nodes;
    std::vector<std::string> files;
    std::string cost;
    CostType type = CostType::int32;
    std::vector<bool> hops{false, true};
    unsigned threads = hardware_threads();
    std::size_t block_columns = 0;  // --strip
    std::size_t columns = 0;        // 0: all
    const SweepKernels* kernels = &sweep_kernels();
    int runs = 3;
    std::uint64_t seed = 1;
    std::string device = "host";
    device::OpenClOptions on_device;
    std::string shape;  // tuned values of a device's walk
    bool resident = false;
};

const SweepKernels* kernels_named(const std::string& name) {
    if (name == "best") return &sweep_kernels();
    if (name == "avx2") return sweep_kernels_avx2();
    if (name == "plain") return sweep_kernels_plain();
    throw InvalidArgument("--kernels takes best, avx2 or plain, not " + name);
}

std::vector<bool> parse_hops(const std::string& text) {
    if (text == "yes") return {true};
    if (text == "no") return {false};
    if (text == "both") return {false, true};
    throw InvalidArgument("--hops takes yes, no or both, not " + text);
}

CostType parse_type(const std::string& text) {
    const auto type = parse_cost_type(text);
    if (type && *type != CostType::float32) return *type;
    throw InvalidArgument("--type takes int32 or float64, in which sweeps compute, not " + text);
}

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--resident") {
            options.resident = true;
            continue;
        }
        if (i + 1 == count) throw InvalidArgument(name + " needs a value");
        const std::string value = arguments[++i];
        if (name == "--nodes")
            options.nodes = split(value);
        else if (name == "--file")
            options.files = split(value);
        else if (name == "--cost")
            options.cost = value;
        else if (name == "--type")
            options.type = parse_type(value);
        else if (name == "--hops")
            options.hops = parse_hops(value);
        else if (name == "--threads")
            options.threads = static_cast<unsigned>(std::stoul(value));
        else if (name == "--strip")
            options.block_columns = std::stoul(value);
        else if (name == "--columns")
            options.columns = std::stoul(value);
        else if (name == "--kernels")
            options.kernels = kernels_named(value);
        else if (name == "--runs")
            options.runs = std::stoi(value);
        else if (name == "--seed")
            options.seed = std::stoull(value);
        else if (name == "--device")
            options.device = value;
        else if (name == "--region")
            options.shape += "sweep_region=" + value + ",";
        else if (name == "--items")
            options.shape += "sweep_items=" + value + ",";
        else if (name == "--width")
            options.shape += "sweep_columns=" + value + ",";
        else if (name == "--slots")
            options.shape += "sweep_slots=" + value + ",";
        else if (name == "--tuning")
            options.on_device.tuning = value;
        else if (name == "--cache")
            options.on_device.cache_directory = value;
        else
            throw InvalidArgument("unknown option " + name);
    }
    if (options.block_columns != 0) options.shape += "sweep_block=" + std::to_string(options.block_columns) + ",";
    if (!options.shape.empty()) options.on_device.tuning += ":" + options.shape.substr(0, options.shape.size() - 1);
    if (options.nodes.empty() && options.files.empty()) options.nodes = {"10000", "33000"};
    return options;
}

template <class Work>
double best_seconds(int runs, const Work& work) {
    double best = 0;
    for (int run = 0; run < runs; ++run) {
        const Stopwatch watch;
        work();
        best = run == 0 ? watch.seconds() : std::min(best, watch.seconds());
    }
    return best;
}

// Writes ones, bypassing the cache, in pieces of 1 MiB, with all threads.
template <class V>
void fill(std::vector<V>& values, const Options& options) {
    constexpr std::size_t piece = (std::size_t{1} << 20) / sizeof(V);
    static const std::vector<V> ones(piece, V{1});
    parallel_for((values.size() + piece - 1) / piece,
                 [&](std::size_t i) {
                     const std::size_t count = std::min(piece, values.size() - i * piece);
                     options.kernels->copy(values.data() + i * piece, ones.data(), count * sizeof(V));
                 },
                 options.threads);
}

template <class T>
SweepProblem<T> all_pairs(const FactorNetwork<T>& places, const std::shared_ptr<const ordering::Factor<T>>& factor,
                          const CellFormat& format, std::size_t n) {
    const std::vector<NodeIndex> nodes = first_nodes(n);
    SweepProblem<T> problem = FactorSides<T>(places, format, nodes).with_rows(nodes);
    problem.solve_by(factor);
    return problem;
}

template <class T>
void run_on_host(const FactorNetwork<T>& places, const std::shared_ptr<const ordering::Factor<T>>& factor,
                 const CellFormat& format, std::size_t n, const std::string& start_of_line, const Options& options) {
    const bool with_hops = format.hops == HopMode::first_arc;
    const std::size_t columns = options.columns == 0 ? n : std::min(options.columns, n);
    std::vector<T> cells = large_vector<T>(n * columns);
    std::vector<std::uint8_t> hops = large_vector<std::uint8_t>(with_hops ? n * columns : 0);
    const double fill_seconds = best_seconds(options.runs, [&] {
        fill(cells, options);
        if (with_hops) fill(hops, options);
    });
    const SweepTarget<T> target{cells.data(), columns, with_hops ? hops.data() : nullptr,
                                with_hops ? std::size_t{1} : 0};
    const double sweep_seconds = best_seconds(options.runs, [&] {
        const auto problem = all_pairs(places, factor, format, n);
        sweep_on_host(problem, {0, columns}, target,
                      {.threads = options.threads, .block_columns = options.block_columns, .kernels = options.kernels});
    });
    std::cout
        << start_of_line
        << allways::format(
               R"("columns":{},"sweep_seconds":{:.4f},"fill_seconds":{:.4f},"ratio":{:.3f},"threads":{},"strip":{},)"
               R"("kernels":"{}"}})",
               columns, sweep_seconds, fill_seconds, sweep_seconds / fill_seconds, options.threads,
               options.block_columns, options.kernels->name)
        << std::endl;
}

template <class T>
void run_on_device(const SweepProblem<T>& problem, const std::string& start_of_line, const Options& options) {
    const auto chosen = choose_devices(options.device);
    if (chosen.empty()) throw InvalidArgument("--device auto: there is no OpenCL device");
    SweepDevices devices;
    device::open_together(chosen);
    for (const device::OpenClDevice& device : chosen) {
        devices.push_back(std::make_shared<SweepDevice>(device, options.on_device));
    }
    const auto r =
        bench::bench_device_sweep(devices, problem, problem.has_hops() ? 1 : 0, options.runs, !options.resident);
    std::cout
        << start_of_line
        << allways::format(
               R"("device":"{}","driver":"{}","region":{},"items":{},"width":{},"slots":{},"strips":{},)"
               R"("setup_seconds":{:.4f},"sweep_seconds":{:.6f},"wall_seconds":{:.6f},"fill_seconds":{:.6f},"fill_bytes_per_second":{:.4g},)"
               R"("share":{:.4f},"total_seconds":{:.4f},"read_seconds":{:.4f},"total_share":{:.4f},)"
               R"("checked_columns":{}}})",
               sweeper_text(devices), chosen.front().info.driver, r.shape.region_nodes, r.shape.items, r.shape.columns,
               r.shape.slots, r.column_blocks, r.setup_seconds, r.sweep_seconds, r.wall_seconds, r.fill_seconds,
               static_cast<double>(r.table_bytes) / r.fill_seconds, r.share, r.total_seconds, r.read_seconds,
               r.total_share, r.checked_columns)
        << std::endl;
}

template <class T>
void run(const RoadNetwork& network, const std::string& name, const Options& options) {
    const std::size_t n = network.node_count();
    const cost::ExpandedNetwork expanded(network, options.cost);
    const AdjacencyArray& adjacency = expanded.adjacency();
    const ArcCosts costs = build_arc_costs(network, {options.cost, cost_type_of<T>});
    const auto prepared = prepare<T>(network, adjacency, costs);
    for (const bool with_hops : options.hops) {
        const CellFormat format = sweep_format(prepared, with_hops);
        if (with_hops && (format.hops != HopMode::first_arc || NextHops::bytes_for(adjacency.max_out_degree()) != 1)) {
            throw InvalidArgument(name + " has no first arcs of one byte in its cells; ask for --hops no");
        }
        FactorCore<T> core(prepared, format);

        Stopwatch watch;
        const auto dissection = ordering::nested_dissection(core.graph());
        const auto tree = std::make_shared<ordering::Elimination>(ordering::eliminate(core.graph(), dissection.order));
        core.tree = tree;
        const double order_seconds = watch.seconds();
        watch = {};
        const std::shared_ptr<const ordering::Factor<T>> factor = core.factorize();
        const double factor_seconds = watch.seconds();
        const NetworkFactor without_cells = places_alone(expanded, costs, nullptr, prepared, format, *tree);
        const FactorNetwork<T> places(without_cells);

        const std::string start_of_line = allways::format(
            R"({{"network":"{}","n":{},"arcs":{},"type":"{}","hops":{},"order":"{}","fill_per_node":{:.2f},)"
            R"("height":{},"order_seconds":{:.4f},"factor_seconds":{:.4f},)",
            name, n, prepared.arc_count, allways::name(cost_type_of<T>), with_hops, dissection.method,
            static_cast<double>(tree->fill()) / static_cast<double>(std::max<std::size_t>(n, 1)), tree->height(),
            order_seconds, factor_seconds);
        if (options.device == "host") {
            run_on_host(places, factor, format, n, start_of_line, options);
        } else {
            run_on_device(all_pairs(places, factor, format, n), start_of_line, options);
        }
    }
}

void run(const RoadNetwork& network, const std::string& name, const Options& options) {
    with_sweep_type(options.type, [&]<class T>() { run<T>(network, name, options); });
}

void run_files(const Options& options) {
#ifdef ALLWAYS_HAS_IMPORTERS
    for (const std::string& file : options.files) run(read_network(file), file, options);
#else
    if (!options.files.empty()) throw InvalidArgument("--file needs the importers, which this build has not");
#endif
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("sweep_bench", [&] {
        const Options options = parse(count, arguments);
        for (const std::string& nodes : options.nodes) {
            run(generate_streets({.nodes = std::stoul(nodes), .seed = options.seed}), "streets", options);
        }
        run_files(options);
        return EXIT_SUCCESS;
    });
}
