// SPDX-License-Identifier: Apache-2.0
#include "cost/path_bound.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/network/adjacency.h"
#include "allways/network/components.h"
#include "base/threads/blocks.h"
#include "network/heap_search.h"
#include "network/metered.h"

namespace allways::cost {

// ---- the sum of eccentricities

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

// ---- the looser bound

namespace {

constexpr std::int64_t out_of_reach = std::numeric_limits<std::int64_t>::max();

struct Link {
    NodeIndex to;
    std::int32_t cost;
};

// The arcs between passable nodes in one direction, grouped by the node that they leave. Unused arcs are loops of cost
// 0.
struct Links {
    std::span<const std::size_t> first;
    std::vector<Link> links;

    Links(const RoadNetwork& network, const AdjacencyArray& grouped, std::span<const NodeIndex> from,
          std::span<const NodeIndex> to, std::span<const std::int32_t> cost, WorkMeter& meter)
        : first(grouped.first_out), links(made_vector<Link>(from.size(), meter, [&](std::size_t i) {
              const ArcIndex arc = grouped.arcs[i];
              const bool is_used =
                  is_reachable(cost[arc]) && !network.is_no_through(from[arc]) && !network.is_no_through(to[arc]);
              return is_used ? Link{to[arc], cost[arc]} : Link{from[arc], 0};
          })) {}

    std::size_t node_count() const { return first.size() - 1; }
    std::span<const Link> of(NodeIndex node) const {
        return std::span(links).subspan(first[node], first[node + 1] - first[node]);
    }
};

// The nodes in the order in which a breadth-first search finds them, and for each number of arcs the index of the first
// node that far away, followed by the number of nodes.
struct BreadthFirst {
    std::vector<NodeIndex> nodes;
    std::vector<std::size_t> first_at{0};
};

// Searches from `source`: calls found(link, from) for the link over which each node is found. Links are prefetched,
// since the next nodes are known but lie anywhere in memory.
template <class IsNew, class Found>
BreadthFirst breadth_first(const Links& graph, NodeIndex source, const IsNew& is_new, const Found& found,
                           WorkMeter& meter) {
    constexpr std::size_t ahead = 8;
    BreadthFirst search;
    std::vector<NodeIndex>& queue = search.nodes;
    queue.reserve(graph.node_count());
    queue.push_back(source);
    for (std::size_t at = 0; at < queue.size(); ++at) {
        if (at % block_size == 0) meter.check();
        if (at == search.first_at.back()) search.first_at.push_back(queue.size());
        if (at + 2 * ahead < queue.size()) __builtin_prefetch(&graph.first[queue[at + 2 * ahead]]);
        if (at + ahead < queue.size()) __builtin_prefetch(graph.links.data() + graph.first[queue[at + ahead]]);
        for (const Link& link : graph.of(queue[at])) {
            if (!is_new(link.to)) continue;
            found(link, queue[at]);
            queue.push_back(link.to);
        }
    }
    return search;
}

BreadthFirst breadth_first(const Links& graph, NodeIndex source, WorkMeter& meter) {
    std::vector<std::uint8_t> is_found(graph.node_count(), 0);
    is_found[source] = 1;
    return breadth_first(
        graph, source, [&](NodeIndex node) { return is_found[node] == 0; },
        [&](const Link& link, NodeIndex) { is_found[link.to] = 1; }, meter);
}

// Returns by node the cost of a walk with the fewest arcs from `source`.
std::vector<std::int64_t> costs_of_short_walks(const Links& graph, NodeIndex source, WorkMeter& meter) {
    std::vector<std::int64_t> reached = large_vector<std::int64_t>(graph.node_count(), out_of_reach);
    reached[source] = 0;
    breadth_first(
        graph, source, [&](NodeIndex node) { return reached[node] == out_of_reach; },
        [&](const Link& link, NodeIndex from) { reached[link.to] = reached[from] + link.cost; }, meter);
    return reached;
}

// The node with the most arcs between it and `start` is at one edge of the network. The nodes halfway from there to the
// other edge are found one after the other; this returns the middle one of them.
NodeIndex node_in_the_middle(const Links& forward, const Links& backward, NodeIndex start, WorkMeter& meter) {
    const NodeIndex at_edge = breadth_first(forward, start, meter).nodes.back();
    const BreadthFirst search = breadth_first(backward, at_edge, meter);
    const std::size_t half = (search.first_at.size() - 1) / 2;
    return search.nodes[(search.first_at[half] + search.first_at[half + 1]) / 2];
}

// A summary of the usable arcs at a node.
struct NodeArcs {
    std::int64_t costliest_out = 0;
    bool has_out = false;
    bool has_in = false;
};

// The components of a bound, over all nodes or some.
struct BoundParts {
    std::int64_t farthest_out = 0;
    std::int64_t farthest_in = 0;
    std::int64_t at_start = 0;  // a path leaves one source at most
    std::int64_t at_exit = 0;
    std::size_t members = 0;
    std::vector<NodeIndex> others;  // nodes outside the component that are neither sources nor sinks

