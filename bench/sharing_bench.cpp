// SPDX-License-Identifier: Apache-2.0
// Measures the cost of sharing rows among devices: one device is used as several and compared with itself alone. Both
// compute the same, so the difference is the cost of sharing: rows passing through host memory, another order of steps,
// waiting. Also measures the cost if a device has less memory than the matrix.
// Prints one JSON line per result.
//
//   sharing_bench [--device I:J] [--n N,…] [--times 1,2,…] [--group TILES,…] [--memory BYTES,…]
//                 [--hops none|array] [--runs R] [--rounds R]
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "bench_main.h"
#include "comma_list.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tuning/bench_run.h"

namespace {

using namespace allways;
using bench::split;

struct Options {
    std::string device = "gpu";
    std::vector<std::string> n{"16384"};
    std::vector<std::string> times{"1", "2"};
    std::vector<std::string> groups{"0"};  // 0: as tuned
    std::vector<std::string> memory{"0"};  // bytes of a device; 0: all
    std::string hops = "none";
    unsigned runs = 3;
    unsigned rounds = 1;
    bool check = false;  // with Dijkstra's algorithm, which takes some time
};

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        const std::string value = arguments[i + 1];
        if (name == "--device")
            options.device = value;
        else if (name == "--n")
            options.n = split(value);
        else if (name == "--times")
            options.times = split(value);
        else if (name == "--group")
            options.groups = split(value);
        else if (name == "--memory")
            options.memory = split(value);
        else if (name == "--hops")
            options.hops = value;
        else if (name == "--runs")
            options.runs = static_cast<unsigned>(std::stoul(value));
        else if (name == "--rounds")
            options.rounds = static_cast<unsigned>(std::stoul(value));
        else if (name == "--check")
            options.check = value == "yes";
        else
            throw InvalidArgument("unknown option " + name);
    }
    if (count % 2 == 0) throw InvalidArgument(std::string("no value for ") + arguments[count - 1]);
    return options;
}

void measure(const device::OpenClDevice& device, const std::string& n, const std::string& group,
             const std::string& memory, const std::string& times, const Options& options, bool check) {
    const std::vector<device::OpenClDevice> devices(std::stoul(times), device);
    const auto executor =
        engine::make_opencl_executor(devices, {.max_memory_bytes = std::stoull(memory), .overlap_transfers = false});
    BenchOptions bench;
    bench.n = std::stoul(n);
    bench.group = static_cast<std::uint32_t>(std::stoul(group));
    bench.hops = options.hops == "array" ? BenchHops::array : BenchHops::none;
    bench.runs = options.runs;
    bench.check = check;
    const BenchResult result = engine::run_bench_on(*executor, bench);
    std::cout << format(R"({{"device":"{}","n":{},"hops":"{}","group":{},"memory":{},"seconds":{:.5f},)"
                        R"("fastest_seconds":{:.5f},"upload_seconds":{:.5f},"download_seconds":{:.5f},)"
                        R"("pairs_per_second":{:.4g},"checked_targets":{}}})",
                        result.device, result.n, options.hops, result.group, memory, result.seconds,
                        result.fastest_seconds, result.upload_seconds, result.download_seconds, result.pairs_per_second,
                        result.checked_targets)
              << std::endl;
}

void run(const Options& options) {
    const auto device = engine::choose_device(options.device);
    if (!device) throw InvalidArgument("there is no OpenCL device");
    for (unsigned round = 0; round < options.rounds; ++round) {
        for (const std::string& n : options.n) {
            for (const std::string& group : options.groups) {
                for (const std::string& memory : options.memory) {
                    for (const std::string& times : options.times) {
                        measure(*device, n, group, memory, times, options, options.check && round == 0);
                    }
                }
            }
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    return allways::bench::run_main("sharing_bench", [&] {
        run(parse(count, arguments));
        return EXIT_SUCCESS;
    });
}
