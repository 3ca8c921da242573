// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/sweep_problem.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace allways::engine {

template <class T>
T unreachable_of(const CellFormat& format) {
    if constexpr (std::is_integral_v<T>) {
        if (format.hops == HopMode::first_arc) return unreachable_key(format.first_arc_bits);
    }
    return unreachable_cost<T>;
}

template <class T>
T identity_of(const CellFormat& format) {
    if constexpr (std::is_integral_v<T>) {
        if (format.hops == HopMode::first_arc) return (T{1} << format.first_arc_bits) - 1;
    }
    return T{0};
}

ClassCells::ClassCells(ZeroClasses all, std::span<const NodeIndex> of_columns)
    : classes(std::make_shared<const ZeroClasses>(std::move(all))),
      columns(of_columns.begin(), of_columns.end()),
      first_column(classes->count() + 1, 0),
      columns_of(columns.size()) {
    for (const NodeIndex node : columns) ++first_column[classes->class_of(node) + 1];
    std::partial_sum(first_column.begin(), first_column.end(), first_column.begin());
    std::vector<std::size_t> next(first_column);
    for (std::uint32_t j = 0; j < columns.size(); ++j) columns_of[next[classes->class_of(columns[j])]++] = j;
}

template <class T>
WalkOrder walk_order(const SweepSide<T>& rows) {
    constexpr std::int64_t untied = -1;
    std::vector<std::int64_t> lowest(rows.count(), untied);
    WalkOrder order;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const auto arcs = rows.access_arcs_of(row);
        if (!arcs.empty()) lowest[row] = std::ranges::min(arcs, {}, &AccessArc<T>::rank).rank;
        order.tied_often += arcs.size() > 1 ? 1 : 0;
    }
    order.rows.resize(rows.count());
    std::iota(order.rows.begin(), order.rows.end(), 0u);
    std::ranges::stable_sort(order.rows, std::greater(), [&](std::uint32_t row) { return lowest[row]; });
    for (std::size_t begin = 0, end = 0; begin < order.rows.size(); begin = end) {
        while (end < order.rows.size() && lowest[order.rows[end]] == lowest[order.rows[begin]]) ++end;
        if (lowest[order.rows[begin]] != untied) order.most_at_once = std::max(order.most_at_once, end - begin);
    }
    return order;
}

template <class T>
std::vector<std::uint32_t> ranks_to_visit(const ordering::Elimination& elimination, const SweepSide<T>& rows) {
    std::vector<std::uint8_t> needed(elimination.node_count(), 0);
    std::vector<std::uint32_t> visit;
    for (const AccessArc<T>& access : rows.access_arcs) {
        for (std::uint32_t v = access.rank; v != ordering::no_parent && !needed[v]; v = elimination.parent[v]) {
            needed[v] = 1;
            visit.push_back(v);
        }
    }
    constexpr std::size_t few = 16;  // of that many ranks one: sorting them takes less time than reading all
    if (visit.size() < needed.size() / few) {
        std::ranges::sort(visit, std::greater());
        return visit;
    }
    visit.clear();
    for (auto v = static_cast<std::uint32_t>(needed.size()); v-- > 0;) {
        if (needed[v]) visit.push_back(v);
    }
    return visit;
}

template <class T>
void SweepProblem<T>::solve_by(std::shared_ptr<const ordering::Factor<T>> of_ranks) {
    factor = std::move(of_ranks);
    visit = ranks_to_visit(*factor->elimination, rows);
}

template <class T>
std::uint64_t SweepProblem<T>::bytes() const {
    const auto size = []<class V>(const std::vector<V>& values) { return std::uint64_t{values.size()} * sizeof(V); };
    std::uint64_t sum = size(first_direct) + size(direct) + size(first_fixed) + size(fixed) + size(first_hop) +
                        size(hop_of_first_arc) + size(visit) + size(class_cells.rows) + size(class_cells.columns) +
                        size(class_cells.first_column) + size(class_cells.columns_of);
    for (const SweepSide<T>* side : {&rows, &columns}) {
        sum += size(side->first_access_arc) + size(side->access_arcs) + size(side->potential);
    }
    return sum;
}

#define ALLWAYS_INSTANTIATE(T)                          \
    template T unreachable_of<T>(const CellFormat&);    \
    template T identity_of<T>(const CellFormat&);       \
    template struct SweepProblem<T>;                    \
    template WalkOrder walk_order(const SweepSide<T>&); \
    template std::vector<std::uint32_t> ranks_to_visit(const ordering::Elimination&, const SweepSide<T>&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
