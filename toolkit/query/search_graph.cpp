// SPDX-License-Identifier: Apache-2.0
#include "query/search_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/property_map/function_property_map.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/boost_graph.h"
#include "cost/potentials.h"
#include "network/heap_search.h"

namespace allways::query {

namespace {

template <class T, class Value>
void add_potentials(const RoadNetwork& network, const std::vector<T>& raw, const std::string& name,
                    SearchGraph<Value>& graph) {
    using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    const auto arcs = cost::usable_arcs<Wide>(
        network, [&](std::size_t arc) { return Wide(raw[arc]); },
        [&](std::size_t arc) { return is_reachable(raw[arc]); });
    const auto potentials = cost::network_potentials(network, arcs, raw, name);
    if (!potentials.cycle.empty()) cost::throw_negative_cycle(potentials.cycle, network.node_ids);

    const std::size_t n = network.node_count();
    graph.tail_potential.assign(potentials.of.begin(), potentials.of.begin() + static_cast<std::ptrdiff_t>(n));
    graph.head_potential.resize(n);
    for (std::size_t node = 0; node < n; ++node)
        graph.head_potential[node] = static_cast<Value>(potentials.of[arcs.head_role[node]]);
    for (std::size_t at = 0; at < graph.cost.size(); ++at) {
        Value& cost = graph.cost[at];
        if (cost == SearchGraph<Value>::unreachable) continue;
        // Rounding may leave a float slightly below zero.
        cost =
            std::max(Value{0}, cost + graph.tail_potential[graph.tail[at]] - graph.head_potential[graph.arcs.head[at]]);
    }
}

struct Settled {};

// Counts arcs and costs along the tree as arcs are relaxed, and stops the search at the first node farther than
// `until`.
template <class Value>
class SearchVisitor : public boost::dijkstra_visitor<> {
public:
    SearchVisitor(const SearchGraph<Value>& graph, SearchTree<Value>& tree, NodeIndex until)
        : graph_(&graph), tree_(&tree), until_(until) {}

    void examine_vertex(NodeIndex node, const NetworkGraph&) const {
        if (until_ != no_node && tree_->distance[node] > tree_->distance[until_]) throw Settled();
    }
    void edge_relaxed(const NetworkGraph::Edge& edge, const NetworkGraph&) const {
        tree_->arc[edge.head] = edge.arc;
        tree_->arcs[edge.head] = tree_->arcs[edge.tail] + 1;
        const double raw =
            std::visit([&](const auto& cost) { return static_cast<double>(cost[edge.arc]); }, graph_->arcs.cost);
        tree_->magnitude[edge.head] = tree_->magnitude[edge.tail] + std::abs(raw);
    }

private:
    const SearchGraph<Value>* graph_;
    SearchTree<Value>* tree_;
    NodeIndex until_;
};

}  // namespace

template <class Value>
SearchGraph<Value> build_search_graph(const RoadNetwork& network, const ArcCosts& costs) {
    const std::size_t count = std::visit([](const auto& values) { return values.size(); }, costs.values);
    if (count != network.arc_count()) {
        throw InvalidArgument(format("expected {} costs, one per arc, found {}", network.arc_count(), count));
    }
    SearchGraph<Value> graph;
    graph.out = build_adjacency(network.node_count(), network.tail);
    graph.arcs = table_arcs(network, graph.out, costs.values);
    graph.tail.reserve(network.arc_count());
    for (const ArcIndex arc : graph.out.arcs) graph.tail.push_back(network.tail[arc]);
    std::iota(graph.out.arcs.begin(), graph.out.arcs.end(), ArcIndex{0});
    graph.in = build_adjacency(network.node_count(), graph.arcs.head);
    graph.no_through = network.no_through;

    graph.cost.assign(count, SearchGraph<Value>::unreachable);
    bool has_negative = false;
    std::visit(
        [&](const auto& raw) {
            for (std::size_t at = 0; at < count; ++at) {
                if (graph.tail[at] == graph.arcs.head[at] || !is_reachable(raw[at])) continue;
                graph.cost[at] = Value(raw[at]);
                has_negative |= raw[at] < 0;
            }
        },
        graph.arcs.cost);
    if (has_negative) {
        std::visit([&](const auto& raw) { add_potentials(network, raw, costs.scale.name, graph); }, costs.values);
    }
    return graph;
}

template <class Value>
SearchTree<Value> search(const SearchGraph<Value>& graph, NodeIndex root, Direction direction, NodeIndex until) {
    const std::size_t n = graph.node_count();
    SearchTree<Value> tree;
    tree.distance.resize(n);
    tree.arc.assign(n, no_arc);
    tree.arcs.assign(n, 0);
    tree.magnitude.assign(n, 0);
    const bool forward = direction == Direction::from_root;
    const std::span<const NodeIndex> far_end = forward ? std::span<const NodeIndex>(graph.arcs.head) : graph.tail;
    const NetworkGraph view(forward ? graph.out : graph.in, far_end, graph.no_through, root);
    const auto cost = boost::make_function_property_map<NetworkGraph::Edge>(
        [&](const NetworkGraph::Edge& edge) { return graph.cost[edge.arc]; });
    try {
        boost::dijkstra_shortest_paths(
            view, root,
            boost::distance_map(
                boost::make_iterator_property_map(tree.distance.begin(), get(boost::vertex_index, view)))
                .weight_map(cost)
                .distance_inf(SearchGraph<Value>::unreachable)
                .distance_combine(boost::closed_plus<Value>(SearchGraph<Value>::unreachable))  // never wraps
                .visitor(SearchVisitor<Value>(graph, tree, until)));
    } catch (const Settled&) {
    }
    return tree;
}

std::vector<double> distances_from_node(const TableArcs& arcs, std::span<const std::uint8_t> no_through,
                                        NodeIndex from) {
    std::vector<double> distance(arcs.first_out.size() - 1, std::numeric_limits<double>::infinity());
    distance[from] = 0;
    const auto settle = [&](NodeIndex node, double) {
        const bool is_closed = node != from && !no_through.empty() && no_through[node] != 0;
        return is_closed ? network::Settled::skip_arcs : network::Settled::relax_arcs;
    };
    std::visit(
        [&](const auto& costs) {
            network::heap_search<double>(distance, std::span(&from, 1), settle, [&](NodeIndex node, const auto& relax) {
                for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
                    if (is_reachable(costs[arc])) relax(arcs.head[arc], static_cast<double>(costs[arc]));
                }
            });
        },
        arcs.cost);
    return distance;
}

template SearchGraph<std::int64_t> build_search_graph(const RoadNetwork&, const ArcCosts&);
template SearchGraph<double> build_search_graph(const RoadNetwork&, const ArcCosts&);
template SearchTree<std::int64_t> search(const SearchGraph<std::int64_t>&, NodeIndex, Direction, NodeIndex);
template SearchTree<double> search(const SearchGraph<double>&, NodeIndex, Direction, NodeIndex);

}  // namespace allways::query
