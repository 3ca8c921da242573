// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/sweep_host.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "allways/base/format.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "base/threads/progress_meter.h"
#include "engine/sweep/column_block.h"

namespace allways::engine {

namespace {

// The number of columns that a thread computes at once: enough for long sections of rows, since each row lies on
// another page; and the most memory for a thread's stack of rows, inside its share of a third-level cache.
// Measurements: bench/log/sweep.md, "On the host".
constexpr std::size_t wanted_columns = 5120;
constexpr std::size_t fewest_columns = 128;
constexpr std::size_t stack_bytes = std::size_t{8} << 20;

unsigned threads_of(unsigned asked) {
    return asked != 0 ? asked : hardware_threads();
}

std::size_t round_up(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

// `rows`: the number of rows that a thread keeps, on the stack and in slots.
std::size_t columns_of_rows(std::size_t rows, std::size_t cell_bytes) {
    return std::clamp(stack_bytes / (std::max<std::size_t>(rows, 1) * cell_bytes), fewest_columns, wanted_columns);
}

// Returns a width that gives each thread the same number of column blocks, all about equally wide.
std::size_t best_block_columns(std::size_t rows, std::size_t cell_bytes, std::size_t columns, unsigned threads) {
    const std::size_t widest = columns_of_rows(rows, cell_bytes);
    const std::size_t turns = std::max<std::size_t>(1, (columns + threads * widest - 1) / (threads * widest));
    return (columns + turns * threads - 1) / (turns * threads);
}

// The number of columns of the next block that a block must also compute, since its last line ends there.
std::size_t overlap(const SweepKernels& kernels, std::size_t cell_bytes, std::size_t hop_bytes) {
    return kernels.line / (hop_bytes != 0 ? std::min(cell_bytes, hop_bytes) : cell_bytes);
}

// Hands column blocks to threads, and reports progress to the caller.
class ColumnBlockQueue {
public:
    // `visits`: the number of visits of one block.
    ColumnBlockQueue(const ProgressCallback& progress, std::uint64_t pairs, std::size_t blocks, std::size_t visits)
        : meter_(progress, pairs),
          blocks_(blocks),
          pairs_a_visit_(static_cast<double>(pairs) / static_cast<double>(std::max<std::size_t>(blocks * visits, 1))) {}

    // Calls make_run() once on each thread, and the function that it returns for each block, with the block's number
    // and a function to call after some visits, which returns false to stop.
    template <class MakeRun>
    void work(unsigned threads, const MakeRun& make_run) {
        const auto caller = std::this_thread::get_id();
        next_ = 0;
        parallel_for(
            threads,
            [&](std::size_t) {
                const bool reports = std::this_thread::get_id() == caller;
                auto run = make_run();
                for (std::size_t block = next_++; block < blocks_ && !stopped_; block = next_++) {
                    run(block, [&](std::size_t visits) { return tick(visits, reports); });
                }
            },
            threads);
    }
    void finish() { meter_.finish(); }

private:
    bool tick(std::size_t visits, bool reports) {
        done_ += visits;
        if (reports) {
            const auto pairs = static_cast<std::uint64_t>(static_cast<double>(done_) * pairs_a_visit_);
            try {
                meter_.add(pairs - reported_);
            } catch (...) {
                stopped_ = true;
                throw;
            }
            reported_ = pairs;
        }
        return !stopped_;
    }

    ProgressMeter meter_;
    std::size_t blocks_;
    double pairs_a_visit_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::uint64_t> done_{0};
    std::uint64_t reported_ = 0;
    std::atomic<bool> stopped_{false};
};

// The division of the columns into blocks for threads.
struct Blocks {
    unsigned threads;
    std::size_t columns;  // columns of a block
    std::size_t lanes;    // lanes computed for a block
    std::size_t count;

    Blocks(const SweepHostOptions& options, const SweepKernels& kernels, std::size_t rows_kept, std::size_t cell_bytes,
           std::size_t hop_bytes, std::size_t range)
        : threads(threads_of(options.threads)) {
        const std::size_t beyond = overlap(kernels, cell_bytes, hop_bytes);
        columns = options.block_columns != 0 ? options.block_columns
                                             : best_block_columns(rows_kept, cell_bytes, range, threads);
        lanes = round_up(std::min(columns + beyond, range), 64 / cell_bytes);
        count = (range + columns - 1) / columns;
        threads = static_cast<unsigned>(std::min<std::size_t>(threads, count));
        if (lanes > most_sweep_lanes) {
            throw InvalidArgument(
                format("expected at most {} columns in a column block, found {}", most_sweep_lanes - beyond, columns));
        }
    }
};

// The data that the column blocks of a sweep share, and their queue.
template <class T>
struct HostSweep {
    const SweepKernels& kernels;
    SweepVisits<T> visits;
    Blocks blocks;
    UpwardPass<T> upward;
    SweepWork<T> work;
    ProgressCallback progress;
    ColumnBlockQueue queue;

    HostSweep(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
              const SweepHostOptions& options)
        : kernels(options.kernels ? *options.kernels : sweep_kernels()),
          visits(problem),
          blocks(options, kernels, problem.factor->elimination->height() + visits.slot_count, sizeof(T),
                 target.hop_bytes, range.size()),
          upward(problem, range.begin, range.end, threads_of(options.threads)),
          work{problem, visits, upward, kernels, range, target, blocks.columns, blocks.lanes},
          progress(options.progress),
          queue(progress, std::uint64_t{problem.rows.count()} * range.size(), blocks.count, visits.count()) {}
};

// Returns the columns from `begin` on for one upward pass: as many as most_upward_cells allows, and at least one.
template <class T>
ColumnRange next_range(const SweepProblem<T>& problem, std::size_t begin) {
    const auto& depth = problem.factor->elimination->depth;
    std::uint64_t upward = 0;
    std::size_t end = begin;
    for (; end < problem.columns.count(); ++end) {
        for (const AccessArc<T>& access : problem.columns.access_arcs_of(end)) upward += depth[access.rank];
        if (end > begin && upward > most_upward_cells) break;
    }
    return {begin, end};
}

}  // namespace

template <class T>
void sweep_on_host(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
                   const SweepHostOptions& options) {
    if (range.size() == 0 || problem.rows.count() == 0) return;
    HostSweep<T> sweep(problem, range, target, options);
    sweep.queue.work(sweep.blocks.threads, [&] {
        return [&, block = std::make_unique<ColumnBlock<T>>(sweep.work)](std::size_t number, const auto& tick) {
            block->start(number * sweep.blocks.columns);
            block->walk(0, sweep.visits.count(), tick);
            block->write_untied(sweep.visits.untied_rows);
        };
    });
    sweep.queue.finish();
}

// ---- in ranges

template <class T>
std::vector<T> sweep_in_ranges(const SweepProblem<T>& problem, const ProgressCallback& progress, unsigned threads) {
    const std::size_t columns = problem.columns.count();
    const std::uint64_t cells = std::uint64_t{problem.rows.count()} * columns;
    std::vector<T> distances = large_vector<T>(cells, T{}, progress);
    for (ColumnRange range; range.end < columns;) {
        range = next_range(problem, range.end);
        const std::uint64_t before = std::uint64_t{problem.rows.count()} * range.begin;
        SweepHostOptions options{.threads = threads};
        if (progress) {
            options.progress = [&](const Progress& part) { return progress({part.stage, before + part.done, cells}); };
        }
        sweep_on_host(problem, range, {distances.data() + range.begin, columns, nullptr, 0}, options);
    }
    return distances;
}

// ---- in steps

template <class T>
class SweepWalk<T>::Steps {
public:
    Steps(const SweepProblem<T>& problem, std::size_t hop_bytes, const SweepHostOptions& options)
        : sweep_(problem, {0, problem.columns.count()}, {.hop_bytes = hop_bytes}, options),
          steps_(steps_of(sweep_.visits)) {
        for (std::size_t number = 0; number < sweep_.blocks.count; ++number) {
            blocks_.push_back(std::make_unique<ColumnBlock<T>>(sweep_.work));
            blocks_.back()->start(number * sweep_.blocks.columns);
        }
    }

