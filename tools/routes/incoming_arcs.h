// SPDX-License-Identifier: Apache-2.0
// The arcs that lead into each node.
#pragma once

#include <mutex>
#include <span>

#include "allways/network/adjacency.h"
#include "allways/result/distance_table.h"

namespace allways::tools {

// Borrows the arcs. The first question makes the index, in O(m); any thread may ask.
class IncomingArcs {
public:
    explicit IncomingArcs(const TableArcs& arcs) : arcs_(arcs) {}

    std::span<const ArcIndex> into(NodeIndex node) const;
    NodeIndex tail(ArcIndex arc) const;  // O(log n)

private:
    const TableArcs& arcs_;
    mutable std::once_flag made_;
    mutable AdjacencyArray by_head_;
};

}  // namespace allways::tools
