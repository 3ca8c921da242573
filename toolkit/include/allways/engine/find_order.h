// A network in, an order of elimination out: what solving a sparse network begins with, done once and kept.
#pragma once

#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways {

// For RoadNetwork::elimination_order. By nested dissection of the nodes that paths may pass and all arcs between them,
// whatever these cost; what the network holds already plays no part. The same on every machine. Tenths of a second for
// 10^5 nodes. `progress`: stage "order". Throws Cancelled.
std::vector<NodeIndex> find_order(const RoadNetwork& network, const ProgressCallback& progress = {});

}  // namespace allways
