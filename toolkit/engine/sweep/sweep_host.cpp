#include "engine/sweep/sweep_host.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "allways/base/format.h"
#include "base/parallel.h"
#include "base/progress_meter.h"
#include "engine/sweep/column_block.h"

namespace allways::engine {

namespace {

// Columns that a thread computes at once: enough for long pieces of rows, since each lies on another page; and the most
// memory for a thread's stack of rows, inside its share of a third-level cache. Measurements: bench/log.md, "The sweep
// on the host".
constexpr std::size_t wanted_columns = 5120;
constexpr std::size_t fewest_columns = 128;
constexpr std::size_t stack_bytes = std::size_t{8} << 20;

unsigned threads_of(unsigned asked) {
    return asked != 0 ? asked : hardware_threads();
}

std::size_t round_up(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

// `rows`: the rows that a thread keeps, on the stack and in slots.
std::size_t columns_of_rows(std::size_t rows, std::size_t cell_bytes) {
    return std::clamp(stack_bytes / (std::max<std::size_t>(rows, 1) * cell_bytes), fewest_columns, wanted_columns);
}

// The same number of column blocks for each thread, all about equally wide.
std::size_t best_block_columns(std::size_t rows, std::size_t cell_bytes, std::size_t columns, unsigned threads) {
    const std::size_t widest = columns_of_rows(rows, cell_bytes);
    const std::size_t turns = std::max<std::size_t>(1, (columns + threads * widest - 1) / (threads * widest));
    return (columns + turns * threads - 1) / (turns * threads);
}

// Columns of the next block that a block must also compute, since its last line ends there.
template <class T>
std::size_t overlap(const SweepKernels& kernels, const SweepTarget<T>& target) {
    return kernels.line / (target.hops ? std::min(sizeof(T), target.hop_bytes) : sizeof(T));
}

// Hands column blocks to threads, and reports progress to the caller.
class ColumnBlockQueue {
public:
    // `visits`: those of one block.
    ColumnBlockQueue(const ProgressCallback& progress, std::uint64_t pairs, std::size_t blocks, std::size_t visits)
        : meter_(progress, pairs),
          blocks_(blocks),
          pairs_a_visit_(static_cast<double>(pairs) / static_cast<double>(std::max<std::size_t>(blocks * visits, 1))) {}

    // Calls make_run() once on each thread, and the function it returns for each block, with the block's number and a
    // function to call after some visits, which returns whether to continue.
    template <class MakeRun>
    void work(unsigned threads, const MakeRun& make_run) {
        const auto caller = std::this_thread::get_id();
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
        meter_.finish();
    }

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

}  // namespace

template <class T>
void sweep_on_host(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
                   const SweepHostOptions& options) {
    if (range.size() == 0 || problem.rows.count() == 0) return;
    const SweepKernels& kernels = options.kernels ? *options.kernels : sweep_kernels();
    const unsigned threads = threads_of(options.threads);
    const std::size_t beyond = overlap(kernels, target);
    const SweepVisits<T> visits(problem);
    const std::size_t rows_kept = problem.factor->elimination->height() + visits.slot_count;
    const std::size_t block_columns = options.block_columns != 0
                                          ? options.block_columns
                                          : best_block_columns(rows_kept, sizeof(T), range.size(), threads);
    const std::size_t lanes = round_up(std::min(block_columns + beyond, range.size()), 64 / sizeof(T));
    const std::size_t blocks = (range.size() + block_columns - 1) / block_columns;
    if (lanes > most_sweep_lanes) {
        throw InvalidArgument(format("expected at most {} columns in a column block, found {}",
                                     most_sweep_lanes - beyond, block_columns));
    }

    const UpwardPass<T> upward(problem, range.begin, range.end, threads);
    const SweepWork<T> work{problem, visits, upward, kernels, range, target, block_columns, lanes};
    const std::uint64_t pairs = std::uint64_t{problem.rows.count()} * range.size();
    ColumnBlockQueue queue(options.progress, pairs, blocks, visits.count());
    queue.work(static_cast<unsigned>(std::min<std::size_t>(threads, blocks)), [&] {
        return [block_columns, worker = std::make_unique<ColumnBlock<T>>(work)](std::size_t number, const auto& tick) {
            worker->run(number * block_columns, tick);
        };
    });
}

std::uint64_t sweep_host_bytes(const ordering::Elimination& tree, CostType type, std::size_t columns,
                               std::size_t rows_beyond_core, std::uint64_t most_upward_cells) {
    const std::uint64_t cell = size_of(type);
    const std::uint64_t ancestors = std::accumulate(tree.depth.begin(), tree.depth.end(), std::uint64_t{0});
    constexpr std::uint64_t beyond = 2 * 64;  // a block's share of lines, rounded up
    constexpr std::uint64_t rows_beside = 8;  // the stack and the slots
    const std::uint64_t rows = tree.height() + rows_beyond_core;
    const std::uint64_t widest = std::min<std::uint64_t>(wanted_columns, columns / threads_of(0) + 1) + beyond;
    const std::uint64_t kept =
        std::max<std::uint64_t>(stack_bytes, rows * fewest_columns * cell) + rows * beyond * cell;
    const std::uint64_t block = std::min(rows * widest * cell, kept) + rows_beside * widest * cell;
    return std::min(ancestors, most_upward_cells) * cell + tree.fill() * 2 * cell +
           tree.node_count() * (sizeof(SweepVisit) + 16) + threads_of(0) * block;
}

#define ALLWAYS_INSTANTIATE(T) \
    template void sweep_on_host(const SweepProblem<T>&, ColumnRange, const SweepTarget<T>&, const SweepHostOptions&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
