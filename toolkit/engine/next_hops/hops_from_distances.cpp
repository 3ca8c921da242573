// SPDX-License-Identifier: Apache-2.0
#include "engine/next_hops/hops_from_distances.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <numeric>
#include <utility>

#include "allways/base/cost_type.h"
#include "base/threads/parallel.h"
#include "network/heap_search.h"

namespace allways::engine {

namespace {

template <class T>
T sum(T base, T onward) {
    return is_reachable(onward) ? base + onward : unreachable_cost<T>;
}

constexpr std::uint32_t no_column = ~std::uint32_t{0};

// Returns for each node of the network the column whose paths end there, or no_column.
std::vector<std::uint32_t> columns_by_end(std::size_t node_count, std::span<const NodeIndex> ends) {
    std::vector<std::uint32_t> column_of(node_count, no_column);
    for (std::uint32_t column = 0; column < ends.size(); ++column) column_of[ends[column]] = column;
    return column_of;
}

// The exits through which the rows of one class leave it, and their hops. All members leave by the same exits.
template <class T>
class ClassRows {
public:
    ClassRows(const HopNetwork<T>& of, const FinishedDistances<T>& distances,
              std::span<const std::uint32_t> column_of_end)
        : of_(of),
          distances_(distances),
          column_of_end_(column_of_end),
          best_(distances.columns.size()),
          exit_(distances.columns.size()),
          no_less_(distances.columns.size()) {}

    // Finds the exits of the class of `from`. `marking`: also finds the columns in which the step out of the class does
    // not reduce the distance.
    template <bool marking>
    void find(NodeIndex from) {
        const Prepared<T>& prepared = of_.prepared;
        const std::uint32_t c = prepared.classes.class_of(from);
        std::ranges::fill(best_, unreachable_cost<T>);
        std::ranges::fill(exit_, no_exit);
        std::ranges::fill(no_less_, std::uint8_t{0});
        for (std::size_t e = prepared.first_out[c]; e < prepared.first_out[c + 1]; ++e) {
            offer<marking>(from, static_cast<std::uint32_t>(e));
        }
        if constexpr (marking) mark_ends(from);
    }

    // Writes the hops of a member of the class.
    template <class Hop>
    void write(NodeIndex member, Hop* to) const {
        const ZeroClasses& classes = of_.prepared.classes;
        const T* const own = distances_.row(member);
        const bool is_alone = classes.members(classes.class_of(member)).size() == 1;
        for (std::size_t column = 0; column < exit_.size(); ++column) {
            const bool any = distances_.columns[column] != member && is_reachable(own[column]);
            const std::uint32_t e = exit_[column];
            std::uint32_t hop = NextHops::none;
            if (any && e != no_exit) {
                const ExitArc& exit = of_.prepared.exits[e];
                hop = is_alone || exit.tail == member ? exit.hop : classes.hop(member, exit.tail);
            }
            to[column] = static_cast<Hop>(hop);
        }
        for (const NodeIndex end : classes.members(classes.class_of(member))) {
            const std::uint32_t column = column_of_end_[end];
            if (column != no_column && distances_.columns[column] != member) {
                to[column] = static_cast<Hop>(classes.hop(member, end));
            }
        }
    }
    std::span<const std::uint8_t> no_less() const { return no_less_; }

private:
    static constexpr std::uint32_t no_exit = ~std::uint32_t{0};

    template <bool marking>
    void offer(NodeIndex from, std::uint32_t e) {
        const RoadNetwork& network = of_.network;
        const ExitArc& exit = of_.prepared.exits[e];
        const ArcIndex arc = of_.adjacency.out_arcs(exit.tail)[exit.hop];
        const NodeIndex head = network.head[arc];
        const T inside = exit.tail == from ? T{0} : static_cast<T>(of_.prepared.restored(from, exit.tail, T{0}));
        const T base = inside + of_.costs[arc];
        if (network.is_no_through(head)) {
            const std::uint32_t to = column_of_end_[head];
            if (to == no_column || !(base < best_[to])) return;
            best_[to] = base;
            exit_[to] = e;
            no_less_[to] = 0;
            return;
        }
        const T* const own = distances_.row(from);
        const T* const onward = distances_.row(head);
        const bool costly = base > 0;
        for (std::size_t to = 0; to < best_.size(); ++to) {
            const T candidate = sum(base, onward[to]);
            const bool better = candidate < best_[to];
            best_[to] = better ? candidate : best_[to];
            exit_[to] = better ? e : exit_[to];
            if constexpr (marking) {
                const bool no_less = costly ? onward[to] >= own[to] : onward[to] > own[to];
                no_less_[to] = better ? no_less : no_less_[to];
            }
        }
    }

