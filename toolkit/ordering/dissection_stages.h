// The nodes that cut a graph into pieces, those that cut the pieces, and so on.
#pragma once

#include <cstdint>
#include <vector>

#include "ordering/undirected_graph.h"

namespace allways::ordering {

// Nodes in the order of their turn: pieces that are not cut any further, then the cuts of the deepest level, last the
// first cuts. Cuts of one level do not touch each other, and whatever a piece touches has a later turn.
//
// A piece is cut along four lines, made from hop distances to nodes far from each other; the smallest cut counts. The
// same graph gives the same stages for any number of threads. O(m) in practice for each line and level.
std::vector<std::vector<std::uint32_t>> dissection_stages(const UndirectedGraph& graph, unsigned threads);

}  // namespace allways::ordering
