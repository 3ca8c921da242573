// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_problem.h"

#include <algorithm>
#include <utility>

namespace allways::engine {

template <class T, class S>
SkimProblem<T, S>::SkimProblem(const ArcSums<T, S>& sums, SweepProblem<T> problem, std::span<const NodeIndex> rows,
                               std::span<const NodeIndex> columns)
    : arc_sums(sums), sweep(std::move(problem)), row_nodes(rows), column_nodes(columns) {
    clear_ends();
    const auto class_of_column = [&](std::uint32_t j) { return network().class_of[column_nodes[j]]; };
    for (std::uint32_t j = 0; j < columns.size(); ++j) {
        add_column_end(columns[j], T{0}, 0);
        end_column();
        if (class_of_column(j) >= network().core_count) columns_beyond_.push_back(j);
    }
    std::ranges::stable_sort(columns_beyond_, {}, class_of_column);
    for (const NodeIndex row : rows) {
        add_row_end(row, T{0}, 0);
        end_row();
    }
    add_visits();
}

template <class T, class S>
SkimProblem<T, S>::SkimProblem(const ArcSums<T, S>& sums, SweepProblem<T> problem,
                               std::span<const std::vector<PlaceConnector>> rows,
                               std::span<const std::vector<PlaceConnector>> columns)
    : arc_sums(sums), sweep(std::move(problem)), has_connectors(true) {
    clear_ends();
    for (const std::vector<PlaceConnector>& connectors : columns) {
        for (std::uint32_t t = 0; t < connectors.size(); ++t)
            add_column_end(connectors[t].place, with_cost(T{0}, connectors[t].raw_cost), t);
        end_column();
    }
    for (const std::vector<PlaceConnector>& connectors : rows) {
        for (std::uint32_t t = 0; t < connectors.size(); ++t)
            add_row_end(connectors[t].place, with_cost(T{0}, connectors[t].raw_cost), t);
        end_row();
    }
    sweep.first_fixed.assign(rows.size() + 1, 0);
    add_visits();
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

template <class T, class S>
void SkimProblem<T, S>::clear_ends() {
    sweep.rows.first_access_arc = sweep.columns.first_access_arc = sweep.first_direct = {0};
    sweep.rows.access_arcs.clear();
    sweep.columns.access_arcs.clear();
    sweep.direct.clear();
}

// Adds the access arcs from a column's node, `cost` before it.
template <class T, class S>
void SkimProblem<T, S>::add_column_end(NodeIndex node, T cost, std::uint32_t connector) {
    const auto add = [&](T cell, SkimAccess access) {
        if (!(cell < sweep.unreachable())) return;
        sweep.columns.access_arcs.push_back({network().class_of[access.node], cell});
        column_accesses.push_back(access);
    };
    const std::uint32_t c = network().class_of[node];
    if (c < network().core_count) return add(has_connectors ? cost : sweep.identity(), {no_exit, node, connector});
    for (const std::uint32_t e : arc_sums.exits_into(c)) {
        add(lengthened(cell_of(e), cost), {e, network().exits[e].tail, connector});
    }
}

// Adds the access arcs of a row's node, `cost` behind it, and its direct cells.
template <class T, class S>
void SkimProblem<T, S>::add_row_end(NodeIndex node, T cost, std::uint32_t connector) {
    const std::size_t core = network().core_count;
    const auto add = [&](T cell, SkimAccess access) {
        if (!(cell < sweep.unreachable())) return;
        sweep.rows.access_arcs.push_back({network().class_of[access.node], cell});
        row_accesses.push_back(access);
    };
    const auto class_of_column = [&](std::uint32_t j) { return network().class_of[column_nodes[j]]; };
    const std::uint32_t c = network().class_of[node];
    if (c < core) return add(has_connectors ? cost : sweep.identity(), {no_exit, node, connector});
    for (std::size_t i = network().first_exit[c]; i < network().first_exit[c + 1]; ++i) {
        const auto e = static_cast<std::uint32_t>(i);
        const T cell = lengthened(cell_of(e), cost);
        const std::uint32_t head = network().exits[e].head_class;
        if (head < core) {
            add(cell, {e, network().exits[e].head, connector});
        } else if (cell < sweep.unreachable()) {
            for (const std::uint32_t j : std::ranges::equal_range(columns_beyond_, head, {}, class_of_column)) {
                sweep.direct.push_back({j, cell});
                direct_exits.push_back(e);
            }
        }
    }
}

template <class T, class S>
void SkimProblem<T, S>::end_row() {
    sweep.rows.first_access_arc.push_back(row_accesses.size());
    sweep.first_direct.push_back(sweep.direct.size());
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
void SkimProblem<T, S>::add_visits() {
    sweep.visit = ranks_to_visit(tree(), sweep.rows);
    add_sum_rows();
    std::size_t most_arcs = 0;
    for (const std::uint32_t v : sweep.visit) most_arcs += tree().ups(v).size();
    parts_.reserve(most_arcs);
    sum_arcs_.reserve(most_arcs * sums_of_path());
    std::vector<std::uint32_t> arcs;
    visits = SweepVisits<T>(sweep, [&](std::uint32_t v) -> std::span<const std::uint32_t> {
        const std::size_t first = parts_.size();
        if (arc_sums.is_ordered()) {
            for (const PathPart part : arc_sums.in_order(v)) parts_.push_back(part);
        } else {
            for (std::size_t k = 0; k < tree().ups(v).size(); ++k) {
                if (!(sweep.factor->up[tree().first_up[v] + k] < sweep.unreachable())) continue;
                parts_.push_back(arc_sums.up_part(v, k));
                if (!arc_sums.has_path(parts_.back())) fail_cells();
            }
        }
        const std::span<const PathPart> parts(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end());
        first_sum_arc_.push_back(sum_arcs_.size());
        append_sums(v, parts, sum_arcs_);
        arcs.clear();
        for (const PathPart part : parts) arcs.push_back(static_cast<std::uint32_t>(arc_sums.position(v, part)));
        return arcs;
    });
    if constexpr (std::is_integral_v<S>) {
        has_all_sums_ = std::ranges::none_of(sum_arcs_, [](const SumArc<S>& arc) { return arc.sum == no_sum<S>; });
    }
    is_ordered_ = std::vector<std::once_flag>(visits.count());
    ordered_.resize(visits.count());
}

// Appends the sums of arcs up from v, by row of sums, then arc.
template <class T, class S>
void SkimProblem<T, S>::append_sums(std::uint32_t v, std::span<const PathPart> parts,
                                    std::vector<SumArc<S>>& to) const {
    const std::size_t fields = sums_of_path();
    const std::size_t rows = relaxed_rows(v);
    const std::size_t first = to.size();
    to.resize(first + rows * parts.size());
    std::vector<S> sums(fields, S{0});  // a connector's number stays as it is
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const PathPart part = parts[i];
        const std::uint32_t w = tree().up[tree().first_up[v] + arc_sums.position(v, part)];
        const bool joins_members = network().has_classes() && arc_sums.has_path(part);
        std::uint32_t onward = first_sum_row(w);
        if (joins_members) {
            onward += network().member_in(w, arc_sums.last_head(part)) * static_cast<std::uint32_t>(fields);
        }
        arc_sums.copy_sums(part, sums.data());
        SumArc<S>* const of_part = to.data() + first + i;
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
        const std::uint32_t v = visits.visits[visit].rank;
        auto made = std::make_unique<SkimArcs<T, S>>();
        made->parts = arc_sums.in_order(v);
        for (const PathPart part : made->parts) {
            const std::size_t a = tree().first_up[v] + arc_sums.position(v, part);
            made->arcs.push_back({sweep.factor->up[a], tree().depth[tree().up[a]]});
        }
        append_sums(v, made->parts, made->sum_arcs);
        ordered_[visit] = std::move(made);
    });
    const SkimArcs<T, S>& made = *ordered_[visit];
    return {made.parts, made.arcs, made.sum_arcs.data()};
}

template struct SkimProblem<std::int32_t, std::int32_t>;
template struct SkimProblem<std::int32_t, double>;
template struct SkimProblem<double, double>;

}  // namespace allways::engine