    std::size_t step(std::size_t most, const SweepTarget<T>& target) {
        if (steps_.is_done()) return 0;
        sweep_.work.target = target;
        const WalkSteps::Step step = steps_.next(most);
        const unsigned threads = sweep_.blocks.threads;
        if (step.first_visit < step.end_visit) {
            sweep_.queue.work(threads, [&] {
                return [&](std::size_t number, const auto& tick) {
                    blocks_[number]->walk(step.first_visit, step.end_visit, tick);
                };
            });
        }
        if (!step.untied.empty()) {
            parallel_for(
                blocks_.size(), [&](std::size_t number) { blocks_[number]->write_untied(step.untied); }, threads);
        }
        if (steps_.is_done()) sweep_.queue.finish();
        return step.row_count;
    }

private:
    static WalkSteps steps_of(const SweepVisits<T>& visits) {
        const auto add = [&](std::size_t i, std::vector<std::uint32_t>& rows) {
            for (std::size_t r = visits.visits[i].first_row; r < visits.visits[i + 1].first_row; ++r) {
                rows.push_back(visits.core_rows[r].row);
            }
            for (std::size_t p = visits.visits[i].first_part; p < visits.visits[i + 1].first_part; ++p) {
                if (visits.parts[p].closes) rows.push_back(visits.parts[p].row);
            }
        };
        return {visits.count(), add, visits.untied_rows};
    }

