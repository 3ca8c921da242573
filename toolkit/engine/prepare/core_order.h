// SPDX-License-Identifier: Apache-2.0
// The elimination order of a core: the network's own if it has one, else computed here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"
#include "engine/prepare/zero_classes.h"
#include "ordering/nested_dissection.h"

namespace allways::engine {

// Passable nodes, each once → classes of the core, in the order of their first members, whatever is contracted.
std::vector<std::uint32_t> classes_in(const ZeroClasses& classes, std::span<const NodeIndex> order);

// `core`: class index = node of the graph. The method is "kept with the network" if network.elimination_order fits; if
// it does not, a log message says so. Reports the stage "order".
ordering::Dissection order_core(const RoadNetwork& network, const ZeroClasses& classes, const ordering::Graph& core,
                                const LogCallback& log_to, const ProgressCallback& progress);

}  // namespace allways::engine
