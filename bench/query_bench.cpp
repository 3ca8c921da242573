// SPDX-License-Identifier: Apache-2.0
// Measures single distances, single paths and small tables from a factor, and compares them with RoutingKit if it was
// found at build time. Prints one JSON line per program.
//
//   query_bench [--nodes 1000000] [--pairs 300] [--table 1000] [--runs 3] [--seed 1]
//
// Streets as `allways generate streets` makes them, with int32 times. Queries take one thread, tables all of them;
// times are medians over the pairs, or over the runs. Every distance is compared. RoutingKit's customizable contraction
// hierarchy gets the factor's order, which takes seconds instead of a quarter of an hour for 8 million nodes, and
// causes less fill.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/network/make_network.h"
#include "base/random.h"
#include "base/threads/parallel.h"
#include "bench_main.h"
#include "engine/factor/factor_paths.h"
#include "result/factor_arrays.h"
#ifdef ALLWAYS_BENCH_HAS_ROUTINGKIT
#include <routingkit/constants.h>
#include <routingkit/customizable_contraction_hierarchy.h>
#endif

namespace {

using namespace allways;

struct Options {
    std::size_t nodes = 1'000'000;
    std::size_t pairs = 300;
    std::size_t table = 1000;
    std::size_t runs = 3;
    std::uint64_t seed = 1;
};

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        const std::uint64_t value = std::stoull(arguments[i + 1]);
        if (name == "--nodes")
            options.nodes = value;
        else if (name == "--pairs")
            options.pairs = value;
        else if (name == "--table")
            options.table = value;
        else if (name == "--runs")
            options.runs = value;
        else if (name == "--seed")
            options.seed = value;
        else
            throw InvalidArgument("unknown option " + name);
    }
    if (count % 2 == 0) throw InvalidArgument("every option takes a value");
    if (options.nodes < 2 || options.pairs == 0 || options.table == 0 || options.runs == 0) {
        throw InvalidArgument("--nodes takes 2 or more, the others 1 or more");
    }
    return options;
}

using Pairs = std::vector<std::pair<NodeIndex, NodeIndex>>;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

struct Answers {
    std::vector<std::int64_t> distances;
    double distance_ms = 0;
    double path_ms = 0;
    double legs = 0;  // legs per path, on average
};

constexpr std::int64_t no_path = -1;

// `distance(from, to)` is raw or no_path, `legs(from, to)` the number of a path's legs.
template <class Distance, class Legs>
Answers ask(const Pairs& pairs, const Distance& distance, const Legs& legs) {
    Answers answers;
    std::vector<double> distance_ms, path_ms;
    for (int round = 0; round < 2; ++round) {  // the first one brings the factor into memory
        answers = {};
        distance_ms.clear();
        path_ms.clear();
        for (const auto& [from, to] : pairs) {
            Stopwatch watch;
            answers.distances.push_back(distance(from, to));
            distance_ms.push_back(watch.seconds() * 1e3);
            watch = {};
            answers.legs += static_cast<double>(legs(from, to)) / static_cast<double>(pairs.size());
            path_ms.push_back(watch.seconds() * 1e3);
        }
    }
    answers.distance_ms = median(distance_ms);
    answers.path_ms = median(path_ms);
    return answers;
}

void print(const std::string& program, const Answers& answers, const std::string& rest) {
    std::cout << allways::format("{{\"program\":\"{}\",\"distance_ms\":{:.3f},\"path_ms\":{:.3f},\"legs\":{:.0f}{}}}",
                                 program, answers.distance_ms, answers.path_ms, answers.legs, rest)
              << std::endl;
}

