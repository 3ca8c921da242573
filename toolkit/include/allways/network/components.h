// SPDX-License-Identifier: Apache-2.0
// Connected components of a network.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

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

}  // namespace allways
