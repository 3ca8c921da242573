// SPDX-License-Identifier: Apache-2.0
// Prepare: turns every network and matrix into one simple problem — costs >= 0, no zero-cost cycle, every pivot
// passable — that any schedule can solve with block operations alone. Restorer undoes it.
//
//   1. negative costs: potentials h, solved as w + h(u) - h(v)
//   2. nodes on a common zero-cost cycle: contracted into one class
//   3. no-through nodes: border, in the matrix but never a pivot
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/next_hops.h"
#include "base/threads/work_meter.h"
#include "engine/prepare/cell_format.h"
#include "engine/prepare/zero_classes.h"

namespace allways::engine {

// The arc of the input by which a reduced arc leaves its class. For a network `hop` is the ordinal among the tail's
// out-arcs; for a matrix the head's node index.
struct ExitArc {
    NodeIndex tail;
    std::uint32_t hop;
};

// The reduced problem over classes (see ZeroClasses for their order).
template <class T>
struct Prepared {
    ZeroClasses classes;
    bool is_matrix = false;
    std::uint64_t arc_count = 0;  // usable arcs of the input

    // For negative costs: the potential h of each node as a tail and as a head (different only for no-through nodes).
    std::vector<Wide<T>> tail_potential;
    std::vector<Wide<T>> head_potential;

    // Networks: arcs between classes, grouped by tail class, in the order of member node, then ordinal. The position of
    // an arc in its group is its number in the first-arc bits.
    std::vector<std::size_t> first_out;
    std::vector<std::uint32_t> head;
    std::vector<T> cost;
    std::vector<ExitArc> exits;
    std::int64_t bound = 0;  // int32: no finite reduced distance exceeds it; as tight as the choice of cells needs

    // Matrices: reduced costs, classes × classes; `arc_ends` (empty if no class was contracted) holds the original arc
    // of each cost.
    std::span<const T> dense;
    std::vector<T> owned_dense;
    std::vector<ExitArc> arc_ends;

    std::size_t node_count() const { return classes.count(); }
    std::size_t max_out_degree() const;  // networks
    bool has_negative_costs() const { return !tail_potential.empty(); }
    // Bytes of host memory.
    std::uint64_t bytes() const {
        return classes.bytes() + (tail_potential.size() + head_potential.size()) * sizeof(Wide<T>) +
               first_out.size() * sizeof(std::size_t) + head.size() * sizeof(std::uint32_t) +
               (cost.size() + owned_dense.size()) * sizeof(T) + (exits.size() + arc_ends.size()) * sizeof(ExitArc);
    }

    // The reduced cost of an arc of the input: never negative, and no negative zero either.
    Wide<T> reduced(NodeIndex tail, NodeIndex arc_head, Wide<T> cost_of_arc) const {
        if (!has_negative_costs()) return cost_of_arc + Wide<T>{0};
        const Wide<T> value = cost_of_arc + tail_potential[tail] - head_potential[arc_head];
        return value > 0 ? value : Wide<T>{0};
    }
    // Converts a solved distance back to one of the input.
    Wide<T> restored(NodeIndex from, NodeIndex to, Wide<T> distance) const {
        return has_negative_costs() ? distance - tail_potential[from] + head_potential[to] : distance;
    }
};

// The use of Prepared::bound: a tight one may make the cells of tiles narrower; for the cells of a sweep a quick one
// suffices that leaves room for next hops.
enum class BoundUse { tiles, sweep };

// Throws NegativeCycleError naming the nodes of one negative cycle, and InputError, with the network's source, if float
// path sums can exceed the type's range.
template <class T>
Prepared<T> prepare(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs,
                    WorkMeter&& unmetered = {}, BoundUse use = BoundUse::tiles);
template <class T>
Prepared<T> prepare(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs,
                    WorkMeter& meter, BoundUse use = BoundUse::tiles);

// The matrix must outlive the result if no value had to be changed (then its values are borrowed). Throws
// NegativeCycleError; InputError, with the matrix's source, if path sums do not fit the type, or a cost is -inf.
template <class T>
Prepared<T> prepare(const CostMatrix& matrix, WorkMeter&& meter = {});

// ---- The cell format of tiles, and of sweeps but for the width (sweep_format)

// Chooses how cells and next hops are stored. Cells of networks have first arcs in their keys if the bits suffice
// (int32), otherwise only distances; matrices have a hop array of node indexes.
template <class T>
CellFormat choose_format(const Prepared<T>& prepared, bool next_hops);

// ---- Restore: converts solved rows to the distances and next hops of the input's own nodes

// The destination of a node's row: distances, and hops of `hop_bytes` each (null: not wanted).
template <class T>
struct RowTarget {
    T* distances = nullptr;
    void* hops = nullptr;
};

// Takes rows in any order, from several threads, and writes all their cells.
template <class T>
class Restorer {
public:
    // The rows are those of the input's first nodes, `row_count` of them; `columns` are nodes, one for each column.
    // `hop_bytes`: 0, or 1, 2 or 4 if the format has hops, in first-arc bits or in a hop array.
    Restorer(const Prepared<T>& prepared, const CellFormat& format, std::size_t row_count,
             std::span<const NodeIndex> columns, std::size_t hop_bytes);

