// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_problem.h"

#include <algorithm>
#include <utility>

namespace allways::engine {

template <class T, class S>
SkimProblem<T, S>::SkimProblem(const ArcSums<T, S>& sums, SweepProblem<T> problem, std::span<const NodeIndex> rows,
                               std::span<const NodeIndex> columns)
    : arc_sums(sums),
      sweep(std::move(problem)),
      row_nodes(rows),
      column_nodes(columns),
      row_count(rows.size()),
      column_count(columns.size()) {
    add_columns();
    add_visits(add_rows());
}

template <class T, class S>
SkimProblem<T, S>::SkimProblem(const ArcSums<T, S>& sums, SweepProblem<T> problem,
                               std::span<const std::vector<PlaceTie>> rows,
                               std::span<const std::vector<PlaceTie>> columns)
    : arc_sums(sums), sweep(std::move(problem)), row_count(rows.size()), column_count(columns.size()), has_ties(true) {
    for (const std::vector<PlaceTie>& ties : columns) {
        for (std::uint32_t t = 0; t < ties.size(); ++t) add_access(ties[t].place, with_cost(T{0}, ties[t].cost), t);
        sweep.columns.first_access_arc.push_back(accesses.size());
    }
    add_tied_rows(rows);
    add_visits({});
}

// Returns an exit's cell in the format of the sweep.
template <class T, class S>
T SkimProblem<T, S>::cell_of(std::uint32_t exit) const {
    const SkimExit<T>& of = network().exits[exit];
    if (of.cost >= unreachable_cost<T>) return sweep.unreachable();
    if constexpr (std::is_integral_v<T>) {
        if (sweep.has_hops()) {
            const std::size_t first = network().first_exit[network().class_of[of.tail]];
            return (of.cost << sweep.format.first_arc_bits) + static_cast<T>(exit - first);
        }
    }
    return of.cost;
}

// Returns a cell with additional cost before or behind it.
template <class T, class S>
T SkimProblem<T, S>::lengthened(T cell, T cost) const {
    const double sum = static_cast<double>(cell) + static_cast<double>(cost);
    return sum < static_cast<double>(sweep.unreachable()) ? static_cast<T>(cell + cost) : sweep.unreachable();
}

// Adds the accesses of a column's node, `cost` behind it.
template <class T, class S>
void SkimProblem<T, S>::add_access(NodeIndex node, T cost, std::uint32_t tie) {
    const std::uint32_t c = network().class_of[node];
    if (c < network().core_count) {
        accesses.push_back({c, has_ties ? cost : sweep.identity(), no_exit, node, tie});
    } else {
        for (const std::uint32_t e : arc_sums.exits_into(c)) {
            const T cell = lengthened(cell_of(e), cost);
            if (!(cell < sweep.unreachable())) continue;
            const NodeIndex tail = network().exits[e].tail;
            accesses.push_back({network().class_of[tail], cell, e, tail, tie});
        }
    }
}

template <class T, class S>
void SkimProblem<T, S>::add_columns() {
    SweepSide<T>& side = sweep.columns;
    side.first_access_arc.assign(1, 0);
    side.access_arcs.clear();
    for (const NodeIndex node : column_nodes) {
        add_access(node, T{0}, 0);
        side.first_access_arc.push_back(accesses.size());
    }
    for (const ColumnAccess<T>& access : accesses) side.access_arcs.push_back({access.rank, access.cell});
}

// Returns the ranks and rows of nodes of the core.
template <class T, class S>
std::vector<std::pair<std::uint32_t, std::uint32_t>> SkimProblem<T, S>::add_rows() {
    const std::size_t core = network().core_count;
    const auto class_of_column = [&](std::uint32_t j) { return network().class_of[column_nodes[j]]; };
    std::vector<std::uint32_t> beyond;  // columns, by class
    for (std::uint32_t j = 0; j < column_count; ++j) {
        if (class_of_column(j) >= core) beyond.push_back(j);
    }
    std::ranges::stable_sort(beyond, {}, class_of_column);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> core_ranks;
    SweepSide<T>& side = sweep.rows;
    side.first_access_arc.assign(1, 0);
    side.access_arcs.clear();
    first_direct.assign(1, 0);
    for (std::uint32_t row = 0; row < row_count; ++row) {
        const std::uint32_t c = network().class_of[row_nodes[row]];
        const std::size_t before = row_exits.size();
        if (c < core) {
            core_ranks.emplace_back(c, row);
            side.access_arcs.push_back({c, sweep.identity()});
        } else {
            for (std::size_t e = network().first_exit[c]; e < network().first_exit[c + 1]; ++e) {
                const auto exit = static_cast<std::uint32_t>(e);
                const std::uint32_t head = network().exits[e].head_class;
                const T cell = cell_of(exit);
                if (!(cell < sweep.unreachable())) continue;
                if (head >= core) {
                    for (const std::uint32_t j : std::ranges::equal_range(beyond, head, {}, class_of_column))
                        direct.push_back({j, cell, exit});
                    continue;
                }
                row_exits.push_back({cell, exit, exit, network().exits[e].head, head, row, 0, false, false});
                side.access_arcs.push_back({head, cell});
            }
            if (row_exits.size() == before) untied_rows.push_back(row);
        }
        side.first_access_arc.push_back(side.access_arcs.size());
        first_direct.push_back(direct.size());
    }
    order_row_exits();
    std::stable_sort(core_ranks.begin(), core_ranks.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    return core_ranks;
}

template <class T, class S>
void SkimProblem<T, S>::add_tied_rows(std::span<const std::vector<PlaceTie>> rows) {
    SweepSide<T>& side = sweep.rows;
    const auto add = [&](RowExit<T> exit, std::uint32_t tie) {
        exit.order = static_cast<std::uint32_t>(tie_of_exit.size());
        exit.rank = network().class_of[exit.head];
        if (exit.rank >= network().core_count || !(exit.cell < sweep.unreachable())) return;
        tie_of_exit.push_back(tie);
        row_exits.push_back(exit);
        side.access_arcs.push_back({exit.rank, exit.cell});
    };
    for (std::uint32_t row = 0; row < row_count; ++row) {
        const std::size_t before = row_exits.size();
        for (std::uint32_t t = 0; t < rows[row].size(); ++t) {
            const NodeIndex node = rows[row][t].place;
            const T cost = with_cost(T{0}, rows[row][t].cost);
            const std::uint32_t c = network().class_of[node];
            if (c < network().core_count) {
                add({cost, no_exit, 0, node, 0, row, 0, false, false}, t);
                continue;
            }
            for (std::size_t e = network().first_exit[c]; e < network().first_exit[c + 1]; ++e) {
                const auto exit = static_cast<std::uint32_t>(e);
                add({lengthened(cell_of(exit), cost), exit, 0, network().exits[e].head, 0, row, 0, false, false}, t);
            }
        }
        if (row_exits.size() == before) untied_rows.push_back(row);
        side.first_access_arc.push_back(side.access_arcs.size());
    }
    first_direct.assign(row_count + 1, 0);
    sweep.first_fixed.assign(row_count + 1, 0);
    order_row_exits();
}

template <class T, class S>
void SkimProblem<T, S>::order_row_exits() {
    std::stable_sort(row_exits.begin(), row_exits.end(),
                     [](const RowExit<T>& a, const RowExit<T>& b) { return a.rank > b.rank; });
    give_slots();
}

// Assigns slots in the order of visits; a row's slot is free again after its last exit.
template <class T, class S>
void SkimProblem<T, S>::give_slots() {
    std::vector<std::uint32_t> left(row_count, 0), slot_of(row_count, 0), free;
    for (const RowExit<T>& exit : row_exits) ++left[exit.row];
    std::vector<bool> is_open(row_count, false);
    for (RowExit<T>& exit : row_exits) {
        exit.opens = !is_open[exit.row];
        if (exit.opens) {
            if (free.empty()) free.push_back(static_cast<std::uint32_t>(slot_count++));
            slot_of[exit.row] = free.back();
            free.pop_back();
            is_open[exit.row] = true;
        }
        exit.slot = slot_of[exit.row];
        exit.closes = --left[exit.row] == 0;
        if (exit.closes) free.push_back(exit.slot);
    }
}

// Assigns the rows of sums of all visited ranks.
template <class T, class S>
void SkimProblem<T, S>::add_sum_rows() {
    for (const std::uint32_t v : sweep.visit) height = std::max<std::size_t>(height, tree().depth[v] + 1);
    sum_rows = static_cast<std::uint32_t>(height) * sums_of_path();
    if (!network().has_classes()) return;
    sum_rows = 0;
    first_sum_row_.assign(tree().node_count(), 0);
    for (const std::uint32_t v : sweep.visit) {
        const std::uint32_t parent = tree().parent[v];
        if (parent != ordering::no_parent) {
            first_sum_row_[v] = first_sum_row_[parent] + network().member_count(parent) * sums_of_path();
        }
        sum_rows = std::max(sum_rows, first_sum_row_[v] + network().member_count(v) * sums_of_path());
    }
}

template <class T, class S>
void SkimProblem<T, S>::add_visits(std::vector<std::pair<std::uint32_t, std::uint32_t>> core) {
    sweep.visit = ranks_to_visit(tree(), sweep.rows);
    add_sum_rows();
    std::vector<PathPart> parts;
    std::size_t exit = 0;
    std::size_t most_arcs = 0;
    for (const std::uint32_t v : sweep.visit) most_arcs += tree().ups(v).size();
    visits.reserve(sweep.visit.size() + 1);
    arcs.parts.reserve(most_arcs);
    arcs.arcs.reserve(most_arcs);
    arcs.sum_arcs.reserve(most_arcs * sums_of_path());
    for (const std::uint32_t v : sweep.visit) {
        visits.push_back({v, tree().depth[v], v + 1 - tree().subtree_size[v], arcs.arcs.size(), arcs.sum_arcs.size(),
                          core_rows.size(), exit});
        parts.clear();
        if (arc_sums.is_ordered()) {
            parts = arc_sums.in_order(v);
        } else {
            for (std::size_t k = 0; k < tree().ups(v).size(); ++k) {
                if (!(sweep.factor->up[tree().first_up[v] + k] < sweep.unreachable())) continue;
                parts.push_back(arc_sums.up_part(v, k));
                if (!arc_sums.has_path(parts.back())) fail_cells();
            }
        }
        append_arcs(v, parts, arcs);
        while (core_rows.size() < core.size() && core[core_rows.size()].first == v) {
            core_rows.push_back(core[core_rows.size()].second);
        }
        while (exit < row_exits.size() && row_exits[exit].rank == v) ++exit;
    }
    visits.push_back({0, 0, 0, arcs.arcs.size(), arcs.sum_arcs.size(), core_rows.size(), exit});
    if constexpr (std::is_integral_v<S>) {
        has_all_sums_ = std::ranges::none_of(arcs.sum_arcs, [](const SumArc<S>& arc) { return arc.sum == no_sum<S>; });
    }
    is_ordered_ = std::vector<std::once_flag>(visit_count());
    ordered_.resize(visit_count());
}

template <class T, class S>
void SkimProblem<T, S>::append_arcs(std::uint32_t v, std::span<const PathPart> parts, SkimArcs<T, S>& to) const {
    const std::size_t fields = sums_of_path();
    const std::size_t rows = relaxed_rows(v);
    const std::size_t first = to.sum_arcs.size();
    to.sum_arcs.resize(first + rows * parts.size());
    std::vector<S> sums(fields, S{0});  // a tie's number stays as it is
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const PathPart part = parts[i];
        const std::size_t a = tree().first_up[v] + arc_sums.position(v, part);
        const std::uint32_t w = tree().up[a];
        to.parts.push_back(part);
        to.arcs.push_back({sweep.factor->up[a], tree().depth[w]});
        const bool joins_members = network().has_classes() && arc_sums.has_path(part);
        std::uint32_t onward = first_sum_row(w);
        if (joins_members) {
            onward += network().member_in(w, arc_sums.last_head(part)) * static_cast<std::uint32_t>(fields);
        }
        arc_sums.copy_sums(part, sums.data());
        SumArc<S>* const of_part = to.sum_arcs.data() + first + i;
        for (std::uint32_t f = 0; f < fields; ++f) of_part[f * parts.size()] = {sums[f], onward + f};
        if (rows == fields) continue;
        const std::uint32_t leaves_at = joins_members ? network().member_in(v, arc_sums.first_tail(part)) : 0;
        of_part[fields * parts.size()] = {static_cast<S>(leaves_at), zero_row()};
    }
}

template <class T, class S>
VisitArcs<T, S> SkimProblem<T, S>::ordered(std::size_t visit) const {
    if (arc_sums.is_ordered()) return arcs_of(visit);
    std::call_once(is_ordered_[visit], [&] {
        const std::uint32_t v = visits[visit].rank;
        auto made = std::make_unique<SkimArcs<T, S>>();
        append_arcs(v, arc_sums.in_order(v), *made);
        ordered_[visit] = std::move(made);
    });
    const SkimArcs<T, S>& made = *ordered_[visit];
    return {made.parts, made.arcs, made.sum_arcs.data()};
}

template struct SkimProblem<std::int32_t, std::int32_t>;
template struct SkimProblem<std::int32_t, double>;
template struct SkimProblem<double, double>;

}  // namespace allways::engine
