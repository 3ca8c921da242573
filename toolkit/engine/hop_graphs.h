// The graphs that next hops walk on, for the check of hop trees: a network's arcs, or a matrix's cells.
#pragma once

#include <span>

#include "allways/cost/cost_matrix.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "engine/hop_trees.h"

namespace allways::engine {

// Both borrow their arguments, and make costs non-negative by potentials where some are negative.
template <class T>
HopGraph hop_graph(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const T> costs,
                   bool has_negative_costs);
template <class T>
HopGraph hop_graph(const CostMatrix& matrix, bool has_negative_costs);

}  // namespace allways::engine
