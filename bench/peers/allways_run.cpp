// SPDX-License-Identifier: Apache-2.0
#include "peers/allways_run.h"

#include <algorithm>
#include <numeric>

#include "allways/network/adjacency.h"
#include "allways/result/next_hops.h"
#include "base/random.h"
#include "base/threads/large_vector.h"
#include "cost/expanded_network.h"
#include "engine/factor/factor_core.h"
#include "engine/factor/subfactor.h"
#include "engine/plan/prepared_job.h"
#include "engine/sweep/sweep_host.h"
#include "ordering/nested_dissection.h"

namespace allways::peers {

namespace {

using namespace engine;

std::vector<NodeIndex> shuffled_nodes(std::size_t count, std::uint64_t seed) {
    std::vector<NodeIndex> nodes(count);
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    Random random(seed);
    for (std::size_t i = count; i > 1; --i) std::swap(nodes[i - 1], nodes[random.below(static_cast<std::uint32_t>(i))]);
    return nodes;
}

// Fills with ones, because some processors write zeros faster, in pieces of 1 MiB, with all threads.
template <class V>
void fill_with_ones(std::vector<V>& values, std::size_t count) {
    constexpr std::size_t piece = (std::size_t{1} << 20) / sizeof(V);
    static const std::vector<V> ones(piece, V{1});
    parallel_for((count + piece - 1) / piece, [&](std::size_t i) {
        sweep_kernels().copy(values.data() + i * piece, ones.data(), std::min(piece, count - i * piece) * sizeof(V));
    });
}

}  // namespace

AllwaysRun::AllwaysRun(const Roads& roads, const AllwaysOptions& options)
    : roads_(roads), options_(options), node_count_(roads.node_count()), columns_(node_count_) {
    const std::uint64_t row_bytes = node_count_ * sizeof(std::int32_t);
    const auto in_a_band = std::clamp<std::uint64_t>(options.band_bytes / row_bytes, 1, node_count_);
    sources_ = shuffled_nodes(node_count_, options.seed);
    hop_bytes_ = NextHops::bytes_for(build_adjacency(node_count_, roads.network.tail).max_out_degree());
    if (row_bytes > options.table_bytes / node_count_) {
        columns_ = in_a_band;
        sources_.resize(in_a_band);
        kept_ = large_vector<std::int32_t>(in_a_band * node_count_);
    }
    cells_ = large_vector<std::int32_t>(node_count_ * columns_);
}

template <class Work>
void AllwaysRun::for_each_band(const Work& work) {
    for (std::size_t begin = 0; begin < node_count_; begin += columns_) {
        report(options_.progress, "Allways", begin, node_count_);
        work(begin, std::min(begin + columns_, node_count_));
    }
}

void AllwaysRun::make_room_for_hops() {
    if (hops_.empty()) hops_ = large_vector<std::uint8_t>(node_count_ * columns_ * hop_bytes_);
}

void AllwaysRun::keep_rows(std::size_t begin, std::size_t end) {
    if (has_whole_table()) return;
    parallel_for(sources_.size(), [&](std::size_t i) {
        std::copy_n(cells_.data() + sources_[i] * columns_, end - begin, kept_.data() + i * node_count_ + begin);
    });
}

std::span<const std::int32_t> AllwaysRun::row(std::size_t i) const {
    const std::int32_t* begin =
        has_whole_table() ? cells_.data() + sources_[i] * node_count_ : kept_.data() + i * node_count_;
    return {begin, node_count_};
}

Stages AllwaysRun::run_once(unsigned threads, bool next_hops) {
    Stages seconds;
    SpentWatch watch;
    const auto lap = [&](double& stage) {
        const Spent spent = watch.lap();
        stage += spent.seconds;
        seconds.core_seconds += spent.core_seconds;
    };
    const cost::ExpandedNetwork expanded(roads_.network, roads_.costs.scale.name);
    const auto prepared = prepare<std::int32_t>(roads_.network, expanded.adjacency(), roads_.costs);
    const CellFormat format = sweep_format(prepared, next_hops);
    FactorCore<std::int32_t> core(prepared, format);
    lap(seconds.prepare);
    const auto order = ordering::nested_dissection(core.graph(), threads).order;
    core.tree = std::make_shared<ordering::Elimination>(ordering::eliminate(core.graph(), order));
    lap(seconds.order);
    const auto factor = core.factorize();
    lap(seconds.factor);
    const NetworkFactor places = places_alone(expanded, roads_.costs, nullptr, prepared, format, *core.tree);
    const FactorNetwork<std::int32_t> network(places);
    const std::vector<NodeIndex> nodes = first_nodes(node_count_);
    auto problem = FactorSides<std::int32_t>(network, format, nodes).with_rows(nodes);
    problem.solve_by(factor);
    lap(seconds.sweep);
    const SweepTarget<std::int32_t> target{cells_.data(), columns_, next_hops ? hops_.data() : nullptr,
                                           next_hops ? hop_bytes_ : 0};
    for_each_band([&](std::size_t begin, std::size_t end) {
        watch = {};  // excludes the copying of kept rows
        sweep_on_host(problem, {begin, end}, target, {.threads = threads});
        lap(seconds.sweep);
        keep_rows(begin, end);
    });
    return seconds;
}

std::optional<Stages> AllwaysRun::run(unsigned threads, bool next_hops) {
    if (next_hops) {
        const AdjacencyArray adjacency = build_adjacency(node_count_, roads_.network.tail);
        const auto prepared = prepare<std::int32_t>(roads_.network, adjacency, roads_.costs);
        if (sweep_format(prepared, true).hops != HopMode::first_arc) return {};
        make_room_for_hops();
    }
    std::vector<Stages> runs;
    for (int run = 0; run < options_.runs; ++run) runs.push_back(run_once(threads, next_hops));
    std::ranges::sort(runs, {}, &Stages::total);
    return runs[runs.size() / 2];
}

Spent AllwaysRun::fill(bool next_hops) {
    if (next_hops) make_room_for_hops();
    std::vector<Spent> runs;
    for (int run = 0; run < options_.runs; ++run) {
        SpentWatch watch;
        for_each_band([&](std::size_t begin, std::size_t end) {
            fill_with_ones(cells_, node_count_ * (end - begin));
            if (next_hops) fill_with_ones(hops_, node_count_ * (end - begin) * hop_bytes_);
        });
        runs.push_back(watch.lap());
    }
    std::ranges::sort(runs, {}, &Spent::seconds);
    return runs[runs.size() / 2];
}

}  // namespace allways::peers
