// SPDX-License-Identifier: Apache-2.0
// Finds the fewest nodes whose removal separates the two ends of a graph.
//
// Sources: Menger 1927; Ford and Fulkerson 1956 (the size of the cut is the number of paths without common nodes);
// Schild and Sommer 2015, "On balanced separators in road networks" (inertial flow: the ends of a line through the
// network).
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/work_meter.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

// The number of further nodes that each end stands for when the sides of a cut are compared.
struct EndWeights {
    std::size_t first = 0;
    std::size_t last = 0;
};

// `line`: the nodes of a connected graph in some order. The cut separates the first `end` of them, at least one, from
// the last `end`. Nodes of the ends are in the cut only if an arc joins both ends. Among the smallest cuts it is the
// one nearest to the first end or the one nearest to the last, whichever divides more evenly.
//
// Returns nothing if the cut has more than `most` nodes; lowers `most` to the cut's size if it has fewer. O(m · size),
// in practice a few passes over the arcs between the ends.
std::vector<std::uint32_t> vertex_cut(const UndirectedGraph& graph, std::span<const std::uint32_t> line,
                                      std::size_t end, std::atomic<std::size_t>& most, WorkMeter& meter,
                                      const EndWeights& weights = {});

}  // namespace allways::ordering
