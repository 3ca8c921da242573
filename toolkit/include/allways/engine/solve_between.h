// SPDX-License-Identifier: Apache-2.0
// Distances from some nodes of a network to others, without the table of all pairs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/engine/solve.h"
#include "allways/network/road_network.h"
#include "allways/result/network_factor.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// The report's schedule is "sweep"; its stages are prepare, order, factor, solve.
using BetweenSolution = WithReport<OriginDestinationTable, SolveReport>;

// The shortest distances from each of `origins` to each of `destinations`: node indexes in any order, repeats allowed.
// Cells equal those of solve(network): exactly in int32, in floats up to the order in which a path's costs are added.
// Costs may be negative or zero, and nodes may be no-through.
//
// Eliminates and factorizes the network, which takes a second for a country's main roads however many pairs are
// requested, then visits only the origins' ancestors in the elimination tree (docs/sweep.md). Memory: the table, the
// factor and a little per thread. Sweeps on all cores of the host, or on the devices that the options name, which pays
// off for tables of many millions of cells; skims need the host.
//
// Skims are exact sums along the paths of a solved table's next hops, in int32 if all fit, else float64 (exact below
// 2⁵³; NaN if an arc has no value). They take about as much time again as everything else, and 24 bytes plus 8 for each
// skim for every pair of nodes joined in the filled graph. For floats, equally short paths are chosen arbitrarily.
//
// If the network has coordinates, the table keeps those of its nodes.
//
// Throws InvalidArgument (unknown field, an index out of range), NegativeCycleError, CapacityError before allocating
// anything that would not fit, and Cancelled. Safe to call from several threads.
ALLWAYS_API BetweenSolution solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                                          std::span<const NodeIndex> destinations, const SolveOptions& options = {});

// Tables of several costs of one network, in the order of the costs.
struct CostTables {
    std::vector<OriginDestinationTable> tables;
    SolveReport report;  // of the first cost; "solve" has the seconds of all, `memory` what all need together
};

// Finds for each of `costs`, names of columns, the table that solve_between() finds with that column as the cost; in
// int32 all cells are equal. Skims are summed along each cost's own paths; of several costs, one that is
// among the skims has no skim of itself. All costs share one elimination order: the
// network's, or one found first. Threads take a cost each, as far as memory allows; a table on a device, or of a single
// cost, uses all threads for each. Ignores options.cost. Messages of the costs follow in their order. Throws as
// solve_between(), and Cancelled between two costs.
ALLWAYS_API CostTables solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                                     std::span<const NodeIndex> destinations, std::span<const std::string> costs,
                                     const SolveOptions& options);

// The same from a factor, whose costs it uses. It prepares, orders and factorizes nothing, and reads no more of a
// mapped file than the ancestors of origins and destinations; skims, columns of the factor's arcs, read all of it. Uses
// these options: skims, device, progress, log and memory limit. Throws InvalidArgument (an index out of range, an
// unknown field), DamagedContent, CapacityError and Cancelled.
ALLWAYS_API BetweenSolution solve_between(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                                          std::span<const NodeIndex> destinations, const SolveOptions& options = {});

}  // namespace allways
