// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/sweep_problem.h"

#include <algorithm>
#include <numeric>

#include "allways/result/next_hops.h"
#include "base/threads/blocks.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

template <class T>
CellFormat sweep_format(const Prepared<T>& prepared, bool next_hops) {
    CellFormat format = choose_format(prepared, next_hops);
    format.width = CellWidth::full;
    return format;
}

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

namespace {

// Calls visit(position in the class's group, head, cell) for the arcs out of a class that a shortest path may take.
template <class T, class Visit>
void for_each_arc(const Prepared<T>& prepared, const CellFormat& format, std::uint32_t tail, const Visit& visit) {
    const std::size_t begin = prepared.first_out[tail];
    for (std::size_t arc = begin; arc < prepared.first_out[tail + 1]; ++arc) {
        T cell = prepared.cost[arc];
        if constexpr (std::is_integral_v<T>) {
            if (cell > prepared.bound) continue;  // its key might not fit, either
            if (format.hops == HopMode::first_arc) cell = (cell << format.first_arc_bits) + static_cast<T>(arc - begin);
        }
        visit(prepared.head[arc], cell);
    }
}

// Arcs from the core to border nodes, by head: the access arcs of border columns.
template <class T>
struct BorderColumns {
    std::size_t pivots;
    std::vector<std::size_t> first;
    std::vector<AccessArc<T>> access_arcs;

    BorderColumns(const Prepared<T>& prepared, const CellFormat& format, std::span<const std::uint32_t> rank_of)
        : pivots(prepared.classes.pivot_count()), first(prepared.node_count() - pivots + 1, 0) {
        for (const bool counting : {true, false}) {
            std::vector<std::size_t> next(first);
            for (std::uint32_t tail = 0; tail < pivots; ++tail) {
                for_each_arc(prepared, format, tail, [&](std::uint32_t head, T cell) {
                    if (head < pivots) return;
                    if (counting)
                        ++first[head - pivots + 1];
                    else
                        access_arcs[next[head - pivots]++] = {rank_of[tail], cell};
                });
            }
            if (counting) {
                std::partial_sum(first.begin(), first.end(), first.begin());
                access_arcs.resize(first.back());
            }
        }
    }
    std::span<const AccessArc<T>> of(std::uint32_t border_class) const {
        const std::size_t b = border_class - pivots;
        return {access_arcs.data() + first[b], first[b + 1] - first[b]};
    }
};

// The columns of the nodes of each class.
struct ColumnsOfClass {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> columns;

