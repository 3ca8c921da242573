// SPDX-License-Identifier: Apache-2.0
// build_arc_costs as a part of longer work, which reports its progress and can be cancelled.
#pragma once

#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "base/work_meter.h"

namespace allways {

// `adjacency`: of the network; `float_type`: of costs that int32 does not hold.
ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostOptions& options,
                         CostType float_type, const LogCallback& log, WorkMeter& meter);

}  // namespace allways
