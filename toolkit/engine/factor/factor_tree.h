// SPDX-License-Identifier: Apache-2.0
// The elimination tree and the cells of a factor, as queries use them: along the paths from ranks up to a root. Nothing
// is computed in advance and only rows on these paths are read, so that a factor in a mapped file answers immediately.
//
// A row holds the cells of a rank and its upper neighbours, which lie at different depths of one root path. So values
// by depth hold every operand. Most rows need not even list the depths: if the upper neighbours of v are its parent and
// those of its parent (a supernode; Liu, Ng and Peyton 1993), rows are relaxed against one contiguous buffer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "allways/result/network_factor.h"
#include "engine/prepare/cell_format.h"
#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_problem.h"
#include "result/factor_arrays.h"

namespace allways::engine {

// The type in which queries add cells: unsigned integers, whose overflow in a damaged file is harmless.
template <class T>
using QueryCell = std::conditional_t<std::is_integral_v<T>, std::uint32_t, T>;

// The nodes from a root (depth 0) to a rank, by depth.
struct RootPath {
    struct Node {
        std::uint32_t rank;
        std::uint32_t ups;       // number of upper neighbours
        std::uint64_t first_up;  // index of its row's first entry
    };
    std::vector<Node> nodes;
    std::size_t size() const { return nodes.size(); }
};

// Returns the number of nodes that two root paths have in common.
std::size_t shared_nodes(const RootPath& a, const RootPath& b);

// Borrows the factor. Whatever the arrays hold, accesses stay within them; throws DamagedContent if they contradict
// each other.
template <class T>
class FactorTree {
public:
    using Cell = QueryCell<T>;

    explicit FactorTree(const NetworkFactor& factor);

    RootPath root_path(std::uint32_t rank) const;
    // The parent of a rank, or NetworkFactor::no_parent.
    std::uint32_t parent(std::uint32_t rank) const;
    RootPath::Node node(std::uint32_t rank) const;

    Cell unreachable() const { return static_cast<Cell>(unreachable_of<T>(format_)); }
    Cell identity() const { return static_cast<Cell>(identity_of<T>(format_)); }
    // Returns the path's cost as a cell that can be added to another: with the first-arc bits cleared.
    Cell cost_part(Cell cell) const {
        if constexpr (std::is_integral_v<T>)
            return cell & ~mask_;
        else
            return cell;
    }
    Cell sum(Cell first, Cell rest) const { return first + cost_part(rest); }
    std::uint32_t first_arc_mask() const { return mask_; }
    const CellFormat& format() const { return format_; }

    // Nodes of a root path at depths top … bottom; the upper neighbours of each are the next node and that node's upper
    // neighbours.
    struct Supernode {
        std::size_t top;
        std::size_t bottom;
        std::span<const std::uint32_t> ups;  // depths of the upper neighbours of `top`
        std::size_t size() const { return bottom - top + 1; }
    };
    // Returns the largest supernode with that bottom or that top, not beyond `end`.
    Supernode supernode_up(std::span<const RootPath::Node> path, std::size_t bottom, std::size_t end) const;
    Supernode supernode_down(std::span<const RootPath::Node> path, std::size_t top, std::size_t end) const;
    // Prefetches the beginning of a node's row, so that several rows are loaded at once.
    void prefetch(const RootPath::Node& node) const {
        constexpr std::uint32_t line = 64 / sizeof(T);
        const T* cells = up_.data() + node.first_up;
        for (std::uint32_t i = 0; i < std::min(node.ups, 8 * line); i += line) __builtin_prefetch(cells + i);
        __builtin_prefetch(factor_.arrays().up_depth.data() + node.first_up);
    }
    // Returns the depths of the upper neighbours of a node at that depth.
    std::span<const std::uint32_t> up_depths(const RootPath::Node& node, std::size_t depth) const;
    // Returns the cells of the arcs from a node to its upper neighbours, or from them to the node.
    std::span<const T> up(const RootPath::Node& node) const {
        return part_of(up_, node.first_up, node.first_up + node.ups);
    }
    std::span<const T> down(const RootPath::Node& node) const {
        return part_of(down_, node.first_up, node.first_up + node.ups);
    }

    // Sets to[i] to min(to[i], (cells[i] without the bits of `mask`) + value).
    void lower(Cell* to, std::span<const T> cells, Cell value, std::uint32_t mask) const;
    // Returns the minimum of `least` and all cells[i] + costs[i].
    Cell least(std::span<const T> cells, const Cell* costs, Cell least) const;

private:
    const NetworkFactor& factor_;
    const SharedArray<T>& up_;
    const SharedArray<T>& down_;
    CellFormat format_;
    std::uint32_t mask_ = 0;
};

// The least cells between a core node and all its ancestors, by depth: from it up to them (`up`), or down from them to
// it.
template <class T>
struct Climb {
    RootPath path;
    std::vector<QueryCell<T>> cells;
};

// Climbs from a node to its ancestors. The path starts with the given cell; for the node itself that is
// tree.identity(), and then its own cell stays unreachable. O(upper neighbours of all ancestors).
template <class T>
Climb<T> climb_up(const FactorTree<T>& tree, const AccessArc<T>& from);
// Climbs in the reverse direction: the paths lead from the ancestors down to the node and end with the given cell.
template <class T>
Climb<T> climb_down(const FactorTree<T>& tree, const AccessArc<T>& to);

// Returns the least cell from one node to another, tree.unreachable() if there is no path. `from` and `to` as above,
// but not the same node with the identity. The result equals that of both climbs and the least sum at a common
// ancestor, but rows that cannot lower it are skipped.
template <class T>
QueryCell<T> least_cell(const FactorTree<T>& tree, const AccessArc<T>& from, const AccessArc<T>& to);
template <class T>
QueryCell<T> least_cell(const FactorTree<T>& tree, const Climb<T>& up, bool is_node, const Climb<T>& down);

// The cells of one column of a table row by row, for the nodes of a path, which share most of their ancestors. The
// constructor climbs from the column. Each row then visits the upper neighbours of its ancestors that were not
// ancestors of the previous row. Borrows the tree. For use by one thread.
template <class T>
class FactorColumn {
public:
    using Cell = QueryCell<T>;

    FactorColumn(const FactorTree<T>& tree, std::span<const AccessArc<T>> column);

    // Returns the sweep's cell of a core node: with its first-arc bits, not restored.
    Cell cell(std::uint32_t rank);

private:
    void push(std::uint32_t rank);
    void solve(std::size_t first);
    Cell way_down(std::size_t depth) const;

    const FactorTree<T>& tree_;
    std::vector<Climb<T>> climbs_;
    // The root path of the last row, by depth.
    std::vector<RootPath::Node> path_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> new_ranks_;
    std::vector<Cell> costs_;  // cells of one supernode and its upper neighbours, without first-arc bits
};

}  // namespace allways::engine
