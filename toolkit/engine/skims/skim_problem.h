// SPDX-License-Identifier: Apache-2.0
// The payload of a sweep that also sums fields: the exits by which its rows and columns are tied to the core, and the
// sums along the arcs of the walk (SweepVisits).
//
//   SkimNetwork: exits with their values ── ArcSums: sums of the factor's arcs ─┐
//   SweepProblem: rows, columns, cells ─────────────────────────────────────────┴─ SkimProblem ── sweep_sums ─┐
//                                                                                                             │
//   the walk of a column block, from the roots down:                 depth 0   cells │ sums of field 0, 1, …  │
//   the rows of a rank are lowered by those of its ancestors,              1   cells │ sums …              ◄──┘
//   sums go where the cells go                                             2   cells │ sums …  ── SkimTarget
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

#include "allways/result/network_factor.h"
#include "engine/skims/arc_sums.h"
#include "engine/sweep/column_block.h"

namespace allways::engine {

// The stretch behind an access arc of a row or column.
struct SkimAccess {
    std::uint32_t exit;       // no_exit: the row or column is this node
    NodeIndex node;           // the node of the core at which the row's path enters it, or the column's leaves it
    std::uint32_t connector;  // its number among the row's or column's connectors
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
    SweepProblem<T> sweep;                 // with an access arc for each exit
    std::span<const NodeIndex> row_nodes;  // empty if rows and columns have connectors
    std::span<const NodeIndex> column_nodes;
    bool has_connectors = false;  // then one more field is summed: the number of the column's connector

    std::vector<SkimAccess> row_accesses;     // by access arc of sweep.rows
    std::vector<SkimAccess> column_accesses;  // by access arc of sweep.columns
    std::vector<std::uint32_t> direct_exits;  // by direct cell of sweep
    SweepVisits<T> visits;

    std::size_t height = 0;                              // number of rows in the stack of cells
    std::uint32_t sum_rows = 0;                          // number of rows in the stack of sums
    std::uint32_t zero_row() const { return sum_rows; }  // the row below it, for no sums

    // `sweep` has the format, the factor, the potentials and the known cells of these nodes.
    SkimProblem(const ArcSums<T, S>& arc_sums, SweepProblem<T> sweep, std::span<const NodeIndex> row_nodes,
                std::span<const NodeIndex> column_nodes);
    // Rows and columns with connectors: of equal paths the one by the row's first connector wins, then the one by the
    // column's first. Cells of the sweep are costs, and it has no potentials and no known cells. Paths from a connector
    // beyond the core to another one that do not pass the core do not count.
    SkimProblem(const ArcSums<T, S>& arc_sums, SweepProblem<T> sweep, std::span<const std::vector<PlaceConnector>> rows,
                std::span<const std::vector<PlaceConnector>> columns);

    const SkimNetwork<T>& network() const { return arc_sums.network(); }
    const ordering::Elimination& tree() const { return *sweep.factor->elimination; }
    // The number of sums of a path: its fields', and the number of the column's connector.
    std::uint32_t sums_of_path() const {
        return static_cast<std::uint32_t>(network().field_count) + (has_connectors ? 1 : 0);
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
    VisitArcs<T, S> arcs_of(std::size_t visit) const {
        const std::size_t begin = visits.visits[visit].first_arc;
        const std::size_t count = visits.visits[visit + 1].first_arc - begin;
        return {{parts_.data() + begin, count},
                {visits.arcs.data() + begin, count},
                sum_arcs_.data() + first_sum_arc_[visit]};
    }
    // Returns the visit's arcs that shortest paths may take, in the order of their paths: the first of tied arcs wins.
    // If they are not in order (ArcSums::is_ordered), the first call sorts them: in most networks few arcs tie.
    VisitArcs<T, S> ordered(std::size_t visit) const;

    // False if some arc has a sum that is missing or does not fit cells of S.
    bool has_all_sums() const { return has_all_sums_; }

private:
    T cell_of(std::uint32_t exit) const;
    T lengthened(T cell, T cost) const;
    void clear_ends();
    void add_column_end(NodeIndex node, T cost, std::uint32_t connector);
    void add_row_end(NodeIndex node, T cost, std::uint32_t connector);
    void end_column() { sweep.columns.first_access_arc.push_back(column_accesses.size()); }
    void end_row();
    void add_sum_rows();
    void add_visits();
    void append_sums(std::uint32_t v, std::span<const PathPart> parts, std::vector<SumArc<S>>& to) const;

    bool has_all_sums_ = true;
    std::vector<std::uint32_t> columns_beyond_;       // column_nodes beyond the core, by class
    std::vector<std::uint32_t> first_sum_row_;        // by rank; only with classes
    std::vector<PathPart> parts_;                     // by arc of visits
    std::vector<SumArc<S>> sum_arcs_;                 // by visit, then row of sums, then arc
    std::vector<std::size_t> first_sum_arc_;          // by visit
    mutable std::vector<std::once_flag> is_ordered_;  // by visit
    mutable std::vector<std::unique_ptr<SkimArcs<T, S>>> ordered_;
};

}  // namespace allways::engine
