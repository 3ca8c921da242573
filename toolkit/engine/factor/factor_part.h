// SPDX-License-Identifier: Apache-2.0
// The part of a factor that a table of some nodes needs, as a problem that a sweep solves.
#pragma once

#include <span>
#include <vector>

#include "engine/factor/factor_network.h"
#include "engine/factor/factor_tree.h"

namespace allways::engine {

// Rows and columns of these places on the ranks of the whole factor, without a factor and ranks to visit. Cells are
// costs without first arcs.
template <class T>
SweepProblem<T> sides_of_factor(const FactorNetwork<T>& network, const FactorTree<T>& tree,
                                std::span<const NodeIndex> rows, std::span<const NodeIndex> columns);

// The ranks that a part has: the ancestors of its rows and columns, or all.
enum class FactorPart { ancestors, all };

template <class T>
struct PartOfFactor {
    SweepProblem<T> problem;
    std::vector<std::uint32_t> ranks;      // of the factor, by rank of the problem
    std::vector<std::uint64_t> first_arc;  // of their rows in the factor
};

// Rows and columns are places; the elimination has only these ranks, in the same order, and cells are costs without
// first arcs. O(upper neighbours of all these ancestors), beside a byte and four for each rank that nobody touches.
template <class T>
PartOfFactor<T> part_of_factor(const FactorNetwork<T>& network, const FactorTree<T>& tree,
                               std::span<const NodeIndex> rows, std::span<const NodeIndex> columns,
                               FactorPart part = FactorPart::ancestors);

}  // namespace allways::engine
