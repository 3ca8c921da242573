// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/passable_graph.h"

#include "base/threads/blocks.h"

namespace allways::engine {

PassableGraph::PassableGraph(const RoadNetwork& network, WorkMeter& meter) : number_of(network.node_count(), no_node) {
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (network.is_no_through(node)) continue;
        number_of[node] = static_cast<NodeIndex>(nodes.size());
        nodes.push_back(node);
    }
    const auto joins = [&](std::size_t arc) {
        const NodeIndex from = network.tail[arc];
        const NodeIndex to = network.head[arc];
        return from != to && number_of[from] != no_node && number_of[to] != no_node;
    };
    first_out.assign(nodes.size() + 1, 0);
    run_alone(network.arc_count(), meter, [&] {
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            if (arc % block_size == 0) meter.check();
            if (joins(arc)) ++first_out[number_of[network.tail[arc]] + 1];
        }
        for (std::size_t v = 0; v < nodes.size(); ++v) first_out[v + 1] += first_out[v];
        head.resize(first_out.back());
        std::vector<std::size_t> end(first_out.begin(), first_out.end() - 1);
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            if (arc % block_size == 0) meter.check();
            if (joins(arc)) head[end[number_of[network.tail[arc]]]++] = number_of[network.head[arc]];
        }
    });
}

}  // namespace allways::engine
