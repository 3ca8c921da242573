// The dense benchmark: a made-up graph through an executor, timed, checked, and set beside the ceiling.
#include "allways/engine/bench.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/parallel.h"
#include "engine/bench_problem.h"
#include "engine/bench_run.h"
#include "engine/ceiling.h"
#include "engine/compact_stream.h"
#include "engine/opencl_executor.h"
#include "engine/row_major_stream.h"

namespace allways {
namespace {

using namespace engine;

CellFormat format_of(const BenchOptions& options, const BenchProblem& problem) {
    CellFormat format{.type = options.type, .narrow = options.narrow};
    if (options.hops == BenchHops::carried) {
        format.hops = HopMode::carried;
        format.small = options.type == CostType::int32 && !options.large;
    }
    if (options.hops == BenchHops::label) {
        format.hops = HopMode::label;
        format.label_bits = problem.label_bits();
    }
    return format;
}

// Makes the tiles of the problem, and keeps the columns of the checked targets from the answer.
template <class T>
class BenchTiles {
public:
    BenchTiles(const BenchProblem& problem, const TileLayout& layout, const CellFormat& cell)
        : problem_(problem), n_(static_cast<std::uint32_t>(problem.size())), layout_(layout), cell_(cell) {
        for (const std::uint32_t target : {0u, n_ / 2, n_ - 1}) {
            if (n_ != 0 && (targets_.empty() || targets_.back() != target)) targets_.push_back(target);
        }
        cells_.resize(targets_.size() * n_);
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
        std::vector<std::vector<std::int64_t>> expected;
        for (const std::uint32_t target : targets_) expected.push_back(problem_.distances_to(target));
        std::vector<BenchArc> arcs(n_);
        for (std::uint32_t from = 0; from < n_; ++from) {
            problem_.out_arcs(from, arcs);
            for (std::size_t t = 0; t < targets_.size(); ++t) check_pair(from, t, arcs, expected[t]);
        }
        return targets_.size();
    }

    T unreachable() const {
        return has_labels() ? static_cast<T>(unreachable_key(cell_.label_bits)) : unreachable_cost<T>;
    }

private:
    bool has_labels() const { return cell_.hops == HopMode::label; }
    T cell(std::int64_t distance, std::int32_t label) const {
        return static_cast<T>(has_labels() ? distance << cell_.label_bits | label : distance);
    }
    std::int32_t diagonal_label() const { return (1 << cell_.label_bits) - 1; }

    // Called by several threads at a time.
    void fill(std::size_t tile_row, T* cells, std::uint32_t* hops) const {
        std::vector<BenchArc> arcs(n_);
        std::fill_n(cells, layout_.row_cells(), unreachable());
        if (hops) std::fill_n(hops, layout_.row_cells(), no_hop);
        for_each_row(tile_row, [&](std::size_t i, std::uint32_t from) {
            problem_.out_arcs(from, arcs);
            for (std::uint32_t to = 0; to < n_; ++to) {
                if (!arcs[to].exists()) continue;
                const std::size_t at = layout_.offset_in_row(i, to);
                cells[at] = cell(arcs[to].cost, arcs[to].label);
                if (hops) hops[at] = to;
            }
            cells[layout_.offset_in_row(i, from)] = cell(0, diagonal_label());
        });
    }

    void take(std::size_t tile_row, const T* cells, const std::uint32_t* hops) {
        for_each_row(tile_row, [&](std::size_t i, std::uint32_t from) {
            for (std::size_t t = 0; t < targets_.size(); ++t) {
                const std::size_t at = layout_.offset_in_row(i, targets_[t]);
                cells_[t * n_ + from] = cells[at];
                if (hops) hops_[t * n_ + from] = hops[at];
            }
        });
    }

    // visit(row in the tile, node)
    template <class Visit>
    void for_each_row(std::size_t tile_row, const Visit& visit) const {
        const std::size_t begin = tile_row * layout_.tile;
        const std::size_t end = std::min<std::size_t>(begin + layout_.tile, n_);
        for (std::size_t from = begin; from < end; ++from) visit(from - begin, static_cast<std::uint32_t>(from));
    }

    // `arcs`: from `from`; `expected`: distances to the target.
    void check_pair(std::uint32_t from, std::size_t t, const std::vector<BenchArc>& arcs,
                    const std::vector<std::int64_t>& expected) const {
        const std::uint32_t target = targets_[t];
        const T got = cells_[t * n_ + from];
        const bool reached = expected[from] != no_distance;
        const auto is_tight = [&](std::uint32_t hop) {
            return arcs[hop].exists() && expected[hop] != no_distance &&
                   arcs[hop].cost + expected[hop] == expected[from];
        };
        std::int32_t label = diagonal_label();  // the lowest among the first arcs of shortest paths
        for (std::uint32_t hop = 0; has_labels() && from != target && hop < n_; ++hop) {
            if (is_tight(hop)) label = std::min(label, arcs[hop].label);
        }
        bool right = got == (reached ? cell(expected[from], label) : unreachable());
        if (cell_.hops == HopMode::carried && from != target) {
            const std::uint32_t hop = hops_[t * n_ + from];
            right = right && (reached ? hop < n_ && is_tight(hop) : hop == no_hop);
        }
        if (!right) {
            throw Error(format("the benchmark's answer is wrong: from {} to {} it has {}, Dijkstra {}", from, target,
                               got, reached ? cell(expected[from], label) : unreachable()));
        }
    }

