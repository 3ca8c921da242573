// SPDX-License-Identifier: Apache-2.0
// One column block of a sweep on the host, computed by one thread, and the order in which it walks a problem.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "allways/base/error.h"
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
struct RowTies {
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
    std::vector<RowTies> parts;
    std::vector<SweepArc<T>> access_arcs;    // sorted by part, then depth
    std::vector<std::uint32_t> untied_rows;  // rows without any access arc
    std::size_t slot_count = 0;

    explicit SweepVisits(const SweepProblem<T>& problem);
    std::size_t count() const { return visits.size() - 1; }
    std::uint64_t bytes() const;
};

// ---- The block

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

// The part of a sweep that all its column blocks share.
template <class T>
struct SweepWork {
    const SweepProblem<T>& problem;
    const SweepVisits<T>& visits;
    const UpwardPass<T>& upward;
    const SweepKernels& kernels;
    ColumnRange range;
    SweepTarget<T> target;  // its memory may change between walks, the size of hops may not
    // Columns of a block, and lanes computed for it: table lines that begin in the block end beyond it.
    std::size_t block_columns;
    std::size_t lanes;
};

template <class T>
class ColumnBlock {
public:
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

// ---- Steps
//
// A walk computes rows in steps: each takes the next visits, and the last ones also rows that no visit completes.
class WalkSteps {
public:
    // add(i, rows) appends the rows that visit i completes, in any order. Throws InvalidArgument if rows are not
    // numbered in the order of the walk. Borrows `untied`, the rows without access arcs.
    template <class Add>
    WalkSteps(std::size_t visits, const Add& add, std::span<const std::uint32_t> untied) : untied_(untied) {
        std::size_t done = 0;
        std::vector<std::uint32_t> rows;
        for (std::size_t i = 0; i < visits; ++i) {
            rows.clear();
            add(i, rows);
            done = require_next(rows, done);
            rows_after_.push_back(done);
        }
        rows.assign(untied.begin(), untied.end());
        row_count_ = require_next(rows, done);
    }

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
    // Sorts the rows, which must be those that follow the first `done`, and returns the number of all.
    static std::size_t require_next(std::span<std::uint32_t> rows, std::size_t done);

    std::span<const std::uint32_t> untied_;
    std::vector<std::size_t> rows_after_;  // by visit
    std::size_t row_count_ = 0;
    std::size_t visit_ = 0;
    std::size_t row_ = 0;
};

}  // namespace allways::engine
