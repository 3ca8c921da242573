// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/factor_column.h"
#include "result/factor_arrays.h"

#include <algorithm>

#include "allways/base/error.h"

namespace allways::engine {

template <class T>
FactorColumn<T>::FactorColumn(const FactorTree<T>& tree, std::span<const AccessArc<T>> column) : tree_(tree) {
    for (const AccessArc<T>& access : column) climbs_.push_back(climb_down(tree, access));
}

// Ancestors have higher ranks, so the common nodes of the last root path and the new one lie above all lower ranks.
template <class T>
void FactorColumn<T>::push(std::uint32_t rank) {
    new_ranks_.clear();
    (void)tree_.parent(rank);  // checks the range
    for (std::uint32_t v = rank; v != NetworkFactor::Arrays::no_parent; v = tree_.parent(v)) {
        while (!path_.empty() && path_.back().rank < v) path_.pop_back();
        if (!path_.empty() && path_.back().rank == v) break;
        new_ranks_.push_back(v);
    }
    if (!new_ranks_.empty() && tree_.parent(new_ranks_.back()) == NetworkFactor::Arrays::no_parent) path_.clear();
    for (auto v = new_ranks_.rbegin(); v != new_ranks_.rend(); ++v) {
        path_.push_back(tree_.node(*v));
        tree_.prefetch(path_.back());
        if (path_.back().ups >= path_.size()) {
            path_.clear();
            throw DamagedContent("its elimination tree is damaged; make the factor again");
        }
    }
    cells_.resize(path_.size());
}

template <class T>
auto FactorColumn<T>::way_down(std::size_t depth) const -> Cell {
    Cell least = tree_.unreachable();
    for (const Climb<T>& climb : climbs_) {
        if (depth < climb.path.size() && climb.path.nodes[depth].rank == path_[depth].rank) {
            least = std::min(least, climb.cells[depth]);
        }
    }
    return least;
}

template <class T>
void FactorColumn<T>::solve(std::size_t first) {
    for (std::size_t depth = first; depth < path_.size();) {
        const auto supernode = tree_.supernode_down(path_, depth, path_.size());
        costs_.resize(supernode.size() + supernode.ups.size());
        for (std::size_t i = 0; i < supernode.ups.size(); ++i)
            costs_[supernode.size() + i] = tree_.cost_part(cells_[supernode.ups[i]]);
        for (; depth <= supernode.bottom; ++depth) {
            Cell* at = costs_.data() + (supernode.bottom - depth);
            cells_[depth] = tree_.least(tree_.up(path_[depth]), at + 1, way_down(depth));
            *at = tree_.cost_part(cells_[depth]);
        }
    }
}

template <class T>
auto FactorColumn<T>::cell(std::uint32_t rank) -> Cell {
    push(rank);
    solve(path_.size() - new_ranks_.size());
    return cells_.back();
}

template class FactorColumn<std::int32_t>;
template class FactorColumn<double>;

}  // namespace allways::engine
