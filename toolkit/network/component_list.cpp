// SPDX-License-Identifier: Apache-2.0
#include "allways/network/component_list.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "allways/network/components.h"
#include "allways/network/no_through.h"
#include "network/metered.h"

namespace allways {

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

// For each no-through node, the components to and from which its arcs lead.
struct Contacts {
    std::map<NodeIndex, std::set<std::uint32_t>> to, from;
};

Contacts contacts_of(const RoadNetwork& network, const Components& components) {
    Contacts contacts;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        if (network.is_no_through(tail) == network.is_no_through(head)) continue;
        if (network.is_no_through(tail)) {
            contacts.to[tail].insert(components.of[head]);
        } else {
            contacts.from[head].insert(components.of[tail]);
        }
    }
    return contacts;
}

void attach_no_through_nodes(const RoadNetwork& network, Connection connection, Components& components) {
    std::vector<std::size_t> size(components.count, 0);
    std::vector<NodeIndex> first(components.count, no_node);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        ++size[components.of[node]];
        first[components.of[node]] = std::min(first[components.of[node]], node);
    }
    Contacts contacts = contacts_of(network, components);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (!network.is_no_through(node)) continue;
        std::set<std::uint32_t>& found = contacts.to[node];
        if (connection == Connection::weak)
            found.merge(contacts.from[node]);
        else
            std::erase_if(found, [&](std::uint32_t component) { return !contacts.from[node].contains(component); });
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
    for (std::size_t node = 0; node < network.coordinates.size(); ++node) {
        const Coordinate at = network.coordinates[node];
        if (!is_finite(at)) continue;
        auto& extent = list.components[list.of[node]].extent;
        if (!extent) extent = {at, at};
        extent->low = {std::min(extent->low.x, at.x), std::min(extent->low.y, at.y)};
        extent->high = {std::max(extent->high.x, at.x), std::max(extent->high.y, at.y)};
    }
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

ComponentCounts count_components(const RoadNetwork& network, Connection connection) {
    WorkMeter unmetered;
    return count_components(network, connection, unmetered);
}

ComponentCounts count_components(const RoadNetwork& network, Connection connection, WorkMeter& meter) {
    const Components components = path_components(network, connection, meter);
    std::vector<std::size_t> size(components.count, 0);
    for (const std::uint32_t component : components.of) ++size[component];
    ComponentCounts counts;
    for (const std::size_t nodes : size) {
        counts.components += nodes > 0;
        counts.largest = std::max(counts.largest, nodes);
    }
    return counts;
}

}  // namespace allways
