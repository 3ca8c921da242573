// SPDX-License-Identifier: Apache-2.0
// Eliminates the nodes with few neighbours everywhere in a graph, on several threads at once.
#pragma once

#include <cstdint>
#include <vector>

#include "base/threads/work_meter.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

struct Contraction {
    std::vector<std::uint32_t> eliminated;  // nodes, in order
    std::vector<std::uint32_t> kept;        // the other nodes
    // The graph of kept nodes, with the arcs that elimination added: node i is kept[i].
    UndirectedGraph graph;
};

// Eliminates nodes as long as they have at most `most` neighbours, by minimum fill inside clusters, in two rounds:
// nodes at the borders of the first clusters stay, but are, with few exceptions, inside those of the second round. The
// result is the same for any number of threads. Adds the nodes of both graphs to the meter.
Contraction contract(const UndirectedGraph& graph, std::size_t most, unsigned threads, WorkMeter& meter);

}  // namespace allways::ordering
