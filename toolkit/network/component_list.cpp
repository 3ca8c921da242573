#include "allways/network/component_list.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "allways/network/components.h"

namespace allways {

namespace {

// The components of passable nodes; weak ones take every arc both ways.
Components passable_components(const RoadNetwork& network, Connection connection) {
    std::vector<NodeIndex> tail;
    std::vector<NodeIndex> head;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (network.is_no_through(network.tail[arc]) || network.is_no_through(network.head[arc])) continue;
        tail.push_back(network.tail[arc]);
        head.push_back(network.head[arc]);
        if (connection == Connection::strong) continue;
        tail.push_back(network.head[arc]);
        head.push_back(network.tail[arc]);
    }
    return strong_components(network.node_count(), tail, head);
}

// For each no-through node, the components that its arcs lead to and from.
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

// Renumbers the components; those whose only node was attached elsewhere go.
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
    Components components = passable_components(network, connection);
    attach_no_through_nodes(network, connection, components);
    ComponentList list;
    rank(components, list);
    measure_arcs(network, list);
    measure_extents(network, list);
    return list;
}

}  // namespace allways
