// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/sweep_ranges.h"

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

template std::vector<std::int32_t> sweep_in_ranges(const SweepProblem<std::int32_t>&, const ProgressCallback&,
                                                   unsigned);
template std::vector<float> sweep_in_ranges(const SweepProblem<float>&, const ProgressCallback&, unsigned);
template std::vector<double> sweep_in_ranges(const SweepProblem<double>&, const ProgressCallback&, unsigned);

}  // namespace allways::engine
