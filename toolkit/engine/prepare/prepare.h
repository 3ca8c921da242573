// SPDX-License-Identifier: Apache-2.0
// Prepare: turns every network and matrix into one simple problem — costs >= 0, no zero-cost cycle, every pivot
// passable — that any schedule can solve with block operations alone. restore.h undoes it.
//
//   1. negative costs: potentials h, solved as w + h(u) - h(v)
//   2. nodes on a common zero-cost cycle: contracted into one class
//   3. no-through nodes: border, in the matrix but never a pivot
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"
#include "engine/prepare/zero_classes.h"

namespace allways::engine {

// The type of potentials and of sums of T: exact for int32, double for floats.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

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

// What Prepared::bound is for: a tight one may make the cells of tiles narrower; for the cells of a sweep a quick one
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

}  // namespace allways::engine
