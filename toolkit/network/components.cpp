// SPDX-License-Identifier: Apache-2.0
#include "allways/network/components.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/threads/blocks.h"
#include "network/metered.h"

namespace allways {

// Union–find: a tree for each component, whose root is its lowest node.
Components weak_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head,
                           WorkMeter& meter) {
    std::vector<NodeIndex> parent(node_count);
    std::iota(parent.begin(), parent.end(), NodeIndex{0});
    const auto root_of = [&](NodeIndex node) {
        while (parent[node] != node) node = parent[node] = parent[parent[node]];
        return node;
    };
    const auto join = [&](std::size_t begin, std::size_t end) {
        for (std::size_t arc = begin; arc < end; ++arc) {
            const NodeIndex a = root_of(tail[arc]);
            const NodeIndex b = root_of(head[arc]);
            parent[std::max(a, b)] = std::min(a, b);
        }
    };
    for_each_block(tail.size(), meter, join, 1);
    Components components;
    components.of = std::move(parent);
    std::vector<std::size_t> size;
    for (NodeIndex node = 0; node < node_count; ++node) {  // parents come before their children
        std::uint32_t& of = components.of[node];
        if (of == node) size.push_back(0);
        of = of == node ? components.count++ : components.of[of];
        ++size[of];
    }
    components.largest = size.empty() ? 0 : *std::ranges::max_element(size);
    return components;
}

Components weak_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head) {
    WorkMeter unmetered;
    return weak_components(node_count, tail, head, unmetered);
}

Components weak_components(const RoadNetwork& network) {
    return weak_components(network.node_count(), network.tail, network.head);
}

// Tarjan's search (1972) with one number for each node (D. Pearce, A space-efficient algorithm for finding strongly
// connected components, 2016), without recursion. While a node is open, its number is that of the earliest open node
// that it is known to reach, counted from 1. Afterwards it is the node's component, counted down from the largest
// number, so that it exceeds the number of every open node.
Components strong_components(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head,
                             WorkMeter& meter) {
    constexpr std::uint32_t first_component = std::numeric_limits<std::uint32_t>::max();
    const AdjacencyArray out = build_adjacency(node_count, tail, meter);
    const auto heads = made_vector<NodeIndex>(tail.size(), meter, [&](std::size_t i) { return head[out.arcs[i]]; });

    struct Visit {
        NodeIndex node;
        std::uint32_t seen;  // its position among open nodes
        std::size_t next;    // the next arc to examine
    };
    Components components;
    std::vector<std::uint32_t>& earliest = components.of;
    earliest.assign(node_count, 0);
    std::vector<Visit> path;       // from the root of the search to its current node
    std::vector<NodeIndex> open;   // nodes that the search has left but whose components are not finished
    std::uint32_t open_count = 0;  // including the nodes on the path
    std::size_t found = 0;
    const auto discover = [&](NodeIndex node) {
        if (found++ % block_size == 0) meter.check();
        earliest[node] = ++open_count;
        path.push_back({node, open_count, out.first_out[node]});
    };
    const auto leave = [&](const Visit& step) {
        if (earliest[step.node] != step.seen) return open.push_back(step.node);
        const std::uint32_t component = first_component - components.count++;
        earliest[step.node] = component;
        std::size_t size = 1;
        for (; !open.empty() && earliest[open.back()] >= step.seen; ++size) {
            earliest[open.back()] = component;
            open.pop_back();
        }
        open_count -= static_cast<std::uint32_t>(size);
        components.largest = std::max(components.largest, size);
    };
    const auto search_from = [&](NodeIndex root) {
        discover(root);
        while (!path.empty()) {
            Visit& step = path.back();
            if (step.next < out.first_out[step.node + 1]) {
                const NodeIndex reached = heads[step.next++];
                if (earliest[reached] == 0)
                    discover(reached);
                else
                    earliest[step.node] = std::min(earliest[step.node], earliest[reached]);
                continue;
            }
            const Visit left = step;
            path.pop_back();
            leave(left);
            if (!path.empty()) {
                std::uint32_t& before = earliest[path.back().node];
                before = std::min(before, earliest[left.node]);
            }
        }
    };
    run_alone(node_count, meter, [&] {
        for (NodeIndex root = 0; root < node_count; ++root) {
            if (earliest[root] == 0) search_from(root);
        }
    });
    for_each_index(node_count, meter, [&](std::size_t node) { earliest[node] = first_component - earliest[node]; });
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
