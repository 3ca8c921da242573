// SPDX-License-Identifier: Apache-2.0
#include "cost/path_bound.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/components.h"
#include "network/heap_search.h"
#include "network/metered.h"

namespace allways::cost {

namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();
constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t worth_a_thread = 50'000;  // nodes

// One direction of the graph: arcs leaving `from`, ending at `to`.
struct Direction {
    AdjacencyArray adjacency;
    std::span<const std::uint32_t> to;
};

// The largest distance from `source` to a node of its own component, by Dijkstra inside that component.
std::int64_t eccentricity(std::uint32_t source, const Direction& direction, std::span<const std::int64_t> cost,
                          const Components& components, std::vector<std::int64_t>& distance, const WorkMeter& meter) {
    std::int64_t largest = 0;
    distance[source] = 0;
    network::heap_search<std::int64_t>(
        distance, std::array{NodeIndex{source}},
        [&](NodeIndex, std::int64_t reached) {
            largest = reached;
            meter.check();
            return network::Settled::relax_arcs;
        },
        [&](NodeIndex node, const auto& relax) {
            for (const ArcIndex arc : direction.adjacency.out_arcs(node)) {
                const NodeIndex next = direction.to[arc];
                if (components.of[next] == components.of[source]) relax(next, cost[arc]);
            }
        });
    return largest;
}

}  // namespace

std::int64_t path_sum_bound(std::size_t node_count, std::span<const std::uint32_t> tail,
                            std::span<const std::uint32_t> head, std::span<const std::int64_t> cost, WorkMeter& meter) {
    const Components components = strong_components(node_count, tail, head, meter);
    const Direction forward{build_adjacency(node_count, tail, meter), head};
    const Direction backward{build_adjacency(node_count, head, meter), tail};

    // Inside each component: in- plus out-eccentricity of its first node, both at once.
    std::vector<std::uint32_t> first_node(components.count, none);
    for (auto node = static_cast<std::uint32_t>(node_count); node-- > 0;) first_node[components.of[node]] = node;
    const auto eccentricities = [&](const Direction& direction) {
        std::vector<std::int64_t> distance(node_count, unknown);
        std::vector<std::int64_t> result(components.count);
        for (std::uint32_t c = 0; c < components.count; ++c) {
            result[c] = eccentricity(first_node[c], direction, cost, components, distance, meter);
        }
        return result;
    };
    std::array<std::vector<std::int64_t>, 2> both;
    meter.run(
        2, [&](std::size_t i) { both[i] = eccentricities(i == 0 ? forward : backward); },
        node_count < worth_a_thread ? 1 : 2);
    std::vector<std::int64_t> bound = std::move(both[0]);
    for (std::uint32_t c = 0; c < components.count; ++c) bound[c] += both[1][c];

    // Chaining: components are numbered so that arcs lead to lower numbers, so a component's successors are finished
    // before it.
    std::vector<std::uint32_t> leaving;  // arcs to other components
    for (std::uint32_t arc = 0; arc < tail.size(); ++arc) {
        if (components.of[tail[arc]] != components.of[head[arc]]) leaving.push_back(arc);
    }
    std::sort(leaving.begin(), leaving.end(),
              [&](std::uint32_t a, std::uint32_t b) { return components.of[tail[a]] < components.of[tail[b]]; });
    std::int64_t largest = 0;
    std::size_t at = 0;
    for (std::uint32_t component = 0; component < components.count; ++component) {
        std::int64_t onward = 0;
        for (; at < leaving.size() && components.of[tail[leaving[at]]] == component; ++at) {
            const std::uint32_t arc = leaving[at];
            onward = std::max(onward, cost[arc] + bound[components.of[head[arc]]]);
        }
        bound[component] += onward;
        largest = std::max(largest, bound[component]);
    }
    return largest;
}

}  // namespace allways::cost