    HostSweep<T> sweep_;
    WalkSteps steps_;
    std::vector<std::unique_ptr<ColumnBlock<T>>> blocks_;
};

template <class T>
SweepWalk<T>::SweepWalk(const SweepProblem<T>& problem, std::size_t hop_bytes, const SweepHostOptions& options)
    : steps_(std::make_unique<Steps>(problem, hop_bytes, options)) {}

template <class T>
SweepWalk<T>::~SweepWalk() = default;

template <class T>
std::size_t SweepWalk<T>::step(std::size_t most, const SweepTarget<T>& target) {
    return steps_->step(most, target);
}

std::uint64_t sweep_host_bytes(const ordering::Elimination& tree, CostType type, std::size_t columns,
                               std::size_t rows_beyond_core, std::uint64_t upward_cells) {
    const std::uint64_t cell = size_of(type);
    const std::uint64_t ancestors = std::accumulate(tree.depth.begin(), tree.depth.end(), std::uint64_t{0});
    constexpr std::uint64_t beyond = 2 * 64;  // lanes of lines that a block shares with the next, rounded up
    constexpr std::uint64_t rows_beside = 8;  // rows in addition to the stack and the slots
    const std::uint64_t rows = tree.height() + rows_beyond_core;
    const std::uint64_t widest = std::min<std::uint64_t>(wanted_columns, columns / threads_of(0) + 1) + beyond;
    const std::uint64_t kept =
        std::max<std::uint64_t>(stack_bytes, rows * fewest_columns * cell) + rows * beyond * cell;
    const std::uint64_t block = std::min(rows * widest * cell, kept) + rows_beside * widest * cell;
    return std::min(ancestors, upward_cells) * cell + tree.fill() * 2 * cell +
           tree.node_count() * (sizeof(SweepVisit) + 16) + threads_of(0) * block;
}

std::uint64_t sweep_walk_bytes(const ordering::Elimination& tree, CostType type, std::size_t columns,
                               std::size_t slots) {
    const std::uint64_t cell = size_of(type);
    const std::uint64_t ancestors = std::accumulate(tree.depth.begin(), tree.depth.end(), std::uint64_t{0});
    constexpr std::uint64_t beyond = 2 * 64;
    constexpr std::uint64_t rows_beside = 6;
    const std::uint64_t rows = tree.height() + slots + rows_beside;
    const std::uint64_t widest = columns_of_rows(tree.height() + slots, cell);
    const std::uint64_t blocks = columns / widest + threads_of(0);
    return (ancestors + rows * (columns + blocks * beyond)) * cell + tree.fill() * 2 * cell +
           tree.node_count() * (sizeof(SweepVisit) + 16);
}

#define ALLWAYS_INSTANTIATE(T)                                                                          \
    template class SweepWalk<T>;                                                                        \
    template std::vector<T> sweep_in_ranges(const SweepProblem<T>&, const ProgressCallback&, unsigned); \
    template void sweep_on_host(const SweepProblem<T>&, ColumnRange, const SweepTarget<T>&, const SweepHostOptions&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

// ---- By plain loops

namespace {

// Computes the distances of all core ranks to one column.
template <class T>
std::vector<T> core_column(const SweepProblem<T>& problem, std::size_t column) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = problem.first_arc_mask();
    std::vector<T> d(tree.node_count(), problem.unreachable());
    for (const AccessArc<T>& access : problem.columns.access_arcs_of(column)) {
        d[access.rank] = std::min(d[access.rank], access.cell);
    }
    for (std::size_t v = 0; v < d.size(); ++v) {
        if (!(d[v] < problem.unreachable())) continue;
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            d[tree.up[a]] = std::min<T>(d[tree.up[a]], factor.down[a] + cost_part(d[v], mask));
        }
    }
    for (std::size_t v = d.size(); v-- > 0;) {
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            d[v] = std::min<T>(d[v], factor.up[a] + cost_part(d[tree.up[a]], mask));
        }
    }
    return d;
}

template <class T>
T cell_of(const SweepProblem<T>& problem, std::size_t row, std::size_t column, const std::vector<T>& d) {
    if (problem.is_core_row(row)) return d[problem.rows.access_arcs_of(row).front().rank];
    T cell = problem.unreachable();
    for (const AccessArc<T>& access : problem.rows.access_arcs_of(row)) {
        cell = std::min<T>(cell, access.cell + cost_part(d[access.rank], problem.first_arc_mask()));
    }
    for (const DirectCell<T>& direct : problem.direct_of(row)) {
        if (direct.column == column) cell = std::min(cell, direct.cell);
    }
    return cell;
}

}  // namespace

template <class T>
void sweep_by_plain_loops(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target) {
    const auto write = [&](std::size_t row, std::size_t column, T distance, std::uint32_t hop) {
        const std::size_t at = row * target.stride + (column - range.begin);
        target.cells[at] = distance;
        if (target.hops) store_hop(target.hops, target.hop_bytes, at, hop);
    };
    for (std::size_t column = range.begin; column < range.end; ++column) {
        const std::vector<T> d = core_column(problem, column);
        for (std::size_t row = 0; row < problem.rows.count(); ++row) {
            const T cell = cell_of(problem, row, column, d);
            write(row, column, restored_distance(problem, row, column, cell),
                  restored_hop(problem, problem.hops_of(row), cell));
        }
    }
    for (std::size_t row = 0; row < problem.rows.count(); ++row) {
        problem.for_each_fixed(row, range.begin, range.end,
                               [&](const FixedCell<T>& fixed) { write(row, fixed.column, fixed.distance, fixed.hop); });
    }
}

#define ALLWAYS_INSTANTIATE(T) \
    template void sweep_by_plain_loops(const SweepProblem<T>&, ColumnRange, const SweepTarget<T>&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
