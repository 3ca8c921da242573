// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/core_order.h"

#include "allways/base/format.h"
#include "allways/network/elimination_order.h"

namespace allways::engine {

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
