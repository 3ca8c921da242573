// SPDX-License-Identifier: Apache-2.0
// An elimination order with little fill: cuts last, the pieces that they separate first, recursively.
//
// Sources: George 1973, "Nested dissection of a regular finite element mesh"; Ashcraft and Liu 1998, "Robust ordering
// of sparse matrices using multisection" (a greedy order inside the stages that the cuts define).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "base/threads/work_meter.h"
#include "ordering/elimination.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

// The nodes with few neighbours, eliminated everywhere in a graph, on several threads at once.
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

struct Dissection {
    std::vector<std::uint32_t> order;  // nodes in the order of elimination
    std::string method;                // for reports: "minimum fill and 11 levels of cuts"
};

// Directions and costs of arcs do not matter. `threads` = 0: as many as the machine has; the order is the same for any
// number of threads, on every machine. Reports the stage "order".
//
//   1. Minimum fill eliminates the nodes with few neighbours (contract): three in four of a road network.
//   2. The rest is cut recursively into pieces (dissection_stages.h), large pieces first roughly (vertex_cut.h).
//   3. Minimum fill orders each piece (min_fill.h); the cuts follow, the first cuts last.
//
// Designed for road networks, where it leaves less fill than METIS in less time (bench/log/ordering.md). Steps 1 and 3
// take at most O(n·√n).
Dissection nested_dissection(const Graph& graph, unsigned threads = 0, const ProgressCallback& progress = {});

}  // namespace allways::ordering
