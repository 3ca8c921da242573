// SPDX-License-Identifier: Apache-2.0
// The graphs for the check of hop trees: a network's arcs, or a matrix's cells.
#pragma once

#include <span>

#include "allways/cost/cost_matrix.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "engine/next_hops/hop_trees.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// Both borrow their arguments. Costs are the reduced ones of `prepared`, so never negative.
template <class T>
HopGraph hop_graph(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const T> costs,
                   const Prepared<T>& prepared);
template <class T>
HopGraph hop_graph(const CostMatrix& matrix, const Prepared<T>& prepared);

}  // namespace allways::engine
