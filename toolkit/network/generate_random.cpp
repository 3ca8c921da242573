// SPDX-License-Identifier: Apache-2.0
#include "network/generate_random.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/make_network.h"

namespace allways {

void check_random_options(const RandomNetworkOptions& options) {
    if (!(options.probability >= 0 && options.probability <= 1)) {
        throw InvalidArgument(format("expected a probability from 0 to 1, found {}", options.probability));
    }
    const std::int64_t span = std::int64_t{options.highest_weight} - options.lowest_weight;
    if (span < 0 || span >= std::int64_t{1} << 31) {
        throw InvalidArgument(format("expected weights from low to high, less than 2^31 apart, found {} to {}",
                                     options.lowest_weight, options.highest_weight));
    }
    if (options.nodes >= no_node) throw InvalidArgument(format("at most {} nodes can be generated", no_node - 1));
}

RoadNetwork generate_random_network(const RandomNetworkOptions& options) {
    check_random_options(options);
    RoadNetwork network;
    network.provenance.source = format("random digraph, probability {}, seed {}", options.probability, options.seed);
    network.provenance.format = "generated";
    network.provenance.whole_numbers = true;
    network.node_ids = IdTable::consecutive(options.nodes);
    network.columns.push_back({"cost", "", {}, std::nullopt});
    for_each_random_arc(options, [&](std::size_t tail, std::size_t head, std::int32_t weight) {
        if (network.tail.size() + 1 >= no_arc) {
            throw InvalidArgument("too many arcs for an arc index; use fewer nodes or a smaller probability");
        }
        network.tail.push_back(static_cast<NodeIndex>(tail));
        network.head.push_back(static_cast<NodeIndex>(head));
        network.columns[0].values.emplace_back(weight, 0);
    });
    network.arc_ids = IdTable::consecutive(network.arc_count());
    return network;
}

}  // namespace allways
