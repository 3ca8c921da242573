#include "engine/next_hops/hops_from_distances.h"

#include "base/parallel.h"

namespace allways::engine {

namespace {

template <class T>
T sum(T base, T onward) {
    return is_reachable(onward) ? base + onward : unreachable_cost<T>;
}

}  // namespace

template <class T>
void next_hops_from_distances(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const T> costs,
                              const Prepared<T>& prepared, std::span<const T> distances, NextHops& hops) {
    const std::size_t n = network.node_count();
    const ZeroClasses& classes = prepared.classes;
    parallel_for(n, [&](std::size_t row) {
        const auto from = static_cast<NodeIndex>(row);
        const std::uint32_t from_class = classes.class_of(from);
        std::vector<T> best(n, unreachable_cost<T>);
        std::vector<std::uint32_t> hop(n, NextHops::none);
        for (std::size_t e = prepared.first_out[from_class]; e < prepared.first_out[from_class + 1]; ++e) {
            const ExitArc& exit = prepared.exits[e];
            const ArcIndex arc = adjacency.out_arcs(exit.tail)[exit.hop];
            const NodeIndex head = network.head[arc];
            const T base = distances[row * n + exit.tail] + costs[arc];
            const std::uint32_t step = exit.tail == from ? exit.hop : classes.hop(from, exit.tail);
            const T* onward = distances.data() + std::size_t{head} * n;
            const std::size_t first = network.is_no_through(head) ? head : 0;
            const std::size_t last = network.is_no_through(head) ? head + 1 : n;
            for (std::size_t to = first; to < last; ++to) {
                const T candidate = sum(base, onward[to]);
                const bool better = candidate < best[to];
                best[to] = better ? candidate : best[to];
                hop[to] = better ? step : hop[to];
            }
        }
        for (const NodeIndex member : classes.members(from_class)) hop[member] = classes.hop(from, member);
        std::visit(
            [&](auto& storage) {
                using Hop = typename std::decay_t<decltype(storage)>::value_type;
                for (std::size_t to = 0; to < n; ++to) {
                    const bool any = to != row && is_reachable(distances[row * n + to]);
                    storage[row * n + to] = static_cast<Hop>(any ? hop[to] : NextHops::none);
                }
            },
            hops.storage());
    });
}

#define ALLWAYS_INSTANTIATE(T)                                                                            \
    template void next_hops_from_distances(const RoadNetwork&, const AdjacencyArray&, std::span<const T>, \
                                           const Prepared<T>&, std::span<const T>, NextHops&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
