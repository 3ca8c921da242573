// SPDX-License-Identifier: Apache-2.0
// The walk of a sweep on the host: the order in which it visits a problem, one column block of it, computed by one
// thread, and the walk of all blocks. A block may carry sums along (engine/skims/skim_block.h); visits and walks are
// the same for both.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <thread>
#include <vector>

#include "allways/base/error.h"
#include "base/threads/parallel.h"
#include "base/threads/progress_meter.h"
#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_problem.h"
#include "engine/sweep/upward_pass.h"

namespace allways::engine {

// ---- Visits
//
// A sweep problem packed in the order in which a column block walks it: visits, their arcs, and the resulting rows.

struct SweepVisit {
    std::uint32_t rank;
    std::uint32_t depth;
    std::uint32_t lowest;   // lowest rank of its subtree: lowest … rank
    std::size_t first_arc;  // the visit's arcs end at the next visit's first one
    std::size_t first_row;  // core rows
    std::size_t first_part;
};

// A row of the visited core node itself. Most have one known cell, the diagonal; searching for it among all known cells
// of the table would be a cache miss for each row of each column block.
struct CoreRow {
    static constexpr std::uint32_t several = ~std::uint32_t{0};  // several known cells, or one of another kind
    std::uint32_t row;
    std::uint32_t diagonal;  // the column of its diagonal, or several
};

// Some access arcs of a row that is not a core row. Their core nodes are the visited node or its ancestors, so their
// cells are on the stack during the visit. Most rows have one such part; rows with more are collected in a slot from
// visit to visit.
struct RowPart {
    std::uint32_t row;
    std::uint32_t slot;
    std::size_t first_access_arc;
    std::size_t end_access_arc;
    bool opens;   // it is the row's first part
    bool closes;  // it is the row's last part
};

template <class T>
struct SweepVisits {
    std::vector<SweepVisit> visits;  // with an additional one as the end
    std::vector<SweepArc<T>> arcs;
    std::vector<CoreRow> core_rows;
    std::vector<RowPart> parts;
    std::vector<SweepArc<T>> access_arcs;    // sorted by part, then depth
    std::vector<std::uint32_t> access_of;    // by the same: the access arc's number in problem.rows
    std::vector<std::uint32_t> untied_rows;  // rows without any access arc
    std::size_t slot_count = 0;

    SweepVisits() = default;  // nothing
    // `arcs_of(v)`: the arcs up from rank v to relax, counted from its first one; null: all that have a cost.
    using ArcsOf = std::function<std::span<const std::uint32_t>(std::uint32_t v)>;
    explicit SweepVisits(const SweepProblem<T>& problem, const ArcsOf& arcs_of = nullptr);
    std::size_t count() const { return visits.size() - 1; }
    std::uint64_t bytes() const;
};

// Lets `write` store a row's costs unchanged and its hops, unless `hops` is null, in one byte; its ranges of lanes
// remain to be set. Sets members one by one in place: a copy of the whole struct in wider words would wait for these
// stores.
template <class T>
void write_plain(SweepWrite<T>& write, const SweepProblem<T>& problem, std::uint32_t row, const T* cells, T* to,
                 unsigned char* hops) {
    write.row = cells;
    write.to = to;
    if (!problem.has_hops()) return;
    write.first_arc_bits = problem.format.first_arc_bits;
    write.unreachable = problem.unreachable();
    write.unreachable_cost = unreachable_cost<T>;
    write.hops_to = hops;
    if (!hops) return;
    const auto listed = problem.hops_of(row);
    write.hop_of_first_arc = listed.empty() ? nullptr : listed.data();
    write.listed = static_cast<std::uint32_t>(listed.size());
}

// Visits of a block after which it reports progress.
inline constexpr std::size_t tick_visits = 4096;

// Returns a width, at most about `widest`, that gives each thread the same number of column blocks of about the same
// width; at least 1.
std::size_t even_block_columns(std::size_t columns, std::size_t widest, unsigned threads);

// ---- The work

// Cells in whole cache lines, uninitialised.
template <class T>
class AlignedCells {
public:
    explicit AlignedCells(std::size_t count)
        : cells_(static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{64}))) {}
    T* data() const { return cells_.get(); }

private:
    struct Free {
        void operator()(T* cells) const { ::operator delete (cells, std::align_val_t{64}); }
    };
    std::unique_ptr<T, Free> cells_;
};

struct SweepHostOptions {
    unsigned threads = 0;                   // 0: as many as the machine has
    std::size_t block_columns = 0;          // columns per block, at most 8,000; 0: the measured best
    const SweepKernels* kernels = nullptr;  // null: the widest that the processor supports
    ProgressCallback progress = {};         // stage "solve", in pairs
};

