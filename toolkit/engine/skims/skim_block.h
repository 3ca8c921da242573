// SPDX-License-Identifier: Apache-2.0
// One column block of a sweep that also sums fields, computed by one thread: ranks are visited from the roots down, as
// sweep_problem.h describes, and each row of cells has its rows of sums. Of tied paths the first one is kept (ArcSums),
// so the sums are those of the path that the rule of next hops selects.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/skims/column_way.h"
#include "engine/skims/skim_problem.h"
#include "engine/sweep/column_block.h"

namespace allways::engine {

// The memory to which a block writes: the table, and sums in the layout of its cells.
template <class T, class S>
struct SkimTarget {
    SweepTarget<T> table;
    std::vector<S*> sums;          // by field; unreachable_cost<S> if there is no path
    std::vector<double> divisors;  // used for float64 sums
    // With connectors, the numbers of those that paths take: the row's, and as a last field of `sums` the column's.
    std::uint32_t* row_connectors = nullptr;
};

// The part of a sweep with sums that all its column blocks share.
template <class T, class S>
struct SkimWork {
    const SkimProblem<T, S>& problem;
    const SweepVisits<T>& visits;
    SkimTarget<T, S> target;  // may change between steps
    std::size_t block_columns;
    std::size_t block_count;
    unsigned threads;

    // `most_threads`: 0 for all.
    SkimWork(const SkimProblem<T, S>& of, SkimTarget<T, S> to, unsigned most_threads);
    std::uint64_t pairs() const { return std::uint64_t{problem.sweep.rows.count()} * problem.sweep.columns.count(); }
};

// Thrown if sums do not fit the cells of a block.
class SumsTooLarge final : public InvalidArgument {
public:
    SumsTooLarge() : InvalidArgument("sums do not fit int32") {}
};

template <class T, class S>
class SkimBlock {
public:
    using Work = SkimWork<T, S>;
    explicit SkimBlock(const SkimWork<T, S>& work);

    // As ColumnBlock's. Throws SumsTooLarge unless the sums fit S; int32 sums may then still be as large as 2³⁰ - 1.
    void start(std::size_t begin);
    void walk(std::size_t first, std::size_t end, const std::function<bool(std::size_t visits)>& tick);
    void write_untied(std::span<const std::uint32_t> rows);

    // Returns the number of columns that fit into a processor's cache with all their rows: `height` rows of cells and
    // `sum_rows` rows of sums.
    static std::size_t wanted_columns(std::size_t height, std::size_t sum_rows);
    // The most memory of a block. `slots`: rows beyond the core that are in progress at once.
    static std::uint64_t bytes(std::size_t height, std::size_t sum_rows, std::size_t slots, std::size_t columns,
                               std::size_t fields);

private:
    // One access of a column of the block.
    struct Seed {
        std::uint32_t rank;
        std::uint32_t lane;
        std::size_t way;
    };
    // A row of cells and its rows of sums, in consecutive memory.
    struct RowArrays {
        const T* cells;
        const S* sums;
        const std::uint32_t* orders;  // null: all by the row's first access arc
    };

    SumsRelaxed relax(const SweepVisit& visit, const VisitArcs<T, S>& arcs, bool find_ties);
    bool relax_visit(std::size_t visit);
    bool take_seeds(std::size_t visit);
    bool put_seed(const SweepVisit& visit, const Seed& seed, T cell);
    bool has_members(const SweepVisit& visit) const { return problem_.network().member_count(visit.rank) > 1; }
    S* relaxed_row(const SweepVisit& visit) const;
    bool spread_to_members(const SweepVisit& visit);
    void add_up(const SkimClass& inside, ClassTrees& trees, std::uint32_t target, S* sums) const;
    bool precedes(const Seed& seed, std::size_t visit);
    bool leads_to_connector(const VisitArcs<T, S>& arcs, std::size_t arc, const Seed& seed) const;
    bool prefer_lower_connectors(std::size_t visit);
    bool write_core_row(const SweepVisit& visit, std::uint32_t row);
    bool take_part(const RowPart& part);
    void open_slot(std::size_t slot);
    bool take_access(std::uint32_t access, std::size_t depth, std::size_t slot);
    void take_direct(std::uint32_t row, std::size_t slot);
    void write_slot(std::uint32_t row, std::size_t slot);
    void write_cells(std::uint32_t row, const T* cells, std::size_t at);
    void write(std::uint32_t row, const RowArrays& cells);
    void put_fixed(std::uint32_t row);

    T* stack_row(std::size_t depth) const { return stack_.data() + depth * lanes_; }
    S* sum_row(std::size_t row) const { return sum_stack_.data() + row * lanes_; }
    T* slot_cells(std::size_t slot) const { return slots_.data() + slot * lanes_; }
    S* slot_sums(std::size_t slot) const { return slot_sums_.data() + slot * fields_ * lanes_; }
    std::uint32_t* slot_orders(std::size_t slot) { return slot_orders_.data() + slot * lanes_; }

    const SkimWork<T, S>& work_;
    const SkimProblem<T, S>& problem_;
    std::size_t fields_;
    std::size_t lanes_;
    std::size_t begin_ = 0;
    std::size_t columns_ = 0;
    std::vector<ColumnWay<T, S>> ways_;
    std::vector<Seed> seeds_;  // by descending rank
    std::size_t next_seed_ = 0;

    AlignedCells<T> stack_;  // by depth, then lane
    // SkimProblem::first_sum_row(), zero_row, and rows of a class before they are spread to its members.
    AlignedCells<S> sum_stack_;
    std::vector<std::size_t> won_;  // by lane: the seed that the visited row's cell comes from, or no_seed
    AlignedCells<T> slots_;
    AlignedCells<S> slot_sums_;
    // Of tied paths from a row the one with the lowest order wins: that of its exit or, with connectors, of its access
    // arc.
    std::vector<std::uint32_t> slot_orders_;
    std::vector<S> sums_;  // sums of one cell
    PathReader path_, other_;
    std::vector<S> class_sums_;  // sums of a few columns, by member, then field
};

}  // namespace allways::engine
