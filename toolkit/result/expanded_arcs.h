// SPDX-License-Identifier: Apache-2.0
// The arcs of a turn-expanded network, as tables and factors keep them.
#pragma once

#include "allways/result/distance_table.h"
#include "base/threads/work_meter.h"
#include "cost/expanded_network.h"

namespace allways::result {

// The road network's arcs with their own costs, the states of paths and the costs of their steps. `costs`: those of
// expanded.network().
TableArcs expanded_arcs(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, WorkMeter&& unmetered = {});
TableArcs expanded_arcs(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, WorkMeter& meter);

// A variant of allways::table_arcs for use in longer work.
TableArcs table_arcs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostVector& cost,
                     WorkMeter& meter);

}  // namespace allways::result
