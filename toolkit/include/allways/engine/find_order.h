// SPDX-License-Identifier: Apache-2.0
// Finds a network's elimination order: the first step of solving a sparse network, done once and kept.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways {

// The result is for RoadNetwork::elimination_order. Nested dissection of the passable nodes and all arcs between them,
// whatever their costs; ignores an order the network already has. The same on every machine. Tenths of a second for
// 10^5 nodes. `progress`: stage "order". Throws Cancelled.
ALLWAYS_API std::vector<NodeIndex> find_order(const RoadNetwork& network, const ProgressCallback& progress = {});

}  // namespace allways
