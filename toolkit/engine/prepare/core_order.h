// The order in which a core is eliminated: the network's own where it holds one, else found here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"
#include "engine/prepare/zero_classes.h"
#include "ordering/nested_dissection.h"

namespace allways::engine {

// Passable nodes, each once → classes of the core, in the order of their first members: whatever is contracted.
std::vector<std::uint32_t> classes_in(const ZeroClasses& classes, std::span<const NodeIndex> order);

// `core`: class index = node of the graph. The method is "kept with the network" for network.elimination_order where
// that fits; where it does not, the log says so.
ordering::Dissection order_core(const RoadNetwork& network, const ZeroClasses& classes, const ordering::Graph& core,
                                const LogCallback& log_to);

}  // namespace allways::engine
