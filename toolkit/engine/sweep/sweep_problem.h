// SPDX-License-Identifier: Apache-2.0
// The problem that a sweep solves: rows and columns of a table, each tied to the core of a factor by access arcs.
//
// The core consists of the passable classes, eliminated and factorized (toolkit/ordering/). With the factor's cells, U
// up and L down in rank, core distances are U* ⊗ L*. The upward pass of a column j sets its cells d_j on the ancestors
// of its access arcs' nodes to the shortest way down to the column. Then ranks are visited from the roots down:
//
//     D[v][j] = min( d_j[v],  min over the up-arcs a = (v, w) of v:  up[a] + (D[w][j] & ~mask) )
//
// The upper neighbours of v are ancestors at different depths, so a stack of one row per depth holds every operand:
// visited in preorder, D[w] lies at depth[w]. A row of the table is the minimum over its access arcs of cell + (D[rank]
// & ~mask); mask has the first-arc bits, and is 0 if cells are costs. Rows and columns need not be the network's nodes:
// anything that arcs tie to core nodes (a place on a street, say) can be a row or a column with access arcs.
//
// Sources: A* = U* ⊗ L* (Carré 1971), taken column by column as in PHAST (Delling, Goldberg, Nowatzyk and
// Werneck 2013, "PHAST: Hardware-accelerated shortest path trees", section 3), for many columns at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "allways/base/ids.h"
#include "allways/result/next_hops.h"
#include "engine/prepare/cell_format.h"
#include "engine/prepare/zero_classes.h"
#include "ordering/factor.h"

namespace allways::engine {

// The cell for no path, and the cell for the path from a node to itself (all first-arc bits set, so that it never wins
// a tie).
template <class T>
T unreachable_of(const CellFormat& format);
template <class T>
T identity_of(const CellFormat& format);

// Ties a row to the core by an arc to the core node of that rank, or a column by an arc from it. The cell
// identity_of(format) means that the row or column is that node.
template <class T>
struct AccessArc {
    std::uint32_t rank;
    T cell;
};

// The rows of a table, or its columns.
template <class T>
struct SweepSide {
    std::vector<std::size_t> first_access_arc{0};  // count + 1
    std::vector<AccessArc<T>> access_arcs;
    // Empty, or one each: distance = cell - row's + column's potential (Prepared::restored).
    std::vector<Wide<T>> potential;

    std::size_t count() const { return first_access_arc.size() - 1; }
    std::span<const AccessArc<T>> access_arcs_of(std::size_t i) const {
        return {access_arcs.data() + first_access_arc[i], first_access_arc[i + 1] - first_access_arc[i]};
    }
};

// Returns a cell with additional cost before or behind it.
template <class T>
T with_cost(T cell, double cost) {
    const double sum = static_cast<double>(cell) + cost;
    return sum < static_cast<double>(unreachable_cost<T>) ? static_cast<T>(sum) : unreachable_cost<T>;
}

// A direct path that bypasses the core: the table's cell is the minimum of it and of the paths over the access arcs.
template <class T>
struct DirectCell {
    std::uint32_t column;
    T cell;
};

// A cell of the table known in advance: the diagonal, and pairs in one class of zero-cost cycles.
template <class T>
struct FixedCell {
    std::uint32_t column;
    T distance;         // restored
    std::uint32_t hop;  // NextHops::none: no hop
};

// The rows and columns that are nodes of one class of zero-cost cycles. The sweep finds the distances of their cells,
// but not their hops, which follow the trees of the class.
struct ClassCells {
    ClassCells() = default;  // no such cells
    ClassCells(ZeroClasses all, std::span<const NodeIndex> columns);

    std::shared_ptr<const ZeroClasses> classes;
    std::vector<NodeIndex> rows;
    std::vector<NodeIndex> columns;
    std::vector<std::size_t> first_column;  // by class, offsets into columns_of
    std::vector<std::uint32_t> columns_of;  // ascending

    // Returns true if a node is the only member of its class.
    bool is_alone(NodeIndex node) const { return !classes || classes->members(classes->class_of(node)).size() == 1; }
    // The columns of the class of a row; empty if the row is the only member of its class.
    std::span<const std::uint32_t> columns_beside(std::size_t row) const {
        if (!classes || is_alone(rows[row])) return {};
        const std::uint32_t c = classes->class_of(rows[row]);
        return {columns_of.data() + first_column[c], first_column[c + 1] - first_column[c]};
    }
};

template <class T>
struct SweepProblem {
    std::shared_ptr<const ordering::Factor<T>> factor;
    CellFormat format;
    SweepSide<T> rows;
    SweepSide<T> columns;

    // By row, ascending columns.
    std::vector<std::size_t> first_direct;  // rows + 1
    std::vector<DirectCell<T>> direct;
    std::vector<std::size_t> first_fixed;  // rows + 1
    std::vector<FixedCell<T>> fixed;
    ClassCells class_cells;  // further fixed cells; only if the format has first-arc bits

    // A first arc f in row i stands for the hop hop_of_first_arc[first_hop[i] + f]; if the row has no entries there, f
    // itself is the hop.
    std::vector<std::size_t> first_hop;  // rows + 1; empty if the format has no first-arc bits
    std::vector<std::uint32_t> hop_of_first_arc;

    // Ranks to visit for these rows: those of their access arcs and all ancestors, descending, which is a preorder.
    std::vector<std::uint32_t> visit;

