// SPDX-License-Identifier: Apache-2.0
// The connected components of a network as shortest paths see them, the largest first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

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
        struct Box {
            Coordinate low, high;
        };
        // Box around the nodes, in the network's reference system; nothing if no node has coordinates.
        std::optional<Box> extent;
    };
    std::vector<Entry> components;  // sorted by decreasing number of nodes, then by the first node
    std::vector<std::uint32_t> of;  // by node: index into components
};

// Paths do not pass no-through nodes, so these connect nothing: each belongs to the largest component to which and from
// which it has arcs (weak: to or from; on a tie the component with the first node), or is a component by itself. Every
// arc counts, whatever its costs. O(n + m), plus sorting the components.
ALLWAYS_API ComponentList list_components(const RoadNetwork& network, Connection connection);

// The number and the size of the same components, without a list.
struct ComponentCounts {
    std::size_t components = 0;
    std::size_t largest = 0;  // nodes of the largest one
};
ALLWAYS_API ComponentCounts count_components(const RoadNetwork& network, Connection connection);

}  // namespace allways
