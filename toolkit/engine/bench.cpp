// The dense benchmark: a hash-made complete digraph through an executor, timed, checked, and set beside the ceiling.
#include "allways/engine/bench.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/ceiling.h"
#include "engine/compact_stream.h"
#include "engine/opencl_executor.h"

namespace allways {
namespace {

using namespace engine;

constexpr std::int32_t largest_cost = 1'000'000;  // distances stay whole and below 2^24, exact in float32 too
constexpr std::int32_t largest_narrow_cost = 10'000;
constexpr int label_bits = 4;                     // networks' usual: out-degrees up to 15
constexpr std::size_t targets_to_check = 3;

class HashedGraph {
public:
    HashedGraph(std::size_t n, std::int32_t largest, std::uint64_t seed)
        : n_(n), largest_(static_cast<std::uint64_t>(largest)), seed_(static_cast<std::uint32_t>(seed * 0x9e3779b97f4a7c15u >> 32)) {}

    std::size_t size() const { return n_; }
    std::int32_t cost(std::uint32_t from, std::uint32_t to) const {
        return 1 + static_cast<std::int32_t>(std::uint64_t{mix(from, to)} * largest_ >> 32);
    }
    // 0 … 2^bits - 2: the largest is the diagonal's.
    std::int32_t label(std::uint32_t from, std::uint32_t to, int bits) const {
        return static_cast<std::int32_t>(mix(to, from ^ 0x5bd1e995u) % ((1u << bits) - 1));
    }

private:
    // Finalizer of MurmurHash3 (Appleby, public domain) over the pair.
    std::uint32_t mix(std::uint32_t from, std::uint32_t to) const {
        std::uint32_t x = seed_ ^ from * 0x9e3779b1u ^ (to * 0x85ebca77u + 0x165667b1u);
        x = (x ^ x >> 16) * 0x85ebca6bu;
        x = (x ^ x >> 13) * 0xc2b2ae35u;
        return x ^ x >> 16;
    }

    std::size_t n_;
    std::uint64_t largest_;
    std::uint32_t seed_;
};

// Distances from every node to `target`: Dijkstra 1959 over an array, right for complete graphs. O(n²).
std::vector<std::int64_t> distances_to(const HashedGraph& graph, std::uint32_t target) {
    const auto n = static_cast<std::uint32_t>(graph.size());
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> distance(n, far);
    std::vector<char> settled(n, 0);
    distance[target] = 0;
    for (std::uint32_t round = 0; round < n; ++round) {
        std::uint32_t nearest = n;
        for (std::uint32_t i = 0; i < n; ++i) {
            if (!settled[i] && (nearest == n || distance[i] < distance[nearest])) nearest = i;
        }
        settled[nearest] = 1;
        for (std::uint32_t i = 0; i < n; ++i) {
            if (!settled[i]) distance[i] = std::min(distance[i], graph.cost(i, nearest) + distance[nearest]);
        }
    }
    return distance;
}

CellFormat format_of(const BenchOptions& options) {
    CellFormat format{.type = options.type, .narrow = options.narrow};
    if (options.hops == BenchHops::carried) {
        format.hops = HopMode::carried;
        format.small = options.type == CostType::int32 && !options.large;
    }
    if (options.hops == BenchHops::label) {
        format.hops = HopMode::label;
        format.label_bits = options.narrow ? 1 : label_bits;
    }
    return format;
}

// Makes the tiles of the graph, and keeps the columns of the checked targets from the answer.
template <class T>
class BenchTiles {
public:
    BenchTiles(const HashedGraph& graph, const TileLayout& layout, const CellFormat& cell)
        : graph_(graph), layout_(layout), cell_(cell) {
        const auto n = static_cast<std::uint32_t>(graph.size());
        for (const std::uint32_t target : {0u, n / 2, n - 1}) {
            if (n != 0 && (targets_.empty() || targets_.back() != target)) targets_.push_back(target);
        }
        cells_.resize(targets_.size() * n);
        if (cell.hops == HopMode::carried) hops_.resize(cells_.size());
    }

    TileStream stream() {
        return {[this](std::size_t row, void* cells, std::uint32_t* hops) { fill(row, static_cast<T*>(cells), hops); },
                [this](std::size_t row, const void* cells, const std::uint32_t* hops) {
                    take(row, static_cast<const T*>(cells), hops);
                }};
    }

    // Throws Error where a target's column is wrong. Returns how many were compared.
    std::size_t check() const {
        for (std::size_t t = 0; t < targets_.size(); ++t) {
            const auto expected = distances_to(graph_, targets_[t]);
            for (std::uint32_t from = 0; from < graph_.size(); ++from) check_pair(from, t, expected);
        }
        return targets_.size();
    }

private:
    T start(std::uint32_t from, std::uint32_t to) const {
        if (cell_.hops != HopMode::label) return from == to ? T(0) : static_cast<T>(graph_.cost(from, to));
        const std::int32_t key =
            from == to ? (1 << cell_.label_bits) - 1 : graph_.cost(from, to) << cell_.label_bits | label(from, to);
        return static_cast<T>(key);
    }

    std::int32_t label(std::uint32_t from, std::uint32_t to) const { return graph_.label(from, to, cell_.label_bits); }

    void fill(std::size_t tile_row, T* cells, std::uint32_t* hops) const {
        const T unreachable =
            cell_.hops == HopMode::label ? static_cast<T>(unreachable_key(cell_.label_bits)) : unreachable_cost<T>;
        for_each_cell(tile_row, [&](std::size_t from, std::size_t to, std::size_t at) {
            const bool is_pair = from < graph_.size() && to < graph_.size();
            const auto i = static_cast<std::uint32_t>(from);
            const auto j = static_cast<std::uint32_t>(to);
            cells[at] = is_pair ? start(i, j) : unreachable;
            if (hops) hops[at] = is_pair && i != j ? j : no_hop;
        });
    }

