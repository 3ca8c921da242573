// SPDX-License-Identifier: Apache-2.0
// Rebuilds the network stored in a solved table or a factor.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"

namespace allways {

// Returns the tail of each arc.
ALLWAYS_API std::vector<NodeIndex> tails_of(const TableArcs& arcs);

// Returns raw costs as a column of the decimals that they stand for.
ALLWAYS_API ArcColumn column_of(const ArcCosts& costs);

// The nodes keep their ids, coordinates and no-through marks. The arcs come in the order of TableArcs with all their
// attributes and turn rules. The table's cost becomes a column under its name and at its resolution, and replaces a
// column of that name. O(n + m). Throws InvalidArgument for a table without arcs: a matrix's, or one solved without
// next hops.
ALLWAYS_API RoadNetwork extract_network(const DistanceTable& table);
// Includes the factor's elimination order.
ALLWAYS_API RoadNetwork extract_network(const NetworkFactor& factor);

}  // namespace allways
