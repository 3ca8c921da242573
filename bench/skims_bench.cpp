// SPDX-License-Identifier: Apache-2.0
// Measures tables with skims from a kept factor: with the sums that a factor keeps, and computed from all its arcs.
//
//     skims_bench [--nodes 129000] [--places 1000] [--repeats 7] [--ties 0] [--free 0] [--folder .]
//                 [--seed 1]
//
// Makes streets with the fields length, toll and stops, and two factors of their times, one of which keeps these fields
// (--ties 1: every arc costs 1, so that nearly all paths tie; --free 90: of 100 arcs 90 cost nothing, so that most
// nodes are in one class of zero-cost cycles). Both are written and mapped; then distances between random places, and
// one, two and three skims, are computed from them alternately. Prints medians of processor seconds, the ratio to
// distances, and wall seconds by stage, and compares all sums.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "base/random.h"
#include "bench_main.h"

namespace {

using namespace allways;

std::map<std::string, std::string> parse(int count, char** arguments) {
    std::map<std::string, std::string> options{{"--nodes", "129000"}, {"--places", "1000"}, {"--repeats", "7"},
                                               {"--ties", "0"},       {"--free", "0"},      {"--folder", "."},
                                               {"--seed", "1"}};
    for (int i = 1; i < count; ++i) {
        const auto option = options.find(arguments[i]);
        if (option == options.end()) throw InvalidArgument(std::string("unknown option ") + arguments[i]);
        if (i + 1 == count) throw InvalidArgument(option->first + " needs a value");
        option->second = arguments[++i];
    }
    return options;
}

RoadNetwork streets(std::size_t nodes, std::uint64_t seed, bool ties, std::uint64_t free) {
    RoadNetwork network = generate_streets({.nodes = nodes, .seed = seed});
    Random random(seed + 1);
    ArcColumn toll{"toll", "", {}, {}}, stops{"stops", "", {}, {}};
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        toll.values.emplace_back(static_cast<std::int64_t>(random.below(300)), 2);
        stops.values.emplace_back(static_cast<std::int64_t>(random.below(3)), 0);
    }
    network.columns.push_back(std::move(toll));
    network.columns.push_back(std::move(stops));
    for (ArcColumn& column : network.columns) {
        if (column.name != "time") continue;
        for (Decimal& time : column.values) {
            if (ties) time = Decimal(1, 0);
            if (random.below(100) < free) time = Decimal(0, 0);
        }
    }
    return network;
}

NetworkFactor stored(const RoadNetwork& network, const std::vector<std::string>& skims, const std::string& path) {
    const Factored made =
        factorize_with_report(network, {.cost = "time", .cost_type = CostType::int32, .skims = skims});
    write_factor(made.value, path, {.overwrite = true});
    std::printf("%s: %.1f MB, fill %zu, height %u, seconds:", path.c_str(),
                static_cast<double>(std::filesystem::file_size(path)) / 1e6, made.value.fill(), made.value.height());
    for (const auto& [stage, seconds] : made.report.seconds) std::printf(" %s %.3f", stage.c_str(), seconds);
    std::printf("\n");
    return read_factor(path);
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

struct Request {
    std::string name;
    const NetworkFactor& factor;
    std::vector<std::string> skims;
    std::vector<double> processor;
    std::map<std::string, std::vector<double>> wall;
};

bool have_same_sums(const OriginDestinationTable& a, const OriginDestinationTable& b) {
    bool same = a.distances() == b.distances();
    for (std::size_t f = 0; f < std::min(a.skims().size(), b.skims().size()); ++f) {
        same = same && a.skims()[f].values == b.skims()[f].values;
    }
    return same;
}

int run(std::map<std::string, std::string> options) {
    const std::uint64_t seed = std::stoull(options["--seed"]);
    const RoadNetwork network =
        streets(std::stoul(options["--nodes"]), seed, options["--ties"] != "0", std::stoull(options["--free"]));
    const std::vector<std::string> fields{"length", "toll", "stops"};
    const std::string folder = options["--folder"];
    const NetworkFactor without = stored(network, {}, folder + "/without.factor");
    (void)stored(network, {"length"}, folder + "/one.factor");
    const NetworkFactor kept = stored(network, fields, folder + "/kept.factor");
    Random random(seed);
    std::vector<NodeIndex> origins, destinations;
    for (std::size_t i = 0; i < std::stoul(options["--places"]); ++i) {
        origins.push_back(static_cast<NodeIndex>(random.below(network.node_count())));
        destinations.push_back(static_cast<NodeIndex>(random.below(network.node_count())));
    }

    std::vector<Request> requests{{"distances", kept, {}, {}, {}}};
    for (std::size_t f = 1; f <= fields.size(); ++f) {
        requests.push_back({"kept, " + std::to_string(f), kept, {fields.begin(), fields.begin() + f}, {}, {}});
    }
    requests.push_back({"computed, 1", without, {"length"}, {}, {}});
    const auto expected = solve_between(without, origins, destinations, {.skims = fields}).value;
    for (std::size_t repeat = 0; repeat < std::stoul(options["--repeats"]); ++repeat) {
        for (Request& request : requests) {
            const std::clock_t begin = std::clock();
            const Stopwatch watch;
            const auto found = solve_between(request.factor, origins, destinations, {.skims = request.skims});
            request.processor.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
            request.wall["wall"].push_back(watch.seconds());
            for (const auto& [stage, seconds] : found.report.seconds) request.wall[stage].push_back(seconds);
            if (!have_same_sums(found.value, expected)) throw std::runtime_error("WRONG: " + request.name);
        }
    }
    for (const Request& request : requests) {
        std::printf("%-12s %.4f s, %.2f times;", request.name.c_str(), median(request.processor),
                    median(request.processor) / median(requests[0].processor));
        for (const auto& [stage, seconds] : request.wall) std::printf(" %s %.4f", stage.c_str(), median(seconds));
        std::printf("\n");
    }
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("skims_bench", [&] { return run(parse(count, arguments)); });
}
