// The parts that a network falls into, as shortest paths see them, the largest first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "allways/network/road_network.h"

namespace allways {

// strong: between any two nodes there are paths both ways; weak: arcs count in both directions, so that parts are
// islands.
enum class Connection { strong, weak };

struct ComponentList {
    struct Entry {
        std::size_t nodes = 0;
        std::size_t arcs = 0;         // with both ends in it
        NodeIndex example = no_node;  // its first node
        // The sum of the column "length", an edge of two directions counted once; nothing where there is none, or an
        // arc has no value.
        std::optional<Decimal> length;
        struct Box {
            Coordinate low, high;
        };
        std::optional<Box> extent;  // of nodes, in the network's reference system; nothing where no node has a place
    };
    std::vector<Entry> components;  // by falling number of nodes, then by the first node
    std::vector<std::uint32_t> of;  // by node: index into components
};

// Paths do not pass no-through nodes, so these join nothing: each belongs to the largest component that it has arcs
// from and to (weak: arcs from or to; of equal ones that of the first node), and is one by itself where there is none.
// Every arc counts, whatever its costs. O(n + m), and the order of the components.
ComponentList list_components(const RoadNetwork& network, Connection connection);

}  // namespace allways