    bool has_hops() const { return format.hops == HopMode::first_arc; }
    T unreachable() const { return unreachable_of<T>(format); }
    T identity() const { return identity_of<T>(format); }
    // The bits of a cell that hold the first arc.
    std::int32_t first_arc_mask() const { return has_hops() ? (std::int32_t{1} << format.first_arc_bits) - 1 : 0; }
    std::span<const DirectCell<T>> direct_of(std::size_t row) const {
        return {direct.data() + first_direct[row], first_direct[row + 1] - first_direct[row]};
    }
    // Returns true if a row is that of a core node. (Without first-arc bits an arc of cost 0 equals the identity, too.)
    bool is_core_row(std::size_t row) const {
        const auto access_arcs = rows.access_arcs_of(row);
        return access_arcs.size() == 1 && access_arcs.front().cell == identity() && direct_of(row).empty();
    }
    std::span<const FixedCell<T>> fixed_of(std::size_t row) const {
        return {fixed.data() + first_fixed[row], first_fixed[row + 1] - first_fixed[row]};
    }
    // Calls use(cell) for all fixed cells of a row in the columns begin … end - 1.
    template <class Visit>
    void for_each_fixed(std::size_t row, std::size_t begin, std::size_t end, const Visit& use) const {
        for (const FixedCell<T>& cell : fixed_of(row)) {
            if (cell.column >= begin && cell.column < end) use(cell);
        }
        const std::span<const std::uint32_t> beside = class_cells.columns_beside(row);
        for (auto j = std::ranges::lower_bound(beside, begin); j != beside.end() && *j < end; ++j) {
            const T distance =
                rows.potential.empty() ? T{0} : static_cast<T>(columns.potential[*j] - rows.potential[row]);
            use(FixedCell<T>{*j, distance, class_cells.classes->hop(class_cells.rows[row], class_cells.columns[*j])});
        }
    }
    std::span<const std::uint32_t> hops_of(std::size_t row) const {
        if (first_hop.empty()) return {};
        return {hop_of_first_arc.data() + first_hop[row], first_hop[row + 1] - first_hop[row]};
    }
    // Lets a factor, with the cells of the format, solve the problem, whose rows and columns lie on its ranks.
    void solve_by(std::shared_ptr<const ordering::Factor<T>> of_ranks);
    // Bytes of host memory, excluding the factor's.
    std::uint64_t bytes() const;
};

// Rows in the order in which a walk completes them: a row is complete when the lowest rank that it is tied to is
// visited; untied rows come last.
struct WalkOrder {
    std::vector<std::uint32_t> rows;
    std::size_t most_at_once = 1;  // the largest number of rows that one visit completes
    std::size_t tied_often = 0;    // rows with several access arcs, which may be in progress at once
};

// O(n log n) for n rows. The result is the same for all costs that give the same elimination order and classes.
template <class T>
WalkOrder walk_order(const SweepSide<T>& rows);

// Returns the visit list of any rows: the ranks of their access arcs and all ancestors, descending.
template <class T>
std::vector<std::uint32_t> ranks_to_visit(const ordering::Elimination& elimination, const SweepSide<T>& rows);

// ---- Target
//
// The memory that a sweep writes to, and the way it stores a cell there.

// The columns of a sweep, a half-open range.
struct ColumnRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
};

// The caller's memory: row first_row + i of the problem and column range.begin + j are at i·stride + j, in cells and in
// hops alike. So the same code writes a whole table, a band of its rows and a buffer of some columns.
template <class T>
struct SweepTarget {
    T* cells = nullptr;
    std::size_t stride = 0;
    void* hops = nullptr;       // null: not wanted
    std::size_t hop_bytes = 0;  // 1, 2 or 4, as NextHops stores them
    std::size_t first_row = 0;
};

// The path's cost as a cell that can be added to another: the first-arc bits cleared.
template <class T>
T cost_part(T cell, std::int32_t first_arc_mask) {
    if constexpr (std::is_integral_v<T>) {
        return cell & ~first_arc_mask;
    } else {
        return cell;
    }
}

template <class T>
T restored_distance(const SweepProblem<T>& problem, std::size_t row, std::size_t column, T cell) {
    if (!(cell < problem.unreachable())) return unreachable_cost<T>;
    if constexpr (std::is_integral_v<T>) {
        if (problem.has_hops()) cell >>= problem.format.first_arc_bits;
    }
    if (problem.rows.potential.empty()) return cell;
    return static_cast<T>(cell - problem.rows.potential[row] + problem.columns.potential[column]);
}

// `hops`: problem.hops_of(row).
template <class T>
std::uint32_t restored_hop(const SweepProblem<T>& problem, std::span<const std::uint32_t> hops, T cell) {
    if (!(cell < problem.unreachable())) return NextHops::none;
    const auto first_arc = static_cast<std::uint32_t>(static_cast<std::int32_t>(cell) & problem.first_arc_mask());
    // If hops are listed, the all-ones value of a node's path to itself is not among them; that cell is a fixed one.
    return hops.empty() ? first_arc : first_arc < hops.size() ? hops[first_arc] : NextHops::none;
}

// The memory of all hops, as NextHops stores them, row after row.
inline std::span<unsigned char> bytes_of(NextHops& hops) {
    return std::visit(
        [](auto& stored) {
            return std::span(reinterpret_cast<unsigned char*>(stored.edit().data()),
                             stored.size() * sizeof(*stored.data()));
        },
        hops.storage());
}

// Stores a hop; NextHops::none becomes the largest value of the stored type.
inline void store_hop(void* hops, std::size_t hop_bytes, std::size_t at, std::uint32_t hop) {
    const auto put = [&](auto value) {
        std::memcpy(static_cast<unsigned char*>(hops) + at * sizeof value, &value, sizeof value);
    };
    switch (hop_bytes) {
        case 1: return put(static_cast<std::uint8_t>(hop));
        case 2: return put(static_cast<std::uint16_t>(hop));
        default: return put(hop);
    }
}

}  // namespace allways::engine
