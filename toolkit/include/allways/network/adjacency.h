// SPDX-License-Identifier: Apache-2.0
// Out-arcs by node: the adjacency array that next hops and graph searches use.
#pragma once

#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"

namespace allways {

// Arcs grouped by tail, in file order inside a group. The position of an arc in its group is its *ordinal*, which is
// what a network's next hop stores. Self-loops have an ordinal too, so that ordinals do not depend on which arcs a cost
// profile leaves out.
struct ALLWAYS_API AdjacencyArray {
    std::vector<std::size_t> first_out;  // n + 1 offsets into arcs
    std::vector<ArcIndex> arcs;          // m arc indexes

    std::span<const ArcIndex> out_arcs(NodeIndex node) const {
        return {arcs.data() + first_out[node], first_out[node + 1] - first_out[node]};
    }
    std::size_t node_count() const { return first_out.empty() ? 0 : first_out.size() - 1; }
    std::size_t max_out_degree() const;
};

// O(n + m). `tail` holds node indexes below node_count.
ALLWAYS_API AdjacencyArray build_adjacency(std::size_t node_count, std::span<const NodeIndex> tail);

}  // namespace allways
