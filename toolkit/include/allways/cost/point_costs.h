// How finely the costs of arcs are divided where points lie inside them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"

namespace allways {

// Of each column the digits after the decimal point that with_points (allways/network/snap.h) rounds its parts to;
// nothing for columns that do not add up along a road. The cost, those of `sums`, and those that is_additive() tells do
// (network/sums.h).
//
// Digits are those the column's own values need and as many more as let the median value have a thousand steps: half of
// all roads are then divided to within a thousandth. Of the cost no more than let path sums fit int32, where its own
// digits do (see build_arc_costs). A function of the network and the options alone. O(m log n). Throws InvalidArgument
// for an unknown field.
std::vector<std::optional<int>> split_precision(const RoadNetwork& network, const CostOptions& cost,
                                                std::span<const std::string> sums = {});

}  // namespace allways
