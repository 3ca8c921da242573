// SPDX-License-Identifier: Apache-2.0
// An independent, plain computation of tables and next hops: Floyd–Warshall over passable pivots, and the hop rule by
// its definition. For networks of a few nodes.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways::test {

constexpr std::int32_t far = unreachable_cost<std::int32_t>;

class BruteForce {
public:
    BruteForce(const RoadNetwork& network, const ArcCosts& costs)
        : network_(network),
          cost_(std::get<std::vector<std::int32_t>>(costs.values)),
          n_(network.node_count()),
          adjacency_(build_adjacency(n_, network.tail)),
          distance_(n_, std::vector<std::int64_t>(n_, far)) {
        for (NodeIndex i = 0; i < n_; ++i) distance_[i][i] = 0;
        for (ArcIndex arc = 0; arc < cost_.size(); ++arc) {
            auto& cell = distance_[network.tail[arc]][network.head[arc]];
            if (usable(arc)) cell = std::min<std::int64_t>(cell, cost_[arc]);
        }
        for (NodeIndex k = 0; k < n_; ++k) {
            if (network.is_no_through(k)) continue;
            for (NodeIndex i = 0; i < n_; ++i) {
                for (NodeIndex j = 0; j < n_; ++j) {
                    if (distance_[i][k] == far || distance_[k][j] == far) continue;
                    distance_[i][j] = std::min(distance_[i][j], distance_[i][k] + distance_[k][j]);
                }
            }
        }
        for (NodeIndex i = 0; i < n_; ++i) distance_[i][i] = 0;
    }

    std::int64_t distance(NodeIndex from, NodeIndex to) const { return distance_[from][to]; }

    // The ordinal of the out-arc that a path from i to j takes.
    std::uint32_t hop(NodeIndex i, NodeIndex j) const {
        if (!together(i, j)) {
            for (NodeIndex member = 0; member < n_; ++member) {
                if (!together(i, member)) continue;
                if (const auto exit = tight(member, j)) return member == i ? *exit : inner(i, member);
            }
        }
        return inner(i, j);
    }

    DistanceTable table() const {
        std::vector<std::int32_t> values;
        NextHops hops(NextHops::Kind::arc_ordinal, n_, adjacency_.max_out_degree());
        for (NodeIndex i = 0; i < n_; ++i) {
            for (NodeIndex j = 0; j < n_; ++j) {
                values.push_back(static_cast<std::int32_t>(distance_[i][j]));
                if (i != j && distance_[i][j] != far) hops.set(i, j, hop(i, j));
            }
        }
        DistanceTable table(std::move(values), n_, {"cost", "", 0}, network_.node_ids);
        TableArcs arcs;
        arcs.first_out.assign(adjacency_.first_out.begin(), adjacency_.first_out.end());
        std::vector<std::int32_t> costs;
        std::vector<std::int64_t> ids;
        for (const ArcIndex arc : adjacency_.arcs) {
            arcs.head.push_back(network_.head[arc]);
            costs.push_back(cost_[arc]);
            ids.push_back(network_.arc_ids.numbers()[arc]);
        }
        arcs.cost = std::move(costs);
        arcs.arc_ids = IdTable(std::move(ids));
        table.set_next_hops(std::move(hops), std::move(arcs));
        table.set_no_through(network_.no_through);
        return table;
    }

private:
    bool usable(ArcIndex arc) const { return network_.tail[arc] != network_.head[arc] && cost_[arc] != far; }

    // On a common zero-cost cycle through passable nodes.
    bool together(NodeIndex a, NodeIndex b) const {
        if (a == b) return true;
        return !network_.is_no_through(a) && !network_.is_no_through(b) && distance_[a][b] != far &&
               distance_[b][a] != far && distance_[a][b] + distance_[b][a] == 0;
    }

