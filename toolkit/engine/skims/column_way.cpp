// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/column_way.h"

#include <algorithm>

#include "engine/skims/lane_loops.h"
#include "engine/sweep/sweep_problem.h"
#include "engine/sweep/upward_pass.h"

namespace allways::engine {

template <class T, class S>
ColumnWay<T, S>::ColumnWay(const SkimProblem<T, S>& problem, std::size_t access)
    : problem_(&problem),
      rank_(problem.sweep.columns.access_arcs[access].rank),
      access_(&problem.column_accesses[access]),
      fields_(problem.sums_of_path()),
      cells_(problem.tree().depth[rank_] + 1, problem.sweep.unreachable()),
      steps_(access_depth()),
      sums_(cells_.size() * fields_, S{0}) {
    climb_from(problem.sweep, rank_, cells_.data());
    find_steps();
    if (problem.has_connectors) {
        for (std::size_t end = fields_; end <= sums_.size(); end += fields_)
            sums_[end - 1] = static_cast<S>(access_->connector);
    }
    if (access_->exit != no_exit) problem.network().add_exit(sums_.data() + access_depth() * fields_, access_->exit);
    for (std::size_t depth = access_depth(); depth-- > 0;) add_sums(depth);
    const T cell = problem.sweep.columns.access_arcs[access].cell;
    const T cost = cost_part(cell, problem.sweep.first_arc_mask());
    for (std::size_t depth = 0; depth < access_depth(); ++depth) cells_[depth] += cost;
    cells_.back() = cell;
}

// Finds the arcs whose sums the cells are, supernode by supernode as climb_from does.
template <class T, class S>
void ColumnWay<T, S>::find_steps() {
    const ordering::Factor<T>& factor = *problem_->sweep.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const T unreachable = problem_->sweep.unreachable();
    const auto ups_of = [&](std::uint32_t v) { return tree.first_up[v + 1] - tree.first_up[v]; };
    std::vector<T> buffer;  // the nodes of a supernode, from the lowest up, followed by their upper neighbours
    for (std::uint32_t v = rank_; v != ordering::no_parent;) {
        std::uint32_t top = v;
        while (tree.parent[top] == top + 1 && ups_of(top) == ups_of(top + 1) + 1) ++top;
        buffer.clear();
        for (std::uint32_t x = v; x <= top; ++x) buffer.push_back(x == rank_ ? T{0} : cells_[tree.depth[x]]);
        for (const std::uint32_t up : tree.ups(top)) buffer.push_back(cells_[tree.depth[up]]);
        for (std::uint32_t x = v; x <= top; ++x) {
            const T* cells = buffer.data() + (x - v);
            const T cost = cost_part(*cells++, problem_->sweep.first_arc_mask());
            if (!(cost < unreachable)) continue;
            const std::size_t first = tree.first_up[x];
            const std::size_t count = ups_of(x);
            const auto look = [&](std::size_t k) {
                if (factor.down[first + k] + cost != cells[k] || !(cells[k] < unreachable)) return;
                offer(tree.depth[tree.up[first + k]], {problem_->arc_sums.down_part(x, k), tree.depth[x]});
            };
            std::size_t k = 0;
            for (; k + equal_sums_at_once <= count; k += equal_sums_at_once) {
                if (!any_equal_sum(cells + k, factor.down.data() + first + k, cost, 0)) continue;
                for (std::size_t i = 0; i < equal_sums_at_once; ++i) look(k + i);
            }
            for (; k < count; ++k) look(k);
        }
        v = tree.parent[top];
    }
}

// Keeps the first of tied paths.
template <class T, class S>
void ColumnWay<T, S>::offer(std::size_t depth, WayDown step) {
    WayDown& kept = steps_[depth];
    const ArcSums<T, S>& arcs = problem_->arc_sums;
    if (!arcs.has_path(step.arc)) fail_cells();
    if (kept.arc != no_part_of_path) {
        const std::uint32_t first = arcs.first_exit(step.arc);
        const std::uint32_t kept_first = arcs.first_exit(kept.arc);
        if (first > kept_first) return;
        if (first == kept_first) {
            path_.start(step.arc, steps_, step.depth, last_part());
            other_.start(kept.arc, steps_, kept.depth, last_part());
            if (!arcs.precedes(path_, other_)) return;
        }
    }
    kept = step;
}

template <class T, class S>
NodeIndex ColumnWay<T, S>::first_tail(std::size_t depth) const {
    if (depth == access_depth()) return access_->node;
    return problem_->arc_sums.first_tail(steps_[depth].arc);
}

template <class T, class S>
void ColumnWay<T, S>::add_sums(std::size_t depth) {
    const WayDown& step = steps_[depth];
    if (step.arc == no_part_of_path) {
        cells_[depth] = problem_->sweep.unreachable();
        return;
    }
    const SkimNetwork<T>& network = problem_->network();
    S* sums = sums_.data() + depth * fields_;
    problem_->arc_sums.copy_sums(step.arc, sums);
    if (network.has_classes()) {
        network.add_inside(sums, problem_->arc_sums.last_head(step.arc), first_tail(step.depth));
    }
    network.add(sums, this->sums(step.depth));
}

template class ColumnWay<std::int32_t, std::int32_t>;
template class ColumnWay<std::int32_t, double>;
template class ColumnWay<double, double>;

}  // namespace allways::engine
