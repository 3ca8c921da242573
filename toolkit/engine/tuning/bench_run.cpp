// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/bench_run.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/network/adjacency.h"
#include "allways/network/make_network.h"
#include "base/random.h"
#include "engine/dense/dense_problem.h"
#include "network/heap_search.h"

namespace allways::engine {

// ---- The problem

namespace {

constexpr int usual_first_arc_bits = 4;   // for out-degrees up to 15
constexpr int street_first_arc_bits = 3;  // for out-degrees up to 4
constexpr std::int64_t no_way = std::numeric_limits<std::int64_t>::max();

std::vector<std::int64_t> without_far(std::vector<std::int64_t> distance) {
    std::ranges::replace(distance, no_way, no_distance);
    return distance;
}

// A complete graph; costs and first arcs are hashes of (seed, from, to), so nothing is stored. Shortest paths have few
// arcs.
class DenseProblem final : public BenchProblem {
public:
    DenseProblem(std::size_t n, BenchCosts costs, std::uint64_t seed)
        : n_(n),
          largest_cost_(costs == BenchCosts::small   ? 10'000
                        : costs == BenchCosts::usual ? 1'000'000
                                                     : 1'000'000'000),
          first_arc_bits_(costs == BenchCosts::small ? 1 : usual_first_arc_bits),
          seed_(static_cast<std::uint32_t>(seed * 0x9e3779b97f4a7c15u >> 32)) {}

    std::size_t size() const override { return n_; }
    int first_arc_bits() const override { return first_arc_bits_; }

    void out_arcs(std::uint32_t from, std::span<BenchArc> arcs) const override {
        for (std::uint32_t to = 0; to < n_; ++to) arcs[to] = {cost(from, to), first_arc(from, to)};
        arcs[from] = {};
    }

    // Dijkstra 1959 over an array, suited to complete graphs. O(n²).
    std::vector<std::int64_t> distances_to(std::uint32_t target) const override {
        const auto n = static_cast<std::uint32_t>(n_);
        std::vector<std::int64_t> distance(n, no_way);
        std::vector<char> settled(n, 0);
        distance[target] = 0;
        for (std::uint32_t round = 0; round < n; ++round) {
            std::uint32_t nearest = n;
            for (std::uint32_t i = 0; i < n; ++i) {
                if (!settled[i] && (nearest == n || distance[i] < distance[nearest])) nearest = i;
            }
            settled[nearest] = 1;
            for (std::uint32_t i = 0; i < n; ++i) {
                if (!settled[i]) distance[i] = std::min(distance[i], cost(i, nearest) + distance[nearest]);
            }
        }
        return without_far(std::move(distance));
    }

private:
    std::int32_t cost(std::uint32_t from, std::uint32_t to) const {
        return 1 + static_cast<std::int32_t>(mix(from, to) * largest_cost_ >> 32);
    }
    std::int32_t first_arc(std::uint32_t from, std::uint32_t to) const {
        return static_cast<std::int32_t>(mix(to, from ^ 0x5bd1e995u) % ((1u << first_arc_bits_) - 1));
    }

    // Finalizer of MurmurHash3 (Appleby, public domain) over the pair.
    std::uint32_t mix(std::uint32_t from, std::uint32_t to) const {
        std::uint32_t x = seed_ ^ from * 0x9e3779b1u ^ (to * 0x85ebca77u + 0x165667b1u);
        x = (x ^ x >> 16) * 0x85ebca6bu;
        x = (x ^ x >> 13) * 0xc2b2ae35u;
        return x ^ x >> 16;
    }

    std::size_t n_;
    std::uint64_t largest_cost_;
    int first_arc_bits_;
    std::uint32_t seed_;
};

// A generated street network with its nodes in random order: about 2.5 arcs per node, long shortest paths, some pairs
// unreachable. First arcs are the arcs' ordinals. Costs are times in ms (5.7 million at 262,144 nodes), or in
// hundredths of a ms for large costs; small costs are in s, rounded up, so that keys stay below 2^15 (3,000 s at 65,536
// nodes).
class StreetProblem final : public BenchProblem {
public:
    StreetProblem(std::size_t n, BenchCosts costs, std::uint64_t seed)
        : first_arc_bits_(costs == BenchCosts::small ? street_first_arc_bits : usual_first_arc_bits) {
        const RoadNetwork network = generate_streets({.nodes = n, .seed = seed});
        const std::vector<NodeIndex> place = random_order(n, seed);
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            tail_.push_back(place[network.tail[arc]]);
            head_.push_back(place[network.head[arc]]);
            const Decimal& time_s = network.column("time")->values[arc];
            const auto time_ms = static_cast<std::int32_t>(*time_s.fixed_point(3));
            cost_.push_back(costs == BenchCosts::small   ? (time_ms + 999) / 1000
                            : costs == BenchCosts::usual ? time_ms
                                                         : 100 * time_ms);
        }
        out_ = build_adjacency(n, tail_);
        in_ = build_adjacency(n, head_);
    }

