// SPDX-License-Identifier: Apache-2.0
// Networks of regular shapes with random costs, beside the random ones of random_networks.h.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "allways/network/make_network.h"
#include "support/random_networks.h"

namespace allways::testing {

using NodePairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// One arc a pair, with costs 1 … largest_cost.
inline RoadNetwork build_network(const NodePairs& arcs, std::size_t n, std::uint64_t largest_cost, std::uint64_t seed) {
    Random random(seed);
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(n);
    ArcColumn column{"cost", "", {}, {}};
    for (const auto& [tail, head] : arcs) {
        network.tail.push_back(static_cast<NodeIndex>(tail));
        network.head.push_back(static_cast<NodeIndex>(head));
        column.values.emplace_back(1 + static_cast<std::int64_t>(random.below(largest_cost)), 0);
    }
    network.arc_ids = IdTable::consecutive(network.arc_count());
    network.columns.push_back(std::move(column));
    return network;
}

// 0 → 1 → … → n-1 → 0
inline NodePairs one_way_ring(std::size_t n) {
    NodePairs arcs;
    for (std::size_t node = 0; n > 1 && node < n; ++node) arcs.emplace_back(node, (node + 1) % n);
    return arcs;
}

// Every node to and from node 0.
inline NodePairs star(std::size_t n) {
    NodePairs arcs;
    for (std::size_t node = 1; node < n; ++node) arcs.insert(arcs.end(), {{0, node}, {node, 0}});
    return arcs;
}

// Every node to and from an earlier one.
inline NodePairs tree(std::size_t n, std::uint64_t seed) {
    Random random(seed);
    NodePairs arcs;
    for (std::size_t node = 1; node < n; ++node) {
        const std::uint64_t parent = random.below(node);
        arcs.insert(arcs.end(), {{parent, node}, {node, parent}});
    }
    return arcs;
}

// As square as n allows; neighbours to and from each other.
inline NodePairs grid(std::size_t n) {
    const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
    NodePairs arcs;
    for (std::size_t node = 0; node < n; ++node) {
        if ((node + 1) % side != 0 && node + 1 < n) arcs.insert(arcs.end(), {{node, node + 1}, {node + 1, node}});
        if (node + side < n) arcs.insert(arcs.end(), {{node, node + side}, {node + side, node}});
    }
    return arcs;
}

// Networks of one kind, by size and seed.
struct NetworkFamily {
    std::string name;
    std::function<RoadNetwork(std::size_t n, std::uint64_t seed)> make;
    double cancelling = 0;  // magnitude of costs that cancel on a path, where some are negative
};

// Every kind of random_networks.h, the shapes above, and what the generators of the toolkit make.
inline const std::vector<NetworkFamily>& network_families() {
    static const std::vector<NetworkFamily> families = [] {
        std::vector<NetworkFamily> all;
        for (const NetworkKind& kind : network_kinds()) {
            all.push_back({kind.name,
                           [&kind](std::size_t n, std::uint64_t seed) { return random_network(kind, n, seed); },
                           kind.negative ? 4.0 * static_cast<double>(kind.largest_cost) : 0});
        }
        all.push_back(
            {"tree", [](std::size_t n, std::uint64_t seed) { return build_network(tree(n, seed), n, 100, seed); }});
        all.push_back({"grid", [](std::size_t n, std::uint64_t seed) { return build_network(grid(n), n, 9, seed); }});
        all.push_back({"star", [](std::size_t n, std::uint64_t seed) { return build_network(star(n), n, 100, seed); }});
        all.push_back({"one-way ring",
                       [](std::size_t n, std::uint64_t seed) { return build_network(one_way_ring(n), n, 100, seed); }});
        all.push_back({"streets", [](std::size_t n, std::uint64_t seed) {
                           return generate_streets(
                               {.nodes = n, .seed = seed, .zero_cost_share = seed % 2 == 0 ? 0.2 : 0});
                       }});
        all.push_back({"random digraph", [](std::size_t n, std::uint64_t seed) {
                           return generate_random_network({.nodes = n, .seed = seed, .probability = 0.2});
                       }});
        all.push_back({"complete", [](std::size_t n, std::uint64_t seed) {
                           return generate_random_network({.nodes = n, .seed = seed, .probability = 1});
                       }});
        return all;
    }();
    return families;
}

}  // namespace allways::testing
