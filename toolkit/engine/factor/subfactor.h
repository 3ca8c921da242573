// SPDX-License-Identifier: Apache-2.0
// Tables of a factor as problems that a sweep solves: their rows and columns, and the part of the factor that they
// need.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/factor/factor_network.h"
#include "engine/factor/factor_tree.h"

namespace allways::engine {

// Ties rows and columns, which are places, to the ranks of the whole factor. The columns are tied once, rows as bands
// need them.
template <class T>
class FactorSides {
public:
    // `format`: that of the factor's cells, or costs alone. Borrows the network. O(columns log columns), and with
    // first-arc bits O(steps) if the factor has cycles of zero cost.
    FactorSides(const FactorNetwork<T>& network, const CellFormat& format, std::span<const NodeIndex> columns);

    // Makes a problem without a factor and without ranks to visit (SweepProblem::solve_by).
    SweepProblem<T> with_rows(std::span<const NodeIndex> rows) const;

private:
    using Exits = std::vector<typename FactorNetwork<T>::Exit>;
    std::span<const std::pair<std::uint32_t, std::uint32_t>> columns_at(std::uint32_t rank) const;
    void add_direct(SweepProblem<T>& problem, const Exits& exits) const;
    void add_hops(SweepProblem<T>& problem, NodeIndex place, const Exits& exits) const;

    const FactorNetwork<T>& network_;
    SweepProblem<T> start_;                                       // without rows
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranks_;  // of the columns, each with the column, ascending
};

// Costs without first arcs.
template <class T>
constexpr CellFormat costs_alone() {
    return {.type = cost_type_of<T>};
}

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
