// SPDX-License-Identifier: Apache-2.0
// Properties that every table must have, whatever made it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <span>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways::testing {

// Every walk ends at its target, passes no border node, and costs what the table says.
// `magnitude`: of numbers that cancelled on the way, 0 for none.
inline void expect_walks(const DistanceTable& table, const RoadNetwork* network, double tolerance,
                         double magnitude = 0) {
    const auto n = static_cast<NodeIndex>(table.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        for (NodeIndex to = 0; to < n; ++to) {
            const Path path = table.path(from, to);
            ASSERT_EQ(path.reachable, table.is_reachable(from, to));
            if (!path.reachable) continue;
            double sum = 0;
            NodeIndex at = from;
            for (const PathLeg& leg : path.legs) {
                ASSERT_EQ(leg.from, at);
                ASSERT_FALSE(network && at != from && network->is_no_through(at)) << from << " to " << to;
                sum += leg.raw_cost;
                at = leg.to;
            }
            ASSERT_EQ(at, to);
            const double distance = table.raw_distance(from, to);
            const double slack = tolerance * static_cast<double>(path.legs.size()) * (std::abs(distance) + magnitude);
            ASSERT_NEAR(sum, distance, slack) << from << " to " << to;
        }
    }
}

// The rule for next hops of a network (docs/engine.md) in a table of int32 over column 0, where no
// zero-cost cycle passes through `from`.
inline void expect_rule(const DistanceTable& table, const RoadNetwork& network) {
    const int digits = table.scale().digits;
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    const auto n = static_cast<NodeIndex>(table.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        bool on_zero_cycle = false;
        for (NodeIndex other = 0; other < n; ++other) {
            on_zero_cycle |= other != from && table.raw_distance(from, other) + table.raw_distance(other, from) == 0;
        }
        if (on_zero_cycle) continue;
        const auto out = adjacency.out_arcs(from);
        for (NodeIndex to = 0; to < n; ++to) {
            std::uint32_t expected = NextHops::none;
            for (std::uint32_t i = 0; i < out.size() && expected == NextHops::none && from != to; ++i) {
                const NodeIndex head = network.head[out[i]];
                if (head == from || (network.is_no_through(head) && head != to) || !table.is_reachable(from, to))
                    continue;
                const auto cost = static_cast<double>(*network.columns[0].values[out[i]].fixed_point(digits));
                if (cost + table.raw_distance(head, to) == table.raw_distance(from, to)) expected = i;
            }
            ASSERT_EQ(table.next_hops().at(from, to), expected) << from << " to " << to;
        }
    }
}

// In a table of an int32 matrix `costs`: every hop is the head of an arc on a path of that length.
inline void expect_tight(const DistanceTable& table, std::span<const std::int32_t> costs) {
    const std::size_t n = table.node_count();
    const auto distance = table.values<std::int32_t>();
    for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; to < n; ++to) {
            const auto hop = table.next_hops().at(static_cast<NodeIndex>(from), static_cast<NodeIndex>(to));
            if (from == to || !is_reachable(distance[from * n + to])) {
                ASSERT_EQ(hop, NextHops::none);
                continue;
            }
            ASSERT_LT(hop, n);
            ASSERT_EQ(costs[from * n + hop] + distance[hop * n + to], distance[from * n + to]) << from << " to " << to;
        }
    }
}

}  // namespace allways::testing
