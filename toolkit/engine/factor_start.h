// SPDX-License-Identifier: Apache-2.0
// The beginning of a factor: everything but order, tree and cells.
#pragma once

#include <span>
#include <string>

#include "allways/cost/arc_costs.h"
#include "allways/result/network_factor.h"
#include "base/threads/work_meter.h"
#include "cost/expanded_network.h"

namespace allways::engine {

// The network's ids, arcs and attributes with these costs of its turn-expanded network.
NetworkFactor without_factor(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, WorkMeter& meter);

// Throws InvalidArgument if the factor cannot keep the sums of these fields, SumsNeedIntegers if its costs are floats.
void check_skims(const NetworkFactor& factor, std::span<const std::string> skims);

}  // namespace allways::engine
