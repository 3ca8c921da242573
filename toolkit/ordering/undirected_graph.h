// SPDX-License-Identifier: Apache-2.0
// The neighbours of each node, regardless of arc direction: the input of orders and elimination trees; and its division
// into clusters.
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

// Connected clusters of similar size, for work that several threads share.
struct Clusters {
    std::vector<std::uint32_t> of;     // cluster, by node of the graph
    std::vector<std::uint32_t> place;  // position in its cluster, by node
    std::vector<std::size_t> first;    // cluster c consists of nodes[first[c]] … nodes[first[c + 1] - 1], ascending
    std::vector<std::uint32_t> nodes;

    std::size_t count() const { return first.size() - 1; }
    std::span<const std::uint32_t> members(std::size_t c) const {
        return {nodes.data() + first[c], first[c + 1] - first[c]};
    }
};

// Every node joins the nearest of n / size random nodes, by the number of arcs; the lowest cluster number wins ties. A
// component without such a node is a cluster of its own, or shares one with others if it is small. The same graph, size
// and salt give the same clusters for any number of threads. O(m).
Clusters clusters(const UndirectedGraph& graph, std::size_t size, std::uint64_t salt, unsigned threads,
                  const WorkMeter& meter = {});

}  // namespace allways::ordering
