#include "cost/path_bound.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/components.h"
#include "network/heap_search.h"

namespace allways::cost {

namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

// One direction of the graph: arcs leaving `from`, ending at `to`.
struct Direction {
    AdjacencyArray adjacency;
    std::span<const std::uint32_t> to;
};

// The largest distance from `source` to a node of its own component, by Dijkstra inside that component.
std::int64_t eccentricity(std::uint32_t source, const Direction& direction, std::span<const std::int64_t> cost,
                          const Components& components, std::vector<std::int64_t>& distance) {
    std::int64_t largest = 0;
    distance[source] = 0;
    network::heap_search<std::int64_t>(
        distance, std::array{NodeIndex{source}},
        [&](NodeIndex, std::int64_t reached) {
            largest = reached;
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
                            std::span<const std::uint32_t> head, std::span<const std::int64_t> cost) {
    const Components components = strong_components(node_count, tail, head);
    const Direction forward{build_adjacency(node_count, tail), head};
    const Direction backward{build_adjacency(node_count, head), tail};

    // Inside each component: in- plus out-eccentricity of its first node.
    std::vector<std::int64_t> bound(components.count, -1);
    std::vector<std::int64_t> out_distance(node_count, unknown);
    std::vector<std::int64_t> in_distance(node_count, unknown);
    for (std::uint32_t node = 0; node < node_count; ++node) {
        std::int64_t& inside = bound[components.of[node]];
        if (inside >= 0) continue;
        inside = eccentricity(node, forward, cost, components, out_distance) +
                 eccentricity(node, backward, cost, components, in_distance);
    }

    // Chaining: components are numbered so that arcs lead to lower numbers, so a component's successors are finished
    // before it.
    std::vector<std::uint32_t> by_component(tail.size());
    for (std::uint32_t arc = 0; arc < tail.size(); ++arc) by_component[arc] = arc;
    std::sort(by_component.begin(), by_component.end(),
              [&](std::uint32_t a, std::uint32_t b) { return components.of[tail[a]] < components.of[tail[b]]; });
    std::int64_t largest = 0;
    std::size_t at = 0;
    for (std::uint32_t component = 0; component < components.count; ++component) {
        std::int64_t onward = 0;
        for (; at < by_component.size() && components.of[tail[by_component[at]]] == component; ++at) {
            const std::uint32_t arc = by_component[at];
            const std::uint32_t next = components.of[head[arc]];
            if (next != component) onward = std::max(onward, cost[arc] + bound[next]);
        }
        bound[component] += onward;
        largest = std::max(largest, bound[component]);
    }
    return largest;
}

}  // namespace allways::cost
