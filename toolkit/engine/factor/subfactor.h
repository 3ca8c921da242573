// SPDX-License-Identifier: Apache-2.0
// Cuts out of a factor the part that a table of some nodes needs, as a problem that a sweep solves.
#pragma once

#include <span>
#include <vector>

#include "engine/factor/factor_network.h"
#include "engine/factor/factor_tree.h"

namespace allways::engine {

// Makes the rows and columns of these places on the ranks of the whole factor, without a factor and without ranks to
// visit. Cells are costs without first arcs.
template <class T>
SweepProblem<T> sides_of_factor(const FactorNetwork<T>& network, const FactorTree<T>& tree,
                                std::span<const NodeIndex> rows, std::span<const NodeIndex> columns);

// The ranks that a part contains: the ancestors of its rows and columns, or all.
enum class RankSelection { ancestors, all };

template <class T>
struct Subfactor {
    SweepProblem<T> problem;
    std::vector<std::uint32_t> ranks;      // ranks of the factor, by rank of the problem
    std::vector<std::uint64_t> first_arc;  // first arc of each rank's row in the factor
};

// Makes a problem whose rows and columns are places; the elimination has only these ranks, in the same order, and cells
// are costs without first arcs. O(upper neighbours of all these ancestors), plus five bytes for each rank of the
// factor, in pages that are touched only where needed.
template <class T>
Subfactor<T> part_of_factor(const FactorNetwork<T>& network, const FactorTree<T>& tree, std::span<const NodeIndex> rows,
                            std::span<const NodeIndex> columns, RankSelection part = RankSelection::ancestors);

}  // namespace allways::engine
