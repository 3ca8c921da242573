#include "engine/sweep_lift.h"

#include <algorithm>

#include "engine/sweep_target.h"

namespace allways::engine {

namespace {

constexpr std::size_t not_wanted = ~std::size_t{0};

}  // namespace

template <class T>
SweepLift<T>::SweepLift(const SweepProblem<T>& problem, std::size_t begin_column, std::size_t end_column) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = problem.label_mask();

    first_.assign(tree.node_count(), not_wanted);
    std::vector<std::uint8_t> needed(tree.node_count(), 0);
    std::size_t size = 0;
    for (std::size_t tap = problem.columns.first_tap[begin_column]; tap < problem.columns.first_tap[end_column]; ++tap) {
        const std::uint32_t t = problem.columns.taps[tap].rank;
        if (first_[t] != not_wanted) continue;
        first_[t] = size;
        size += tree.depth[t];
        needed[t] = 1;
    }
    for (std::uint32_t v = 0; v < needed.size(); ++v) {
        if (needed[v] && tree.parent[v] != ordering::no_parent) needed[tree.parent[v]] = 1;
    }
    cells_.assign(size, problem.unreachable());

    // Ancestors that are not wanted themselves leave their cells here until a sibling comes.
    std::vector<std::vector<T>> passing(tree.height());
    std::vector<const T*> lift_at(tree.height());
    for (auto v = static_cast<std::uint32_t>(tree.node_count()); v-- > 0;) {
        if (!needed[v]) continue;
        const std::uint32_t depth = tree.depth[v];
        T* lift = nullptr;
        if (first_[v] != not_wanted) {
            lift = cells_.data() + first_[v];
        } else {
            passing[depth].assign(depth, problem.unreachable());
            lift = passing[depth].data();
        }
        lift_at[depth] = lift;
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            const std::uint32_t above = tree.depth[tree.up[a]];
            const T* __restrict from = lift_at[above];
            T* __restrict to = lift;
            const T cost = cost_part(factor.down[a], mask);
            for (std::uint32_t k = 0; k < above; ++k) {
                const T sum = from[k] + cost;
                to[k] = sum < to[k] ? sum : to[k];
            }
            lift[above] = std::min(lift[above], factor.down[a]);
        }
    }
}

template class SweepLift<std::int32_t>;
template class SweepLift<float>;
template class SweepLift<double>;

}  // namespace allways::engine
