// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/upward_pass.h"

#include <algorithm>
#include <type_traits>

#include "base/threads/parallel.h"
#include "engine/sweep/sweep_kernels.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

namespace {

constexpr std::size_t not_wanted = ~std::size_t{0};

}  // namespace

template <class T>
void climb_from(const SweepProblem<T>& problem, std::uint32_t rank, T* to) {
    using Cell = std::conditional_t<std::is_integral_v<T>, std::uint32_t, T>;
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = problem.first_arc_mask();
    const auto ups_of = [&](std::uint32_t v) { return tree.first_up[v + 1] - tree.first_up[v]; };
    std::vector<Cell> buffer;  // the nodes of a supernode, from the lowest up, followed by their upper neighbours
    for (std::uint32_t v = rank; v != ordering::no_parent;) {
        std::uint32_t top = v;
        while (tree.parent[top] == top + 1 && ups_of(top) == ups_of(top + 1) + 1) ++top;
        const std::size_t nodes = top - v + 1;
        const auto ups = tree.ups(top);
        buffer.resize(nodes + ups.size());
        for (std::size_t i = 0; i < nodes; ++i) {
            const auto node = static_cast<std::uint32_t>(v + i);
            buffer[i] = static_cast<Cell>(node == rank ? T{0} : to[tree.depth[node]]);
        }
        for (std::size_t i = 0; i < ups.size(); ++i) buffer[nodes + i] = static_cast<Cell>(to[tree.depth[ups[i]]]);
        for (std::size_t i = 0; i < nodes; ++i) {
            const T cost = cost_part(static_cast<T>(buffer[i]), mask);
            if (!(cost < problem.unreachable())) continue;
            const std::size_t first = tree.first_up[v + i];
            sweep_kernels().lower(buffer.data() + i + 1, factor.down.data() + first, static_cast<Cell>(cost), 0,
                                  ups_of(static_cast<std::uint32_t>(v + i)));
        }
        for (std::size_t i = 0; i < nodes; ++i) {
            const auto node = static_cast<std::uint32_t>(v + i);
            if (node != rank) to[tree.depth[node]] = static_cast<T>(buffer[i]);
        }
        for (std::size_t i = 0; i < ups.size(); ++i) to[tree.depth[ups[i]]] = static_cast<T>(buffer[nodes + i]);
        v = tree.parent[top];
    }
}

template <class T>
UpwardPass<T>::UpwardPass(const SweepProblem<T>& problem, std::size_t begin_column, std::size_t end_column,
                          unsigned threads) {
    const ordering::Elimination& tree = *problem.factor->elimination;
    first_.assign(tree.node_count(), not_wanted);
    std::vector<std::uint8_t> needed(tree.node_count(), 0);
    std::size_t size = 0;
    const SweepSide<T>& columns = problem.columns;
    for (std::size_t a = columns.first_access_arc[begin_column]; a < columns.first_access_arc[end_column]; ++a) {
        const std::uint32_t t = columns.access_arcs[a].rank;
        if (first_[t] != not_wanted) continue;
        first_[t] = size;
        size += tree.depth[t];
        needed[t] = 1;
    }
    for (std::uint32_t v = 0; v < needed.size(); ++v) {
        if (needed[v] && tree.parent[v] != ordering::no_parent) needed[tree.parent[v]] = 1;
    }
    cells_.assign(size, problem.unreachable());
    if (climbs_are_less(problem, needed)) {
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t v = 0; v < first_.size(); ++v) {
            if (first_[v] != not_wanted) wanted.push_back(v);
        }
        parallel_for(
            wanted.size(), [&](std::size_t i) { climb_from(problem, wanted[i], cells_.data() + first_[wanted[i]]); },
            threads);
        return;
    }

    // Any run of ranks can be processed separately: the ancestors outside the run of its nodes are those of its last
    // node.
    const std::size_t runs = std::min<std::size_t>(std::size_t{threads} * 4, tree.node_count());
    parallel_for(
        runs,
        [&](std::size_t run) {
            const auto begin = static_cast<std::uint32_t>(run * tree.node_count() / runs);
            const auto end = static_cast<std::uint32_t>((run + 1) * tree.node_count() / runs);
            pass_run(problem, needed, begin, end);
        },
        threads);
}

template <class T>
bool UpwardPass<T>::climbs_are_less(const SweepProblem<T>& problem, std::span<const std::uint8_t> needed) const {
    const ordering::Elimination& tree = *problem.factor->elimination;
    std::uint64_t together = 0;
    std::uint64_t apart = 0;
    std::vector<std::uint64_t> climb(needed.size());  // by rank: upper neighbours of the rank and all its ancestors
    for (auto v = static_cast<std::uint32_t>(needed.size()); v-- > 0;) {
        if (!needed[v]) continue;
        const std::uint64_t ups = tree.first_up[v + 1] - tree.first_up[v];
        climb[v] = ups + (tree.parent[v] == ordering::no_parent ? 0 : climb[tree.parent[v]]);
        together += ups * tree.depth[v] / 2;
        if (first_[v] != not_wanted) apart += climb[v];
    }
    return apart < together;
}

template <class T>
void UpwardPass<T>::pass_run(const SweepProblem<T>& problem, std::span<const std::uint8_t> needed, std::uint32_t begin,
                             std::uint32_t end) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = problem.first_arc_mask();
    std::vector<const T*> cells_at(tree.height());  // by depth
    const auto pass = [&](std::uint32_t v, T* __restrict to) {
        cells_at[tree.depth[v]] = to;
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            const std::uint32_t above = tree.depth[tree.up[a]];
            const T* __restrict from = cells_at[above];
            const T cost = cost_part(factor.down[a], mask);
            for (std::uint32_t k = 0; k < above; ++k) {
                const T sum = from[k] + cost;
                to[k] = sum < to[k] ? sum : to[k];
            }
            to[above] = std::min(to[above], factor.down[a]);
        }
    };
    // Cells of nodes that no column needs, or that another run computes: by depth, until a sibling overwrites them.
    std::vector<std::vector<T>> unwanted(tree.height());
    const auto pass_unwanted = [&](std::uint32_t v) {
        std::vector<T>& cells = unwanted[tree.depth[v]];
        cells.assign(tree.depth[v], problem.unreachable());
        pass(v, cells.data());
    };

    std::vector<std::uint32_t> outside;
    for (std::uint32_t v = tree.parent[end - 1]; v != ordering::no_parent; v = tree.parent[v]) outside.push_back(v);
    for (auto v = outside.rbegin(); v != outside.rend(); ++v) pass_unwanted(*v);
    for (std::uint32_t v = end; v-- > begin;) {
        if (!needed[v]) continue;
        if (first_[v] != not_wanted)
            pass(v, cells_.data() + first_[v]);
        else
            pass_unwanted(v);
    }
}

template void climb_from(const SweepProblem<std::int32_t>&, std::uint32_t, std::int32_t*);
template void climb_from(const SweepProblem<double>&, std::uint32_t, double*);
template class UpwardPass<std::int32_t>;
template class UpwardPass<double>;

}  // namespace allways::engine