    // Takes the row of one node of the prepared problem (see RowStream): calls place(node) for each row of the table
    // that is made from it, and done(node) when that row is written.
    template <class Place, class Done>
    void take(std::size_t node, const T* cells, const std::uint32_t* hops, const Place& place, const Done& done) const {
        const auto from_class = static_cast<std::uint32_t>(node);
        for (const NodeIndex from : prepared_.classes.members(from_class)) {
            if (from >= row_count_) continue;
            write_row(from, from_class, cells, hops, place(from));
            done(from);
        }
    }

private:
    void write_row(NodeIndex from, std::uint32_t from_class, const T* cells, const std::uint32_t* hops,
                   const RowTarget<T>& place) const;
    template <class Hop>
    void write_row(NodeIndex from, std::uint32_t from_class, const T* cells, const std::uint32_t* hops, T* distance_row,
                   Hop* hop_row) const;
    std::uint32_t restore_hop(NodeIndex from, std::uint32_t from_class, NodeIndex to, T cell,
                              const std::uint32_t* class_hops) const;

    const Prepared<T>& prepared_;
    CellFormat format_;
    std::size_t hop_bytes_;
    std::size_t row_count_;
    std::span<const NodeIndex> columns_;
};

// ---- Bounds

// Returns a number that no finite absolute distance of the input exceeds; +inf for floats. O(n) for negative costs.
template <class T>
double largest_distance(const Prepared<T>& prepared) {
    if constexpr (!std::is_integral_v<T>) return std::numeric_limits<double>::infinity();
    Wide<T> least = 0;
    Wide<T> most = 0;
    for (const auto* potentials : {&prepared.tail_potential, &prepared.head_potential}) {
        for (const Wide<T> potential : *potentials) {
            least = std::min(least, potential);
            most = std::max(most, potential);
        }
    }
    return static_cast<double>(prepared.bound) + static_cast<double>(most - least);
}

// The largest cost of some walk from each node to node 0 plus that of some walk from node 0 to each node, so no
// shortest path costs more. `costs`: n×n, none negative off the diagonal. Each of the few passes over the matrix, on
// all threads, lengthens the walks by one arc. Returns nothing if some node is still not reached.
std::optional<std::int64_t> bound_through_first_node(std::span<const std::int32_t> costs, std::size_t n);

// `largest`: the largest reduced cost. A path has fewer than node_count arcs. Throws InputError naming `source`.
template <class T>
void require_float_range(const std::string& source, std::size_t node_count, double largest) {
    if (largest * static_cast<double>(node_count) < static_cast<double>(std::numeric_limits<T>::max())) return;
    throw InputError(source, 0,
                     format("path sums of costs up to {} can exceed the range of {}{}", largest, name(cost_type_of<T>),
                            std::is_same_v<T, float> ? "; use cost type float64" : ""));
}

}  // namespace allways::engine
