// SPDX-License-Identifier: Apache-2.0
// Measures many costs of one network over one order: factors, and tables of some origins and destinations; beside them
// the first cost alone. Generated streets, whose times each hour multiplies by random factors.
// Prints one JSON line per result, with seconds of the clock and of the process's threads.
//
//   hours_bench [--nodes N] [--hours K] [--points P]
#include <ctime>
#include <iostream>
#include <string>

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/network/make_network.h"
#include "base/random.h"
#include "bench_main.h"

namespace {

using namespace allways;

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <class Job>
void measure(const std::string& what, std::size_t costs, const Job& job) {
    const Stopwatch watch;
    const double before = processor_seconds();
    job();
    const double seconds = watch.seconds();
    std::cout
        << format(
               "{{\"job\": \"{}\", \"costs\": {}, \"seconds\": {:.3f}, \"a_cost\": {:.4f}, \"processor\": {:.3f}}}\n",
               what, costs, seconds, seconds / static_cast<double>(costs), processor_seconds() - before)
        << std::flush;
}

std::vector<ArcColumn> costs_by_hour(const RoadNetwork& network, std::size_t hours) {
    Random random(1);
    std::vector<ArcColumn> costs;
    for (std::size_t hour = 0; hour < hours; ++hour) {
        ArcColumn cost = *network.column("time");
        cost.name = format("time_{}", hour);
        for (Decimal& value : cost.values) {
            const auto percent = static_cast<std::int64_t>(100 + random.next() % 150);
            value = Decimal(*value.rounded_fixed_point(3) * percent / 100, 3);
        }
        costs.push_back(std::move(cost));
    }
    return costs;
}

int run(int count, char** arguments) {
    std::size_t nodes = 60'000, hours = 24, points = 1'000;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        const std::size_t value = std::stoul(arguments[i + 1]);
        (name == "--nodes" ? nodes : name == "--hours" ? hours : points) = value;
    }
    RoadNetwork network = generate_streets({.nodes = nodes, .seed = 1});
    const std::vector<ArcColumn> costs = costs_by_hour(network, hours);
    measure("order", 1, [&] { network.elimination_order = find_order(network); });
    measure("factor", 1, [&] { factorize(network, {.cost = "time"}); });
    for (const std::size_t some : {std::size_t{1}, hours})
        measure("factors", some, [&] { factorize(network, std::span(costs).first(some), {}); });

    Random random(2);
    std::vector<NodeIndex> places;
    for (std::size_t i = 0; i < points; ++i) places.push_back(static_cast<NodeIndex>(random.next() % nodes));
    measure("table", 1, [&] { solve_between(network, places, places, {.cost = "time"}); });
    std::vector<std::string> names;
    for (const ArcColumn& cost : costs) {
        names.push_back(cost.name);
        network.columns.push_back(cost);
    }
    measure("tables", hours, [&] { solve_between(network, places, places, names, {}); });
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    return allways::bench::run_main("hours_bench", [&] { return run(count, arguments); });
}
