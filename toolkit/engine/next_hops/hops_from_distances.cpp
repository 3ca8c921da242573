#include "engine/next_hops/hops_from_distances.h"

#include <algorithm>

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

// The hops of one row at a time.
template <class T>
class RowHops {
public:
    RowHops(const HopNetwork<T>& of, const FinishedDistances<T>& distances,
            std::span<const std::uint32_t> column_of_end)
        : of_(of),
          distances_(distances),
          column_of_end_(column_of_end),
          best_(distances.columns.size()),
          hop_(distances.columns.size()),
          no_less_(distances.columns.size()) {}

    // `marking`: also finds the columns in which the step does not lessen the distance.
    template <bool marking>
    void find(NodeIndex from) {
        const RoadNetwork& network = of_.network;
        const Prepared<T>& prepared = of_.prepared;
        const ZeroClasses& classes = prepared.classes;
        const std::uint32_t from_class = classes.class_of(from);
        const T* const own = distances_.row(from);
        std::ranges::fill(best_, unreachable_cost<T>);
        std::ranges::fill(hop_, NextHops::none);
        std::ranges::fill(no_less_, std::uint8_t{0});
        for (std::size_t e = prepared.first_out[from_class]; e < prepared.first_out[from_class + 1]; ++e) {
            const ExitArc& exit = prepared.exits[e];
            const ArcIndex arc = of_.adjacency.out_arcs(exit.tail)[exit.hop];
            const NodeIndex head = network.head[arc];
            const T inside = exit.tail == from ? T{0} : static_cast<T>(prepared.restored(from, exit.tail, T{0}));
            const T base = inside + of_.costs[arc];
            const std::uint32_t step = exit.tail == from ? exit.hop : classes.hop(from, exit.tail);
            if (network.is_no_through(head)) {
                const std::uint32_t to = column_of_end_[head];
                if (to == no_column || !(base < best_[to])) continue;
                best_[to] = base;
                hop_[to] = step;
                no_less_[to] = 0;
                continue;
            }
            const T* const onward = distances_.row(head);
            const bool costly = base > 0;
            for (std::size_t to = 0; to < best_.size(); ++to) {
                const T candidate = sum(base, onward[to]);
                const bool better = candidate < best_[to];
                best_[to] = better ? candidate : best_[to];
                hop_[to] = better ? step : hop_[to];
                if constexpr (marking) {
                    const bool no_less = costly ? onward[to] >= own[to] : onward[to] > own[to];
                    no_less_[to] = better ? no_less : no_less_[to];
                }
            }
        }
        for (const NodeIndex member : classes.members(from_class)) {
            const std::uint32_t to = column_of_end_[member];
            if (to == no_column) continue;
            hop_[to] = classes.hop(from, member);
            no_less_[to] = 0;
        }
        for (std::size_t to = 0; to < hop_.size(); ++to) {
            const bool any = distances_.columns[to] != from && is_reachable(own[to]);
            no_less_[to] = any ? no_less_[to] | std::uint8_t{hop_[to] == NextHops::none} : std::uint8_t{0};
            hop_[to] = any ? hop_[to] : NextHops::none;
        }
    }
    std::span<const std::uint32_t> hops() const { return hop_; }
    std::span<const std::uint8_t> no_less() const { return no_less_; }

private:
    const HopNetwork<T>& of_;
    const FinishedDistances<T>& distances_;
    std::span<const std::uint32_t> column_of_end_;
    std::vector<T> best_;
    std::vector<std::uint32_t> hop_;
    std::vector<std::uint8_t> no_less_;
};

}  // namespace

template <class T>
void next_hops_from_distances(const HopNetwork<T>& of, std::span<const NodeIndex> rows,
                              const FinishedDistances<T>& distances, void* hops, std::size_t hop_bytes,
                              std::vector<std::atomic<std::uint8_t>>* doubtful) {
    const std::size_t columns = distances.columns.size();
    const std::vector<std::uint32_t> column_of_end = columns_by_end(of.network.node_count(), distances.ends);
    const auto store = [&]<class Hop>(Hop* into, std::span<const std::uint32_t> from) {
        std::ranges::transform(from, into, [](std::uint32_t hop) { return static_cast<Hop>(hop); });
    };
    parallel_for(rows.size(), [&](std::size_t i) {
        RowHops<T> row(of, distances, column_of_end);
        doubtful == nullptr ? row.template find<false>(rows[i]) : row.template find<true>(rows[i]);
        switch (hop_bytes) {
            case 1: store(static_cast<std::uint8_t*>(hops) + i * columns, row.hops()); break;
            case 2: store(static_cast<std::uint16_t*>(hops) + i * columns, row.hops()); break;
            default: store(static_cast<std::uint32_t*>(hops) + i * columns, row.hops());
        }
        if (doubtful == nullptr) return;
        for (std::size_t to = 0; to < columns; ++to) {
            if (row.no_less()[to] != 0) (*doubtful)[to].store(1, std::memory_order_relaxed);
        }
    });
}

template <class T>
std::vector<NodeIndex> rows_beside(const HopNetwork<T>& of, std::span<const NodeIndex> rows) {
    std::vector<std::uint8_t> seen(of.network.node_count(), 0);
    for (const NodeIndex row : rows) seen[row] = 1;
    std::vector<NodeIndex> beside;
    for (const NodeIndex row : rows) {
        const std::uint32_t c = of.prepared.classes.class_of(row);
        for (std::size_t e = of.prepared.first_out[c]; e < of.prepared.first_out[c + 1]; ++e) {
            const ExitArc& exit = of.prepared.exits[e];
            const NodeIndex head = of.network.head[of.adjacency.out_arcs(exit.tail)[exit.hop]];
            if (seen[head] || of.network.is_no_through(head)) continue;
            seen[head] = 1;
            beside.push_back(head);
        }
    }
    std::ranges::sort(beside);
    return beside;
}

#define ALLWAYS_INSTANTIATE(T)                                                               \
    template void next_hops_from_distances(const HopNetwork<T>&, std::span<const NodeIndex>, \
                                           const FinishedDistances<T>&, void*, std::size_t,  \
                                           std::vector<std::atomic<std::uint8_t>>*);         \
    template std::vector<NodeIndex> rows_beside(const HopNetwork<T>&, std::span<const NodeIndex>);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