    ColumnsOfClass(const ZeroClasses& classes, std::span<const NodeIndex> nodes)
        : first(classes.count() + 1, 0), columns(nodes.size()) {
        for (const NodeIndex node : nodes) ++first[classes.class_of(node) + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<std::size_t> next(first);
        for (std::size_t j = 0; j < nodes.size(); ++j) {
            columns[next[classes.class_of(nodes[j])]++] = static_cast<std::uint32_t>(j);
        }
    }
    std::span<const std::uint32_t> of(std::uint32_t c) const {
        return {columns.data() + first[c], first[c + 1] - first[c]};
    }
};

template <class T>
void add_columns(SweepProblem<T>& problem, const Prepared<T>& prepared, std::span<const NodeIndex> nodes) {
    const auto& rank_of = problem.factor->elimination->rank_of;
    const BorderColumns<T> border(prepared, problem.format, rank_of);
    for (const NodeIndex node : nodes) {
        const std::uint32_t c = prepared.classes.class_of(node);
        if (c < border.pivots) {
            problem.columns.access_arcs.push_back({rank_of[c], problem.identity()});
        } else {
            const auto arcs = border.of(c);
            problem.columns.access_arcs.insert(problem.columns.access_arcs.end(), arcs.begin(), arcs.end());
        }
        problem.columns.first_access_arc.push_back(problem.columns.access_arcs.size());
        if (prepared.has_negative_costs()) problem.columns.potential.push_back(prepared.head_potential[node]);
    }
}

// Adds the hop of each first arc to the row of `node`.
template <class T>
void add_hops(SweepProblem<T>& problem, const Prepared<T>& prepared, NodeIndex node, std::uint32_t c) {
    const std::span<const ExitArc> exits(prepared.exits.data() + prepared.first_out[c],
                                         prepared.first_out[c + 1] - prepared.first_out[c]);
    bool first_arc_is_hop = true;
    for (std::size_t first_arc = 0; first_arc < exits.size(); ++first_arc) {
        first_arc_is_hop = first_arc_is_hop && exits[first_arc].tail == node && exits[first_arc].hop == first_arc;
    }
    if (!first_arc_is_hop) {
        for (const ExitArc& exit : exits) {
            problem.hop_of_first_arc.push_back(exit.tail == node ? exit.hop : prepared.classes.hop(node, exit.tail));
        }
    }
    problem.first_hop.push_back(problem.hop_of_first_arc.size());
}

// Adds the diagonal. The sweep finds the diagonal of classes with several members, and class_cells has its hops.
template <class T>
void add_fixed(SweepProblem<T>& problem, NodeIndex from, std::span<const std::uint32_t> same_class,
               std::span<const NodeIndex> columns) {
    for (const std::uint32_t j : same_class) {
        if (columns[j] == from) problem.fixed.push_back({j, T{0}, NextHops::none});
    }
}

template <class T>
void add_direct(SweepProblem<T>& problem, const Prepared<T>& prepared, std::uint32_t c, const ColumnsOfClass& columns) {
    const std::size_t begin = problem.direct.size();
    for_each_arc(prepared, problem.format, c, [&](std::uint32_t head, T cell) {
        if (head < prepared.classes.pivot_count()) return;
        for (const std::uint32_t j : columns.of(head)) problem.direct.push_back({j, cell});
    });
    std::sort(problem.direct.begin() + static_cast<std::ptrdiff_t>(begin), problem.direct.end(),
              [](const DirectCell<T>& a, const DirectCell<T>& b) { return a.column < b.column; });
}

template <class T>
void add_row(SweepSide<T>& rows, const Prepared<T>& prepared, std::span<const std::uint32_t> rank_of,
             const CellFormat& format, NodeIndex node) {
    const std::size_t pivots = prepared.classes.pivot_count();
    const std::uint32_t c = prepared.classes.class_of(node);
    if (c < pivots) {
        rows.access_arcs.push_back({rank_of[c], identity_of<T>(format)});
    } else {
        for_each_arc(prepared, format, c, [&](std::uint32_t head, T cell) {
            if (head < pivots) rows.access_arcs.push_back({rank_of[head], cell});
        });
    }
    rows.first_access_arc.push_back(rows.access_arcs.size());
    if (prepared.has_negative_costs()) rows.potential.push_back(prepared.tail_potential[node]);
}

template <class T>
void add_rows(SweepProblem<T>& problem, const Prepared<T>& prepared, std::span<const NodeIndex> nodes,
              std::span<const NodeIndex> column_nodes) {
    const auto& rank_of = problem.factor->elimination->rank_of;
    const std::size_t pivots = prepared.classes.pivot_count();
    ColumnsOfClass columns(prepared.classes, column_nodes);
    problem.first_direct.assign(1, 0);
    problem.first_fixed.assign(1, 0);
    if (problem.has_hops()) problem.first_hop.assign(1, 0);
    for (const NodeIndex node : nodes) {
        const std::uint32_t c = prepared.classes.class_of(node);
        add_row(problem.rows, prepared, rank_of, problem.format, node);
        if (c >= pivots) add_direct(problem, prepared, c, columns);
        problem.first_direct.push_back(problem.direct.size());
        if (prepared.classes.members(c).size() == 1) add_fixed(problem, node, columns.of(c), column_nodes);
        problem.first_fixed.push_back(problem.fixed.size());
        if (problem.has_hops()) add_hops(problem, prepared, node, c);
    }
    if (!problem.has_hops() || prepared.classes.contracted() == 0) return;
    problem.class_cells = {&prepared.classes,
                           {nodes.begin(), nodes.end()},
                           {column_nodes.begin(), column_nodes.end()},
                           std::move(columns.first),
                           std::move(columns.columns)};
}

}  // namespace

template <class T>
CoreGraph<T> core_graph(const Prepared<T>& prepared, const CellFormat& format, WorkMeter& meter) {
    const std::size_t pivots = prepared.classes.pivot_count();
    const auto for_each_core_arc = [&](std::size_t tail, const auto& visit) {
        for_each_arc(prepared, format, static_cast<std::uint32_t>(tail), [&](std::uint32_t head, T cell) {
            if (head < pivots) visit(head, cell);
        });
    };
    CoreGraph<T> core;
    core.first_out = large_vector<std::size_t>(pivots + 1);
    for_each_index(pivots, meter, [&](std::size_t tail) {
        std::size_t arcs = 0;
        for_each_core_arc(tail, [&](std::uint32_t, T) { ++arcs; });
        core.first_out[tail + 1] = arcs;
    });
    running_sums(std::span(core.first_out), meter);
    core.head = large_vector<std::uint32_t>(core.first_out.back());
    core.cell = large_vector<T>(core.first_out.back());
    for_each_index(pivots, meter, [&](std::size_t tail) {
        std::size_t at = core.first_out[tail];
        for_each_core_arc(tail, [&](std::uint32_t head, T cell) {
            core.head[at] = head;
            core.cell[at++] = cell;
        });
    });
    return core;
}

template <class T>
CoreGraph<T> core_graph(const Prepared<T>& prepared, const CellFormat& format, WorkMeter&& unmetered) {
    return core_graph(prepared, format, unmetered);
}

template <class T>
SweepSide<T> tied_rows(const Prepared<T>& prepared, const ordering::Elimination& elimination, const CellFormat& format,
                       std::span<const NodeIndex> nodes) {
    SweepSide<T> rows;
    for (const NodeIndex node : nodes) add_row(rows, prepared, elimination.rank_of, format, node);
    return rows;
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

template <class T>
SweepProblem<T> sweep_problem(const Prepared<T>& prepared, std::shared_ptr<const ordering::Factor<T>> factor,
                              const CellFormat& format, std::span<const NodeIndex> rows,
                              std::span<const NodeIndex> columns) {
    SweepProblem<T> problem;
    problem.factor = std::move(factor);
    problem.format = format;
    add_columns(problem, prepared, columns);
    add_rows(problem, prepared, rows, columns);
    problem.visit = ranks_to_visit(*problem.factor->elimination, problem.rows);
    return problem;
}

template <class T>
SweepProblem<T> sweep_problem(const Prepared<T>& prepared, std::shared_ptr<const ordering::Factor<T>> factor,
                              const CellFormat& format) {
    std::size_t count = 0;
    for (std::uint32_t c = 0; c < prepared.node_count(); ++c) count += prepared.classes.members(c).size();
    std::vector<NodeIndex> nodes(count);
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    return sweep_problem(prepared, std::move(factor), format, nodes, nodes);
}

#define ALLWAYS_INSTANTIATE(T)                                                                                         \
    template CellFormat sweep_format(const Prepared<T>&, bool);                                                        \
    template CoreGraph<T> core_graph(const Prepared<T>&, const CellFormat&, WorkMeter&);                               \
    template CoreGraph<T> core_graph(const Prepared<T>&, const CellFormat&, WorkMeter&&);                              \
    template T unreachable_of<T>(const CellFormat&);                                                                   \
    template T identity_of<T>(const CellFormat&);                                                                      \
    template struct SweepProblem<T>;                                                                                   \
    template SweepProblem<T> sweep_problem(const Prepared<T>&, std::shared_ptr<const ordering::Factor<T>>,             \
                                           const CellFormat&, std::span<const NodeIndex>, std::span<const NodeIndex>); \
    template SweepProblem<T> sweep_problem(const Prepared<T>&, std::shared_ptr<const ordering::Factor<T>>,             \
                                           const CellFormat&);                                                         \
    template SweepSide<T> tied_rows(const Prepared<T>&, const ordering::Elimination&, const CellFormat&,               \
                                    std::span<const NodeIndex>);                                                       \
    template WalkOrder walk_order(const SweepSide<T>&);                                                                \
    template std::vector<std::uint32_t> ranks_to_visit(const ordering::Elimination&, const SweepSide<T>&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

// ---- Core

template <class T>
FactorCore<T>::FactorCore(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs,
                          WorkMeter& meter)
    : prepared(prepare<T>(network, adjacency, costs, meter, BoundUse::sweep)),
      format(sweep_format(prepared, true)),
      graph(core_graph(prepared, format, meter)) {}

template <class T>
std::vector<NodeIndex> FactorCore<T>::nodes_in(std::span<const std::uint32_t> classes, WorkMeter& meter) const {
    const ZeroClasses& all = prepared.classes;
    if (all.contracted() == 0) {
        return made_vector<NodeIndex>(classes.size(), meter,
                                      [&](std::size_t i) { return all.members(classes[i]).front(); });
    }
    std::vector<NodeIndex> nodes;
    nodes.reserve(all.node_count());
    for (const std::uint32_t c : classes) {
        const auto members = all.members(c);
        nodes.insert(nodes.end(), members.begin(), members.end());
    }
    return nodes;
}

template struct FactorCore<std::int32_t>;
template struct FactorCore<double>;

}  // namespace allways::engine
