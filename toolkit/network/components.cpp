#include "allways/network/components.h"

#include <algorithm>
#include <limits>

#include "base/blocks.h"
#include "network/metered.h"

namespace allways {

// With every arc in both directions, the strong components are the weak ones.
Components weak_components(const RoadNetwork& network) {
    std::vector<NodeIndex> tail = network.tail;
    std::vector<NodeIndex> head = network.head;
    tail.insert(tail.end(), network.head.begin(), network.head.end());
    head.insert(head.end(), network.tail.begin(), network.tail.end());
    return strong_components(network.node_count(), tail, head);
}

// Tarjan 1972, without recursion: a node's `low` is the earliest node in the search that it reaches by arcs of its
// subtree and one more. Nodes of finished components count as reached by none.
Components strong_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head,
                             WorkMeter& meter) {
    constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
    const AdjacencyArray out = build_adjacency(node_count, tail, meter);
    Components components;
    components.of.assign(node_count, unseen);
    std::vector<std::uint32_t> low(node_count, unseen);
    std::vector<std::size_t> next(out.first_out.begin(), out.first_out.end() - 1);  // arc to look at
    std::vector<NodeIndex> open;  // nodes in no finished component, in the order of discovery
    std::vector<NodeIndex> path;  // from the search's root to where it is
    std::vector<std::uint32_t> seen(node_count);
    std::uint32_t found = 0;
    std::size_t largest = 0;
    const auto discover = [&](NodeIndex node) {
        if (found % block_size == 0) meter.check();
        seen[node] = low[node] = found++;
        open.push_back(node);
        path.push_back(node);
    };
    const auto finish = [&](NodeIndex node) {
        const std::size_t open_before = open.size();
        for (NodeIndex member = no_node; member != node;) {
            member = open.back();
            open.pop_back();
            components.of[member] = components.count;
        }
        ++components.count;
        largest = std::max(largest, open_before - open.size());
    };
    const auto search_from = [&](NodeIndex root) {
        discover(root);
        while (!path.empty()) {
            const NodeIndex node = path.back();
            if (next[node] < out.first_out[node + 1]) {
                const NodeIndex reached = head[out.arcs[next[node]++]];
                if (low[reached] == unseen)
                    discover(reached);
                else if (components.of[reached] == unseen)
                    low[node] = std::min(low[node], seen[reached]);
                continue;
            }
            path.pop_back();
            if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[node]);
            if (low[node] == seen[node]) finish(node);
        }
    };
    run_alone(node_count, meter, [&] {
        for (NodeIndex root = 0; root < node_count; ++root) {
            if (low[root] == unseen) search_from(root);
        }
    });
    components.largest = largest;
    return components;
}

Components strong_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head) {
    WorkMeter unmetered;
    return strong_components(node_count, tail, head, unmetered);
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
