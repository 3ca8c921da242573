// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/ancestor_costs.h"

#include <cmath>
#include <limits>

namespace allways::engine {

template <class T>
double AncestorCosts<T>::cost_of(QueryCell<T> cell) const {
    if (!(cell < tree_.unreachable())) return std::numeric_limits<double>::infinity();
    if constexpr (std::is_integral_v<T>) cell >>= tree_.format().first_arc_bits;
    return static_cast<double>(cell);
}

template <class T>
auto AncestorCosts<T>::least_climb(const std::vector<End>& ends, std::size_t depth, std::uint32_t rank) const -> Least {
    Least least{std::numeric_limits<double>::infinity()};
    for (const End& end : ends) {
        const Climb<T>& climb = end.climb;
        if (depth >= climb.path.size() || climb.path.nodes[depth].rank != rank) continue;
        const double cost = cost_of(climb.cells[depth]) + end.cost;
        if (cost < least.cost) least = {cost, end.end};
    }
    return least;
}

// A path to an ancestor climbs to the highest place on it, then comes down over upper neighbours, whose costs are
// final.
template <class T>
void AncestorCosts<T>::extend(const RootPath& path, std::vector<Costs>& costs) const {
    for (std::size_t depth = costs.size(); depth < path.size(); ++depth) {
        const RootPath::Node& node = path.nodes[depth];
        Costs at{least_climb(firsts_, depth, node.rank), least_climb(lasts_, depth, node.rank)};
        const auto depths = tree_.up_depths(node, depth);
        const auto up = tree_.up(node);
        const auto down = tree_.down(node);
        for (std::size_t i = 0; i < depths.size(); ++i) {
            const Costs& above = costs[depths[i]];
            const double there = above.there.cost + cost_of(static_cast<QueryCell<T>>(down[i]));
            const double onward = cost_of(static_cast<QueryCell<T>>(up[i])) + above.onward.cost;
            if (there < at.there.cost) at.there = {there, above.there.end};
            if (onward < at.onward.cost) at.onward = {onward, above.onward.end};
        }
        costs.push_back(at);
    }
}

template <class T>
auto AncestorCosts<T>::between() const -> std::map<std::uint32_t, Costs> {
    std::map<std::uint32_t, Costs> found;
    const RootPath* before = nullptr;
    std::vector<Costs> costs;  // costs of the places before, by depth
    for (const auto* ends : {&firsts_, &lasts_}) {
        for (const End& end : *ends) {
            const RootPath& path = end.climb.path;
            costs.resize(before == nullptr ? 0 : shared_nodes(*before, path));
            const std::size_t known = costs.size();
            extend(path, costs);
            for (std::size_t depth = known; depth < path.size(); ++depth) {
                const Costs& at = costs[depth];
                if (std::isfinite(at.there.cost + at.onward.cost)) found.emplace(path.nodes[depth].rank, at);
            }
            before = &path;
        }
    }
    return found;
}

template class AncestorCosts<std::int32_t>;
template class AncestorCosts<double>;

}  // namespace allways::engine
