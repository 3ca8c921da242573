// SPDX-License-Identifier: Apache-2.0
// Connected components of a network, and networks of some of its nodes or arcs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

// ---- the components of the graph

struct Components {
    std::uint32_t count = 0;
    std::vector<std::uint32_t> of;  // the component of each node, 0 … count-1
    std::size_t largest = 0;        // nodes in the largest one
};

// Treats arcs as two-way. Components are numbered by their lowest nodes. O(n + m log n), in practice O(n + m).
ALLWAYS_API Components weak_components(const RoadNetwork& network);
ALLWAYS_API Components weak_components(std::size_t node_count, std::span<const NodeIndex> tail,
                                       std::span<const NodeIndex> head);

// Components are numbered so that an arc between two of them runs from the higher number to the lower (reverse
// topological order). No-through nodes count like any other. O(n + m).
ALLWAYS_API Components strong_components(const RoadNetwork& network);
ALLWAYS_API Components strong_components(std::size_t node_count, std::span<const NodeIndex> tail,
                                         std::span<const NodeIndex> head);

// The nodes of the largest strong component among passable nodes, in order; on a tie the one with the lowest node. If
// no node is passable, the largest component of all nodes. `no_through` is empty, or nonzero for nodes that paths may
// not pass. O(n + m).
ALLWAYS_API std::vector<NodeIndex> largest_strong_component(std::size_t node_count, std::span<const NodeIndex> tail,
                                                            std::span<const NodeIndex> head,
                                                            std::span<const std::uint8_t> no_through);

// ---- the connected components of a network as shortest paths see them, the largest first

// strong: paths lead both ways between any two nodes; weak: arcs count in both directions, so components are islands.
enum class Connection { strong, weak };

struct ComponentList {
    struct Entry {
        std::size_t nodes = 0;
        std::size_t arcs = 0;         // with both end nodes in the component
        NodeIndex example = no_node;  // its first node
        // The sum of the column "length", with a two-way edge counted once; nothing if there is no such column or an
        // arc has no value.
        std::optional<Decimal> length;
        BoundingBox extent;  // of the nodes, in the network's reference system; empty if no node has coordinates
    };
    std::vector<Entry> components;  // sorted by decreasing number of nodes, then by the first node
    std::vector<std::uint32_t> of;  // by node: index into components
};

// Paths do not pass no-through nodes, so these connect nothing: each belongs to the largest component to which and from
// which it has arcs (weak: to or from; on a tie the component with the first node), or is a component by itself. Every
// arc counts, whatever its costs. O(n + m), plus sorting the components.
ALLWAYS_API ComponentList list_components(const RoadNetwork& network, Connection connection);

// ---- parts of a network

// Keeps the nodes with keep_node[node] != 0 and the arcs between them, in their order, with all their data: ids,
// coordinates, marks, columns, texts, the shapes still used, provenance. `keep_node` has one entry per node. O(n + m).
ALLWAYS_API RoadNetwork induced_subnetwork(const RoadNetwork& network, std::span<const std::uint8_t> keep_node);

// Keeps all nodes, and the arcs with closed[arc] == 0, likewise. `closed` has one entry per arc.
ALLWAYS_API RoadNetwork without_arcs(const RoadNetwork& network, std::span<const std::uint8_t> closed);

}  // namespace allways
