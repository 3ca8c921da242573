// SPDX-License-Identifier: Apache-2.0
// The fewest nodes whose removal separates the two ends of a graph.
//
// Sources: Menger 1927; Ford and Fulkerson 1956 (as many as there are paths without common nodes); Schild and Sommer
// 2015, "On balanced separators in road networks" (inertial flow: the ends of a line through the network).
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/work_meter.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

// The nodes that an end stands for, beyond those of the graph, when parts are compared.
struct EndWeights {
    std::size_t first = 0;
    std::size_t last = 0;
};

// `line`: the nodes of a connected graph in some order; the first `end` of them, at least one, are to be separated from
// the last `end`. Nodes of the ends are in the cut only where an arc joins both. Among the smallest cuts it is the one
// nearest to the first end or the one nearest to the last, whichever leaves more even parts.
//
// Returns nothing if the cut has more than `most` nodes; lowers `most` to the cut's size if it has fewer. O(m · size),
// in practice a few passes over the arcs between the ends.
std::vector<std::uint32_t> vertex_cut(const UndirectedGraph& graph, std::span<const std::uint32_t> line,
                                      std::size_t end, std::atomic<std::size_t>& most, WorkMeter& meter,
                                      const EndWeights& weights = {});

}  // namespace allways::ordering
