// SPDX-License-Identifier: Apache-2.0
#include "allways/network/components.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "allways/network/road_network.h"
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

// ---- as shortest paths see them

namespace {

Components components_of(std::size_t node_count, std::span<const NodeIndex> tail, std::span<const NodeIndex> head,
                         Connection connection, WorkMeter& meter) {
    return connection == Connection::weak ? weak_components(node_count, tail, head, meter)
                                          : strong_components(node_count, tail, head, meter);
}

Components passable_components(const RoadNetwork& network, Connection connection, WorkMeter& meter) {
    std::vector<NodeIndex> tail;
    std::vector<NodeIndex> head;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (network.is_no_through(network.tail[arc]) || network.is_no_through(network.head[arc])) continue;
        tail.push_back(network.tail[arc]);
        head.push_back(network.head[arc]);
    }
    return components_of(network.node_count(), tail, head, connection, meter);
}

void attach_no_through_nodes(const RoadNetwork& network, Connection connection, Components& components) {
    std::vector<std::size_t> size(components.count, 0);
    std::vector<NodeIndex> first(components.count, no_node);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        ++size[components.of[node]];
        first[components.of[node]] = std::min(first[components.of[node]], node);
    }
    std::map<NodeIndex, std::set<std::uint32_t>> to, from;  // the components to and from which arcs of the node lead
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        if (network.is_no_through(tail) == network.is_no_through(head)) continue;
        if (network.is_no_through(tail))
            to[tail].insert(components.of[head]);
        else
            from[head].insert(components.of[tail]);
    }
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (!network.is_no_through(node)) continue;
        std::set<std::uint32_t>& found = to[node];
        if (connection == Connection::weak)
            found.merge(from[node]);
        else
            std::erase_if(found, [&](std::uint32_t component) { return !from[node].contains(component); });
        const auto best = std::ranges::min_element(
            found, {}, [&](std::uint32_t component) { return std::pair(~size[component], first[component]); });
        if (best != found.end()) components.of[node] = *best;
    }
}

// The components of paths; a component whose only node was attached to another has no node.
Components path_components(const RoadNetwork& network, Connection connection, WorkMeter& meter) {
    if (count_no_through(network) == 0) {
        return components_of(network.node_count(), network.tail, network.head, connection, meter);
    }
    Components components = passable_components(network, connection, meter);
    attach_no_through_nodes(network, connection, components);
    return components;
}

// Renumbers the components and drops those without nodes.
void rank(const Components& components, ComponentList& list) {
    std::vector<ComponentList::Entry> entries(components.count);
    for (NodeIndex node = 0; node < components.of.size(); ++node) {
        ComponentList::Entry& entry = entries[components.of[node]];
        if (entry.nodes++ == 0) entry.example = node;
    }
    std::vector<std::uint32_t> order(components.count);
    std::iota(order.begin(), order.end(), 0u);
    std::erase_if(order, [&](std::uint32_t component) { return entries[component].nodes == 0; });
    std::ranges::sort(order, {}, [&](std::uint32_t component) {
        return std::pair(~entries[component].nodes, entries[component].example);
    });
    std::vector<std::uint32_t> place(components.count);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        list.components.push_back(entries[order[i]]);
    }
    for (const std::uint32_t component : components.of) list.of.push_back(place[component]);
}

void measure_arcs(const RoadNetwork& network, ComponentList& list) {
    const ArcColumn* length = network.column("length");
    for (ComponentList::Entry& entry : list.components) {
        if (length != nullptr) entry.length = Decimal();
    }
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        ComponentList::Entry& entry = list.components[list.of[network.tail[arc]]];
        if (list.of[network.tail[arc]] != list.of[network.head[arc]]) continue;
        ++entry.arcs;
        if (!entry.length || (!network.reversed.empty() && network.reversed[arc] != 0)) continue;
        *entry.length = *entry.length + length->values[arc];
    }
    for (ComponentList::Entry& entry : list.components) {
        if (entry.length && entry.length->is_missing()) entry.length.reset();
    }
}

void measure_extents(const RoadNetwork& network, ComponentList& list) {
    for (std::size_t node = 0; node < network.coordinates.size(); ++node)
        list.components[list.of[node]].extent.add(network.coordinates[node]);
}

}  // namespace

ComponentList list_components(const RoadNetwork& network, Connection connection) {
    WorkMeter unmetered;
    ComponentList list;
    rank(path_components(network, connection, unmetered), list);
    measure_arcs(network, list);
    measure_extents(network, list);
    return list;
}

Components count_components(const RoadNetwork& network, Connection connection, WorkMeter& meter) {
    const Components components = path_components(network, connection, meter);
    std::vector<std::size_t> size(components.count, 0);
    for (const std::uint32_t component : components.of) ++size[component];
    Components counts;
    for (const std::size_t nodes : size) {
        counts.count += nodes > 0;
        counts.largest = std::max(counts.largest, nodes);
    }
    return counts;
}

}  // namespace allways
