// SPDX-License-Identifier: Apache-2.0
// Measures how soon long jobs can be cancelled: the longest time between two progress reports, and how long a job takes
// to end once it was told to, at random moments. Prints one JSON line per job.
//
//   progress_bench [--nodes N] [--file NETWORK] [--trials T] [--seed S]
//
// Jobs: "read" (with --file), "order" (find_order), "factorize" and "between" (1,000 × 1,000 nodes). --nodes generates
// streets.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <string>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "bench_main.h"

namespace {

using namespace allways;
using Job = std::function<void(const ProgressCallback&)>;

// Runs a job to its end: its seconds, and by stage the longest pause that ended in a report of it.
struct Pauses {
    double seconds = 0;
    std::map<std::string, double> longest;

    explicit Pauses(const Job& job) {
        const Stopwatch all;
        double last = 0;
        const auto pause_before = [&](const std::string& stage) {
            double& known = longest[stage];
            known = std::max(known, all.seconds() - last);
            last = all.seconds();
        };
        job([&](const Progress& progress) {
            pause_before(std::string(progress.stage));
            return true;
        });
        pause_before("end");
        seconds = all.seconds();
    }
};

// The seconds that a job takes to end after it was cancelled at that moment; 0 if it had ended before.
double seconds_to_end(const Job& job, double moment) {
    const Stopwatch all;
    try {
        job([&](const Progress&) { return all.seconds() < moment; });
        return 0;
    } catch (const Cancelled&) {
        return all.seconds() - moment;
    }
}

void measure(const std::string& name, const Job& job, std::size_t trials, std::mt19937_64& random) {
    const Pauses pauses(job);
    std::string stages;
    for (const auto& [stage, seconds] : pauses.longest) {
        stages += allways::format("{}\"{}\":{:.3f}", stages.empty() ? "" : ",", stage, seconds);
    }
    double slowest = 0;
    double at = 0;
    for (std::size_t trial = 0; trial < trials; ++trial) {
        const double moment = pauses.seconds * static_cast<double>(random() % 1000) / 1000;
        const double seconds = seconds_to_end(job, moment);
        if (seconds <= slowest) continue;
        slowest = seconds;
        at = moment;
    }
    std::cout << allways::format(
                     "{{\"job\":\"{}\",\"seconds\":{:.3f},\"longest_pauses\":{{{}}},\"trials\":{},"
                     "\"slowest_cancel\":{:.3f},\"cancelled_at\":{:.3f}}}",
                     name, pauses.seconds, stages, trials, slowest, at)
              << std::endl;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("progress_bench", [&] {
        std::map<std::string, std::string> options{
            {"--nodes", "2000000"}, {"--file", ""}, {"--trials", "20"}, {"--seed", "1"}};
        for (int i = 1; i + 1 < count; i += 2) {
            if (!options.contains(arguments[i]))
                throw InvalidArgument(allways::format("unknown option {}", arguments[i]));
            options[arguments[i]] = arguments[i + 1];
        }
        const std::size_t trials = std::stoul(options["--trials"]);
        std::mt19937_64 random(std::stoull(options["--seed"]));
        RoadNetwork network;
        const std::string& file = options["--file"];
        if (file.empty()) {
            network = generate_streets({.nodes = std::stoul(options["--nodes"]), .seed = 1});
        } else {
            measure(
                "read", [&](const ProgressCallback& progress) { network = read_network(file, {.progress = progress}); },
                trials, random);
            network = read_network(file);
        }
        measure(
            "order", [&](const ProgressCallback& progress) { find_order(network, progress); }, trials, random);
        measure(
            "factorize", [&](const ProgressCallback& progress) { factorize(network, {.progress = progress}); }, trials,
            random);
        std::vector<NodeIndex> some(1000);
        for (NodeIndex& node : some) node = static_cast<NodeIndex>(random() % network.node_count());
        measure(
            "between",
            [&](const ProgressCallback& progress) { solve_between(network, some, some, {.progress = progress}); },
            trials, random);
        return EXIT_SUCCESS;
    });
}