    void add(const BoundParts& part) {
        farthest_out = std::max(farthest_out, part.farthest_out);
        farthest_in = std::max(farthest_in, part.farthest_in);
        at_start = std::max(at_start, part.at_start);
        at_exit = std::max(at_exit, part.at_exit);
        members += part.members;
        others.insert(others.end(), part.others.begin(), part.others.end());
    }
};

// The largest cost of a path outside the component: it crosses one connected area before the component and one after
// it, and leaves each node at most once. `costliest_out(node)`: the cost of the costliest arc that leaves the node.
template <class CostliestOut>
std::int64_t cost_outside(const Links& graph, const std::vector<NodeIndex>& others, const CostliestOut& costliest_out) {
    if (others.empty()) return 0;
    std::vector<std::uint32_t> place = large_vector<std::uint32_t>(graph.node_count(), none);
    std::vector<std::uint32_t> above(others.size());
    for (std::uint32_t i = 0; i < others.size(); ++i) place[others[i]] = above[i] = i;
    const auto root = [&](std::uint32_t i) {
        while (above[i] != i) i = above[i] = above[above[i]];
        return i;
    };
    for (const NodeIndex node : others) {
        for (const Link& link : graph.of(node)) {
            if (place[link.to] != none) above[root(place[link.to])] = root(place[node]);
        }
    }
    std::vector<std::int64_t> piece(others.size(), 0);
    for (std::uint32_t i = 0; i < others.size(); ++i) piece[root(i)] += costliest_out(others[i]);
    const auto costliest = std::ranges::max_element(piece);
    const std::int64_t first = std::exchange(*costliest, 0);
    return first + *std::ranges::max_element(piece);
}

}  // namespace

std::optional<std::int64_t> quick_path_sum_bound(const RoadNetwork& network, const AdjacencyArray& adjacency,
                                                 std::span<const std::int32_t> cost, WorkMeter& meter) {
    const auto n = static_cast<NodeIndex>(network.node_count());
    const AdjacencyArray by_head = build_adjacency(n, network.head, meter);
    const Links forward(network, adjacency, network.tail, network.head, cost, meter);
    const Links backward(network, by_head, network.head, network.tail, cost, meter);
    const auto is_usable = [&](ArcIndex arc) {
        return is_reachable(cost[arc]) && network.tail[arc] != network.head[arc];
    };
    const auto arcs_of = [&](NodeIndex node) {
        NodeArcs arcs;
        for (const ArcIndex arc : adjacency.out_arcs(node)) {
            if (!is_usable(arc)) continue;
            arcs.has_out = true;
            arcs.costliest_out = std::max<std::int64_t>(arcs.costliest_out, cost[arc]);
        }
        // A no-through node is a source, and its own separate sink.
        arcs.has_in = !network.is_no_through(node) && std::ranges::any_of(by_head.out_arcs(node), is_usable);
        return arcs;
    };
    const auto is_between = [&](NodeIndex node) {
        const NodeArcs arcs = arcs_of(node);
        return arcs.has_in && arcs.has_out;
    };

    const auto bound_around = [&](NodeIndex middle) -> std::optional<std::int64_t> {
        std::array<std::vector<std::int64_t>, 2> walks;
        const auto walk = [&](std::size_t i) {
            walks[i] = costs_of_short_walks(i == 0 ? forward : backward, middle, meter);
        };
        if (n > block_size) {
            meter.run(2, walk, 2);
        } else {
            walk(0);
            walk(1);
        }
        const auto& [out, in] = walks;
        std::vector<BoundParts> of_block(block_count(n));
        for_each_block(n, meter, [&](std::size_t begin, std::size_t end) {
            BoundParts& parts = of_block[begin / block_size];
            for (auto node = static_cast<NodeIndex>(begin); node < end; ++node) {
                const NodeArcs arcs = arcs_of(node);
                if (out[node] != out_of_reach && in[node] != out_of_reach) {
                    ++parts.members;
                    parts.farthest_out = std::max(parts.farthest_out, out[node]);
                    parts.farthest_in = std::max(parts.farthest_in, in[node]);
                    parts.at_exit = std::max(parts.at_exit, arcs.costliest_out);
                } else if (!arcs.has_in) {
                    parts.at_start = std::max(parts.at_start, arcs.costliest_out);
                } else if (arcs.has_out) {
                    parts.others.push_back(node);
                }
            }
        });
        BoundParts all;
        for (const BoundParts& parts : of_block) all.add(parts);
        if (all.members < all.others.size()) return {};
        std::int64_t outside = 0;
        run_alone(n, meter, [&] {
            outside = cost_outside(forward, all.others, [&](NodeIndex node) { return arcs_of(node).costliest_out; });
        });
        return all.at_start + all.farthest_in + all.farthest_out + all.at_exit + outside;
    };

    constexpr std::size_t attempts = 4;
    for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
        auto start = static_cast<NodeIndex>(n * attempt / attempts);
        while (start < n && !is_between(start)) ++start;
        if (start == n) break;
        NodeIndex middle = start;
        run_alone(n, meter, [&] { middle = node_in_the_middle(forward, backward, start, meter); });
        for (const NodeIndex around : {middle, start}) {
            if (const auto bound = bound_around(around)) return bound;
        }
    }
    return std::nullopt;
}

}  // namespace allways::cost
