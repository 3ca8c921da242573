// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/sweep_host.h"

#include <algorithm>

#include "base/threads/large_vector.h"

namespace allways::engine {

namespace {

// Returns the columns from `begin` on for one upward pass: as many as most_upward_cells allows, and at least one.
template <class T>
ColumnRange next_range(const SweepProblem<T>& problem, std::size_t begin) {
    const auto& depth = problem.factor->elimination->depth;
    std::uint64_t upward = 0;
    std::size_t end = begin;
    for (; end < problem.columns.count(); ++end) {
        for (const AccessArc<T>& access : problem.columns.access_arcs_of(end)) upward += depth[access.rank];
        if (end > begin && upward > most_upward_cells) break;
    }
    return {begin, end};
}

}  // namespace

template <class T>
void sweep_on_host(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target,
                   const SweepHostOptions& options) {
    if (range.size() == 0 || problem.rows.count() == 0) return;
    walk_whole<ColumnBlock<T>>(SweepWork<T>(problem, range, target, options), options.progress);
}

// ---- in ranges

template <class T>
std::vector<T> sweep_in_ranges(const SweepProblem<T>& problem, const ProgressCallback& progress, unsigned threads) {
    const std::size_t columns = problem.columns.count();
    const std::uint64_t cells = std::uint64_t{problem.rows.count()} * columns;
    std::vector<T> distances = large_vector<T>(cells, T{}, progress);
    for (ColumnRange range; range.end < columns;) {
        range = next_range(problem, range.end);
        const std::uint64_t before = std::uint64_t{problem.rows.count()} * range.begin;
        SweepHostOptions options{.threads = threads};
        if (progress) {
            options.progress = [&](const Progress& part) { return progress({part.stage, before + part.done, cells}); };
        }
        sweep_on_host(problem, range, {distances.data() + range.begin, columns, nullptr, 0}, options);
    }
    return distances;
}

#define ALLWAYS_INSTANTIATE(T)                                                                          \
    template std::vector<T> sweep_in_ranges(const SweepProblem<T>&, const ProgressCallback&, unsigned); \
    template void sweep_on_host(const SweepProblem<T>&, ColumnRange, const SweepTarget<T>&, const SweepHostOptions&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

// ---- By plain loops

namespace {

// Computes the distances of all core ranks to one column.
template <class T>
std::vector<T> core_column(const SweepProblem<T>& problem, std::size_t column) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = problem.first_arc_mask();
    std::vector<T> d(tree.node_count(), problem.unreachable());
    for (const AccessArc<T>& access : problem.columns.access_arcs_of(column)) {
        d[access.rank] = std::min(d[access.rank], access.cell);
    }
    for (std::size_t v = 0; v < d.size(); ++v) {
        if (!(d[v] < problem.unreachable())) continue;
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            d[tree.up[a]] = std::min<T>(d[tree.up[a]], factor.down[a] + cost_part(d[v], mask));
        }
    }
    for (std::size_t v = d.size(); v-- > 0;) {
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            d[v] = std::min<T>(d[v], factor.up[a] + cost_part(d[tree.up[a]], mask));
        }
    }
    return d;
}

template <class T>
T cell_of(const SweepProblem<T>& problem, std::size_t row, std::size_t column, const std::vector<T>& d) {
    if (problem.is_core_row(row)) return d[problem.rows.access_arcs_of(row).front().rank];
    T cell = problem.unreachable();
    for (const AccessArc<T>& access : problem.rows.access_arcs_of(row)) {
        cell = std::min<T>(cell, access.cell + cost_part(d[access.rank], problem.first_arc_mask()));
    }
    for (const DirectCell<T>& direct : problem.direct_of(row)) {
        if (direct.column == column) cell = std::min(cell, direct.cell);
    }
    return cell;
}

}  // namespace

template <class T>
void sweep_by_plain_loops(const SweepProblem<T>& problem, ColumnRange range, const SweepTarget<T>& target) {
    const auto write = [&](std::size_t row, std::size_t column, T distance, std::uint32_t hop) {
        const std::size_t at = row * target.stride + (column - range.begin);
        target.cells[at] = distance;
        if (target.hops) store_hop(target.hops, target.hop_bytes, at, hop);
    };
    for (std::size_t column = range.begin; column < range.end; ++column) {
        const std::vector<T> d = core_column(problem, column);
        for (std::size_t row = 0; row < problem.rows.count(); ++row) {
            const T cell = cell_of(problem, row, column, d);
            write(row, column, restored_distance(problem, row, column, cell),
                  restored_hop(problem, problem.hops_of(row), cell));
        }
    }
    for (std::size_t row = 0; row < problem.rows.count(); ++row) {
        problem.for_each_fixed(row, range.begin, range.end,
                               [&](const FixedCell<T>& fixed) { write(row, fixed.column, fixed.distance, fixed.hop); });
    }
}

#define ALLWAYS_INSTANTIATE(T) \
    template void sweep_by_plain_loops(const SweepProblem<T>&, ColumnRange, const SweepTarget<T>&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
