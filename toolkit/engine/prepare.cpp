#include "engine/prepare.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "cost/path_bound.h"
#include "cost/potentials.h"
#include "cost/usable_arcs.h"

namespace allways::engine {

namespace {

// int64 for exact sums of int32, double for floats.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

// `roles`: the node behind each role of the cycle.
template <class NodeOf>
[[noreturn]] void throw_negative_cycle(const std::vector<std::uint32_t>& roles, NodeOf&& node_of, const IdTable& ids) {
    std::vector<std::uint32_t> cycle;
    std::string text;
    for (const std::uint32_t role : roles) {
        cycle.push_back(node_of(role));
        text += ids.text(cycle.back()) + " -> ";
    }
    text += ids.text(cycle.front());
    throw NegativeCycleError(format("a cycle of negative cost has no shortest path: {}", text), std::move(cycle));
}

// Costs made non-negative (int32), or merely checked for negative cycles (floats).
template <class T>
void remove_negative_costs(const RoadNetwork& network, cost::UsableArcs<Wide<T>>& arcs, Prepared<T>& prepared) {
    prepared.has_negative_costs = std::any_of(arcs.cost.begin(), arcs.cost.end(), [](auto cost) { return cost < 0; });
    if (!prepared.has_negative_costs) return;
    const auto potentials = cost::find_potentials<Wide<T>>(
        arcs.role_count,
        [&](auto&& visit) {
            for (std::size_t i = 0; i < arcs.size(); ++i) visit(arcs.tail[i], arcs.head[i], arcs.cost[i]);
        },
        cost::potential_tolerance<T>);
    if (!potentials.cycle.empty()) {
        throw_negative_cycle(potentials.cycle, [](std::uint32_t role) { return role; }, network.node_ids);
    }
    if constexpr (std::is_integral_v<T>) {
        const auto& h = potentials.of;
        for (std::size_t i = 0; i < arcs.size(); ++i) arcs.cost[i] += h[arcs.tail[i]] - h[arcs.head[i]];
        prepared.tail_potential.assign(h.begin(), h.begin() + static_cast<std::ptrdiff_t>(network.node_count()));
        prepared.head_potential.resize(network.node_count());
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            prepared.head_potential[node] = h[arcs.head_role[node]];
        }
    }
}

// Floats with negative costs are solved as they are, so their zero-cost cycles stay (next hops are checked for them).
template <class T>
bool contracts_zero_cycles(const Prepared<T>& prepared) {
    return std::is_integral_v<T> || !prepared.has_negative_costs;
}

}  // namespace

template <class T>
std::size_t Prepared<T>::max_out_degree() const {
    std::size_t largest = 0;
    for (std::size_t c = 0; c + 1 < first_out.size(); ++c) largest = std::max(largest, first_out[c + 1] - first_out[c]);
    return largest;
}

template <class T>
Prepared<T> prepare(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs) {
    const auto& values = std::get<std::vector<T>>(costs.values);
    Prepared<T> prepared;
    auto arcs = cost::usable_arcs<Wide<T>>(
        network, [&](std::size_t arc) { return Wide<T>(values[arc]); },
        [&](std::size_t arc) { return is_reachable(values[arc]); });
    prepared.arc_count = arcs.size();
    remove_negative_costs(network, arcs, prepared);
    if constexpr (std::is_integral_v<T>) {
        prepared.bound = cost::path_sum_bound(arcs.role_count, arcs.tail, arcs.head, arcs.cost);
    }

    // Reduced cost of each arc of the network; unusable ones stay unreachable, and so do those dearer than any
    // path, which no shortest path takes.
    std::vector<T> reduced(network.arc_count(), unreachable_cost<T>);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (arcs.cost[i] < Wide<T>(unreachable_cost<T>)) reduced[arcs.arc[i]] = static_cast<T>(arcs.cost[i]);
    }

    std::vector<ZeroArc> zero_arcs;
    if (contracts_zero_cycles(prepared)) {
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            const auto out = adjacency.out_arcs(node);
            for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
                const NodeIndex head = network.head[out[ordinal]];
                if (reduced[out[ordinal]] != T{0} || network.is_no_through(node) || network.is_no_through(head)) continue;
                zero_arcs.push_back({node, head, ordinal});
            }
        }
    }
    prepared.classes = ZeroClasses(network.node_count(), std::move(zero_arcs), network.no_through);

    const ZeroClasses& classes = prepared.classes;
    prepared.first_out.assign(1, 0);
    for (std::uint32_t c = 0; c < classes.count(); ++c) {
        for (const NodeIndex node : classes.members(c)) {
            const auto out = adjacency.out_arcs(node);
            for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
                const ArcIndex arc = out[ordinal];
                const std::uint32_t head = classes.class_of(network.head[arc]);
                if (head == c || !is_reachable(reduced[arc])) continue;
                prepared.head.push_back(head);
                prepared.cost.push_back(reduced[arc]);
                prepared.exits.push_back({node, ordinal});
            }
        }
        prepared.first_out.push_back(prepared.head.size());
    }
    return prepared;
}

