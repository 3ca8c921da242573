// SPDX-License-Identifier: Apache-2.0
#include "query/nearest.h"

#include <algorithm>
#include <limits>
#include <variant>

#include "network/heap_search.h"

namespace allways::query {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<double> distances_from_nearest(const SearchArcs& arcs, std::span<const NodeIndex> starts, double limit,
                                           const ProgressCallback& progress, std::span<const double> start_costs) {
    std::vector<NodeIndex> once(starts.begin(), starts.end());
    std::ranges::sort(once);
    const auto repeated = std::ranges::unique(once);
    once.erase(repeated.begin(), repeated.end());

    std::vector<double> distance(arcs.grouped.node_count(), infinity);
    for (std::size_t i = 0; i < starts.size(); ++i)
        distance[starts[i]] = std::min(distance[starts[i]], start_costs.empty() ? 0 : start_costs[i]);
    std::uint64_t settled = 0;
    report(progress, "reach", 0, distance.size());
    const auto settle = [&](NodeIndex node, double reached) {
        constexpr std::uint64_t often = 1 << 14;
        if (!(reached <= limit)) return network::Settled::stop;
        if (++settled % often == 0) report(progress, "reach", settled, distance.size());
        const bool closed = !arcs.no_through.empty() && arcs.no_through[node] != 0;
        return closed && !std::ranges::binary_search(once, node) ? network::Settled::skip_arcs
                                                                 : network::Settled::relax_arcs;
    };
    std::visit(
        [&](const auto& costs) {
            network::heap_search<double>(distance, once, settle, [&](NodeIndex node, const auto& relax) {
                for (const ArcIndex arc : arcs.grouped.out_arcs(node)) {
                    if (is_reachable(costs[arc])) relax(arcs.far_end[arc], static_cast<double>(costs[arc]));
                }
            });
        },
        arcs.cost);
    for (double& far : distance) {
        if (far > limit) far = infinity;  // then it is only an upper bound
    }
    return distance;
}

}  // namespace allways::query
