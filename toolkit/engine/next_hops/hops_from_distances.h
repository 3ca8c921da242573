// Next hops of a network from its finished distances: one O(n·m) pass, for costs whose keys have no room for first-arc
// bits.
#pragma once

#include <span>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/next_hops.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// The canonical rule: the lowest-ordinal out-arc of i with cost + D[head][j] = D[i][j], whose head is passable or j
// itself. Computed as the arg-min of cost + D[head][j], which is the same for exact numbers and the closest match for
// floats. A node of a zero-cost class leaves by the class's lowest such exit, reached inside the class. `costs`: one
// per arc, raw. `distances`: restored, in rows as `hops` has them. `ends`: the node of each column, itself or one
// beyond the rows, which nothing passes. Writes every hop.
template <class T>
void next_hops_from_distances(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const T> costs,
                              const Prepared<T>& prepared, std::span<const NodeIndex> ends,
                              std::span<const T> distances, NextHops& hops);

}  // namespace allways::engine