    // Columns without a step are doubtful, too, except those of the class itself.
    void mark_ends(NodeIndex from) {
        const ZeroClasses& classes = of_.prepared.classes;
        const T* const own = distances_.row(from);
        for (std::size_t to = 0; to < exit_.size(); ++to) {
            const bool any = distances_.columns[to] != from && is_reachable(own[to]);
            no_less_[to] = any ? no_less_[to] | std::uint8_t{exit_[to] == no_exit} : std::uint8_t{0};
        }
        for (const NodeIndex member : classes.members(classes.class_of(from))) {
            if (column_of_end_[member] != no_column) no_less_[column_of_end_[member]] = 0;
        }
    }

    const HopNetwork<T>& of_;
    const FinishedDistances<T>& distances_;
    std::span<const std::uint32_t> column_of_end_;
    std::vector<T> best_;
    std::vector<std::uint32_t> exit_;
    std::vector<std::uint8_t> no_less_;
};

// Returns the positions in `rows`, grouped by class.
std::vector<std::vector<std::size_t>> grouped_by_class(const ZeroClasses& classes, std::span<const NodeIndex> rows) {
    std::vector<std::size_t> positions(rows.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    const auto class_at = [&](std::size_t i) { return classes.class_of(rows[i]); };
    if (classes.contracted() != 0) std::ranges::stable_sort(positions, {}, class_at);
    std::vector<std::vector<std::size_t>> groups;
    for (const std::size_t i : positions) {
        if (groups.empty() || class_at(groups.back().front()) != class_at(i)) groups.emplace_back();
        groups.back().push_back(i);
    }
    return groups;
}

}  // namespace

template <class T>
void next_hops_from_distances(const HopNetwork<T>& of, std::span<const NodeIndex> rows,
                              const FinishedDistances<T>& distances, void* hops, std::size_t hop_bytes,
                              std::vector<std::atomic<std::uint8_t>>* doubtful) {
    const std::size_t columns = distances.columns.size();
    const std::vector<std::uint32_t> column_of_end = columns_by_end(of.network.node_count(), distances.ends);
    const auto write = [&](const ClassRows<T>& of_class, std::size_t i) {
        switch (hop_bytes) {
            case 1: return of_class.write(rows[i], static_cast<std::uint8_t*>(hops) + i * columns);
            case 2: return of_class.write(rows[i], static_cast<std::uint16_t*>(hops) + i * columns);
            default: return of_class.write(rows[i], static_cast<std::uint32_t*>(hops) + i * columns);
        }
    };
    const auto find = [&](NodeIndex from) {
        ClassRows<T> found(of, distances, column_of_end);
        doubtful == nullptr ? found.template find<false>(from) : found.template find<true>(from);
        for (std::size_t to = 0; doubtful != nullptr && to < columns; ++to) {
            if (found.no_less()[to] != 0) (*doubtful)[to].store(1, std::memory_order_relaxed);
        }
        return found;
    };
    // Threads share the groups, and the rows of large ones.
    constexpr std::size_t large = 64;
    const auto groups = grouped_by_class(of.prepared.classes, rows);
    parallel_for(groups.size(), [&](std::size_t g) {
        if (groups[g].size() >= large) return;
        const ClassRows<T> found = find(rows[groups[g].front()]);
        for (const std::size_t i : groups[g]) write(found, i);
    });
    for (const std::vector<std::size_t>& group : groups) {
        if (group.size() < large) continue;
        const ClassRows<T> found = find(rows[group.front()]);
        parallel_for(group.size(), [&](std::size_t i) { write(found, group[i]); });
    }
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

// ---- Trees of hops

namespace {

constexpr std::size_t block_columns = 64;  // so that rows are read in runs of consecutive cells

enum class State : std::uint8_t { unknown, on_walk, reaches };

// Returns true if following the hops towards a target leads from every row's node with a path to it. `own`: the row of
// the target's node; `distances`: the column's first one, each `stride` after the one before.
template <class T>
bool is_tree(const HopGraph& graph, std::uint32_t own, std::uint32_t target, std::span<const std::uint32_t> hop,
             const T* distances, std::size_t stride) {
    std::vector<State> state(graph.node_count, State::unknown);
    std::vector<std::uint32_t> walk;
    state[target] = state[own] = State::reaches;
    for (std::uint32_t start = 0; start < hop.size(); ++start) {
        if (state[start] == State::reaches || !is_reachable(distances[start * stride])) continue;
        walk.clear();
        std::uint32_t node = start;
        while (state[node] == State::unknown) {
            if (hop[node] == NextHops::none) return false;
            state[node] = State::on_walk;
            walk.push_back(node);
            node = graph.head_of(node, hop[node]);
        }
        if (state[node] == State::on_walk) return false;
        for (const std::uint32_t passed : walk) state[passed] = State::reaches;
    }
    return true;
}

}  // namespace

// Nodes settle in order of distance, so hops cannot close a circle.
std::vector<std::uint32_t> shortest_path_hops(const HopGraph& graph, std::uint32_t target) {
    std::vector<double> distance(graph.node_count, std::numeric_limits<double>::infinity());
    std::vector<std::uint32_t> hop(graph.node_count, NextHops::none);
    distance[target] = 0;
    network::heap_search<double>(
        distance, std::array{NodeIndex{target}},
        [&](NodeIndex head, double) {
            return head == target || graph.may_pass(head) ? network::Settled::relax_arcs : network::Settled::skip_arcs;
        },
        [&](NodeIndex head, const auto& relax) {
            graph.for_each_in_arc(head, [&](std::uint32_t tail, std::uint32_t step, double cost) {
                if (relax(tail, cost)) hop[tail] = step;
            });
        });
    return hop;
}

template <class T>
std::uint64_t repair_hop_trees(const HopGraph& graph, std::span<const NodeIndex> starts,
                               std::span<const NodeIndex> ends, std::span<const T> distances, NextHops& hops) {
    const std::size_t n = ends.size();
    const std::size_t rows = hops.row_count();
    std::atomic<std::uint64_t> repaired{0};
    parallel_for((n + block_columns - 1) / block_columns, [&](std::size_t b) {
        const std::size_t first = b * block_columns;
        const std::size_t last = std::min(n, first + block_columns);
        std::vector<std::vector<std::uint32_t>> columns(last - first, std::vector<std::uint32_t>(rows));
        for (std::size_t from = 0; from < rows; ++from) {
            for (std::size_t to = first; to < last; ++to) columns[to - first][from] = hops.at(from, to);
        }
        for (std::size_t to = first; to < last; ++to) {
            std::vector<std::uint32_t>& column = columns[to - first];
            if (is_tree(graph, starts[to], ends[to], column, distances.data() + to, n)) continue;
            column = shortest_path_hops(graph, ends[to]);
            for (std::size_t from = 0; from < rows; ++from) hops.set(from, to, column[from]);
            ++repaired;
        }
    });
    return repaired;
}

template std::uint64_t repair_hop_trees(const HopGraph&, std::span<const NodeIndex>, std::span<const NodeIndex>,
                                        std::span<const float>, NextHops&);
template std::uint64_t repair_hop_trees(const HopGraph&, std::span<const NodeIndex>, std::span<const NodeIndex>,
                                        std::span<const double>, NextHops&);

// ---- The graphs for the check

template <class T>
HopGraph hop_graph(const HopNetwork<T>& of) {
    const RoadNetwork& network = of.network;
    AdjacencyArray by_head = build_adjacency(network.node_count(), network.head);
    std::vector<std::uint32_t> ordinal(network.arc_count());  // of each arc at its tail
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        const auto out = of.adjacency.out_arcs(node);
        for (std::uint32_t i = 0; i < out.size(); ++i) ordinal[out[i]] = i;
    }
    HopGraph graph;
    graph.node_count = network.node_count();
    graph.head_of = [of](std::uint32_t from, std::uint32_t hop) {
        return of.network.head[of.adjacency.out_arcs(from)[hop]];
    };
    graph.may_pass = [of](std::uint32_t node) { return !of.network.is_no_through(node); };
    graph.for_each_in_arc = [of, by_head = std::move(by_head), ordinal = std::move(ordinal)](std::uint32_t head,
                                                                                             const auto& visit) {
        for (const ArcIndex arc : by_head.out_arcs(head)) {
            const NodeIndex tail = of.network.tail[arc];
            if (tail == head || !is_reachable(of.costs[arc])) continue;
            visit(tail, ordinal[arc], of.prepared.reduced(tail, head, of.costs[arc]));
        }
    };
    return graph;
}

template <class T>
HopGraph hop_graph(const CostMatrix& matrix, const Prepared<T>& prepared) {
    const std::span<const T> costs = matrix.values<T>();
    const auto n = static_cast<std::uint32_t>(matrix.node_count());
    HopGraph graph;
    graph.node_count = n;
    graph.head_of = [](std::uint32_t, std::uint32_t hop) { return hop; };
    graph.may_pass = [](std::uint32_t) { return true; };
    graph.for_each_in_arc = [costs, n, &prepared](std::uint32_t head, const auto& visit) {
        for (std::uint32_t tail = 0; tail < n; ++tail) {
            const T cost = costs[std::size_t{tail} * n + head];
            if (tail != head && is_reachable(cost)) visit(tail, head, prepared.reduced(tail, head, cost));
        }
    };
    return graph;
}

template HopGraph hop_graph(const HopNetwork<float>&);
template HopGraph hop_graph(const HopNetwork<double>&);
template HopGraph hop_graph(const CostMatrix&, const Prepared<float>&);
template HopGraph hop_graph(const CostMatrix&, const Prepared<double>&);

}  // namespace allways::engine
