// SPDX-License-Identifier: Apache-2.0
// Compares solve_between with the alternative that needs no table: one search per origin.
//
//     between_bench FILE [--origins 5000] [--destinations 5000] [--sample 200] [--cost NAME] [--seed 1]
//
// Both use all cores. The searches run Dijkstra's algorithm over packed arcs with a binary heap, one thread per origin,
// until every destination is settled or nothing is left; they cover a sample of origins, with times scaled to all.
// Every cell of the sample is compared.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <queue>
#include <stdexcept>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve_between.h"
#include "allways/importers/read.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "base/random.h"
#include "base/threads/parallel.h"
#include "bench_main.h"

namespace {

using namespace allways;

struct Options {
    std::string file;
    std::string cost;
    std::size_t origins = 5000;
    std::size_t destinations = 5000;
    std::size_t sample = 200;
    std::uint64_t seed = 1;
};

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (!name.starts_with("--")) {
            options.file = name;
            continue;
        }
        if (i + 1 == count) throw InvalidArgument(name + " needs a value");
        const std::string value = arguments[++i];
        if (name == "--origins")
            options.origins = std::stoul(value);
        else if (name == "--destinations")
            options.destinations = std::stoul(value);
        else if (name == "--sample")
            options.sample = std::stoul(value);
        else if (name == "--cost")
            options.cost = value;
        else if (name == "--seed")
            options.seed = std::stoull(value);
        else
            throw InvalidArgument("unknown option " + name);
    }
    if (options.file.empty()) throw InvalidArgument("name the file of a network");
    if (options.origins == 0 || options.sample == 0) throw InvalidArgument("at least one origin is needed");
    return options;
}

struct PackedArc {
    NodeIndex head;
    std::int32_t cost;
};

struct PackedNetwork {
    AdjacencyArray adjacency;
    std::vector<PackedArc> arcs;

    PackedNetwork(const RoadNetwork& network, const std::vector<std::int32_t>& cost)
        : adjacency(build_adjacency(network.node_count(), network.tail)) {
        for (const ArcIndex arc : adjacency.arcs) arcs.push_back({network.head[arc], cost[arc]});
    }
};

// Distances from one node, final for the `wanted_count` nodes that are marked in `wanted`.
std::vector<std::int32_t> search(const PackedNetwork& network, NodeIndex from, const std::vector<bool>& wanted,
                                 std::size_t wanted_count) {
    using Entry = std::pair<std::int32_t, NodeIndex>;
    std::vector<std::int32_t> distance(wanted.size(), unreachable_cost<std::int32_t>);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    distance[from] = 0;
    queue.push({0, from});
    while (!queue.empty()) {
        const auto [reached, node] = queue.top();
        queue.pop();
        if (reached > distance[node]) continue;
        if (wanted[node] && --wanted_count == 0) break;
        for (std::size_t a = network.adjacency.first_out[node]; a < network.adjacency.first_out[node + 1]; ++a) {
            const PackedArc arc = network.arcs[a];
            if (!is_reachable(arc.cost) || reached + arc.cost >= distance[arc.head]) continue;
            distance[arc.head] = reached + arc.cost;
            queue.push({distance[arc.head], arc.head});
        }
    }
    return distance;
}

std::vector<NodeIndex> random_nodes(std::size_t count, std::size_t n, Random& random) {
    std::vector<NodeIndex> nodes(count);
    for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random.next() % n);
    return nodes;
}

int run(const Options& options) {
    const RoadNetwork network = read_network(options.file);
    if (count_no_through(network) > 0) throw InvalidArgument("the searches pass every node; take another file");
    Random random(options.seed);
    const auto origins = random_nodes(options.origins, network.node_count(), random);
    const auto destinations = random_nodes(options.destinations, network.node_count(), random);

    const Stopwatch watch;
    const BetweenSolution solution =
        solve_between(network, origins, destinations, {.cost = options.cost, .cost_type = CostType::int32});
    const double seconds = watch.seconds();
    std::printf("%zu nodes, %zu origins, %zu destinations, %u threads\nsolve_between %.3f s:", network.node_count(),
                origins.size(), destinations.size(), hardware_threads(), seconds);
    for (const auto& [stage, took] : solution.report.seconds) std::printf(" %s %.3f", stage.c_str(), took);
    std::printf("\n");

    const ArcCosts costs = build_arc_costs(network, {options.cost, CostType::int32});
    const PackedNetwork packed(network, std::get<std::vector<std::int32_t>>(costs.values));
    std::vector<bool> wanted(network.node_count(), false);
    for (const NodeIndex node : destinations) wanted[node] = true;
    const auto wanted_count = static_cast<std::size_t>(std::ranges::count(wanted, true));
    const std::size_t sample = std::min(options.sample, origins.size());
    std::vector<std::vector<std::int32_t>> found(sample);
    const Stopwatch searching;
    parallel_for(sample, [&](std::size_t i) {
        const auto distance = search(packed, origins[i], wanted, wanted_count);
        for (const NodeIndex node : destinations) found[i].push_back(distance[node]);
    });
    const double all = searching.seconds() * static_cast<double>(origins.size()) / static_cast<double>(sample);
    std::printf("searches of %zu origins %.3f s, of all %.1f s: %.0f times as long\n", sample, searching.seconds(), all,
                all / seconds);

    const auto cells = solution.value.values<std::int32_t>();
    for (std::size_t i = 0; i < sample; ++i) {
        if (std::ranges::equal(found[i], cells.subspan(i * destinations.size(), destinations.size()))) continue;
        std::printf("WRONG: the row of origin %zu\n", i);
        return 1;
    }
    std::printf("their %zu cells are the same\n", sample * destinations.size());
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("between_bench", [&] { return run(parse(count, arguments)); });
}
