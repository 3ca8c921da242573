// Distances from some nodes of a network to some nodes, without the table of all pairs.
#pragma once

#include <span>

#include "allways/engine/solve.h"
#include "allways/network/road_network.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// Its report's schedule is "sweep"; stages prepare, order, factor, solve.
using BetweenSolution = WithReport<OriginDestinationTable, SolveReport>;

// The shortest distances from each of `origins` to each of `destinations`, indexes of the network's nodes in any order,
// a node perhaps several times: the cells that solve(network) has for them, in int32 the very same, and in floats up to
// the order in which a path's costs are added. Costs may be negative or zero, and nodes be closed to paths that pass.
//
// The network is eliminated and factorized, which takes a second for a country's main roads whatever is asked for; then
// only the ancestors of the origins in the elimination tree are visited (docs/sweep.md). Memory: the table, the factor
// and a little for each thread. Runs on all cores of the host.
//
// Skims are sums along the paths that a solved table's next hops have, exact, in int32 where all fit, else float64 (NaN
// where an arc has no value). They need the distances from all nodes to each destination, some of them at a time. In
// floats the paths come from a search towards each destination; of equally short ones any.
//
// Of a network with coordinates the table has the places of its nodes.
//
// Throws InvalidArgument (unknown field, an index out of range), NegativeCycleError, CapacityError before allocating
// what would not fit, and Cancelled. Safe to call from several threads.
BetweenSolution solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                              std::span<const NodeIndex> destinations, const SolveOptions& options = {});

}  // namespace allways
