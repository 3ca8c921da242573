// SPDX-License-Identifier: Apache-2.0
// Computes the cells of one column of a table row by row, for the nodes of a path, which share most of their ancestors.
#pragma once

#include <span>
#include <vector>

#include "engine/factor/factor_tree.h"

namespace allways::engine {

// The constructor climbs from the column. Each row then visits the upper neighbours of its ancestors that were not
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