template <class T>
Prepared<T> prepare(const CostMatrix& matrix) {
    const std::size_t n = matrix.node_count();
    const std::span<const T> values = matrix.values<T>();
    Prepared<T> prepared;
    prepared.is_matrix = true;

    std::vector<ZeroArc> zero_arcs;
    const auto for_each_arc = [&](auto&& visit) {
        for (std::uint32_t i = 0; i < n; ++i) {
            for (std::uint32_t j = 0; j < n; ++j) {
                const T cost = values[i * n + j];
                if (i != j && is_reachable(cost)) visit(i, j, Wide<T>(cost));
            }
        }
    };
    for_each_arc([&](std::uint32_t, std::uint32_t, Wide<T> cost) {
        ++prepared.arc_count;
        prepared.has_negative_costs |= cost < 0;
    });
    if (prepared.has_negative_costs) {
        auto potentials = cost::find_potentials<Wide<T>>(n, for_each_arc, cost::potential_tolerance<T>);
        if (!potentials.cycle.empty()) {
            throw_negative_cycle(potentials.cycle, [](std::uint32_t node) { return node; }, matrix.node_ids());
        }
        if constexpr (std::is_integral_v<T>) {
            prepared.tail_potential = potentials.of;
            prepared.head_potential = std::move(potentials.of);
        }
    }
    const auto reduced_cost = [&](std::uint32_t i, std::uint32_t j, Wide<T> cost) {
        if (prepared.tail_potential.empty()) return cost;
        return static_cast<Wide<T>>(cost + prepared.tail_potential[i] - prepared.head_potential[j]);
    };

    if (contracts_zero_cycles(prepared)) {
        for_each_arc([&](std::uint32_t i, std::uint32_t j, Wide<T> cost) {
            if (reduced_cost(i, j, cost) == 0) zero_arcs.push_back({i, j, j});
        });
    }
    prepared.classes = ZeroClasses(n, std::move(zero_arcs), {});
    const ZeroClasses& classes = prepared.classes;
    if (classes.contracted() == 0 && prepared.tail_potential.empty()) {
        prepared.dense = values;
        return prepared;
    }

    const std::size_t count = classes.count();
    prepared.owned_dense.assign(count * count, unreachable_cost<T>);
    if (classes.contracted() != 0) prepared.ends.assign(count * count, {no_node, no_node});
    for_each_arc([&](std::uint32_t i, std::uint32_t j, Wide<T> cost) {
        const std::size_t cell = classes.class_of(i) * count + classes.class_of(j);
        const Wide<T> reduced = reduced_cost(i, j, cost);
        if (classes.class_of(i) == classes.class_of(j) || reduced >= Wide<T>(prepared.owned_dense[cell])) return;
        prepared.owned_dense[cell] = static_cast<T>(reduced);
        if (!prepared.ends.empty()) prepared.ends[cell] = {i, j};
    });
    prepared.dense = prepared.owned_dense;
    return prepared;
}

#define ALLWAYS_INSTANTIATE(T)                                                                            \
    template struct Prepared<T>;                                                                          \
    template Prepared<T> prepare<T>(const RoadNetwork&, const AdjacencyArray&, const ArcCosts&);          \
    template Prepared<T> prepare<T>(const CostMatrix&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
