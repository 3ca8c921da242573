// SPDX-License-Identifier: Apache-2.0
// The upward pass of a sweep's columns: the shortest paths down to a core node from each of its ancestors.
//
// A path down from w to t ends with an arc from some upper neighbour x of t, so in preorder
//     way_t[depth of w] = min over the down-arcs (x, t), x below w or w itself:  way_x[depth of w] + (down & ~mask)
// (down alone if x = w). This is one pass over contiguous cells for each arc, and serves all columns at once. A few
// columns of a large factor have too few ancestors in common for that: each then climbs its own root path, supernode by
// supernode (engine/factor/factor_tree.h). These cells form a hub labelling (Cohen, Halperin, Kaplan and Zwick 2003)
// whose hubs are all ancestors.
#pragma once

#include <span>
#include <vector>

#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// Lowers the cells of the ancestors of `rank`, by depth, to the costs of the paths down to it, along its own root path.
template <class T>
void climb_from(const SweepProblem<T>& problem, std::uint32_t rank, T* cells);

template <class T>
class UpwardPass {
public:
    // Passes upwards from all ranks to which the columns begin … end - 1 are tied. Takes the cheaper of two methods:
    // O(fill · depth) for their ancestors, a few percent of a sweep over all columns, or the upper neighbours of the
    // ancestors of each.
    UpwardPass(const SweepProblem<T>& problem, std::size_t begin_column, std::size_t end_column, unsigned threads);

    // The cell of each ancestor of `rank` by its depth, 0 … depth[rank] - 1, with the first-arc bits of the path down.
    const T* of(std::uint32_t rank) const { return cells_.data() + first_[rank]; }
    std::uint64_t bytes() const { return cells_.size() * sizeof(T) + first_.size() * sizeof(std::size_t); }

private:
    bool climbs_are_less(const SweepProblem<T>& problem, std::span<const std::uint8_t> needed) const;
    // Processes the ranks begin … end - 1.
    void pass_run(const SweepProblem<T>& problem, std::span<const std::uint8_t> needed, std::uint32_t begin,
                  std::uint32_t end);

    std::vector<std::size_t> first_;  // by rank; not_wanted for ranks that no column is tied to
    std::vector<T> cells_;
};

}  // namespace allways::engine
