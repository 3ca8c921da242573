// SPDX-License-Identifier: Apache-2.0
// The problem of a sweep that also sums fields: its rows and columns, tied to the core by exits, and the ranks that a
// walk from the roots down visits, with their arcs. The counterpart of SweepVisits for skims.
//
// A class of zero-cost cycles is one node of the core, but its members' sums differ. Every rank has a row of sums for
// each member and field, and an arc continues in the row of the member that its path reaches. All members leave the
// class by the same exit, so arcs are relaxed once for all of them: their sums begin at the member at which their path
// leaves the class, and one more row records this member for each column. The class's trees lead there from the other
// members.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "engine/skims/arc_sums.h"
#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// Ties a row to the core, by an exit if its node is beyond the core, processed when its head is visited. The row is
// collected in a slot from the first of its exits to the last.
template <class T>
struct RowExit {
    T cell;
    std::uint32_t exit;   // no_exit: the head is the row's tie
    std::uint32_t order;  // of tied exits of a row the one with the lowest order wins
    NodeIndex head;
    std::uint32_t rank;  // rank of its head
    std::uint32_t row;
    std::uint32_t slot;
    bool opens;
    bool closes;
};

// Ties a column to the core: to a node of it, or by an exit out of it.
template <class T>
struct ColumnAccess {
    std::uint32_t rank;
    T cell;
    std::uint32_t exit;  // no_exit: the column is this node
    NodeIndex node;      // the node where the path through the core ends
    std::uint32_t tie;   // its number among the column's ties
};

// A direct exit from a row to a column, both beyond the core.
template <class T>
struct DirectExit {
    std::uint32_t column;
    T cell;
    std::uint32_t exit;
};

struct SkimVisit {
    std::uint32_t rank;
    std::uint32_t depth;
    std::uint32_t lowest;   // lowest rank of its subtree
    std::size_t first_arc;  // up to the next visit's first arc; all arcs of the rank are included
    std::size_t first_sum_arc;
    std::size_t first_row;   // first of the rows that are nodes of this rank
    std::size_t first_exit;  // index in RowExits
};

template <class T, class S>
struct SkimArcs {
    std::vector<PathPart> parts;
    std::vector<SweepArc<T>> arcs;
    std::vector<SumArc<S>> sum_arcs;  // by row of sums, then arc
};

// The arcs of one visit. Borrows.
template <class T, class S>
struct VisitArcs {
    std::span<const PathPart> parts;
    std::span<const SweepArc<T>> arcs;
    const SumArc<S>* sum_arcs;
};

template <class T, class S>
struct SkimProblem {
    const ArcSums<T, S>& arc_sums;
    // Its columns' access arcs are `accesses`; its rows' access arcs determine the visits.
    SweepProblem<T> sweep;
    std::span<const NodeIndex> row_nodes;  // empty if rows and columns have ties
    std::span<const NodeIndex> column_nodes;
    std::size_t row_count;
    std::size_t column_count;
    bool has_ties = false;  // then one more field is summed: the number of the column's tie

    std::vector<SkimVisit> visits;  // descending ranks, with an additional one as the end
    SkimArcs<T, S> arcs;            // by visit
    std::vector<std::uint32_t> core_rows;
    std::vector<RowExit<T>> row_exits;
    std::vector<std::uint32_t> tie_of_exit;  // with ties, by the exit's order: its number among the row's ties
    std::vector<std::uint32_t> untied_rows;  // rows without any exit into the core
    std::size_t slot_count = 0;
    std::vector<std::size_t> first_direct;  // rows + 1
    std::vector<DirectExit<T>> direct;
    std::vector<ColumnAccess<T>> accesses;  // by column, as sweep.columns

    std::size_t height = 0;                              // number of rows in the stack of cells
    std::uint32_t sum_rows = 0;                          // number of rows in the stack of sums
    std::uint32_t zero_row() const { return sum_rows; }  // the row below it, for no sums