#ifdef ALLWAYS_BENCH_HAS_ROUTINGKIT
Answers ask_routingkit(const RoadNetwork& network, const NetworkFactor& factor, const Pairs& pairs,
                       const std::vector<NodeIndex>& origins, const std::vector<NodeIndex>& destinations) {
    namespace kit = RoutingKit;
    std::vector<unsigned> order(factor.order.part(0, factor.order.size()).begin(),
                                factor.order.part(0, factor.order.size()).end());
    if (order.size() != network.node_count()) throw InvalidArgument("RoutingKit needs a place for every node");
    const std::vector<unsigned> tail(network.tail.begin(), network.tail.end());
    const std::vector<unsigned> head(network.head.begin(), network.head.end());
    const ArcCosts costs = build_arc_costs(network, {.type = CostType::int32});
    const auto& raw = std::get<std::vector<std::int32_t>>(costs.values);
    const std::vector<unsigned> weights(raw.begin(), raw.end());  // the metric keeps a pointer to them
    Stopwatch watch;
    const kit::CustomizableContractionHierarchy hierarchy(std::move(order), tail, head);
    const double hierarchy_seconds = watch.seconds();
    watch = {};
    kit::CustomizableContractionHierarchyMetric metric(hierarchy, weights);
    metric.customize();
    const double customize_seconds = watch.seconds();
    kit::CustomizableContractionHierarchyQuery query(metric);
    const auto run = [&](NodeIndex from, NodeIndex to) -> auto& {
        return query.reset().add_source(from).add_target(to).run();
    };
    const Answers answers = ask(
        pairs,
        [&](NodeIndex from, NodeIndex to) {
            const unsigned found = run(from, to).get_distance();
            return found == kit::inf_weight ? no_path : std::int64_t{found};
        },
        [&](NodeIndex from, NodeIndex to) { return run(from, to).get_arc_path().size(); });
    std::vector<kit::CustomizableContractionHierarchyQuery> queries(hardware_threads(), query);
    for (auto& each : queries) each.reset().pin_targets({destinations.begin(), destinations.end()});
    std::atomic<std::size_t> next = 0;
    watch = {};
    parallel_for(queries.size(), [&](std::size_t t) {
        std::vector<unsigned> row(destinations.size());
        for (std::size_t i = next++; i < origins.size(); i = next++) {
            queries[t]
                .reset_source()
                .add_source(origins[i])
                .run_to_pinned_targets()
                .get_distances_to_targets(row.data());
        }
    });
    print("RoutingKit", answers,
          allways::format(",\"hierarchy_seconds\":{:.2f},\"customize_seconds\":{:.2f},\"table_seconds\":{:.3f}",
                          hierarchy_seconds, customize_seconds, watch.seconds()));
    return answers;
}
#endif

int run(const Options& options) {
    const RoadNetwork network = generate_streets({.nodes = options.nodes, .seed = options.seed});
    Stopwatch watch;
    const auto factor = std::make_shared<const NetworkFactor>(factorize(network, {.cost_type = CostType::int32}));
    const double factor_seconds = watch.seconds();
    Random random(options.seed);
    const auto random_node = [&] { return static_cast<NodeIndex>(random.next() % network.node_count()); };
    Pairs pairs;
    for (std::size_t i = 0; i < options.pairs; ++i) {
        const NodeIndex from = random_node();
        pairs.emplace_back(from, random_node());
    }
    const engine::FactorPaths paths(factor);
    const Answers answers = ask(
        pairs,
        [&](NodeIndex from, NodeIndex to) {
            const double found = paths.raw_distance(from, to);
            return std::isinf(found) ? no_path : static_cast<std::int64_t>(found);
        },
        [&](NodeIndex from, NodeIndex to) { return paths.path(from, to).legs.size(); });
    std::vector<NodeIndex> origins, destinations;
    for (std::size_t i = 0; i < options.table; ++i) {
        origins.push_back(random_node());
        destinations.push_back(random_node());
    }
    std::vector<double> table_seconds;
    for (std::size_t r = 0; r < options.runs; ++r) {
        watch = {};
        (void)solve_between(*factor, origins, destinations);
        table_seconds.push_back(watch.seconds());
    }
    print(
        "Allways", answers,
        allways::format(",\"nodes\":{},\"fill\":{},\"factorize_seconds\":{:.2f},\"table\":{},\"table_seconds\":{:.3f}",
                        network.node_count(), factor->arrays().up_depth.size(), factor_seconds, options.table,
                        median(table_seconds)));
#ifdef ALLWAYS_BENCH_HAS_ROUTINGKIT
    const Answers others = ask_routingkit(network, *factor, pairs, origins, destinations);
    if (others.distances != answers.distances) {
        std::cout << "WRONG: the distances differ" << std::endl;
        return EXIT_FAILURE;
    }
#endif
    return EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** arguments) {
    return allways::bench::run_main("query_bench", [&] { return run(parse(count, arguments)); });
}
