#include "engine/hop_graphs.h"

#include <algorithm>
#include <memory>

#include "cost/potentials.h"
#include "cost/usable_arcs.h"

namespace allways::engine {

namespace {

// A network's arcs by head, with the ordinal each has at its tail.
struct InArcs {
    AdjacencyArray by_head;
    std::vector<std::uint32_t> ordinal;
    std::vector<double> cost;  // >= 0; unreachable where the arc is not used
};

// Reduced costs: cost + h[tail] - h[head], never below zero. A no-through node has a potential of its own as a head.
template <class T>
std::vector<double> reduced_costs(const RoadNetwork& network, std::span<const T> costs) {
    const auto arcs = cost::usable_arcs<double>(
        network, [&](std::size_t arc) { return double(costs[arc]); },
        [&](std::size_t arc) { return is_reachable(costs[arc]); });
    const auto potentials = cost::find_potentials<double>(
        arcs.role_count,
        [&](auto&& visit) {
            for (std::size_t i = 0; i < arcs.size(); ++i) visit(arcs.tail[i], arcs.head[i], arcs.cost[i]);
        },
        cost::potential_tolerance<T>);
    std::vector<double> reduced(network.arc_count(), unreachable_cost<double>);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const double cost = arcs.cost[i] + potentials.of[arcs.tail[i]] - potentials.of[arcs.head[i]];
        reduced[arcs.arc[i]] = std::max(0.0, cost);
    }
    return reduced;
}

}  // namespace

template <class T>
HopGraph hop_graph(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const T> costs,
                   bool has_negative_costs) {
    auto in = std::make_shared<InArcs>();
    in->by_head = build_adjacency(network.node_count(), network.head);
    in->ordinal.resize(network.arc_count());
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        const auto out = adjacency.out_arcs(node);
        for (std::uint32_t i = 0; i < out.size(); ++i) in->ordinal[out[i]] = i;
    }
    if (has_negative_costs) in->cost = reduced_costs(network, costs);
    else in->cost.assign(costs.begin(), costs.end());

    HopGraph graph;
    graph.node_count = network.node_count();
    graph.head_of = [&network, &adjacency](std::uint32_t from, std::uint32_t hop) {
        return network.head[adjacency.out_arcs(from)[hop]];
    };
    graph.may_pass = [&network](std::uint32_t node) { return !network.is_no_through(node); };
    graph.for_each_in_arc = [&network, in](std::uint32_t head, const auto& visit) {
        for (const ArcIndex arc : in->by_head.out_arcs(head)) {
            if (network.tail[arc] == head || !is_reachable(in->cost[arc])) continue;
            visit(network.tail[arc], in->ordinal[arc], in->cost[arc]);
        }
    };
    return graph;
}

template <class T>
HopGraph hop_graph(const CostMatrix& matrix, bool has_negative_costs) {
    const std::span<const T> values = matrix.values<T>();
    const auto n = static_cast<std::uint32_t>(matrix.node_count());
    const auto cost_of = [values, n](std::uint32_t tail, std::uint32_t head) {
        return values[std::size_t{tail} * n + head];
    };
    auto potential = std::make_shared<std::vector<double>>(n, 0.0);
    if (has_negative_costs) {
        const auto for_each_arc = [&](auto&& visit) {
            for (std::uint32_t tail = 0; tail < n; ++tail) {
                for (std::uint32_t head = 0; head < n; ++head) {
                    if (tail != head && is_reachable(cost_of(tail, head))) visit(tail, head, double(cost_of(tail, head)));
                }
            }
        };
        *potential = cost::find_potentials<double>(n, for_each_arc, cost::potential_tolerance<T>).of;
    }
    HopGraph graph;
    graph.node_count = n;
    graph.head_of = [](std::uint32_t, std::uint32_t hop) { return hop; };
    graph.may_pass = [](std::uint32_t) { return true; };
    graph.for_each_in_arc = [cost_of, n, potential](std::uint32_t head, const auto& visit) {
        for (std::uint32_t tail = 0; tail < n; ++tail) {
            if (tail == head || !is_reachable(cost_of(tail, head))) continue;
            const double cost = double(cost_of(tail, head)) + (*potential)[tail] - (*potential)[head];
            visit(tail, head, std::max(0.0, cost));
        }
    };
    return graph;
}

template HopGraph hop_graph<float>(const RoadNetwork&, const AdjacencyArray&, std::span<const float>, bool);
template HopGraph hop_graph<double>(const RoadNetwork&, const AdjacencyArray&, std::span<const double>, bool);
template HopGraph hop_graph<float>(const CostMatrix&, bool);
template HopGraph hop_graph<double>(const CostMatrix&, bool);

}  // namespace allways::engine
