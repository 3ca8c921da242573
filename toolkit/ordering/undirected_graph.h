// SPDX-License-Identifier: Apache-2.0
// The neighbours of each node, regardless of arc direction: the input of orders and elimination trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/work_meter.h"

#include "ordering/elimination.h"

namespace allways::ordering {

struct UndirectedGraph {
    std::vector<std::size_t> first{0};     // n + 1
    std::vector<std::uint32_t> neighbour;  // ascending in each row, each neighbour once, never the node itself

    std::size_t node_count() const { return first.size() - 1; }
    std::span<const std::uint32_t> neighbours(std::uint32_t v) const {
        return {neighbour.data() + first[v], first[v + 1] - first[v]};
    }
};

// O(n + m log(largest degree)). Self-loops are left out. `threads` = 0: as many as the machine has.
UndirectedGraph undirected(const Graph& graph, unsigned threads = 0, const WorkMeter& meter = {});

}  // namespace allways::ordering
