// SPDX-License-Identifier: Apache-2.0
// Times access on generated streets beside the sweep of the same distances, on the host and on a device.
//
//     access_bench [--threads 2] [--device ID] [--runs 5]
//
// "sweep": the same rows, taken and dropped. Sums of the device are compared with those of the host, cell by cell.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/engine/table_stream.h"
#include "allways/network/make_network.h"
#include "allways/query/access.h"
#include "base/random.h"
#include "bench_main.h"

namespace {

using namespace allways;

struct Options {
    unsigned threads = 2;
    std::string device;
    int runs = 5;
};

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        if (name == "--threads")
            options.threads = static_cast<unsigned>(std::stoul(arguments[i + 1]));
        else if (name == "--device")
            options.device = arguments[i + 1];
        else if (name == "--runs")
            options.runs = std::stoi(arguments[i + 1]);
        else
            throw InvalidArgument("unknown option " + name);
    }
    return options;
}

template <class Work>
double median_seconds(int runs, const Work& work) {
    std::vector<double> seconds;
    for (int run = 0; run < runs; ++run) {
        const Stopwatch watch;
        work();
        seconds.push_back(watch.seconds());
    }
    std::ranges::nth_element(seconds, seconds.begin() + runs / 2);
    return seconds[static_cast<std::size_t>(runs / 2)];
}

// A city, and weights and classes of places in it.
struct City {
    explicit City(std::size_t n)
        : factor(factorize(generate_streets({.nodes = n, .seed = 1}), {.cost = "time"})), all(n) {
        std::iota(all.begin(), all.end(), NodeIndex{0});
    }
    std::vector<NodeIndex> some(std::size_t count) {
        std::vector<NodeIndex> nodes(count);
        for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random.next() % all.size());
        return nodes;
    }
    std::vector<double> weights(std::size_t count) {
        std::vector<double> made(count);
        for (double& weight : made) weight = static_cast<double>(random.next() % 1000);
        return made;
    }

    NetworkFactor factor;
    std::vector<NodeIndex> all;
    Random random{7};
};

void report(const char* what, double seconds, double sweep = 0) {
    std::printf("%-62s %8.1f ms", what, 1e3 * seconds);
    if (sweep > 0) std::printf("  sweep %8.1f ms  ratio %.2f", 1e3 * sweep, seconds / sweep);
    std::printf("\n");
    std::fflush(stdout);
}

double sweep_seconds(const City& city, const AccessRequest& request, int runs) {
    return median_seconds(
        runs, [&] { TableStream(city.factor, request.origins, request.destinations).run([](const TableBand&) {}); });
}

// Jobs within four cutoffs of every node, three weights, on the host or a device.
void measure_jobs(std::size_t n, const Options& options, bool on_host) {
    City city(n);
    std::vector<std::vector<double>> weights;
    for (int kind = 0; kind < 3; ++kind) weights.push_back(city.weights(n));
    AccessRequest request{.origins = city.all, .destinations = city.all};
    request.weights.assign(weights.begin(), weights.end());
    request.cutoffs = {5, 10, 15, 30};
    request.unit = "min";
    const std::string text = std::to_string(n) + " nodes, 3 weights, 4 cutoffs, ";
    Access expected;
    if (on_host) {
        const double seconds = median_seconds(options.runs, [&] { expected = find_access(city.factor, request); });
        report((text + "host").c_str(), seconds, sweep_seconds(city, request, options.runs));
    }
    if (options.device.empty()) return;
    Access found;
    const SolveOptions device{.device = options.device};
    found = find_access(city.factor, request, device);  // builds the kernels
    const double seconds = median_seconds(options.runs, [&] { found = find_access(city.factor, request, device); });
    report((text + "device").c_str(), seconds);
    std::printf("    prepare %.1f ms, solve %.1f ms\n", 1e3 * found.report.seconds["prepare"],
                1e3 * found.report.seconds["solve"]);
    if (on_host && found.sums != expected.sums) throw Error("the sums of the device differ from the host's");
}

void measure_nearest(const Options& options) {
    City city(100'000);
    const auto facilities = city.some(1000);
    std::vector<std::uint32_t> classes(facilities.size());
    for (std::uint32_t i = 0; i < classes.size(); ++i) classes[i] = i % 5;
    const AccessRequest request{.origins = city.all, .destinations = facilities, .nearest = 3, .classes = classes};
    const double seconds = median_seconds(options.runs, [&] { find_access(city.factor, request); });
    report("100000 nodes, 3 nearest of 1000 in 5 classes", seconds, sweep_seconds(city, request, options.runs));
}

void measure_city(const Options& options) {
    City city(62'000);
    const auto facilities = city.some(300);
    const auto starts = city.some(2000);
    const std::vector<double> ones(facilities.size(), 1.0);
    AccessRequest request{.origins = starts, .destinations = facilities, .weights = {ones}};
    request.cutoffs = {15, 30};
    request.unit = "min";
    request.nearest = 1;
    report("62000 nodes: 2000 × 300 nearest, within 15 and 30 minutes",
           median_seconds(options.runs, [&] { find_access(city.factor, request); }));
    request.origins = city.all;
    report("62000 nodes: 62000 × 300 nearest, within 15 and 30 minutes",
           median_seconds(options.runs, [&] { find_access(city.factor, request); }));
}

void run(const Options& options) {
    limit_threads(options.threads);
    measure_city(options);
    measure_nearest(options);
    measure_jobs(33'000, options, true);
    limit_threads(0);
    if (!options.device.empty()) measure_jobs(100'000, options, false);
}

}  // namespace

int main(int count, char** arguments) {
    return allways::bench::run_main("access_bench", [&] {
        run(parse(count, arguments));
        return EXIT_SUCCESS;
    });
}
