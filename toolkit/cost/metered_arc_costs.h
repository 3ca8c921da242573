// build_arc_costs as a part of longer work, which reports its progress and can be cancelled.
#pragma once

#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "base/work_meter.h"

namespace allways {

// `adjacency`: of the network.
ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostOptions& options,
                         const LogCallback& log, WorkMeter& meter);

}  // namespace allways
