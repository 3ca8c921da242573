// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/find_order.h"

#include "base/threads/blocks.h"
#include "ordering/nested_dissection.h"

namespace allways {

std::vector<NodeIndex> find_order(const RoadNetwork& network, const ProgressCallback& progress) {
    std::vector<NodeIndex> passable;
    std::vector<NodeIndex> number_of(network.node_count(), no_node);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (network.is_no_through(node)) continue;
        number_of[node] = static_cast<NodeIndex>(passable.size());
        passable.push_back(node);
    }
    const auto joins = [&](std::size_t arc) {
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        return tail != head && number_of[tail] != no_node && number_of[head] != no_node;
    };
    std::vector<std::size_t> first_out(passable.size() + 1, 0);
    std::vector<std::uint32_t> head;
    WorkMeter meter(progress, "order", 0);
    run_alone(network.arc_count(), meter, [&] {
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            if (arc % block_size == 0) meter.check();
            if (joins(arc)) ++first_out[number_of[network.tail[arc]] + 1];
        }
        for (std::size_t v = 0; v < passable.size(); ++v) first_out[v + 1] += first_out[v];
        head.resize(first_out.back());
        std::vector<std::size_t> end(first_out.begin(), first_out.end() - 1);
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            if (arc % block_size == 0) meter.check();
            if (joins(arc)) head[end[number_of[network.tail[arc]]]++] = number_of[network.head[arc]];
        }
    });
    std::vector<NodeIndex> order = ordering::nested_dissection({first_out, head}, 0, progress).order;
    for (NodeIndex& node : order) node = passable[node];
    return order;
}

}  // namespace allways
