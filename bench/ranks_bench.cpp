// SPDX-License-Identifier: Apache-2.0
// Solves a dense matrix with the ranks of an MPI job, each on its own device. Rank 0 prints one JSON line per size, and
// checks distances with Dijkstra's algorithm, which takes some time. Run it with one rank to compare.
//
//   mpirun -n R ranks_bench [--device gpu:all|cpu|I:J,…] [--n N,…] [--hops none|array] [--group TILES] [--runs R]
//                           [--check yes|no]
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/mpi/mpi_cluster.h"
#include "bench_main.h"
#include "comma_list.h"
#include "engine/dense/ranks/rank_executor.h"
#include "engine/tuning/bench_run.h"

namespace {

using namespace allways;

struct Options {
    std::string device = "gpu:all";
    std::vector<std::string> n{"16384"};
    BenchOptions bench;
    bool check = true;
};

Options parse(int count, char** arguments) {
    Options options;
    options.bench.hops = BenchHops::none;
    options.bench.runs = 2;
    for (int i = 1; i < count; i += 2) {
        const std::string name = arguments[i];
        if (i + 1 == count) throw InvalidArgument(name + " needs a value");
        const std::string value = arguments[i + 1];
        if (name == "--device")
            options.device = value;
        else if (name == "--n")
            options.n = bench::split(value);
        else if (name == "--hops" && (value == "none" || value == "array"))
            options.bench.hops = value == "array" ? BenchHops::array : BenchHops::none;
        else if (name == "--group")
            options.bench.group = static_cast<std::uint32_t>(std::stoul(value));
        else if (name == "--check" && (value == "yes" || value == "no"))
            options.check = value == "yes";
        else if (name == "--runs")
            options.bench.runs = static_cast<unsigned>(std::stoul(value));
        else
            throw InvalidArgument("unknown option or value: " + name + ' ' + value);
    }
    return options;
}

void run(Options options, Cluster& cluster) {
    const auto executor = engine::make_rank_executor(
        engine::make_executor(options.device, {.overlap_transfers = false, .rank = cluster.rank_on_machine()}),
        cluster);
    options.bench.check = options.check && cluster.rank() == 0;  // only rank 0 has the result
    for (const std::string& n : options.n) {
        options.bench.n = std::stoul(n);
        const BenchResult result = engine::run_bench_on(*executor, options.bench);
        if (cluster.rank() != 0) continue;
        std::cout << format(R"({{"device":"{}","ranks":{},"n":{},"hops":"{}","group":{},"seconds":{:.5f},)"
                            R"("fastest_seconds":{:.5f},"upload_seconds":{:.5f},"download_seconds":{:.5f},)"
                            R"("pairs_per_second":{:.4g},"checked_targets":{},"checksum":"{:016x}"}})",
                            result.device, cluster.size(), result.n,
                            options.bench.hops == BenchHops::array ? "array" : "none", result.group, result.seconds,
                            result.fastest_seconds, result.upload_seconds, result.download_seconds,
                            result.pairs_per_second, result.checked_targets, result.checksum)
                  << std::endl;
    }
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("ranks_bench", [&] {
        const Options options = parse(count, arguments);
        const auto cluster = start_mpi();
        run(options, *cluster);
        return EXIT_SUCCESS;
    });
}