    // `sweep` has the format, the factor, the potentials and the known cells of these nodes.
    SkimProblem(const ArcSums<T, S>& arc_sums, SweepProblem<T> sweep, std::span<const NodeIndex> row_nodes,
                std::span<const NodeIndex> column_nodes);
    // Rows and columns with ties: of equal paths the one by the row's first tie wins, then the one by the column's
    // first. Cells of the sweep are costs, and it has no potentials and no known cells. Paths from a tie beyond the
    // core to another one that do not pass the core do not count.
    SkimProblem(const ArcSums<T, S>& arc_sums, SweepProblem<T> sweep, std::span<const std::vector<PlaceTie>> rows,
                std::span<const std::vector<PlaceTie>> columns);

    const SkimNetwork<T>& network() const { return arc_sums.network(); }
    const ordering::Elimination& tree() const { return *sweep.factor->elimination; }
    std::size_t visit_count() const { return visits.size() - 1; }
    // The number of sums of a path: its fields', and the number of the column's tie.
    std::uint32_t sums_of_path() const {
        return static_cast<std::uint32_t>(network().field_count) + (has_ties ? 1 : 0);
    }
    // The number of rows of sums that the arcs of a rank lower: one for each sum, and one more for a class with
    // several members.
    std::uint32_t relaxed_rows(std::uint32_t rank) const {
        return sums_of_path() + (network().member_count(rank) > 1 ? 1 : 0);
    }
    // The first row of a visited rank in the stack of sums.
    std::uint32_t first_sum_row(std::uint32_t rank) const {
        return network().has_classes() ? first_sum_row_[rank] : tree().depth[rank] * sums_of_path();
    }
    // Returns the row of sums of a node of the core.
    std::uint32_t sum_row_of(NodeIndex node) const {
        const SkimNetwork<T>& of = network();
        return first_sum_row(of.class_of[node]) + of.member_of(node) * sums_of_path();
    }
    std::span<const ColumnAccess<T>> accesses_of_column(std::size_t column) const {
        const std::size_t begin = sweep.columns.first_access_arc[column];
        return {accesses.data() + begin, sweep.columns.first_access_arc[column + 1] - begin};
    }
    std::span<const DirectExit<T>> direct_of(std::size_t row) const {
        return {direct.data() + first_direct[row], first_direct[row + 1] - first_direct[row]};
    }
    VisitArcs<T, S> arcs_of(std::size_t visit) const {
        const std::size_t begin = visits[visit].first_arc;
        const std::size_t count = visits[visit + 1].first_arc - begin;
        return {{arcs.parts.data() + begin, count},
                {arcs.arcs.data() + begin, count},
                arcs.sum_arcs.data() + visits[visit].first_sum_arc};
    }
    // Returns the visit's arcs that shortest paths may take, in the order of their paths: the first of tied arcs wins.
    // If they are not in order (ArcSums::is_ordered), the first call sorts them: in most networks few arcs tie.
    VisitArcs<T, S> ordered(std::size_t visit) const;

    // False if some arc has a sum that is missing or does not fit cells of S.
    bool has_all_sums() const { return has_all_sums_; }

private:
    T cell_of(std::uint32_t exit) const;
    T lengthened(T cell, T cost) const;
    void add_access(NodeIndex node, T cost, std::uint32_t tie);
    void add_columns();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> add_rows();
    void add_tied_rows(std::span<const std::vector<PlaceTie>> rows);
    void add_sum_rows();
    void order_row_exits();
    void give_slots();
    void add_visits(std::vector<std::pair<std::uint32_t, std::uint32_t>> core);
    void append_arcs(std::uint32_t v, std::span<const PathPart> parts, SkimArcs<T, S>& to) const;

    bool has_all_sums_ = true;
    std::vector<std::uint32_t> first_sum_row_;        // by rank; only with classes
    mutable std::vector<std::once_flag> is_ordered_;  // by visit
    mutable std::vector<std::unique_ptr<SkimArcs<T, S>>> ordered_;
};

}  // namespace allways::engine
