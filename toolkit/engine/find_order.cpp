// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/factorize.h"

#include "engine/prepare/core_order.h"
#include "ordering/nested_dissection.h"

namespace allways {

std::vector<NodeIndex> find_order(const RoadNetwork& network, const ProgressCallback& progress) {
    WorkMeter meter(progress, "order", 0);
    const engine::PassableGraph passable(network, meter);
    std::vector<NodeIndex> order = ordering::nested_dissection(passable.graph(), 0, progress).order;
    for (NodeIndex& node : order) node = passable.nodes[node];
    return order;
}

}  // namespace allways
