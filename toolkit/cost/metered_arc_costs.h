// SPDX-License-Identifier: Apache-2.0
// The choice of the cost, and a variant of build_arc_costs for use in longer work that reports its progress and can be
// cancelled.
#pragma once

#include <optional>

#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "base/threads/work_meter.h"
#include "cost/fixed_cost.h"

namespace allways {

// cost_column(), and a guess in the log if no field is named and the file does not make the choice plain.
const ArcColumn& chosen_cost(const RoadNetwork& network, std::string_view field, const LogCallback& log);

// `adjacency`: the network's; `float_type`: the type for costs that int32 does not hold.
ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostOptions& options,
                         CostType float_type, const LogCallback& log, WorkMeter& meter);

// The same for a column that need not be the network's.
struct ColumnCosts {
    const ArcColumn& column;
    std::optional<CostType> type = {};
    CostType float_type = CostType::float64;
    std::optional<cost::KnownBound> bound = {};
};
ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const ColumnCosts& of,
                         const LogCallback& log, WorkMeter& meter);

}  // namespace allways
