// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_sweep.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/fixed_point.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/sweep/column_block.h"

namespace allways::engine {

template <class T, class S>
std::size_t sums_width(std::size_t columns, std::size_t height, std::size_t sum_rows, unsigned threads) {
    if (threads == 0) threads = hardware_threads();
    const std::size_t widest = SkimBlock<T, S>::wanted_columns(height, sum_rows);
    const std::size_t share = (columns + threads - 1) / threads;
    const std::size_t turns = std::max<std::size_t>(1, (share + widest - 1) / widest);
    return std::max<std::size_t>(1, (share + turns - 1) / turns);
}

template <class T, class S>
bool sweep_sums(const SkimProblem<T, S>& problem, const SkimTarget<T, S>& target,
                const std::function<void(std::size_t)>& done, unsigned threads) {
    if (threads == 0) threads = hardware_threads();
    const std::size_t columns = problem.column_count;
    const std::size_t width = sums_width<T, S>(columns, problem.height, problem.sum_rows, threads);
    const std::size_t blocks = (columns + width - 1) / width;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> fits{true};
    std::size_t columns_done = 0;
    std::mutex reporting;
    const auto work = [&](std::size_t) {
        SkimBlock<T, S> block(problem, width);
        for (std::size_t b = next++; b < blocks && fits; b = next++) {
            block.start(b * width);
            if (!block.walk(0, problem.visit_count(), target)) fits = false;
            block.write_untied(problem.untied_rows, target);
            const std::lock_guard lock(reporting);
            columns_done = std::min(columns_done + width, columns);
            try {
                done(columns_done);
            } catch (...) {
                next = blocks;
                throw;
            }
        }
    };
    parallel_for(std::min<std::size_t>(blocks, threads), work, threads);
    return fits;
}

#define ALLWAYS_INSTANTIATE(T, S)                                                           \
    template std::size_t sums_width<T, S>(std::size_t, std::size_t, std::size_t, unsigned); \
    template bool sweep_sums(const SkimProblem<T, S>&, const SkimTarget<T, S>&,             \
                             const std::function<void(std::size_t)>&, unsigned);
ALLWAYS_INSTANTIATE(std::int32_t, std::int32_t)
ALLWAYS_INSTANTIATE(std::int32_t, double)
ALLWAYS_INSTANTIATE(double, double)
#undef ALLWAYS_INSTANTIATE

// ---- in steps

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

namespace {

template <class T>
WalkSteps steps_of(const SkimProblem<T, std::int32_t>& problem) {
    const auto add = [&](std::size_t i, std::vector<std::uint32_t>& rows) {
        const SkimVisit& visit = problem.visits[i];
        const SkimVisit& next = problem.visits[i + 1];
        rows.assign(problem.core_rows.begin() + static_cast<std::ptrdiff_t>(visit.first_row),
                    problem.core_rows.begin() + static_cast<std::ptrdiff_t>(next.first_row));
        for (std::size_t e = visit.first_exit; e < next.first_exit; ++e) {
            if (problem.row_exits[e].closes) rows.push_back(problem.row_exits[e].row);
        }
    };
    return {problem.visit_count(), add, problem.untied_rows};
}

}  // namespace

template <class T>
SkimSteps<T>::SkimSteps(const ArcSums<T, std::int32_t>& arc_sums, const SweepProblem<T>& sweep,
                        std::span<const NodeIndex> rows, std::span<const NodeIndex> columns)
    : problem_(arc_sums, sweep, rows, columns),
      columns_(block_columns(problem_.tree(), columns.size(), problem_.sum_rows)),
      steps_(steps_of(problem_)),
      blocks_(columns_ == 0 ? 0 : (columns.size() + columns_ - 1) / columns_) {
    parallel_for(blocks_.size(), [&](std::size_t b) {
        blocks_[b] = std::make_unique<SkimBlock<T, std::int32_t>>(problem_, columns_);
        blocks_[b]->start(b * columns_);
    });
}

template <class T>
std::size_t SkimSteps<T>::step(std::size_t most, const SkimTarget<T, std::int32_t>& target) {
    const WalkSteps::Step step = steps_.next(most);
    parallel_for(blocks_.size(), [&](std::size_t b) {
        if (!blocks_[b]->walk(step.first_visit, step.end_visit, target)) throw InvalidArgument("sums do not fit int32");
        blocks_[b]->write_untied(step.untied, target);
    });
    return step.row_count;
}

// The number of blocks is a multiple of the number of threads; all are about equally wide.
template <class T>
std::size_t SkimSteps<T>::block_columns(const ordering::Elimination& tree, std::size_t columns, std::size_t sum_rows) {
    const std::size_t widest = SkimBlock<T, std::int32_t>::wanted_columns(tree.height(), sum_rows);
    const std::size_t threads = hardware_threads();
    const std::size_t turns = std::max<std::size_t>(1, (columns + threads * widest - 1) / (threads * widest));
    return (columns + turns * threads - 1) / (turns * threads);
}

template <class T>
std::uint64_t SkimSteps<T>::bytes(const ordering::Elimination& tree, const SkimNetwork<T>& network, std::size_t columns,
                                  std::size_t slots) {
    const std::size_t fields = network.field_count;
    const std::uint64_t cell = sizeof(T) + fields * sizeof(std::int32_t);
    const std::uint64_t ancestors = std::accumulate(tree.depth.begin(), tree.depth.end(), std::uint64_t{0});
    constexpr std::uint64_t rows_beside = 8;
    return (ancestors + columns) * (cell + 16) + columns * (tree.height() + slots + rows_beside) * cell +
           columns * network.joined_count() * fields * sizeof(std::int32_t) +
           tree.fill() * (sizeof(SweepArc<T>) + fields * sizeof(SumArc<std::int32_t>)) +
           tree.node_count() * (sizeof(SkimVisit) + 16);
}

#define ALLWAYS_INSTANTIATE(T)                                                                 \
    template std::optional<double> most_sum(const SkimNetwork<T>&, std::size_t, std::int64_t); \
    template class SkimSteps<T>;
ALLWAYS_INSTANTIATE(std::int32_t)
#undef ALLWAYS_INSTANTIATE

// ---- in bands

namespace {

SkimTarget<std::int32_t, std::int32_t> sum_target(const SweepTarget<std::int32_t>& table,
                                                  std::span<std::int32_t* const> sums) {
    return {table, {sums.begin(), sums.end()}, {}};
}

}  // namespace

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
    return network_.bytes() + ComputedArcSums<std::int32_t, std::int32_t>::bytes(tree.fill(), scales_.size()) +
           SkimSteps<std::int32_t>::bytes(tree, network_, columns, slots);
}

void StreamSkims::start(const ordering::Factor<std::int32_t>& factor) {
    if (!arc_sums_) arc_sums_ = std::make_unique<ComputedArcSums<std::int32_t, std::int32_t>>(network_, factor);
}

void StreamSkims::start_walk(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                             std::span<const NodeIndex> columns) {
    steps_ = std::make_unique<SkimSteps<std::int32_t>>(*arc_sums_, sweep, rows, columns);
}

std::size_t StreamSkims::step(std::size_t most, const SweepTarget<std::int32_t>& target,
                              std::span<std::int32_t* const> sums) {
    return steps_->step(most, sum_target(target, sums));
}

void StreamSkims::sweep(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                        std::span<const NodeIndex> columns, const SweepTarget<std::int32_t>& target,
                        std::span<std::int32_t* const> sums, const std::function<void(std::size_t)>& done) const {
    const SkimProblem<std::int32_t, std::int32_t> problem(*arc_sums_, sweep, rows, columns);
    sweep_sums(problem, sum_target(target, sums), done);
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
