// SPDX-License-Identifier: Apache-2.0
// Divides a graph into connected clusters of similar size, for work that several threads share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ordering/undirected_graph.h"

namespace allways::ordering {

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