    const BenchProblem& problem_;
    std::uint32_t n_;
    TileLayout layout_;
    CellFormat cell_;
    std::vector<std::uint32_t> targets_;
    std::vector<T> cells_;  // [target][from]
    std::vector<std::uint32_t> hops_;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

template <class T>
void measure(Executor& executor, const BenchOptions& options, BenchResult& result) {
    const auto problem = make_bench_problem(options.graph, options.n, options.narrow, options.seed);
    const CellFormat cell = format_of(options, *problem);
    result.tile = options.tile != 0 ? options.tile : executor.preferred_tile(cell);
    const TileLayout layout{.pivot_count = options.n, .border_count = 0, .tile = result.tile};
    result.group = options.group != 0 ? options.group : executor.preferred_group(cell);
    const Schedule schedule = make_schedule(options.schedule, layout, result.group);
    BenchTiles<T> tiles(*problem, layout, cell);
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
    result.runs = static_cast<unsigned>(seconds.size());
    result.seconds = median(seconds);
    result.fastest_seconds = *std::min_element(seconds.begin(), seconds.end());
    const auto n = static_cast<double>(options.n);
    result.pairs_per_second = result.seconds > 0 ? n * n * n / result.seconds : 0;
}

// From one array in host memory to another, both touched before: the transfers alone, and the whole with transfers and
// work beside each other.
template <class T>
void measure_transfers(Executor& apart, Executor& overlapping, const BenchOptions& options, BenchResult& result) {
    if (options.hops == BenchHops::carried || options.narrow) {
        throw InvalidArgument("transfers are measured for cells without carried hops, of the cost type's own width");
    }
    const auto problem = make_bench_problem(options.graph, options.n, options.narrow, options.seed);
    const CellFormat cell = format_of(options, *problem);
    const TileLayout layout{.pivot_count = options.n, .border_count = 0, .tile = result.tile};
    const Schedule schedule = make_schedule(options.schedule, layout, result.group, overlapping.preferred_ends(cell));
    BenchTiles<T> tiles(*problem, layout, cell);
    const TileStream made = tiles.stream();
    std::vector<T> from(options.n * options.n);
    std::vector<T> to(from.size());
    const TileStream stream = row_major_stream<T>(layout, from, to, tiles.unreachable());
    parallel_for(layout.tiles(), [&](std::size_t row) {
        std::vector<T> cells(layout.row_cells());
        made.fill(row, cells.data(), nullptr);
        row_major_stream<T>(layout, to, from, tiles.unreachable()).take(row, cells.data(), nullptr);
    });
    std::vector<double> transfers, total;
    for (unsigned run = 0; run <= std::max(1u, options.runs); ++run) {
        const ExecutionTimes times = apart.execute(schedule, layout, cell, stream, options.progress);
        const ExecutionTimes whole = overlapping.execute(schedule, layout, cell, stream, options.progress);
        if (run == 0) continue;  // warms up
        transfers.push_back(times.upload + times.download);
        total.push_back(whole.total());
    }
    result.transfer_seconds = median(transfers);
    result.total_seconds = median(total);
    if (!options.check) return;
    parallel_for(layout.tiles(), [&](std::size_t row) {
        std::vector<T> cells(layout.row_cells());
        row_major_stream<T>(layout, to, from, tiles.unreachable()).fill(row, cells.data(), nullptr);
        made.take(row, cells.data(), nullptr);
    });
    tiles.check();
}

}  // namespace

BenchResult engine::run_bench_on(Executor& executor, const BenchOptions& options) {
    BenchResult result;
    result.device = executor.description();
    result.type = options.type;
    result.narrow = options.narrow;
    result.hops = options.hops;
    result.graph = options.graph;
    result.n = options.n;
    with_cost_type(options.type, [&]<class T>() { measure<T>(executor, options, result); });
    return result;
}

BenchResult run_bench(const BenchOptions& options) {
    OpenClOptions opencl{.cache_directory = options.cache_directory,
                         .log = options.log,
                         .overlap_transfers = false,
                         .tuning = options.tuning,
                         .tuning_directory = options.tuning_directory};
    const auto device = options.device == "reference" ? nullptr : choose_device(options.device);
    // Without a device it is the reference, asked for or for want of any, which make_executor says.
    const auto executor = device ? make_opencl_executor(*device, opencl) : make_executor(options.device, opencl);
    double ceiling = 0;
    if (device) {
        device::ProgramCache cache(options.cache_directory, options.log);
        const device::CellKind kind{.type = options.type, .narrow = options.narrow};
        const auto tuning = device::find_tuning(*device, kind, options.tuning, options.tuning_directory);
        ceiling = measure_ceiling(*device, cache, tuning, kind);
    }
    BenchResult result = run_bench_on(*executor, options);
    if (device) result.driver = device->info.driver;
    result.ceiling_pairs_per_second = ceiling;
    if (ceiling > 0) result.share = result.pairs_per_second / ceiling;
    if (options.transfers && device) {
        opencl.overlap_transfers = true;
        const auto overlapping = make_opencl_executor(*device, opencl);
        with_cost_type(options.type,
                       [&]<class T>() { measure_transfers<T>(*executor, *overlapping, options, result); });
    }
    return result;
}

}  // namespace allways
