// Nested dissection by breadth-first levels: what is left where there are neither coordinates nor METIS.
#pragma once

#include <cstdint>
#include <vector>

#include "ordering/undirected_graph.h"

namespace allways::ordering {

// A level of a breadth-first search from a far node parts a piece; it goes last, the rest is cut again. Nodes, first to
// be eliminated first. O(n + m) a level of the recursion.
// Source: George and Liu 1978, "An automatic nested dissection algorithm for irregular finite element problems".
std::vector<std::uint32_t> level_cuts_order(const UndirectedGraph& graph);

}  // namespace allways::ordering
