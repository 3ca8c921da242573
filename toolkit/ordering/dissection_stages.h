// SPDX-License-Identifier: Apache-2.0
// Cuts a graph into pieces by removing nodes, then cuts the pieces, and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/threads/work_meter.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

// A connected subgraph.
struct Subgraph {
    UndirectedGraph graph;
    std::vector<std::uint32_t> node;  // node of the whole graph, by node of this one
    // For large pieces, by node: the clusters between which cuts are sought first (vertex_cut.h); else empty.
    std::vector<std::uint32_t> cluster;
    std::uint32_t cluster_count = 0;

    std::size_t size() const { return node.size(); }
};

std::vector<Subgraph> connected_subgraphs(const UndirectedGraph& graph, unsigned threads, const WorkMeter& meter);

struct CutSubgraphs {
    std::vector<Subgraph> pieces;                  // connected, not cut any further
    std::vector<std::vector<std::uint32_t>> cuts;  // by level, the first cuts first; nodes of the whole graph
};

// Cuts pieces until they have fewer than `small` nodes or no useful cut. Cuts of one level do not touch each other, and
// all neighbours of a piece outside it belong to cuts.
//
// A piece is cut along four lines, made from hop distances to nodes far from each other; the smallest cut is used. The
// same pieces give the same cuts for any number of threads. O(m) in practice for each line and level. Adds the nodes of
// each piece at each level to the meter.
CutSubgraphs cut_subgraphs(std::vector<Subgraph> pieces, std::size_t small, unsigned threads, WorkMeter& meter);

// Cutting smaller pieces gains nothing (bench/log/ordering.md).
inline constexpr std::size_t smallest_piece = 200;

// Returns the nodes in stages of the elimination order: first pieces of fewer than `smallest_piece` nodes, then the
// cuts of the deepest level, and so on up to the first cuts.
std::vector<std::vector<std::uint32_t>> dissection_stages(const UndirectedGraph& graph, unsigned threads,
                                                          WorkMeter& meter);

}  // namespace allways::ordering
