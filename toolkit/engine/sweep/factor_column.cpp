#include "engine/sweep/factor_column.h"

#include <algorithm>

namespace allways::engine {

template <class T>
FactorColumn<T>::FactorColumn(const SweepProblem<T>& problem, std::size_t column)
    : problem_(problem),
      column_(column),
      cells_(problem.factor->elimination->node_count()),
      state_(cells_.size(), State::unseen) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = problem.first_arc_mask();
    std::vector<std::uint32_t>& passed = walk_;
    for (const AccessArc<T>& access : problem.columns.access_arcs_of(column)) {
        for (std::uint32_t v = access.rank; v != ordering::no_parent && state_[v] == State::unseen;
             v = tree.parent[v]) {
            state_[v] = State::passed_upward;
            cells_[v] = problem.unreachable();
            passed.push_back(v);
        }
        cells_[access.rank] = std::min(cells_[access.rank], access.cell);
    }
    std::sort(passed.begin(), passed.end());
    for (const std::uint32_t v : passed) {
        if (!(cells_[v] < problem.unreachable())) continue;
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            T& above = cells_[tree.up[a]];
            above = std::min<T>(above, factor.down[a] + cost_part(cells_[v], mask));
        }
    }
}

template <class T>
T FactorColumn<T>::cell_of_rank(std::uint32_t rank) {
    const ordering::Factor<T>& factor = *problem_.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = problem_.first_arc_mask();
    walk_.clear();
    for (std::uint32_t v = rank; v != ordering::no_parent && state_[v] != State::known; v = tree.parent[v]) {
        walk_.push_back(v);
    }
    for (auto at = walk_.rbegin(); at != walk_.rend(); ++at) {
        const std::uint32_t v = *at;
        T cell = state_[v] == State::passed_upward ? cells_[v] : problem_.unreachable();
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            cell = std::min<T>(cell, factor.up[a] + cost_part(cells_[tree.up[a]], mask));
        }
        cells_[v] = cell;
        state_[v] = State::known;
    }
    return cells_[rank];
}

template <class T>
T FactorColumn<T>::cell(std::size_t row) {
    if (problem_.is_core_row(row)) return cell_of_rank(problem_.rows.access_arcs_of(row).front().rank);
    T cell = problem_.unreachable();
    for (const AccessArc<T>& access : problem_.rows.access_arcs_of(row)) {
        cell = std::min<T>(cell, access.cell + cost_part(cell_of_rank(access.rank), problem_.first_arc_mask()));
    }
    for (const DirectCell<T>& direct : problem_.direct_of(row)) {
        if (direct.column == column_) cell = std::min(cell, direct.cell);
    }
    return cell;
}

template <class T>
const FixedCell<T>* FactorColumn<T>::fixed(std::size_t row) const {
    for (const FixedCell<T>& cell : problem_.fixed_of(row)) {
        if (cell.column == column_) return &cell;
    }
    return nullptr;
}

template <class T>
T FactorColumn<T>::distance(std::size_t row) {
    if (const FixedCell<T>* known = fixed(row)) return known->distance;
    return restored_distance(problem_, row, column_, cell(row));
}

template <class T>
std::uint32_t FactorColumn<T>::hop(std::size_t row) {
    if (const FixedCell<T>* known = fixed(row)) return known->hop;
    return restored_hop(problem_, problem_.hops_of(row), cell(row));
}

template class FactorColumn<std::int32_t>;
template class FactorColumn<float>;
template class FactorColumn<double>;

}  // namespace allways::engine
