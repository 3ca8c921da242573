// Prepare: every network and matrix becomes one simple problem — costs >= 0, no zero-cost cycle, every pivot
// passable — that any schedule can solve with block operations alone. restore.h undoes it.
//
//   1. negative costs: potentials h, solved as w + h(u) - h(v)   (floats: checked for cycles, solved as they are)
//   2. nodes on a common zero-cost cycle: contracted into one class
//   3. no-through nodes: border, in the matrix but never a pivot
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "engine/zero_classes.h"

namespace allways::engine {

// Where a reduced arc leaves its class, in terms of the input. For a network `hop` is the ordinal among the tail's
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
    bool has_negative_costs = false;
    std::uint64_t arc_count = 0;  // usable arcs of the input

    // int32 with negative costs: h of each node as a tail and as a head (they differ for no-through nodes only).
    std::vector<std::int64_t> tail_potential;
    std::vector<std::int64_t> head_potential;

    // Networks: arcs between classes, grouped by tail class, in the order of member node, then ordinal. The
    // position of an arc in its group is its label.
    std::vector<std::size_t> first_out;
    std::vector<std::uint32_t> head;
    std::vector<T> cost;
    std::vector<ExitArc> exits;
    std::int64_t bound = 0;  // int32: no finite reduced distance is larger

    // Matrices: reduced costs, classes × classes; `ends` (empty where no class was contracted) holds the arc of
    // the input behind each of them.
    std::span<const T> dense;
    std::vector<T> owned_dense;
    std::vector<ExitArc> ends;

    std::size_t node_count() const { return classes.count(); }
    std::size_t max_out_degree() const;  // networks
};

// Throws NegativeCycleError naming the nodes of one negative cycle.
template <class T>
Prepared<T> prepare(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs);

// The matrix must outlive the result where nothing had to be changed (then its values are borrowed).
template <class T>
Prepared<T> prepare(const CostMatrix& matrix);

}  // namespace allways::engine
