// SPDX-License-Identifier: Apache-2.0
// Finds the nodes of a network that only join two roads, and the chains of arcs through them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways::network {

struct ChainOptions {
    std::vector<std::uint8_t> keep;       // one per node: 1 for nodes that stay
    bool dead_ends = false;               // remove dead ends, too
    std::vector<const ArcColumn*> costs;  // arcs are joined only if both have a value in the same of these columns
};

// All remaining arcs, each as a chain of the network's arcs, in the order of the result (see simplify.h).
struct Chains {
    std::vector<std::uint8_t> keep_node;  // one per node
    std::vector<std::size_t> first_part;  // chain c is parts[first_part[c]] … parts[first_part[c + 1] - 1]
    std::vector<ArcIndex> parts;          // in the direction of travel
    std::vector<std::uint8_t> reversed;   // one per chain: 1 for the other direction of the preceding chain
    std::size_t folded_nodes = 0;
    std::size_t dead_end_nodes = 0;

    std::size_t count() const { return first_part.size() - 1; }
    std::span<const ArcIndex> parts_of(std::size_t chain) const {
        return {parts.data() + first_part[chain], first_part[chain + 1] - first_part[chain]};
    }
};

Chains find_chains(const RoadNetwork& network, const ChainOptions& options, const ProgressCallback& progress);

}  // namespace allways::network
