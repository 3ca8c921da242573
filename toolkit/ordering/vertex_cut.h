// SPDX-License-Identifier: Apache-2.0
// Finds the fewest nodes whose removal separates the two ends of a graph. Large pieces are cut first roughly, between
// clusters of nodes, then exactly, in a corridor of nodes around the rough cut.
//
// Sources: Menger 1927; Ford and Fulkerson 1956 (the size of the cut is the number of paths without common nodes);
// Schild and Sommer 2015, "On balanced separators in road networks" (inertial flow: the ends of a line through the
// network); Hendrickson and Leland 1995, "A multilevel algorithm for partitioning graphs" (a cut of a coarser graph,
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

// ---- large pieces

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
// they are more than `most`; lowers `most` as vertex_cut does.
std::vector<std::uint32_t> exact_cut(const UndirectedGraph& graph, std::span<const std::uint32_t> cluster,
                                     const CoarseGraph& coarse, const RoughCut& rough, std::atomic<std::size_t>& most,
                                     WorkMeter& meter);

}  // namespace allways::ordering
