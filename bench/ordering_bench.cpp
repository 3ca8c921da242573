// SPDX-License-Identifier: Apache-2.0
// Measures the time of ordering, elimination and factor, and their fill, on generated street networks and, if the
// importers were built, on network files. Prints one JSON line per result.
//
//   ordering_bench [--nodes N,…] [--file NETWORK,…] [--method METHOD,…] [--type int32|label|float64,…]
//                  [--threads T,…] [--runs R] [--seed S] [--whole yes] [--dump FILE]
//
// --whole measures factorize_with_report, from a network to its factor, with its stages. --dump writes the first
// network as a binary file for other programs: two uint64 (nodes n, arcs m), uint64 first_out[n + 1], int32 head[m],
// int32 cost[m], float32 x, y [n].
//
// METHOD: allways, or for comparison metis, if libmetis-dev was present at build time. Times are the fastest of the
// runs. `order_hash` is equal for equal orders. `peak_gb` is the peak memory of the process so far. `triangles` counts
// the pairs of upper neighbours over all nodes; the factor relaxes each in both directions.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/network/make_network.h"
#include "bench_main.h"
#include "comma_list.h"
#include "engine/dense/executor.h"
#include "engine/prepare/prepare.h"
#include "ordering/factor.h"
#include "ordering/nested_dissection.h"
#include "ordering/undirected_graph.h"
#ifdef ALLWAYS_BENCH_HAS_METIS
#include <metis.h>
#endif
#ifdef ALLWAYS_BENCH_READS_FILES
#include "allways/importers/read.h"
#endif

namespace {

using allways::bench::split;
using namespace allways;
namespace ordering = allways::ordering;

struct Options {
    std::vector<std::string> nodes;
    std::vector<std::string> files;
    std::vector<std::string> methods{"allways"};
    std::vector<std::string> types{"int32"};
    std::vector<std::string> threads{"0"};
    unsigned runs = 3;
    bool whole = false;
    std::string dump;
    std::uint64_t seed = 1;
};

// The passable nodes and the arcs between them.
template <class T>
struct Core {
    std::vector<std::size_t> first_out{0};
    std::vector<std::uint32_t> head;
    std::vector<T> cost;
    std::vector<std::int32_t> first_arc;
    int first_arc_bits = 0;  // in keys that hold every path sum; 0 if none fit

    ordering::Graph graph() const { return {first_out, head}; }
};

template <class T>
Core<T> core_of(const RoadNetwork& network, CostType type) {
    const auto prepared = engine::prepare<T>(network, build_adjacency(network.node_count(), network.tail),
                                             build_arc_costs(network, {.type = type}));
    Core<T> core;
    const auto pivots = static_cast<std::uint32_t>(prepared.classes.pivot_count());
    for (std::uint32_t c = 0; c < pivots; ++c) {
        for (std::size_t a = prepared.first_out[c]; a < prepared.first_out[c + 1]; ++a) {
            if (prepared.head[a] >= pivots) continue;
            core.head.push_back(prepared.head[a]);
            core.cost.push_back(prepared.cost[a]);
            core.first_arc.push_back(static_cast<std::int32_t>(a - prepared.first_out[c]));
        }
        core.first_out.push_back(core.head.size());
    }
    while ((std::size_t{1} << core.first_arc_bits) <= prepared.max_out_degree()) ++core.first_arc_bits;
    if (prepared.bound >> (30 - core.first_arc_bits) != 0) core.first_arc_bits = 0;
    return core;
}

#ifdef ALLWAYS_BENCH_HAS_METIS
std::vector<std::uint32_t> metis_order(const ordering::Graph& graph) {
    const ordering::UndirectedGraph neighbours = ordering::undirected(graph);
    auto n = static_cast<idx_t>(neighbours.node_count());
    std::vector<idx_t> first(neighbours.first.begin(), neighbours.first.end());
    std::vector<idx_t> neighbour(neighbours.neighbour.begin(), neighbours.neighbour.end());
    std::vector<idx_t> node_at(neighbours.node_count());
    std::vector<idx_t> place_of(neighbours.node_count());
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    if (METIS_NodeND(&n, first.data(), neighbour.data(), nullptr, options, node_at.data(), place_of.data()) !=
        METIS_OK) {
        throw std::runtime_error("METIS_NodeND failed");
    }
    return {node_at.begin(), node_at.end()};
}
#endif

std::vector<std::uint32_t> order_by(const std::string& method, const ordering::Graph& graph, unsigned threads) {
    if (method == "allways") return ordering::nested_dissection(graph, threads).order;
    if (method != "metis") throw InvalidArgument("--method takes allways or metis, not " + method);
#ifdef ALLWAYS_BENCH_HAS_METIS
    return metis_order(graph);
#else
    throw InvalidArgument(
        "--method metis: METIS was not found when this was built; install libmetis-dev and build again");
#endif
}

std::string hash_of(const std::vector<std::uint32_t>& order) {
    std::uint64_t hash = 14695981039346656037u;
    for (const std::uint32_t node : order) hash = (hash ^ node) * 1099511628211u;
    return allways::format("{:016x}", hash);
}

double peak_gb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024 / 1e9;
}

