// Cuts a graph into pieces by removing nodes, then the pieces, and so on.
#pragma once

#include <cstdint>
#include <vector>

#include "ordering/undirected_graph.h"

namespace allways::ordering {

// Nodes in elimination order: first pieces that are not cut any further, then the cuts of the deepest level, last the
// first cuts. Cuts of one level do not touch each other, and the neighbours of a piece outside it come later.
//
// A piece is cut along four lines, made from hop distances to nodes far from each other; the smallest cut is used. The
// same graph gives the same stages for any number of threads. O(m) in practice for each line and level.
std::vector<std::vector<std::uint32_t>> dissection_stages(const UndirectedGraph& graph, unsigned threads);

}  // namespace allways::ordering
