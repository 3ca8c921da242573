// SPDX-License-Identifier: Apache-2.0
// Compares the memory that jobs state beforehand with the memory that they take. Prints one JSON line per job: the plan
// (SolveReport::memory.host), the measured peak, and their ratio.
//
//   memory_bench [--jobs JOB,…] [--nodes N,…]
//
// JOB: stream, stream-distances, stream-float32, whole, whole-distances (sweeps of streets); blocked, blocked-stream,
// recursive, squaring and naive (tiles on the OpenCL CPU device), the same with "reference:" before it (no OpenCL);
// between (1,000 × 1,000 nodes), factor. N: nodes of the generated streets.
// Each job runs in a separate process: the peak is VmHWM at its end less VmRSS before it starts, with the network in
// memory. An OpenCL device has solved 32 nodes before that, because the memory of PoCL itself, above all of its
// compiler, belongs to no job (MB in "opencl"). Bands of streams are dropped.
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/engine/table_stream.h"
#include "allways/network/make_network.h"
#include "comma_list.h"

namespace {

using namespace allways;

double status_mb(const std::string& field) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(field + ":")) return std::stod(line.substr(field.size() + 1)) / 1024;
    }
    throw InvalidArgument("this system does not state " + field);
}

MemoryNeed run_stream(const RoadNetwork& network, const SolveOptions& options) {
    TableStream stream(network, options);
    stream.run([](const TableBand&) {}, [](NodeIndex, std::span<const unsigned char>) {});
    return stream.report().memory;
}

MemoryNeed run(const std::string& job, const RoadNetwork& network) {
    SolveOptions options;
    std::string kind = job;
    const std::string reference = "reference:";
    if (kind.starts_with(reference)) {
        kind = kind.substr(reference.size());
        options.device = "reference";
    }
    if (kind == "factor") return factorize_with_report(network).report.memory;
    if (kind == "between") {
        std::mt19937 random(1);
        std::vector<NodeIndex> nodes(1000);
        for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random() % network.node_count());
        return solve_between(network, nodes, nodes).report.memory;
    }
    if (kind.ends_with("-float32")) options.cost_type = CostType::float32;
    if (kind.ends_with("-distances")) options.next_hops = false;
    if (kind.starts_with("stream") || kind.starts_with("whole")) {
        options.schedule = "sweep";
        return kind.starts_with("stream") ? run_stream(network, options)
                                          : solve_with_report(network, options).report.memory;
    }
    if (options.device.is_auto()) options.device = "cpu";
    const bool streams = kind.ends_with("-stream");
    options.schedule = kind.substr(0, kind.find('-'));
    if (!streams) return solve_with_report(network, options).report.memory;
    return run_stream(network, options);
}

void measure(const std::string& job, std::size_t nodes) {
    const bool uses_opencl = !job.starts_with("reference:") &&
                             (job.find("blocked") == 0 || job == "recursive" || job == "squaring" || job == "naive");
    double opencl_mb = 0;
    if (uses_opencl) {
        const double before = status_mb("VmRSS");
        run(job, generate_streets({.nodes = 32}));
        opencl_mb = status_mb("VmHWM") - before;
    }
    const RoadNetwork network = generate_streets({.nodes = nodes, .seed = 1});
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << 5;  // VmHWM begins anew
    const double before = status_mb("VmRSS");
    const MemoryNeed memory = run(job, network);
    const double peak = status_mb("VmHWM") - before;
    const double plan = static_cast<double>(memory.host) / (1 << 20);
    std::cout << allways::format(
                     "{{\"job\":\"{}\",\"nodes\":{},\"plan_mb\":{:.1f},\"peak_mb\":{:.1f},\"ratio\":{:.3f},\"opencl\":{"
                     ":.0f}}}",
                     job, nodes, plan, peak, peak / plan, opencl_mb)
              << std::endl;
}

int measure_apart(const std::string& job, std::size_t nodes) {
    const pid_t child = fork();
    if (child == 0) {
        try {
            measure(job, nodes);
            _exit(EXIT_SUCCESS);
        } catch (const std::exception& error) {
            std::cerr << "memory_bench: " << job << ": " << error.what() << '\n';
            _exit(EXIT_FAILURE);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> jobs{"stream", "whole", "blocked", "between", "factor"};
    std::vector<std::string> nodes{"4000"};
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        if (name == "--jobs") jobs = bench::split(arguments[i + 1]);
        if (name == "--nodes") nodes = bench::split(arguments[i + 1]);
    }
    int failed = 0;
    for (const std::string& job : jobs) {
        for (const std::string& n : nodes) failed |= measure_apart(job, std::stoul(n));
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
