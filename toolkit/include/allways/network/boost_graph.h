// SPDX-License-Identifier: Apache-2.0
// A road network as a Boost.Graph, and a Boost.Graph as a road network. As a graph, algorithms such as
// dijkstra_shortest_paths and strong_components run on the adjacency array itself, without copying. Models
// VertexListGraph and IncidenceGraph.
//
//     NetworkGraph graph(adjacency, network.head);
//     boost::strong_components(graph, component_map);
//
// Shortest paths may not pass no-through nodes. A view with these marks hides their out-arcs, except those of `start`,
// so a search from `start` keeps the rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>

#include "allways/base/ids.h"
#include "allways/network/adjacency.h"
#include "allways/network/make_network.h"

namespace allways {

// Borrows everything it is built from. To search against the arcs, pass the adjacency built from `head`, and `tail` as
// the arcs' far nodes.
class NetworkGraph {
public:
    // One arc; `arc` indexes the network's arc arrays.
    struct Edge {
        NodeIndex tail = no_node;
        NodeIndex head = no_node;
        ArcIndex arc = no_arc;
        friend bool operator==(const Edge&, const Edge&) = default;
    };

    // Walks the arcs of one group of the adjacency array.
    class OutEdgeIterator {
    public:
        using iterator_category = std::input_iterator_tag;  // dereferencing makes a value
        using value_type = Edge;
        using difference_type = std::ptrdiff_t;
        using pointer = const Edge*;
        using reference = Edge;

        OutEdgeIterator() = default;
        OutEdgeIterator(NodeIndex tail, const ArcIndex* at, const NodeIndex* head)
            : tail_(tail), at_(at), head_(head) {}
        Edge operator*() const { return {tail_, head_[*at_], *at_}; }
        OutEdgeIterator& operator++() {
            ++at_;
            return *this;
        }
        OutEdgeIterator operator++(int) {
            OutEdgeIterator before = *this;
            ++at_;
            return before;
        }
        friend bool operator==(const OutEdgeIterator& a, const OutEdgeIterator& b) { return a.at_ == b.at_; }

    private:
        NodeIndex tail_ = no_node;
        const ArcIndex* at_ = nullptr;
        const NodeIndex* head_ = nullptr;
    };

    // The names that Boost's graph_traits reads.
    using vertex_descriptor = NodeIndex;
    using edge_descriptor = Edge;
    using directed_category = boost::directed_tag;
    using edge_parallel_category = boost::allow_parallel_edge_tag;
    struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};
    using vertex_iterator = boost::counting_iterator<NodeIndex>;
    using out_edge_iterator = OutEdgeIterator;
    using vertices_size_type = std::size_t;
    using edges_size_type = std::size_t;
    using degree_size_type = std::size_t;
    static vertex_descriptor null_vertex() { return no_node; }

    NetworkGraph(const AdjacencyArray& adjacency, std::span<const NodeIndex> head)
        : adjacency_(&adjacency), head_(head) {}
    // `no_through`: empty, or nonzero for nodes whose out-arcs are usable only in a search that starts there.
    NetworkGraph(const AdjacencyArray& adjacency, std::span<const NodeIndex> head,
                 std::span<const std::uint8_t> no_through, NodeIndex start)
        : adjacency_(&adjacency), head_(head), no_through_(no_through), start_(start) {}

    std::size_t node_count() const { return adjacency_->node_count(); }
    std::span<const ArcIndex> out_arcs(NodeIndex node) const {
        if (!no_through_.empty() && no_through_[node] != 0 && node != start_) return {};
        return adjacency_->out_arcs(node);
    }
    const NodeIndex* heads() const { return head_.data(); }

private:
    const AdjacencyArray* adjacency_;
    std::span<const NodeIndex> head_;
    std::span<const std::uint8_t> no_through_;
    NodeIndex start_ = no_node;
};

inline std::size_t num_vertices(const NetworkGraph& graph) {
    return graph.node_count();
}

inline std::pair<NetworkGraph::vertex_iterator, NetworkGraph::vertex_iterator> vertices(const NetworkGraph& graph) {
    return {NetworkGraph::vertex_iterator(0),
            NetworkGraph::vertex_iterator(static_cast<NodeIndex>(graph.node_count()))};
}

inline std::pair<NetworkGraph::OutEdgeIterator, NetworkGraph::OutEdgeIterator> out_edges(NodeIndex node,
                                                                                         const NetworkGraph& graph) {
    const auto arcs = graph.out_arcs(node);
    return {{node, arcs.data(), graph.heads()}, {node, arcs.data() + arcs.size(), graph.heads()}};
}

inline std::size_t out_degree(NodeIndex node, const NetworkGraph& graph) {
    return graph.out_arcs(node).size();
}
inline NodeIndex source(const NetworkGraph::Edge& edge, const NetworkGraph&) {
    return edge.tail;
}
inline NodeIndex target(const NetworkGraph::Edge& edge, const NetworkGraph&) {
    return edge.head;
}

inline boost::typed_identity_property_map<NodeIndex> get(boost::vertex_index_t, const NetworkGraph&) {
    return {};
}
inline NodeIndex get(boost::vertex_index_t, const NetworkGraph&, NodeIndex node) {
    return node;
}

}  // namespace allways

template <>
struct boost::property_map<allways::NetworkGraph, boost::vertex_index_t> {
    using type = boost::typed_identity_property_map<allways::NodeIndex>;
    using const_type = type;
};

namespace allways {

// Converts a Boost graph (EdgeListGraph with vertex_index) and its weights to a network, vertices in the order of their
// index. The edges of an undirected graph become one arc each way. Throws as make_network. O(n + m).
template <class Graph, class WeightMap>
RoadNetwork make_network(const Graph& graph, WeightMap weights, std::string name = "cost", std::string unit = {}) {
    constexpr bool undirected =
        std::is_convertible_v<typename boost::graph_traits<Graph>::directed_category, boost::undirected_tag>;
    std::vector<NodeIndex> tail;
    std::vector<NodeIndex> head;
    std::vector<double> cost;
    const auto [begin, end] = edges(graph);
    for (auto edge = begin; edge != end; ++edge) {
        const auto from = static_cast<NodeIndex>(get(boost::vertex_index, graph, source(*edge, graph)));
        const auto to = static_cast<NodeIndex>(get(boost::vertex_index, graph, target(*edge, graph)));
        const auto weight = static_cast<double>(get(weights, *edge));
        tail.push_back(from);
        head.push_back(to);
        cost.push_back(weight);
        if (!undirected) continue;
        tail.push_back(to);
        head.push_back(from);
        cost.push_back(weight);
    }
    return make_network({.tail = tail,
                         .head = head,
                         .cost = cost,
                         .name = std::move(name),
                         .unit = std::move(unit),
                         .nodes = static_cast<std::size_t>(num_vertices(graph))});
}

}  // namespace allways
