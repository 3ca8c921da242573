// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_sweep.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/fixed_point.h"
#include "base/threads/large_vector.h"

namespace allways::engine {

namespace {

// The columns of a block, before its problem is known. `sum_rows`: of the stack of sums.
template <class T, class S>
std::size_t block_columns_of(std::size_t columns, std::size_t height, std::size_t sum_rows) {
    return even_block_columns(columns, SkimBlock<T, S>::wanted_columns(height, sum_rows), hardware_threads());
}

}  // namespace

template <class T, class S>
bool sweep_sums(const SkimProblem<T, S>& problem, const SkimTarget<T, S>& target, const ProgressCallback& progress,
                unsigned threads) {
    try {
        walk_whole<SkimBlock<T, S>>(SkimWork<T, S>(problem, target, threads), progress);
    } catch (const SumsTooLarge&) {
        return false;
    }
    return true;
}

#define ALLWAYS_INSTANTIATE(T, S) \
    template bool sweep_sums(const SkimProblem<T, S>&, const SkimTarget<T, S>&, const ProgressCallback&, unsigned);
ALLWAYS_INSTANTIATE(std::int32_t, std::int32_t)
ALLWAYS_INSTANTIATE(std::int32_t, double)
ALLWAYS_INSTANTIATE(double, double)
#undef ALLWAYS_INSTANTIATE

// ---- in bands

template <class T>
std::optional<double> most_sum(const SkimNetwork<T>& network, std::size_t field, std::int64_t bound) {
    double largest = 0;
    double largest_per_cost = 0;
    double free = 0;  // sum along all arcs of cost 0: a path uses each at most once
    const auto note = [&](std::int64_t value, double cost) {
        const double size = std::abs(static_cast<double>(value));
        largest = std::max(largest, size);
        if (cost > 0)
            largest_per_cost = std::max(largest_per_cost, size / cost);
        else
            free += size;
        return value != result::SkimField::missing;
    };
    for (std::size_t e = 0; e < network.exits.size(); ++e) {
        const T cost = network.exits[e].cost;
        if (cost >= unreachable_cost<T>) continue;
        if (!note(network.values[e * network.field_count + field], static_cast<double>(cost))) return {};
    }
    for (const auto& inside : network.classes) {
        if (!inside) continue;
        for (std::uint32_t arc = 0; arc < inside->graph().head.size(); ++arc) {
            if (!note(inside->values(arc)[field], 0)) return {};
        }
    }
    const double by_count = largest * static_cast<double>(network.class_of.size());
    return std::min(by_count, largest_per_cost * static_cast<double>(bound) + free);
}

StreamSkims::StreamSkims(SkimNetwork<std::int32_t> network, std::span<const result::SkimField> fields,
                         std::int64_t bound)
    : network_(std::move(network)) {
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const std::optional<double> most = most_sum(network_, f, bound);
        if (!most || !(*most < unreachable_cost<std::int32_t>) || fields[f].scale.digits > most_cost_digits) {
            why_not_ = format("sums of {} may need float64, which only the whole table shows", fields[f].scale.name);
            return;
        }
        scales_.push_back(fields[f].scale);
        largest_.push_back(*most);
    }
}

std::uint64_t StreamSkims::bytes(const ordering::Elimination& tree, std::size_t columns, std::size_t slots) const {
    using S = std::int32_t;
    const std::size_t fields = network_.field_count;
    const std::uint64_t cell = sizeof(S) + fields * sizeof(S);
    const std::uint64_t ancestors = std::accumulate(tree.depth.begin(), tree.depth.end(), std::uint64_t{0});
    constexpr std::uint64_t rows_beside = 8;
    const std::uint64_t walk = (ancestors + columns) * (cell + 16) +
                               columns * (tree.height() + slots + rows_beside) * cell +
                               columns * network_.joined_count() * fields * sizeof(S) +
                               tree.fill() * (sizeof(SweepArc<S>) + fields * sizeof(SumArc<S>)) +
                               tree.node_count() * (sizeof(SweepVisit) + 16);
    return network_.bytes() + ComputedArcSums<S, S>::bytes(tree.fill(), fields) + walk;
}

void StreamSkims::start(const ordering::Factor<std::int32_t>& factor) {
    if (!arc_sums_) arc_sums_ = std::make_unique<ComputedArcSums<std::int32_t, std::int32_t>>(network_, factor);
}

void StreamSkims::start_walk(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                             std::span<const NodeIndex> columns, const ProgressCallback& progress) {
    end_walk();
    problem_.emplace(*arc_sums_, sweep, rows, columns);
    walk_.emplace(progress, *problem_, SkimTarget<std::int32_t, std::int32_t>{}, 0u);
}

void StreamSkims::sweep(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                        std::span<const NodeIndex> columns, const SkimTarget<std::int32_t, std::int32_t>& target,
                        const ProgressCallback& progress) const {
    const SkimProblem<std::int32_t, std::int32_t> problem(*arc_sums_, sweep, rows, columns);
    if (!sweep_sums(problem, target, progress)) throw SumsTooLarge();
}

// ---- of a table of origins and destinations

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
    if (!sweep_sums(problem, target, job.progress)) return {};
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
    const std::size_t width = block_columns_of<T, S>(job.destinations.size(), tree.height(), sum_rows);
    const std::uint64_t cells = std::uint64_t{job.origins.size()} * job.destinations.size();
    return cells * fields * sizeof(S) + exits * (sizeof(SkimExit<T>) + fields * sizeof(std::int64_t)) +
           ComputedArcSums<T, S>::bytes(tree.fill(), fields) + tree.node_count() * 2 * sizeof(std::size_t) +
           hardware_threads() * SkimBlock<T, S>::bytes(tree.height(), sum_rows, 0, width, fields);
}

std::uint64_t skim_bytes(const BetweenSkims& job, const ordering::Elimination& tree, std::size_t joined) {
    using S = std::int32_t;
    const std::size_t fields = job.fields.size();
    const std::size_t sum_rows = (tree.height() + joined) * fields;
    const std::size_t width = block_columns_of<S, S>(job.destinations.size(), tree.height(), sum_rows);
    const std::uint64_t cells = std::uint64_t{job.origins.size()} * job.destinations.size();
    const std::uint64_t arc = sizeof(PathPart) + sizeof(SweepArc<S>) + fields * sizeof(SumArc<S>);
    return cells * fields * sizeof(S) + tree.fill() * arc + tree.node_count() * (sizeof(SweepVisit) + 16) +
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
