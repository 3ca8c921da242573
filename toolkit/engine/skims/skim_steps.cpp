// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "engine/sweep/completed_rows.h"

namespace allways::engine {

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
std::vector<std::size_t> rows_after(const SkimProblem<T, std::int32_t>& problem) {
    const auto add = [&](std::size_t i, std::vector<std::uint32_t>& rows) {
        const SkimVisit& visit = problem.visits[i];
        const SkimVisit& next = problem.visits[i + 1];
        rows.assign(problem.core_rows.begin() + static_cast<std::ptrdiff_t>(visit.first_row),
                    problem.core_rows.begin() + static_cast<std::ptrdiff_t>(next.first_row));
        for (std::size_t e = visit.first_exit; e < next.first_exit; ++e) {
            if (problem.row_exits[e].closes) rows.push_back(problem.row_exits[e].row);
        }
    };
    return completed_rows(problem.visit_count(), add, problem.untied_rows);
}

}  // namespace

template <class T>
SkimSteps<T>::SkimSteps(const ArcSums<T, std::int32_t>& arc_sums, const SweepProblem<T>& sweep,
                        std::span<const NodeIndex> rows, std::span<const NodeIndex> columns)
    : problem_(arc_sums, sweep, rows, columns),
      columns_(block_columns(problem_.tree(), columns.size(), problem_.sum_rows)),
      rows_after_(rows_after(problem_)),
      blocks_(columns_ == 0 ? 0 : (columns.size() + columns_ - 1) / columns_) {
    parallel_for(blocks_.size(), [&](std::size_t b) {
        blocks_[b] = std::make_unique<SkimBlock<T, std::int32_t>>(problem_, columns_);
        blocks_[b]->start(b * columns_);
    });
}

template <class T>
std::size_t SkimSteps<T>::step(std::size_t most, const SkimTarget<T, std::int32_t>& target) {
    const std::size_t rows = problem_.row_count;
    const std::size_t first = row_;
    std::size_t end = visit_;
    if (visit_ < problem_.visit_count()) {
        const auto begin = rows_after_.begin() + static_cast<std::ptrdiff_t>(visit_);
        end = static_cast<std::size_t>(std::upper_bound(begin, rows_after_.end(), first + most) - rows_after_.begin());
        if (end == visit_) {
            throw InvalidArgument(
                format("one visit completes {} rows, more than {} at a time", rows_after_[visit_] - first, most));
        }
        row_ = rows_after_[end - 1];
    }
    std::span<const std::uint32_t> untied;
    if (end == problem_.visit_count()) {
        const std::size_t tied = rows - problem_.untied_rows.size();
        const std::size_t end_row = std::min(first + most, rows);
        untied = std::span(problem_.untied_rows).subspan(row_ - tied, end_row - row_);
        row_ = end_row;
    }
    parallel_for(blocks_.size(), [&](std::size_t b) {
        if (!blocks_[b]->walk(visit_, end, target)) throw InvalidArgument("sums do not fit int32");
        blocks_[b]->write_untied(untied, target);
    });
    visit_ = end;
    return row_ - first;
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

}  // namespace allways::engine
