// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/between_skims.h"

#include <cmath>

#include "base/fixed_point.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/skims/skim_sweep.h"

namespace allways::engine {

namespace {

// Returns the sums of each field, raw, or nothing if they do not fit S.
template <class S, class T>
std::vector<std::vector<S>> sums_by_sweep(const BetweenSkims& job, const ArcSums<T, S>& arcs,
                                          const SweepProblem<T>& sweep, std::span<T> distances) {
    const SkimProblem<T, S> problem(arcs, sweep, job.origins, job.destinations);
    if (!problem.has_all_sums()) return {};
    const std::size_t columns = job.destinations.size();
    std::vector<std::vector<S>> sums;
    SkimTarget<T, S> target{{distances.data(), columns}, {}, std::vector(job.fields.size(), 1.0)};
    for (std::size_t f = 0; f < job.fields.size(); ++f) {
        sums.push_back(large_vector<S>(distances.size()));
        target.sums.push_back(sums.back().data());
    }
    const auto done = [&](std::size_t columns_done) {
        report(job.progress, "solve", job.origins.size() * columns_done, distances.size());
    };
    if (!sweep_sums(problem, target, done)) return {};
    if constexpr (std::is_integral_v<S>) {
        for (const std::vector<S>& of_field : sums) {
            for (std::size_t i = 0; i < of_field.size(); ++i) {
                if (is_reachable(distances[i]) && !is_cell(of_field[i])) return {};
            }
        }
    }
    return sums;
}

bool have_cell_digits(std::span<const CostScale> fields) {
    return std::ranges::all_of(fields, [](const CostScale& field) { return field.digits <= most_cost_digits; });
}

// Stores sums as int32 if all sums of all fields fit int32 cells.
std::vector<Skim> in_cells(const BetweenSkims& job, std::vector<std::vector<double>> sums) {
    const auto is_whole_cell = [](double sum) {
        return std::isinf(sum) || std::abs(sum) < unreachable_cost<std::int32_t>;
    };
    bool whole = have_cell_digits(job.fields);
    for (const std::vector<double>& of_field : sums) whole = whole && std::ranges::all_of(of_field, is_whole_cell);
    std::vector<Skim> skims;
    for (std::size_t f = 0; f < sums.size(); ++f) {
        CostScale scale = job.fields[f];
        if (whole) {
            std::vector<std::int32_t> cells;
            for (const double sum : sums[f])
                cells.push_back(std::isinf(sum) ? unreachable_cost<std::int32_t> : static_cast<std::int32_t>(sum));
            skims.push_back({scale, std::move(cells)});
        } else {
            const double divisor = std::pow(10.0, scale.digits);
            for (double& sum : sums[f]) sum /= divisor;
            scale.digits = 0;
            skims.push_back({scale, std::move(sums[f])});
        }
    }
    return skims;
}

}  // namespace

std::vector<CostScale> scales_of(std::span<const result::SkimField> fields) {
    std::vector<CostScale> scales;
    for (const result::SkimField& field : fields) scales.push_back(field.scale);
    return scales;
}

template <class T>
std::uint64_t skim_bytes(const BetweenSkims& job, const ordering::Elimination& tree, std::size_t exits,
                         std::size_t joined) {
    using S = double;
    const std::size_t fields = job.fields.size();
    const std::size_t sum_rows = (tree.height() + joined) * fields;
    const std::size_t width = sums_width<T, S>(job.destinations.size(), tree.height(), sum_rows);
    const std::uint64_t cells = std::uint64_t{job.origins.size()} * job.destinations.size();
    return cells * fields * sizeof(S) + exits * (sizeof(SkimExit<T>) + fields * sizeof(std::int64_t)) +
           ComputedArcSums<T, S>::bytes(tree.fill(), fields) + tree.node_count() * 2 * sizeof(std::size_t) +
           hardware_threads() * SkimBlock<T, S>::bytes(tree.height(), sum_rows, 0, width, fields);
}

std::uint64_t skim_bytes(const BetweenSkims& job, const ordering::Elimination& tree, std::size_t joined) {
    using S = std::int32_t;
    const std::size_t fields = job.fields.size();
    const std::size_t sum_rows = (tree.height() + joined) * fields;
    const std::size_t width = sums_width<S, S>(job.destinations.size(), tree.height(), sum_rows);
    const std::uint64_t cells = std::uint64_t{job.origins.size()} * job.destinations.size();
    const std::uint64_t arc = sizeof(PathPart) + sizeof(SweepArc<S>) + fields * sizeof(SumArc<S>);
    return cells * fields * sizeof(S) + tree.fill() * arc + tree.node_count() * (sizeof(SkimVisit) + 16) +
           hardware_threads() * SkimBlock<S, S>::bytes(tree.height(), sum_rows, 0, width, fields);
}

std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const ArcSums<std::int32_t, std::int32_t>& arcs,
                                 const SweepProblem<std::int32_t>& sweep, std::span<std::int32_t> distances) {
    std::vector<Skim> skims;
    if (!have_cell_digits(job.fields)) return skims;
    auto sums = sums_by_sweep<std::int32_t>(job, arcs, sweep, distances);
    for (std::size_t f = 0; f < sums.size(); ++f) skims.push_back({job.fields[f], std::move(sums[f])});
    return skims;
}

template <class T>
std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const SkimNetwork<T>& network, const SweepProblem<T>& sweep,
                                 std::span<T> distances) {
    if constexpr (std::is_integral_v<T>) {
        const ComputedArcSums<T, std::int32_t> arcs(network, *sweep.factor);
        auto skims = skims_by_sweep(job, arcs, sweep, distances);
        if (!skims.empty()) return skims;
    }
    return in_cells(job,
                    sums_by_sweep<double>(job, ComputedArcSums<T, double>(network, *sweep.factor), sweep, distances));
}

#define ALLWAYS_INSTANTIATE(T)                                                                                         \
    template std::uint64_t skim_bytes<T>(const BetweenSkims&, const ordering::Elimination&, std::size_t, std::size_t); \
    template std::vector<Skim> skims_by_sweep(const BetweenSkims&, const SkimNetwork<T>&, const SweepProblem<T>&,      \
                                              std::span<T>);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
