#include "engine/next_hops/hops_from_distances.h"

#include "base/parallel.h"

namespace allways::engine {

namespace {

template <class T>
T sum(T base, T onward) {
    return is_reachable(onward) ? base + onward : unreachable_cost<T>;
}

constexpr std::uint32_t no_column = ~std::uint32_t{0};

// The column that ends at each node of the network, or no_column.
std::vector<std::uint32_t> columns_by_end(std::size_t node_count, std::span<const NodeIndex> ends) {
    std::vector<std::uint32_t> column_of(node_count, no_column);
    for (std::uint32_t column = 0; column < ends.size(); ++column) column_of[ends[column]] = column;
    return column_of;
}

}  // namespace

template <class T>
void next_hops_from_distances(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const T> costs,
                              const Prepared<T>& prepared, std::span<const NodeIndex> ends,
                              std::span<const T> distances, NextHops& hops) {
    const std::size_t n = ends.size();
    const std::size_t rows = hops.row_count();
    const std::vector<std::uint32_t> column_of = columns_by_end(network.node_count(), ends);
    const ZeroClasses& classes = prepared.classes;
    parallel_for(rows, [&](std::size_t row) {
        const auto from = static_cast<NodeIndex>(row);
        const std::uint32_t from_class = classes.class_of(from);
        std::vector<T> best(n, unreachable_cost<T>);
        std::vector<std::uint32_t> hop(n, NextHops::none);
        for (std::size_t e = prepared.first_out[from_class]; e < prepared.first_out[from_class + 1]; ++e) {
            const ExitArc& exit = prepared.exits[e];
            const ArcIndex arc = adjacency.out_arcs(exit.tail)[exit.hop];
            const NodeIndex head = network.head[arc];
            const T inside = exit.tail == from ? T{0} : static_cast<T>(prepared.restored(from, exit.tail, T{0}));
            const T base = inside + costs[arc];
            const std::uint32_t step = exit.tail == from ? exit.hop : classes.hop(from, exit.tail);
            const auto offer = [&](std::size_t to, T candidate) {
                const bool better = candidate < best[to];
                best[to] = better ? candidate : best[to];
                hop[to] = better ? step : hop[to];
            };
            if (network.is_no_through(head)) {
                offer(column_of[head], base);
                continue;
            }
            const T* onward = distances.data() + std::size_t{head} * n;
            for (std::size_t to = 0; to < n; ++to) offer(to, sum(base, onward[to]));
        }
        for (const NodeIndex member : classes.members(from_class)) {
            if (column_of[member] != no_column) hop[column_of[member]] = classes.hop(from, member);
        }
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

#define ALLWAYS_INSTANTIATE(T)                                                                                 \
    template void next_hops_from_distances(const RoadNetwork&, const AdjacencyArray&, std::span<const T>,      \
                                           const Prepared<T>&, std::span<const NodeIndex>, std::span<const T>, \
                                           NextHops&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