double fastest(unsigned runs, const std::function<void()>& work) {
    double seconds = std::numeric_limits<double>::infinity();
    for (unsigned run = 0; run < runs; ++run) {
        const Stopwatch watch;
        work();
        seconds = std::min(seconds, watch.seconds());
    }
    return seconds;
}

template <class T>
void measure(const std::string& name, const RoadNetwork& network, const std::string& type, const Options& options) {
    const Core<T> core = core_of<T>(network, cost_type_of<T>);
    std::vector<T> cells = core.cost;
    T unreachable = unreachable_cost<T>;
    int first_arc_bits = 0;
    if constexpr (std::is_integral_v<T>) {
        if (type == "label") {
            if (core.first_arc_bits == 0) {
                throw InvalidArgument(name + ": first arcs and path sums do not fit 31 bits together");
            }
            first_arc_bits = core.first_arc_bits;
            for (std::size_t a = 0; a < cells.size(); ++a) cells[a] = cells[a] << first_arc_bits | core.first_arc[a];
            unreachable = engine::unreachable_key(first_arc_bits);
        }
    }
    for (const std::string& method : options.methods) {
        for (const std::string& threads_text : options.threads) {
            const auto threads = static_cast<unsigned>(std::stoul(threads_text));
            std::vector<std::uint32_t> order;
            const double order_seconds =
                fastest(options.runs, [&] { order = order_by(method, core.graph(), threads); });
            std::shared_ptr<const ordering::Elimination> e;
            const double eliminate_seconds = fastest(options.runs, [&] {
                e.reset();
                e = std::make_shared<const ordering::Elimination>(ordering::eliminate(core.graph(), order, threads));
            });
            ordering::Factor<T> factor;
            const double factor_seconds = fastest(options.runs, [&] {
                factor = {};
                factor = ordering::factorize<T>(e, core.graph(), {cells, unreachable, first_arc_bits}, threads);
            });
            const double n = static_cast<double>(e->node_count());
            std::cout << allways::format(
                             R"({{"network":"{}","nodes":{},"arcs":{},"method":"{}","type":"{}","fill":{},"height":{},)"
                             R"("mean_up_degree":{:.3f},"triangles":{},"order_hash":"{}","order_seconds":{:.4f},)"
                             R"("eliminate_seconds":{:.4f},"factor_seconds":{:.4f},"threads":{},"peak_gb":{:.2f}}})",
                             name, e->node_count(), core.head.size(), method, type, e->fill(), e->height(),
                             static_cast<double>(e->fill()) / n, e->triangles(), hash_of(order), order_seconds,
                             eliminate_seconds, factor_seconds, threads, peak_gb())
                      << std::endl;
        }
    }
}