// The part of a sweep that all its column blocks share.
template <class T>
struct SweepWork {
    const SweepProblem<T>& problem;
    const SweepKernels& kernels;
    SweepVisits<T> visits;
    ColumnRange range;
    SweepTarget<T> target;  // its memory may change between steps, the size of hops may not
    // Columns of a block, and lanes computed for it: table lines that begin in the block end beyond it.
    std::size_t block_columns;
    std::size_t lanes;
    std::size_t block_count;
    unsigned threads;
    UpwardPass<T> upward;

    // Throws InvalidArgument for blocks that are too wide.
    SweepWork(const SweepProblem<T>& of, ColumnRange columns, const SweepTarget<T>& to,
              const SweepHostOptions& options);
    std::uint64_t pairs() const { return std::uint64_t{problem.rows.count()} * range.size(); }
};

// The host memory of a SweepWalk over all of an elimination's nodes and `columns` columns, in addition to the problem
// and the factor: the upward pass, and the stacks of all column blocks. `slots`: rows beyond the core that are in
// progress at once.
std::uint64_t sweep_walk_bytes(const ordering::Elimination& elimination, CostType type, std::size_t columns,
                               std::size_t slots);

// The most host memory that a whole sweep of `columns` columns over the elimination's nodes takes in addition to table,
// factor and problem, for planning before anything is factorized. `rows_beyond_core`: rows that are not nodes of the
// elimination. `upward_cells`: if columns are processed in ranges, the most cells in the upward pass of one range.
std::uint64_t sweep_host_bytes(const ordering::Elimination& elimination, CostType type, std::size_t columns,
                               std::size_t rows_beyond_core, std::uint64_t upward_cells = ~std::uint64_t{0});

// ---- The block

template <class T>
class ColumnBlock {
public:
    using Work = SweepWork<T>;
    explicit ColumnBlock(const SweepWork<T>& work);

    // Starts on the columns begin … begin + block_columns - 1 of the range, where begin is a multiple of block_columns.
    void start(std::size_t begin);
    // Computes the visits first … end - 1, which follow those of the walks since start(), and writes the rows that they
    // complete to the work's target. Calls tick(visits) regularly; if it returns false, the block remains unfinished.
    void walk(std::size_t first, std::size_t end, const std::function<bool(std::size_t visits)>& tick);
    // Writes rows that have no access arcs.
    void write_untied(std::span<const std::uint32_t> rows);

private:
    // An access arc of a column of the block, with the cells of the upward pass for the arc's core node.
    struct Seed {
        std::uint32_t rank;
        std::uint32_t lane;
        T cell;
        T cost;
        const T* upward;
    };

    // The lanes that this block writes to an array's row; the element of lane 0 is at `lane0`.
    struct Lanes {
        std::size_t begin;
        std::size_t end;
    };
    Lanes lanes_of(const void* lane0, std::size_t element_bytes) const;

    void gather_seeds();
    std::uint64_t seed(const SweepVisit& visit, T* row);
    void run(const SweepRelaxation<T>& relaxation);
    void relax(T* row, T* copy, const T* seeds, std::uint64_t seeded, const SweepArc<T>* arcs, std::size_t count);
    T* stack_row(std::size_t depth) const { return stack_.data() + depth * work_.lanes; }
    void relax_parts(std::size_t visit);
    // Core rows of a visit are written while the next row is relaxed, other rows immediately.
    void write_core_rows(std::size_t visit, const T* cells);
    void write_access_row(std::uint32_t row, T* cells);
    void write(std::uint32_t row, const T* cells);

    // Returns the address of the row's element of lane 0 in the target.
    T* cells_of(std::uint32_t row) const;
    unsigned char* hops_of(std::uint32_t row) const;
    void set_plain_write(SweepWrite<T>& write, std::uint32_t row, const T* cells) const;
    void write_restored(std::uint32_t row, const T* cells);
    void put_fixed(std::uint32_t row);
    void put_fixed(std::uint32_t row, std::uint32_t column, T distance, std::uint32_t hop);

    const SweepWork<T>& work_;
    std::size_t begin_ = 0;    // the block's first column, counted within the range
    std::size_t columns_ = 0;  // columns to compute: the block's and those beyond it
    std::vector<Seed> seeds_;  // by descending rank
    std::size_t next_seed_ = 0;
    AlignedCells<T> stack_;
    AlignedCells<T> ring_;  // rows in progress: seeded, relaxed, written
    AlignedCells<T> slots_;
    AlignedCells<T> restored_;
    std::vector<unsigned char> restored_hops_;
    bool is_plain_;            // no potentials, and hops of one byte, if any
    SweepWrite<T> pending_{};  // the core row pending_row_, or nothing
    CoreRow pending_row_{};
};

// ---- The walk of all blocks