    void take(std::size_t tile_row, const T* cells, const std::uint32_t* hops) {
        for (std::size_t i = 0; i < layout_.tile; ++i) {
            const std::size_t from = tile_row * layout_.tile + i;
            if (from >= graph_.size()) return;
            for (std::size_t t = 0; t < targets_.size(); ++t) {
                const std::size_t at = layout_.offset_in_row(i, targets_[t]);
                cells_[t * graph_.size() + from] = cells[at];
                if (hops) hops_[t * graph_.size() + from] = hops[at];
            }
        }
    }

    template <class Visit>
    void for_each_cell(std::size_t tile_row, const Visit& visit) const {
        std::size_t at = 0;
        for (std::size_t tile = 0; tile < layout_.tiles(); ++tile) {
            for (std::size_t i = 0; i < layout_.tile; ++i) {
                for (std::size_t j = 0; j < layout_.tile; ++j) {
                    visit(tile_row * layout_.tile + i, tile * layout_.tile + j, at++);
                }
            }
        }
    }

    void check_pair(std::uint32_t from, std::size_t t, const std::vector<std::int64_t>& expected) const {
        const std::uint32_t target = targets_[t];
        const T got = cells_[t * graph_.size() + from];
        bool right = static_cast<double>(got) == static_cast<double>(expected[from]);
        if (cell_.hops == HopMode::label) right = got == static_cast<T>(expected_key(from, target, expected));
        if (cell_.hops == HopMode::carried && from != target) {
            const std::uint32_t hop = hops_[t * graph_.size() + from];
            right = right && hop < graph_.size() && graph_.cost(from, hop) + expected[hop] == expected[from];
        }
        if (!right) {
            throw Error(format("the benchmark's answer is wrong: from {} to {} it has {}, Dijkstra {}", from, target,
                               got, expected[from]));
        }
    }

    // The lowest label among the first arcs of shortest paths.
    std::int32_t expected_key(std::uint32_t from, std::uint32_t target,
                              const std::vector<std::int64_t>& expected) const {
        std::int32_t least = (1 << cell_.label_bits) - 1;
        for (std::uint32_t hop = 0; hop < graph_.size() && from != target; ++hop) {
            if (hop != from && graph_.cost(from, hop) + expected[hop] == expected[from]) {
                least = std::min(least, label(from, hop));
            }
        }
        return static_cast<std::int32_t>(expected[from]) << cell_.label_bits | least;
    }

    const HashedGraph& graph_;
    TileLayout layout_;
    CellFormat cell_;
    std::vector<std::uint32_t> targets_;
    std::vector<T> cells_;  // [target][from]
    std::vector<std::uint32_t> hops_;
};

template <class T>
void measure(Executor& executor, const BenchOptions& options, BenchResult& result) {
    const CellFormat cell = format_of(options);
    const HashedGraph graph(options.n, options.narrow ? largest_narrow_cost : largest_cost, options.seed);
    result.tile = options.tile != 0 ? options.tile : executor.preferred_tile(cell);
    const TileLayout layout{.pivot_count = options.n, .border_count = 0, .tile = result.tile};
    result.group = options.group != 0 ? options.group : executor.preferred_group(cell);
    const Schedule schedule = make_schedule(options.schedule, layout, result.group);
    BenchTiles<T> tiles(graph, layout, cell);
    const TileStream wide = tiles.stream();
    const TileStream stream = compact_stream(wide, layout, cell);
    executor.execute(schedule, layout, cell, stream, options.progress);
    if (options.check) result.checked_targets = tiles.check();
    std::vector<double> seconds;
    for (unsigned run = 0; run < std::max(1u, options.runs); ++run) {
        const ExecutionTimes times = executor.execute(schedule, layout, cell, stream, options.progress);
        seconds.push_back(times.solve);
        result.upload_seconds = times.upload;
        result.download_seconds = times.download;
    }
    std::sort(seconds.begin(), seconds.end());
    result.runs = static_cast<unsigned>(seconds.size());
    result.seconds = seconds[seconds.size() / 2];
    result.fastest_seconds = seconds.front();
    const auto n = static_cast<double>(options.n);
    result.pairs_per_second = result.seconds > 0 ? n * n * n / result.seconds : 0;
}

}  // namespace

BenchResult run_bench(const BenchOptions& options) {
    BenchResult result;
    result.type = options.type;
    result.narrow = options.narrow;
    result.hops = options.hops;
    result.n = options.n;
    const OpenClOptions opencl{0, options.cache_directory, options.log, options.tuning};
    const auto device = options.device == "reference" ? nullptr : choose_device(options.device);
    // Without a device it is the reference, asked for or for want of any, which make_executor says.
    const auto executor = device ? make_opencl_executor(*device, opencl) : make_executor(options.device, opencl);
    result.device = executor->description();
    if (device) {
        result.driver = device->info.driver;
        device::ProgramCache cache(options.cache_directory, options.log);
        const auto tuning = device::find_tuning(*device, {options.type, false, options.narrow}, options.tuning);
        result.ceiling_pairs_per_second = measure_ceiling(*device, cache, tuning, {.type = options.type, .narrow = options.narrow});
    }
    with_cost_type(options.type, [&]<class T>() { measure<T>(*executor, options, result); });
    if (result.ceiling_pairs_per_second > 0) result.share = result.pairs_per_second / result.ceiling_pairs_per_second;
    return result;
}

}  // namespace allways