void measure_whole(const std::string& name, const RoadNetwork& network) {
    const Stopwatch watch;
    const Factored made = factorize_with_report(network);
    std::cout << allways::format(R"({{"network":"{}","nodes":{},"arcs":{},"fill":{},"height":{},"seconds":{:.3f})",
                                 name, made.report.nodes, made.report.arcs, made.report.fill, made.report.height,
                                 watch.seconds());
    for (const auto& [stage, seconds] : made.report.seconds) {
        std::cout << allways::format(R"(,"{}_seconds":{:.3f})", stage, seconds);
    }
    std::cout << allways::format(R"(,"factor_gb":{:.2f},"peak_gb":{:.2f}}})",
                                 static_cast<double>(made.report.bytes) / 1e9, peak_gb())
              << std::endl;
}

void dump(const std::string& path, const RoadNetwork& network) {
    const Core<std::int32_t> core = core_of<std::int32_t>(network, CostType::int32);
    const std::uint64_t n = core.first_out.size() - 1, m = core.head.size();
    if (n != network.node_count()) throw InvalidArgument("--dump: nodes must not be contracted or closed to paths");
    std::vector<float> coordinates;
    for (const auto& point : network.coordinates) {
        coordinates.push_back(static_cast<float>(point.x));
        coordinates.push_back(static_cast<float>(point.y));
    }
    std::ofstream file(path, std::ios::binary);
    const auto write = [&](const void* data, std::size_t bytes) {
        file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
    };
    write(&n, 8);
    write(&m, 8);
    write(core.first_out.data(), (n + 1) * 8);
    write(core.head.data(), m * 4);
    write(core.cost.data(), m * 4);
    write(coordinates.data(), coordinates.size() * 4);
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (i + 1 == count) throw InvalidArgument(name + " needs a value");
        const std::string value = arguments[++i];
        if (name == "--nodes")
            options.nodes = split(value);
        else if (name == "--file")
            options.files = split(value);
        else if (name == "--method")
            options.methods = split(value);
        else if (name == "--type")
            options.types = split(value);
        else if (name == "--threads")
            options.threads = split(value);
        else if (name == "--whole")
            options.whole = value == "yes";
        else if (name == "--dump")
            options.dump = value;
        else if (name == "--runs")
            options.runs = std::max(1u, static_cast<unsigned>(std::stoul(value)));
        else if (name == "--seed")
            options.seed = std::stoull(value);
        else
            throw InvalidArgument("unknown option " + name);
    }
    if (options.nodes.empty() && options.files.empty()) options.nodes = {"10000", "100000"};
    return options;
}

RoadNetwork read(const std::string& path) {
#ifdef ALLWAYS_BENCH_READS_FILES
    return read_network(path);
#else
    throw InvalidArgument(path + ": this build has no importers, so --file cannot be used");
#endif
}

void measure_types(const std::string& name, const RoadNetwork& network, const Options& options) {
    if (!options.dump.empty()) return dump(options.dump, network);
    if (options.whole) return measure_whole(name, network);
    for (const std::string& type : options.types) {
        const auto cost_type = parse_cost_type(type == "label" ? "int32" : type);
        if (!cost_type || *cost_type == CostType::float32)
            throw InvalidArgument("--type takes int32, label or float64, not " + type);
        with_sweep_type(*cost_type, [&]<class T>() { measure<T>(name, network, type, options); });
    }
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("ordering_bench", [&] {
        const Options options = parse(count, arguments);
        for (const std::string& nodes : options.nodes) {
            const Stopwatch watch;
            const RoadNetwork streets = generate_streets({.nodes = std::stoul(nodes), .seed = options.seed});
            std::cerr << allways::format("streets {}: made in {:.2f} s\n", nodes, watch.seconds());
            measure_types("streets " + nodes, streets, options);
        }
        for (const std::string& path : options.files) {
            measure_types(path.substr(path.find_last_of('/') + 1), read(path), options);
        }
        return EXIT_SUCCESS;
    });
}
