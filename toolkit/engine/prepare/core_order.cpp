// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/core_order.h"

#include "allways/base/format.h"
#include "allways/network/road_network.h"
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

std::vector<std::uint32_t> classes_in(const ZeroClasses& classes, std::span<const NodeIndex> order) {
    std::vector<std::uint8_t> taken(classes.pivot_count(), 0);
    std::vector<std::uint32_t> result;
    result.reserve(classes.pivot_count());
    for (const NodeIndex node : order) {
        const std::uint32_t c = classes.class_of(node);
        if (taken[c]) continue;
        taken[c] = 1;
        result.push_back(c);
    }
    return result;
}

std::string ignored_order(std::string_view why) {
    return format("ignoring the network's elimination order: {}", why);
}

ordering::Dissection order_core(const RoadNetwork& network, const ZeroClasses& classes, const ordering::Graph& core,
                                const LogCallback& log_to, const ProgressCallback& progress) {
    if (!network.elimination_order.empty()) {
        const std::string misfit = why_order_misfits(network, network.elimination_order);
        if (misfit.empty()) {
            report(progress, "order", 0, 1);
            ordering::Dissection kept{classes_in(classes, network.elimination_order), kept_with_network};
            report(progress, "order", 1, 1);
            return kept;
        }
        log(log_to, LogLevel::warning, ignored_order(misfit));
    }
    return ordering::nested_dissection(core, 0, progress);
}

}  // namespace allways::engine
