// SPDX-License-Identifier: Apache-2.0
#include "allways/network/elimination_order.h"

#include <algorithm>

#include "allways/base/format.h"
#include "allways/network/no_through.h"

namespace allways {

std::string why_order_misfits(const RoadNetwork& network, std::span<const NodeIndex> order) {
    const auto blocked = count_no_through(network);
    const auto misfit = [&](const std::string& found) {
        return format("an elimination order must contain each of the {} passable nodes once; {}",
                      network.node_count() - blocked, found);
    };
    std::vector<std::uint8_t> named(network.node_count(), 0);
    for (const NodeIndex node : order) {
        if (node >= network.node_count()) return misfit(format("found a node of index {}", node));
        if (network.is_no_through(node) || named[node]) {
            return misfit(
                format("node {} {}", network.node_ids.text(node), named[node] ? "occurs twice" : "is not passable"));
        }
        named[node] = 1;
    }
    return order.size() + blocked == network.node_count() ? "" : misfit(format("found {}", order.size()));
}

}  // namespace allways