    std::size_t size() const override { return out_.node_count(); }
    int first_arc_bits() const override { return first_arc_bits_; }

    void out_arcs(std::uint32_t from, std::span<BenchArc> arcs) const override {
        std::ranges::fill(arcs, BenchArc{});
        std::int32_t ordinal = 0;
        for (const ArcIndex arc : out_.out_arcs(from)) arcs[head_[arc]] = {cost_[arc], ordinal++};
    }

    // Dijkstra 1959 over the arcs, with a heap. O(n log n).
    std::vector<std::int64_t> distances_to(std::uint32_t target) const override {
        std::vector<std::int64_t> distance(size(), no_way);
        distance[target] = 0;
        network::heap_search<std::int64_t>(
            distance, std::array{NodeIndex{target}},
            [](NodeIndex, std::int64_t) { return network::Settled::relax_arcs; },
            [&](NodeIndex node, const auto& relax) {
                for (const ArcIndex arc : in_.out_arcs(node)) relax(tail_[arc], cost_[arc]);
            });
        return without_far(std::move(distance));
    }

private:
    static std::vector<NodeIndex> random_order(std::size_t n, std::uint64_t seed) {
        std::vector<NodeIndex> order(n);
        std::iota(order.begin(), order.end(), NodeIndex{0});
        Random random(seed);
        for (std::size_t left = n; left > 1; --left) {
            std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
        }
        return order;
    }

    int first_arc_bits_;
    std::vector<NodeIndex> tail_;
    std::vector<NodeIndex> head_;
    std::vector<std::int32_t> cost_;
    AdjacencyArray out_;
    AdjacencyArray in_;  // by head
};

}  // namespace

std::unique_ptr<BenchProblem> make_bench_problem(BenchGraph graph, std::size_t n, BenchCosts costs,
                                                 std::uint64_t seed) {
    if (graph == BenchGraph::street) return std::make_unique<StreetProblem>(n, costs, seed);
    return std::make_unique<DenseProblem>(n, costs, seed);
}

// ---- A run

BenchCosts costs_of(const BenchOptions& options) {
    return options.bits16 ? BenchCosts::small : options.large ? BenchCosts::large : BenchCosts::usual;
}

CellFormat format_of(const BenchOptions& options, int first_arc_bits) {
    CellFormat format{.type = options.type};
    if (options.bits16) format.width = CellWidth::bits16;
    if (options.hops == BenchHops::array) {
        format.hops = HopMode::array;
        if (options.type == CostType::int32 && !options.large && !options.bits16) format.width = CellWidth::bits23;
    }
    if (options.hops == BenchHops::first_arcs && first_arc_bits > 0) {
        format.hops = HopMode::first_arc;
        format.first_arc_bits = first_arc_bits;
    }
    return format;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

namespace {

template <class T>
void run_and_measure(Executor& executor, const BenchOptions& options, BenchResult& result) {
    const auto problem = make_bench_problem(options.graph, options.n, costs_of(options), options.seed);
    const CellFormat cell = format_of(options, problem->first_arc_bits());
    result.tile = options.tile != 0 ? options.tile : executor.preferred_tile(cell);
    const TileLayout layout{.pivot_count = options.n, .border_count = 0, .tile = result.tile};
    result.group = options.group != 0 ? options.group : executor.preferred_group(cell);
    const Schedule schedule = make_schedule_for(executor, options.schedule.text(), layout, cell, result.group);
    BenchRows<T> rows(*problem, cell);
    const RowStream wide = rows.stream();
    const RowStream stream = compact_stream(wide, layout, cell);
    rows.count_in_checksum(true);
    executor.execute(schedule, layout, cell, stream, options.progress);
    rows.count_in_checksum(false);
    result.checksum = rows.checksum();
    if (options.check) result.checked_targets = rows.check();
    std::vector<double> seconds;
    for (unsigned run = 0; run < std::max(1u, options.runs); ++run) {
        const ExecutionTimes times = executor.execute(schedule, layout, cell, stream, options.progress);
        seconds.push_back(times.solve);
        result.upload_seconds = times.upload;
        result.download_seconds = times.download;
    }
    result.runs = static_cast<unsigned>(seconds.size());
    result.seconds = median(seconds);
    result.fastest_seconds = *std::min_element(seconds.begin(), seconds.end());
    const auto n = static_cast<double>(options.n);
    result.pairs_per_second = result.seconds > 0 ? n * n * n / result.seconds : 0;
}

}  // namespace

BenchResult run_bench_on(Executor& executor, const BenchOptions& options) {
    BenchResult result;
    result.device = executor.description();
    result.type = options.type;
    result.bits16 = options.bits16;
    result.hops = options.hops;
    result.graph = options.graph;
    result.n = options.n;
    with_cost_type(options.type, [&]<class T>() { run_and_measure<T>(executor, options, result); });
    return result;
}

}  // namespace allways::engine