// Hands column blocks to threads, and reports progress to the caller.
class ColumnBlockQueue {
public:
    // `visits`: the number of visits of one block. Borrows the callback.
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
        const auto run_blocks = [&](std::size_t) {
            const bool reports = std::this_thread::get_id() == caller;
            try {
                auto run = make_run();
                for (std::size_t block = next_++; block < blocks_ && !stopped_; block = next_++) {
                    run(block, [&](std::size_t visits) { return tick(visits, reports); });
                }
            } catch (...) {
                stopped_ = true;
                throw;
            }
        };
        parallel_for(threads, run_blocks, threads);
    }
    void finish() { meter_.finish(); }

private:
    bool tick(std::size_t visits, bool reports) {
        done_ += visits;
        if (reports) {
            const auto pairs = static_cast<std::uint64_t>(static_cast<double>(done_) * pairs_a_visit_);
            meter_.add(pairs - reported_);
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

// Writes all rows of a work to its target, each thread one block at a time.
template <class Block>
void walk_whole(const typename Block::Work& work, const ProgressCallback& progress) {
    ColumnBlockQueue queue(progress, work.pairs(), work.block_count, work.visits.count());
    queue.work(work.threads, [&] {
        return [&, block = std::make_unique<Block>(work)](std::size_t number, const auto& tick) {
            block->start(number * work.block_columns);
            block->walk(0, work.visits.count(), tick);
            block->write_untied(work.visits.untied_rows);
        };
    });
    queue.finish();
}

// Divides a walk's visits into steps, each of which completes the next rows; the last ones also take rows that no visit
// completes.
class WalkSteps {
public:
    // Borrows the visits' untied rows. Throws InvalidArgument if rows are not numbered in the order of the walk.
    template <class T>
    explicit WalkSteps(const SweepVisits<T>& visits);

    struct Step {
        std::size_t first_visit = 0;
        std::size_t end_visit = 0;
        std::span<const std::uint32_t> untied = {};
        std::size_t row_count = 0;  // that the step completes; 0 at the end
    };
    // Throws InvalidArgument if one visit completes more rows than `most`.
    Step next(std::size_t most);
    bool is_done() const { return row_ == row_count_; }

private:
    std::span<const std::uint32_t> untied_;
    std::vector<std::size_t> rows_after_;  // by visit
    std::size_t row_count_ = 0;
    std::size_t visit_ = 0;
    std::size_t row_ = 0;
};

// A walk of all blocks in steps, for tables whose rows are handed on as they are computed. Between steps every block
// keeps its stack, so nothing is computed twice.
template <class Block>
class BlockWalk {
public:
    // Makes the work of its arguments. The problem's rows must be in the order of the walk (walk_order): throws
    // InvalidArgument for rows in another order.
    template <class... Args>
    explicit BlockWalk(ProgressCallback progress, Args&&... args)
        : progress_(std::move(progress)),
          work_(std::forward<Args>(args)...),
          steps_(work_.visits),
          queue_(progress_, work_.pairs(), work_.block_count, work_.visits.count()),
          blocks_(work_.block_count) {
        const auto start = [&](std::size_t number) {
            blocks_[number] = std::make_unique<Block>(work_);
            blocks_[number]->start(number * work_.block_columns);
        };
        parallel_for(blocks_.size(), start, work_.threads);
    }

    // Computes at most `most` of the next rows and returns their number, 0 at the end. The target's first row must be
    // the number of rows computed before. Throws InvalidArgument if one visit completes more rows than `most`
    // (WalkOrder::most_at_once), and Cancelled.
    std::size_t step(std::size_t most, const decltype(Block::Work::target)& target) {
        if (steps_.is_done()) return 0;
        work_.target = target;
        const WalkSteps::Step step = steps_.next(most);
        if (step.first_visit < step.end_visit) {
            queue_.work(work_.threads, [&] {
                return [&](std::size_t number, const auto& tick) {
                    blocks_[number]->walk(step.first_visit, step.end_visit, tick);
                };
            });
        }
        if (!step.untied.empty()) {
            const auto write = [&](std::size_t number) { blocks_[number]->write_untied(step.untied); };
            parallel_for(blocks_.size(), write, work_.threads);
        }
        if (steps_.is_done()) queue_.finish();
        return step.row_count;
    }

private:
    ProgressCallback progress_;
    typename Block::Work work_;
    WalkSteps steps_;
    ColumnBlockQueue queue_;
    std::vector<std::unique_ptr<Block>> blocks_;
};

template <class T>
using SweepWalk = BlockWalk<ColumnBlock<T>>;

// Begins a walk over all columns of a problem, whose rows are in the order of the walk; it must outlive the walk.
// `hop_bytes`: that of the targets, 0 without hops.
template <class T>
std::unique_ptr<SweepWalk<T>> start_walk(const SweepProblem<T>& problem, std::size_t hop_bytes,
                                         const ProgressCallback& progress) {
    return std::make_unique<SweepWalk<T>>(progress, problem, ColumnRange{0, problem.columns.count()},
                                          SweepTarget<T>{.hop_bytes = hop_bytes}, SweepHostOptions{});
}

}  // namespace allways::engine