    std::optional<std::uint32_t> tight(NodeIndex node, NodeIndex to) const {
        const auto out = adjacency_.out_arcs(node);
        for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
            const NodeIndex head = network_.head[out[ordinal]];
            if (!usable(out[ordinal]) || together(node, head) || (head != to && network_.is_no_through(head))) continue;
            if (distance_[head][to] == far) continue;
            if (cost_[out[ordinal]] + distance_[head][to] == distance_[node][to]) return ordinal;
        }
        return std::nullopt;
    }

    bool is_inner(ArcIndex arc) const {
        const NodeIndex tail = network_.tail[arc], head = network_.head[arc];
        return usable(arc) && together(tail, head) && cost_[arc] + distance_[head][tail] == 0;
    }

    std::size_t steps(NodeIndex from, NodeIndex to) const {
        std::vector<std::size_t> count(n_, n_);
        count[to] = 0;
        for (std::size_t round = 0; round < n_; ++round) {
            for (ArcIndex arc = 0; arc < cost_.size(); ++arc) {
                if (!is_inner(arc)) continue;
                auto& tail = count[network_.tail[arc]];
                tail = std::min(tail, count[network_.head[arc]] + 1);
            }
        }
        return count[from];
    }

    std::uint32_t inner(NodeIndex from, NodeIndex to) const {
        const auto out = adjacency_.out_arcs(from);
        for (std::uint32_t ordinal = 0; ordinal < out.size(); ++ordinal) {
            if (is_inner(out[ordinal]) && steps(network_.head[out[ordinal]], to) + 1 == steps(from, to)) return ordinal;
        }
        return NextHops::none;
    }

    const RoadNetwork& network_;
    std::vector<std::int32_t> cost_;
    std::size_t n_;
    AdjacencyArray adjacency_;
    std::vector<std::vector<std::int64_t>> distance_;
};

struct Example {
    RoadNetwork network;
    ArcCosts costs;
};

inline Example make_example(std::size_t n, std::vector<NodeIndex> tail, std::vector<NodeIndex> head,
                            std::vector<std::int32_t> cost, std::vector<std::uint8_t> no_through = {}) {
    Example example;
    example.network.node_ids = IdTable::consecutive(n, 100);
    example.network.arc_ids = IdTable::consecutive(tail.size(), 1);
    example.network.no_through = std::move(no_through);
    example.network.tail = std::move(tail);
    example.network.head = std::move(head);
    ArcColumn column{"cost", "", {}, {}};
    for (const std::int32_t value : cost) {
        column.values.push_back(value == far ? Decimal::missing() : Decimal(value, 0));
    }
    example.network.columns.push_back(std::move(column));
    example.costs = {{"cost", "", 0}, std::move(cost)};
    return example;
}

// Small costs, so that ties and zero-cost cycles are common; parallel arcs, self-loops, missing costs, no-through
// nodes. With `negative`, potentials make some costs negative, but no cycle.
inline Example random_example(std::mt19937& random, bool negative) {
    const std::size_t n = 2 + random() % 7;
    const std::size_t m = random() % (4 * n);
    std::vector<std::int32_t> potential(n, 0);
    if (negative) {
        for (auto& value : potential) value = static_cast<std::int32_t>(random() % 9);
    }
    std::vector<NodeIndex> tail, head;
    std::vector<std::int32_t> cost;
    for (std::size_t arc = 0; arc < m; ++arc) {
        tail.push_back(static_cast<NodeIndex>(random() % n));
        head.push_back(static_cast<NodeIndex>(random() % n));
        const auto value = static_cast<std::int32_t>(random() % 3) + potential[tail.back()] - potential[head.back()];
        cost.push_back(random() % 20 == 0 ? far : value);
    }
    std::vector<std::uint8_t> no_through;
    for (std::size_t i = 0; i < n && random() % 8 != 0; ++i) no_through.push_back(random() % 4 == 0);
    if (no_through.size() != n) no_through.clear();
    return make_example(n, tail, head, cost, no_through);
}

}  // namespace allways::test
