// SPDX-License-Identifier: Apache-2.0
// The precision to which arc costs are divided at points inside arcs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"

namespace allways {

// For each column, the digits after the decimal point to which with_points (allways/network/snap.h) rounds the values
// of divided arcs; nothing for columns that do not add up along a road. These columns add up: the cost, those in
// `sums`, and those that is_additive() accepts (network/sums.h).
//
// A column keeps the digits its own values need, and more until the median value has a thousand steps, so that half of
// all roads are divided to within a thousandth. The cost gets no more digits than path sums in int32 allow, if its own
// digits fit (see build_arc_costs). The result depends only on the network and the options. O(m log n). Throws
// InvalidArgument for an unknown field.
ALLWAYS_API std::vector<std::optional<int>> split_precision(const RoadNetwork& network, const CostOptions& cost,
                                                            std::span<const std::string> sums = {});

// The same for columns that need not be the network's: for each of `costs` as the cost, on all cores; for a column that
// adds up and is not the cost.
ALLWAYS_API std::vector<std::optional<int>> split_precision(const RoadNetwork& network,
                                                            std::span<const ArcColumn> costs,
                                                            std::optional<CostType> type);
ALLWAYS_API int split_precision(const ArcColumn& sum);

}  // namespace allways
