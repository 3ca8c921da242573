// SPDX-License-Identifier: Apache-2.0
// Random networks of every awkward kind, and a slow independent truth for their distances.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "allways/network/road_network.h"
#include "base/random.h"

namespace allways::testing {

struct NetworkKind {
    std::string name;
    double arcs_per_node = 2.5;
    double zero_share = 0;  // of arcs with cost 0, in both directions
    bool negative = false;  // negative costs, no negative cycle
    double no_through_share = 0;
    double parallel_share = 0;
    double self_loop_share = 0;
    std::uint64_t parts = 1;  // nodes fall into this many parts with no arcs between them
    std::uint64_t largest_cost = 1000;
    double absorbing_share = 0;  // of arcs with a cost 10^17 times the others
};

inline const std::vector<NetworkKind>& network_kinds() {
    static const std::vector<NetworkKind> kinds = {
        {.name = "sparse"},
        {.name = "dense", .arcs_per_node = 20},
        {.name = "disconnected", .arcs_per_node = 1.2, .parts = 4},
        {.name = "zero cycles", .zero_share = 0.5, .largest_cost = 3},
        {.name = "negative", .negative = true},
        {.name = "negative and disconnected", .arcs_per_node = 1.5, .negative = true, .parts = 3},
        {.name = "negative zero cycles", .zero_share = 0.4, .negative = true, .largest_cost = 2},
        {.name = "no-through", .arcs_per_node = 4, .no_through_share = 0.3},
        {.name = "no-through zero", .arcs_per_node = 4, .zero_share = 0.4, .no_through_share = 0.3, .largest_cost = 4},
        {.name = "no-through negative", .arcs_per_node = 4, .negative = true, .no_through_share = 0.3},
        {.name = "parallel and loops", .parallel_share = 0.4, .self_loop_share = 0.2, .largest_cost = 5},
        {.name = "ties", .arcs_per_node = 6, .largest_cost = 2},
        {.name = "many arcs", .arcs_per_node = 40, .largest_cost = 10},
        {.name = "labels do not fit", .arcs_per_node = 6, .largest_cost = 10000000},
    };
    return kinds;
}

inline RoadNetwork random_network(const NetworkKind& kind, std::size_t n, std::uint64_t seed) {
    Random random(seed);
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(n);
    network.provenance = {kind.name + " seed " + std::to_string(seed), "random", "", false};
    network.no_through.assign(n, 0);
    for (auto& flag : network.no_through) flag = random.chance(kind.no_through_share) ? 1 : 0;
    std::vector<std::int64_t> height(n, 0);
    if (kind.negative) {
        for (auto& h : height) h = static_cast<std::int64_t>(random.below(2 * kind.largest_cost));
    }
    ArcColumn column{"cost", "", {}, {}};
    const auto add = [&](std::uint64_t tail, std::uint64_t head, std::int64_t cost) {
        network.tail.push_back(static_cast<NodeIndex>(tail));
        network.head.push_back(static_cast<NodeIndex>(head));
        column.values.emplace_back(cost + height[head] - height[tail], 0);
    };
    const auto arcs = n < 2 ? 0 : static_cast<std::size_t>(std::llround(kind.arcs_per_node * static_cast<double>(n)));
    for (std::size_t i = 0; i < arcs; ++i) {
        const std::uint64_t tail = random.below(n);
        std::uint64_t head = random.below(n);
        head -= (head % kind.parts + kind.parts - tail % kind.parts) % kind.parts;  // the same part as the tail
        if (head >= n) continue;
        if (random.chance(kind.self_loop_share)) head = tail;
        std::int64_t cost = 1 + static_cast<std::int64_t>(random.below(kind.largest_cost));
        if (random.chance(kind.absorbing_share)) cost *= 100'000'000'000'000'000;
        if (random.chance(kind.zero_share)) {
            add(tail, head, 0);
            if (random.chance(0.7)) add(head, tail, 0);
            continue;
        }
        add(tail, head, cost);
        if (random.chance(kind.parallel_share)) add(tail, head, 1 + static_cast<std::int64_t>(random.below(5)));
        if (random.chance(0.4)) add(head, tail, 1 + static_cast<std::int64_t>(random.below(kind.largest_cost)));
    }
    network.arc_ids = IdTable::consecutive(network.arc_count());
    network.columns.push_back(std::move(column));
    return network;
}

inline constexpr std::int64_t no_path = std::numeric_limits<std::int64_t>::max();

// Distances from one node by Bellman–Ford over the arcs, costs of column 0 × 10^digits. No-through nodes are left only
// where they are the source. Self-loops are ignored; d(source, source) = 0.
inline std::vector<std::int64_t> true_distances(const RoadNetwork& network, NodeIndex source, int digits = 0) {
    std::vector<std::int64_t> cost(network.arc_count());
    for (std::size_t arc = 0; arc < cost.size(); ++arc) cost[arc] = *network.columns[0].values[arc].fixed_point(digits);
    std::vector<std::int64_t> distance(network.node_count(), no_path);
    distance[source] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
            const NodeIndex tail = network.tail[arc];
            const NodeIndex head = network.head[arc];
            if (tail == head || head == source || distance[tail] == no_path) continue;
            if (network.is_no_through(tail) && tail != source) continue;
            const std::int64_t candidate = distance[tail] + cost[arc];
            if (candidate < distance[head]) {
                distance[head] = candidate;
                changed = true;
            }
        }
    }
    return distance;
}

}  // namespace allways::testing
