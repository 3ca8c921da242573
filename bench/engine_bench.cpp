// SPDX-License-Identifier: Apache-2.0
// Benchmarks the dense engine without the rest of the command, for machines with only OpenCL and Boost. Prints one JSON
// line per result.
//
//   engine_bench [--device auto|cpu|gpu|reference|I:J] [--type T,…] [--hops H,…] [--graph dense|street,…]
//                [--n N,…] [--runs R] [--tile S] [--schedule NAME] [--group TILES] [--tuning ENTRY] [--seed S]
//                [--self-tuning]
//                [--check] [--large] [--transfers pinned|staged] [--cache DIRECTORY]
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "bench_main.h"
#include "comma_list.h"

namespace {

using allways::bench::split;

allways::BenchHops parse_hops(const std::string& text) {
    if (text == "none") return allways::BenchHops::none;
    if (text == "first-arcs") return allways::BenchHops::first_arcs;
    if (text == "array") return allways::BenchHops::array;
    throw allways::InvalidArgument("--hops takes none, first-arcs or array, not " + text);
}

allways::BenchGraph parse_graph(const std::string& text) {
    if (text == "dense") return allways::BenchGraph::dense;
    if (text == "street") return allways::BenchGraph::street;
    throw allways::InvalidArgument("--graph takes dense or street, not " + text);
}

allways::BenchTransfers parse_transfers(const std::string& text) {
    if (text == "pinned") return allways::BenchTransfers::pinned;
    if (text == "staged") return allways::BenchTransfers::staged;
    throw allways::InvalidArgument("--transfers takes pinned or staged, not " + text);
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

void print(const allways::BenchResult& r, const std::string& hops, const std::string& graph,
           const std::string& schedule) {
    std::cout
        << allways::format(
               R"({{"device":{},"driver":{},"type":"{}","hops":"{}","graph":"{}","n":{},"schedule":"{}","tile":{},"group":{},"seconds":{:.6f},)"
               R"("fastest_seconds":{:.6f},"pairs_per_second":{:.4g},"ceiling_pairs_per_second":{:.4g},"share":{:.4f},)"
               R"("upload_seconds":{:.4f},"download_seconds":{:.4f},"transfer_seconds":{:.5f},"work_seconds":{:.5f},"total_seconds":{:.5f},"tuning_seconds":{:.2f},"runs":{},"checked_targets":{},"checksum":"{:016x}"}})",
               quoted(r.device), quoted(r.driver), r.bits16 ? "uint16" : allways::name(r.type), hops, graph, r.n,
               schedule, r.tile, r.group, r.seconds, r.fastest_seconds, r.pairs_per_second, r.ceiling_pairs_per_second,
               r.share, r.upload_seconds, r.download_seconds, r.transfer_seconds, r.work_seconds, r.total_seconds,
               r.tuning_seconds, r.runs, r.checked_targets, r.checksum)
        << std::endl;
}

void run(int count, char** arguments) {
    allways::BenchOptions options;
    options.check = false;
    options.log = [](allways::LogLevel, std::string_view text) { std::cerr << text << '\n'; };
    std::vector<std::string> types{"int32"};
    std::vector<std::string> hop_modes{"none"};
    std::vector<std::string> graphs{"dense"};
    std::vector<std::string> sizes{"4000"};
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--large") {
            options.large = true;
            continue;
        }
        if (name == "--self-tuning") {
            options.self_tuning = true;
            continue;
        }
        if (name == "--check") {
            options.check = true;
            continue;
        }
        if (i + 1 == count) throw allways::InvalidArgument(name + " needs a value");
        const std::string value = arguments[++i];
        if (name == "--device")
            options.device = value;
        else if (name == "--type")
            types = split(value);
        else if (name == "--hops")
            hop_modes = split(value);
        else if (name == "--graph")
            graphs = split(value);
        else if (name == "--n")
            sizes = split(value);
        else if (name == "--runs")
            options.runs = static_cast<unsigned>(std::stoul(value));
        else if (name == "--tile")
            options.tile = std::stoul(value);
        else if (name == "--schedule")
            options.schedule = value;
        else if (name == "--group")
            options.group = static_cast<std::uint32_t>(std::stoul(value));
        else if (name == "--tuning")
            options.tuning = value;
        else if (name == "--seed")
            options.seed = std::stoull(value);
        else if (name == "--transfers")
            options.transfers = parse_transfers(value);
        else if (name == "--cache")
            options.cache_directory = value;
        else
            throw allways::InvalidArgument("unknown option " + name);
    }
    const auto run_case = [&](const std::string& size, const std::string& type, const std::string& hops,
                              const std::string& graph) {
        if (hops == "first-arcs" && type != "int32" && type != "uint16") return;  // first arcs need integer keys
        if (hops == "array" && type == "uint16") return;
        options.n = std::stoul(size);
        options.bits16 = type == "uint16";
        const auto parsed = allways::parse_cost_type(options.bits16 ? "int32" : type);
        if (!parsed) throw allways::InvalidArgument("--type takes int32, float32, float64 or uint16, not " + type);
        options.type = *parsed;
        options.hops = parse_hops(hops);
        options.graph = parse_graph(graph);
        print(allways::run_bench(options), hops, graph, options.schedule.text());
    };
    for (const std::string& size : sizes) {
        for (const std::string& type : types) {
            for (const std::string& hops : hop_modes) {
                for (const std::string& graph : graphs) run_case(size, type, hops, graph);
            }
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    return allways::bench::run_main("engine_bench", [&] {
        run(count, arguments);
        return EXIT_SUCCESS;
    });
}
