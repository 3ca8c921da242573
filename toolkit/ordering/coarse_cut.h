// SPDX-License-Identifier: Apache-2.0
// Cuts large pieces: first roughly, between clusters of nodes, then exactly, in a corridor of nodes around the rough
// cut.
//
// Sources: Hendrickson and Leland 1995, "A multilevel algorithm for partitioning graphs" (a cut of a coarser graph,
// refined); Sanders and Schulz 2011, "Engineering multilevel graph partitioning algorithms" (refined by a flow in a
// corridor around it); Dinic 1970 (the flow between clusters).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads/work_meter.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

// A graph whose nodes are the clusters of a connected graph.
struct CoarseGraph {
    UndirectedGraph graph;
    std::vector<std::uint32_t> arcs;   // by entry of graph.neighbour: arcs between the two clusters
    std::vector<std::uint32_t> nodes;  // by cluster: number of nodes
};

// `cluster`: that of each node, 0 … count - 1, each with at least one node. O(m log(m / n)).
CoarseGraph coarse_graph(const UndirectedGraph& graph, std::span<const std::uint32_t> cluster, std::uint32_t count);

// A division of the clusters into two sides.
struct RoughCut {
    std::vector<bool> is_first;  // by cluster
    double cost = 0;             // arcs between the sides; more if the sides are uneven
};

// Returns the best of the smallest cuts between the two ends of a line through the clusters, for ends of several sizes.
RoughCut rough_cut(const CoarseGraph& coarse, std::span<const std::uint32_t> line, const WorkMeter& meter);

// Returns the nodes of a cut, as few as possible among a tenth of the nodes around the rough cut. Returns nothing if
// they are more than `most`; lowers `most` as vertex_cut does (vertex_cut.h).
std::vector<std::uint32_t> exact_cut(const UndirectedGraph& graph, std::span<const std::uint32_t> cluster,
                                     const CoarseGraph& coarse, const RoughCut& rough, std::atomic<std::size_t>& most,
                                     WorkMeter& meter);

}  // namespace allways::ordering
