// SPDX-License-Identifier: Apache-2.0
// The arcs of a turn-expanded network, as tables and factors keep them.
#pragma once

#include <string>
#include <vector>

#include "allways/result/distance_table.h"
#include "base/threads/work_meter.h"
#include "cost/expanded_network.h"

namespace allways::result {

// Names of the columns that a sweep sums; with them, arcs keep nothing else that only describes them: ids, other
// columns, texts, shapes and turn rules. Null: arcs keep everything.
using OnlyColumns = const std::vector<std::string>*;

// The road network's arcs with their own costs, the states of paths and the costs of their steps. `costs`: those of
// expanded.network().
TableArcs expanded_arcs(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, WorkMeter&& unmetered = {});
TableArcs expanded_arcs(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, OnlyColumns only,
                        WorkMeter& meter);

// A variant of allways::table_arcs for use in longer work.
TableArcs table_arcs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostVector& cost,
                     OnlyColumns only, WorkMeter& meter);

}  // namespace allways::result
