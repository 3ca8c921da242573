// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/sweep_visits.h"

#include <algorithm>

#include "allways/result/next_hops.h"

namespace allways::engine {

namespace {

template <class T>
CoreRow core_row(const SweepProblem<T>& problem, std::uint32_t row) {
    const auto fixed = problem.fixed_of(row);
    const bool diagonal = fixed.size() == 1 && fixed[0].distance == T{0} && fixed[0].hop == NextHops::none &&
                          problem.class_cells.columns_beside(row).empty();
    return {row, diagonal ? fixed[0].column : CoreRow::several};
}

// A row's part before slots are assigned, with the rank at which it is visited.
struct Draft {
    std::uint32_t rank;
    RowTies part;
};

// Cuts a row's access arcs into runs whose core nodes lie on one path to a root.
template <class T>
void add_parts(const ordering::Elimination& tree, std::span<const AccessArc<T>> row_access_arcs, std::uint32_t row,
               std::vector<SweepArc<T>>& access_arcs, std::vector<Draft>& drafts) {
    std::vector<AccessArc<T>> sorted(row_access_arcs.begin(), row_access_arcs.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const AccessArc<T>& a, const AccessArc<T>& b) { return a.rank > b.rank; });
    const std::size_t first_draft = drafts.size();
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const std::uint32_t rank = sorted[i].rank;
        const bool below_last = i > 0 && rank > sorted[i - 1].rank - tree.subtree_size[sorted[i - 1].rank];
        if (!below_last) drafts.push_back({rank, {row, 0, access_arcs.size(), access_arcs.size(), false, false}});
        access_arcs.push_back({sorted[i].cell, tree.depth[rank]});
        drafts.back().rank = rank;
        drafts.back().part.end_access_arc = access_arcs.size();
    }
    drafts[first_draft].part.opens = true;
    drafts.back().part.closes = true;
}

// Assigns slots in the order of visits; a row's slot is free again after the visit of its last part. Returns the number
// of slots.
std::size_t give_slots(std::vector<Draft>& drafts, std::size_t row_count) {
    std::vector<std::uint32_t> slot_of(row_count), free, closed;
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        if (i > 0 && drafts[i].rank != drafts[i - 1].rank) {
            free.insert(free.end(), closed.begin(), closed.end());
            closed.clear();
        }
        RowTies& part = drafts[i].part;
        std::uint32_t& slot = slot_of[part.row];
        if (part.opens) {
            if (free.empty()) free.push_back(count++);
            slot = free.back();
            free.pop_back();
        }
        part.slot = slot;
        if (part.closes) closed.push_back(slot);
    }
    return count;
}

}  // namespace

template <class T>
SweepVisits<T>::SweepVisits(const SweepProblem<T>& problem) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;

    std::vector<std::pair<std::uint32_t, std::uint32_t>> core;  // rank, row
    std::vector<Draft> drafts;
    for (std::uint32_t row = 0; row < problem.rows.count(); ++row) {
        const auto row_access_arcs = problem.rows.access_arcs_of(row);
        if (problem.is_core_row(row)) {
            core.emplace_back(row_access_arcs.front().rank, row);
        } else if (row_access_arcs.empty()) {
            untied_rows.push_back(row);
        } else {
            add_parts(tree, row_access_arcs, row, access_arcs, drafts);
        }
    }
    std::stable_sort(core.begin(), core.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::stable_sort(drafts.begin(), drafts.end(), [](const Draft& a, const Draft& b) { return a.rank > b.rank; });
    slot_count = give_slots(drafts, problem.rows.count());

    visits.reserve(problem.visit.size() + 1);
    for (const std::uint32_t v : problem.visit) {
        visits.push_back({v, tree.depth[v], v + 1 - tree.subtree_size[v], arcs.size(), core_rows.size(), parts.size()});
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            if (factor.up[a] < problem.unreachable()) arcs.push_back({factor.up[a], tree.depth[tree.up[a]]});
        }
        while (core_rows.size() < core.size() && core[core_rows.size()].first == v) {
            core_rows.push_back(core_row(problem, core[core_rows.size()].second));
        }
        while (parts.size() < drafts.size() && drafts[parts.size()].rank == v)
            parts.push_back(drafts[parts.size()].part);
    }
    visits.push_back({0, 0, 0, arcs.size(), core_rows.size(), parts.size()});
}

template <class T>
std::uint64_t SweepVisits<T>::bytes() const {
    return visits.size() * sizeof(SweepVisit) + (arcs.size() + access_arcs.size()) * sizeof(SweepArc<T>) +
           core_rows.size() * sizeof(CoreRow) + untied_rows.size() * sizeof(std::uint32_t) +
           parts.size() * sizeof(RowTies);
}

template struct SweepVisits<std::int32_t>;
template struct SweepVisits<double>;

}  // namespace allways::engine
