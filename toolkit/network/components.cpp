#include "allways/network/components.h"

#include <algorithm>

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

namespace allways {

namespace {

std::size_t largest_of(const Components& components) {
    std::vector<std::size_t> size(components.count, 0);
    for (const std::uint32_t component : components.of) ++size[component];
    return size.empty() ? 0 : *std::max_element(size.begin(), size.end());
}

}  // namespace

// With every arc in both directions, the strong components are the weak ones.
Components weak_components(const RoadNetwork& network) {
    std::vector<NodeIndex> tail = network.tail;
    std::vector<NodeIndex> head = network.head;
    tail.insert(tail.end(), network.head.begin(), network.head.end());
    head.insert(head.end(), network.tail.begin(), network.tail.end());
    return strong_components(network.node_count(), tail, head);
}

Components strong_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head) {
    using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                     boost::no_property, NodeIndex, std::size_t>;
    std::vector<std::pair<NodeIndex, NodeIndex>> arcs(tail.size());
    for (std::size_t arc = 0; arc < tail.size(); ++arc) arcs[arc] = {tail[arc], head[arc]};
    const Graph graph(boost::edges_are_unsorted_multi_pass, arcs.begin(), arcs.end(),
                      static_cast<NodeIndex>(node_count));

    Components components;
    components.of.resize(node_count);
    const auto index = boost::get(boost::vertex_index, graph);
    components.count = boost::strong_components(graph, boost::make_iterator_property_map(components.of.begin(), index));
    components.largest = largest_of(components);
    return components;
}

Components strong_components(const RoadNetwork& network) {
    return strong_components(network.node_count(), network.tail, network.head);
}

std::vector<NodeIndex> largest_strong_component(std::size_t node_count, std::span<const NodeIndex> tail,
                                                std::span<const NodeIndex> head,
                                                std::span<const std::uint8_t> no_through) {
    const bool all_blocked = std::ranges::all_of(no_through, [](std::uint8_t mark) { return mark != 0; });
    const auto counts = [&](NodeIndex node) { return no_through.empty() || all_blocked || no_through[node] == 0; };
    std::vector<NodeIndex> used_tail;
    std::vector<NodeIndex> used_head;
    for (std::size_t arc = 0; arc < tail.size(); ++arc) {
        if (!counts(tail[arc]) || !counts(head[arc])) continue;
        used_tail.push_back(tail[arc]);
        used_head.push_back(head[arc]);
    }
    const Components components = strong_components(node_count, used_tail, used_head);
    std::vector<std::vector<NodeIndex>> members(components.count);
    for (NodeIndex node = 0; node < node_count; ++node) {
        if (counts(node)) members[components.of[node]].push_back(node);
    }
    std::vector<NodeIndex> largest;
    for (auto& nodes : members) {
        const bool before = nodes.size() == largest.size() && !nodes.empty() && nodes.front() < largest.front();
        if (nodes.size() > largest.size() || before) largest = std::move(nodes);
    }
    return largest;
}

}  // namespace allways
