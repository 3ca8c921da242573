// SPDX-License-Identifier: Apache-2.0
// Elimination of the nodes with few neighbours from all of a graph, several threads at once.
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_meter.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

struct Contraction {
    std::vector<std::uint32_t> eliminated;  // nodes, in order
    std::vector<std::uint32_t> kept;        // the other nodes
    UndirectedGraph graph;                  // of them, with the arcs that the eliminated nodes left: node i is kept[i]
};

// Eliminates nodes as long as they have at most `most` neighbours, by minimum fill inside clusters, twice: nodes at the
// borders of the first clusters stay, and are inside those of the second, but for a few. The result is the same for any
// number of threads. Adds the nodes of both graphs to the meter.
Contraction contract(const UndirectedGraph& graph, std::size_t most, unsigned threads, WorkMeter& meter);

}  // namespace allways::ordering
