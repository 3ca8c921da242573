// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_problem.h"

#include <algorithm>
#include <utility>

namespace allways::engine {

namespace {

// Positions of items grouped by `key_of`.
struct Grouped {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> items;

    template <class KeyOf>
    Grouped(std::size_t keys, std::size_t count, const KeyOf& key_of) : first(keys + 1, 0), items(count) {
        for (std::size_t i = 0; i < count; ++i) ++first[key_of(i) + 1];
        for (std::size_t k = 0; k < keys; ++k) first[k + 1] += first[k];
        std::vector<std::size_t> next(first.begin(), first.end() - 1);
        for (std::size_t i = 0; i < count; ++i) items[next[key_of(i)]++] = static_cast<std::uint32_t>(i);
    }
    std::span<const std::uint32_t> of(std::size_t key) const {
        return {items.data() + first[key], first[key + 1] - first[key]};
    }
};

}  // namespace

template <class T, class S>
SkimProblem<T, S>::SkimProblem(const ArcSums<T, S>& sums, SweepProblem<T> problem, std::span<const NodeIndex> rows,
                               std::span<const NodeIndex> columns)
    : arc_sums(sums), sweep(std::move(problem)), row_nodes(rows), column_nodes(columns) {
    add_columns();
    add_visits(add_rows());
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

template <class T, class S>
void SkimProblem<T, S>::add_columns() {
    const std::size_t core = network().core_count;
    // Finds the exits from the core into each class beyond it.
    std::vector<std::uint32_t> leaving;
    for (std::uint32_t e = 0; e < network().first_exit[core]; ++e) {
        if (network().exits[e].head_class >= core && cell_of(e) < sweep.unreachable()) leaving.push_back(e);
    }
    const Grouped into(network().class_count() - core, leaving.size(),
                       [&](std::size_t i) { return network().exits[leaving[i]].head_class - core; });
    SweepSide<T>& side = sweep.columns;
    side.first_access_arc.assign(1, 0);
    side.access_arcs.clear();
    for (const NodeIndex node : column_nodes) {
        const std::uint32_t c = network().class_of[node];
        if (c < core) {
            accesses.push_back({c, sweep.identity(), no_exit, node});
        } else {
            for (const std::uint32_t i : into.of(c - core)) {
                const std::uint32_t e = leaving[i];
                const NodeIndex tail = network().exits[e].tail;
                accesses.push_back({network().class_of[tail], cell_of(e), e, tail});
            }
        }
        side.first_access_arc.push_back(accesses.size());
    }
    for (const ColumnAccess<T>& access : accesses) side.access_arcs.push_back({access.rank, access.cell});
}

// Returns the ranks and rows of nodes of the core.
template <class T, class S>
std::vector<std::pair<std::uint32_t, std::uint32_t>> SkimProblem<T, S>::add_rows() {
    const std::size_t core = network().core_count;
    const Grouped columns(network().class_count(), column_nodes.size(),
                          [&](std::size_t j) { return network().class_of[column_nodes[j]]; });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> core_ranks;
    SweepSide<T>& side = sweep.rows;
    side.first_access_arc.assign(1, 0);
    side.access_arcs.clear();
    first_direct.assign(1, 0);
    for (std::uint32_t row = 0; row < row_nodes.size(); ++row) {
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
                    for (const std::uint32_t j : columns.of(head)) direct.push_back({j, cell, exit});
                    continue;
                }
                row_exits.push_back({cell, exit, head, row, 0, false, false});
                side.access_arcs.push_back({head, cell});
            }
            if (row_exits.size() == before) untied_rows.push_back(row);
        }
        side.first_access_arc.push_back(side.access_arcs.size());
        first_direct.push_back(direct.size());
    }
    std::stable_sort(row_exits.begin(), row_exits.end(),
                     [](const RowExit<T>& a, const RowExit<T>& b) { return a.rank > b.rank; });
    give_slots();
    std::stable_sort(core_ranks.begin(), core_ranks.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    return core_ranks;
}

// Assigns slots in the order of visits; a row's slot is free again after its last exit.
template <class T, class S>
void SkimProblem<T, S>::give_slots() {
    std::vector<std::uint32_t> left(row_nodes.size(), 0), slot_of(row_nodes.size(), 0), free;
    for (const RowExit<T>& exit : row_exits) ++left[exit.row];
    std::vector<bool> is_open(row_nodes.size(), false);
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

template <class T, class S>
void SkimProblem<T, S>::add_visits(std::vector<std::pair<std::uint32_t, std::uint32_t>> core) {
    sweep.visit = ranks_to_visit(tree(), sweep.rows);
    first_sum_row.assign(tree().node_count(), 0);
    const auto fields = static_cast<std::uint32_t>(network().field_count);
    for (const std::uint32_t v : sweep.visit) {  // assigns all rows first: arcs refer to rows below
        const std::uint32_t parent = tree().parent[v];
        if (parent != ordering::no_parent) {
            first_sum_row[v] = first_sum_row[parent] + network().member_count(parent) * fields;
        }
        sum_rows = std::max(sum_rows, first_sum_row[v] + network().member_count(v) * fields);
    }
    std::vector<PathPart> parts;
    std::size_t exit = 0;
    for (const std::uint32_t v : sweep.visit) {
        visits.push_back({v, tree().depth[v], v + 1 - tree().subtree_size[v], arcs.arcs.size(), arcs.sum_arcs.size(),
                          core_rows.size(), exit});
        parts.clear();
        if (arc_sums.is_ordered()) {
            parts = arc_sums.in_order(v);
        } else {
            for (std::size_t k = 0; k < tree().ups(v).size(); ++k) {
                parts.push_back(arc_sums.up_part(v, k));
                const bool exists = sweep.factor->up[tree().first_up[v] + k] < sweep.unreachable();
                if (exists && !arc_sums.has_path(parts.back())) fail_cells();
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
    const std::size_t fields = network().field_count;
    const std::size_t rows = relaxed_rows(v);
    const std::size_t first = to.sum_arcs.size();
    to.sum_arcs.resize(first + rows * parts.size());
    std::vector<S> sums(fields);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const PathPart part = parts[i];
        const std::size_t a = tree().first_up[v] + arc_sums.position(v, part);
        const std::uint32_t w = tree().up[a];
        to.parts.push_back(part);
        to.arcs.push_back({sweep.factor->up[a], tree().depth[w]});
        const bool joins_members = network().has_classes() && arc_sums.has_path(part);
        std::uint32_t onward = first_sum_row[w];
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
template struct SkimProblem<float, double>;
template struct SkimProblem<double, double>;

}  // namespace allways::engine
