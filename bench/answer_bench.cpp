// SPDX-License-Identifier: Apache-2.0
// Measures the time from the call to the answer of dense matrices, the first time in a process and later. The first one
// opens the device and builds the kernels, or reads them from the cache. Prints one JSON line per matrix.
//
//   answer_bench [--device DEVICE] [--n N,…] [--type int32|float32|float64] [--hops yes|no] [--runs R]
//                [--cache DIRECTORY]
//
// Only the first of several sizes opens the device. `later_seconds`: the middle of the runs after the first.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/cost_matrix.h"
#include "allways/engine/solve.h"
#include "allways/network/make_network.h"
#include "bench_main.h"
#include "comma_list.h"

namespace {

using namespace allways;

struct Options {
    std::vector<std::string> nodes{"1000"};
    CostType type = CostType::int32;
    int runs = 5;
    SolveOptions solve;
};

Options parse(int count, char** arguments) {
    Options options;
    options.solve.next_hops = false;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        const std::string value = arguments[i + 1];
        if (name == "--device")
            options.solve.device = value;
        else if (name == "--n")
            options.nodes = bench::split(value);
        else if (name == "--type" && parse_cost_type(value))
            options.type = *parse_cost_type(value);
        else if (name == "--hops" && (value == "yes" || value == "no"))
            options.solve.next_hops = value == "yes";
        else if (name == "--runs")
            options.runs = std::stoi(value);
        else if (name == "--cache")
            options.solve.cache_directory = value;
        else
            throw InvalidArgument(format("unknown option or value: {} {}", name, value));
    }
    if (count % 2 == 0) throw InvalidArgument(format("{} needs a value", arguments[count - 1]));
    return options;
}

template <class T>
CostMatrix random_matrix(std::size_t n) {
    const CostMatrix matrix = generate_random_matrix({.nodes = n, .probability = 1, .highest_weight = 1'000'000});
    const auto cells = matrix.values<std::int32_t>();
    return CostMatrix::own(std::vector<T>(cells.begin(), cells.end()), n);
}

void run(const CostMatrix& matrix, const Options& options) {
    std::string device;
    std::vector<double> seconds;
    for (int run = 0; run <= options.runs; ++run) {
        const Stopwatch watch;
        const Solution solution = solve_with_report(matrix, options.solve);
        seconds.push_back(watch.seconds());
        device = solution.report.device;
    }
    const double first = seconds.front();
    const double second = seconds[std::min<std::size_t>(1, seconds.size() - 1)];
    std::sort(seconds.begin() + 1, seconds.end());
    std::cout << format(
                     R"({{"device":"{}","type":"{}","hops":{},"n":{},"first_seconds":{:.5f},"second_seconds":{:.5f},)"
                     R"("later_seconds":{:.5f},"first_over_second":{:.2f}}})",
                     device, name(options.type), options.solve.next_hops, matrix.node_count(), first, second,
                     seconds[(seconds.size() + 1) / 2], first / second)
              << std::endl;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("answer_bench", [&] {
        const Options options = parse(count, arguments);
        for (const std::string& nodes : options.nodes) {
            with_cost_type(options.type, [&]<class T>() { run(random_matrix<T>(std::stoul(nodes)), options); });
        }
        return EXIT_SUCCESS;
    });
}
