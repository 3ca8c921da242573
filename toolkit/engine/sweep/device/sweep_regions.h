// SPDX-License-Identifier: Apache-2.0
// The elimination tree cut into layers of regions, for devices: one work-group at a time walks a region, and the
// regions of a layer depend only on the layers above.
//
//            ╷  the top: one region,         A walk of the whole tree by each column would be a chain of n dependent
//          ┌─┴─┐  launched first             steps. Regions are walked concurrently; a layer costs one walk of a
//       ┌──┤   ├──┐                          region. With regions of some hundred nodes, a street network of 10⁵ has
//      ┌┴┐┌┴┐ ┌┴┐┌┴┐  trees of at most       three layers, since separators shrink: the second layer is what
//      └─┘└─┘ └─┘└─┘  so many nodes, last    remains when all trees of that size are cut off.
//
// Every arc of the filled graph joins a node and an ancestor, so a tree reads from outside only the upper neighbours of
// its root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ordering/elimination.h"

namespace allways::engine {

struct RegionLayer {
    std::vector<std::uint32_t> ranks;     // tree after tree, descending, which is a preorder: roots come first
    std::vector<std::size_t> first_rank;  // first rank of each tree, and the end
    std::vector<std::size_t> first_tree;  // first tree of each region, and the end

    std::size_t trees() const { return first_rank.size() - 1; }
    std::size_t regions() const { return first_tree.size() - 1; }
    std::span<const std::uint32_t> tree(std::size_t t) const {
        return {ranks.data() + first_rank[t], first_rank[t + 1] - first_rank[t]};
    }
};

// Cuts these ranks into layers, the layer of the roots first. The ranks are descending and include all their ancestors.
// A region has at most `region_nodes` nodes (at least 1), from one tree or neighbouring small ones. O(ranks · layers).
std::vector<RegionLayer> region_layers(const ordering::Elimination& elimination, std::span<const std::uint32_t> ranks,
                                       std::size_t region_nodes);

}  // namespace allways::engine
