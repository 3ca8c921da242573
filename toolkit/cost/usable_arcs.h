// SPDX-License-Identifier: Apache-2.0
// The arcs that paths may use, as a graph in which paths cannot pass no-through nodes by construction: each such node
// is a source for its out-arcs and a separate sink for its in-arcs.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"
#include "cost/potentials.h"

namespace allways::cost {

// Roles 0 … n-1 are nodes as tails (and as heads if passable); roles n … are no-through nodes as heads. Self-loops and
// arcs without a cost are left out; parallel arcs stay. Value: std::int64_t or double.
template <class Value>
struct UsableArcs {
    std::size_t role_count = 0;
    std::vector<std::uint32_t> tail;  // as roles
    std::vector<std::uint32_t> head;
    std::vector<Value> cost;
    std::vector<ArcIndex> arc;             // index in the network
    std::vector<std::uint32_t> head_role;  // by node; equals the node if it is passable

    std::size_t size() const { return tail.size(); }
};

// cost_of(arc) returns the cost of an arc; is_usable(arc) returns true if it has one.
template <class Value, class CostOf, class IsUsable>
UsableArcs<Value> usable_arcs(const RoadNetwork& network, CostOf&& cost_of, IsUsable&& is_usable) {
    UsableArcs<Value> arcs;
    const auto n = static_cast<std::uint32_t>(network.node_count());
    arcs.role_count = n;
    arcs.head_role.resize(n);
    for (NodeIndex node = 0; node < n; ++node) {
        arcs.head_role[node] = network.is_no_through(node) ? static_cast<std::uint32_t>(arcs.role_count++) : node;
    }
    const std::size_t m = network.arc_count();
    arcs.tail.reserve(m);
    arcs.head.reserve(m);
    arcs.cost.reserve(m);
    arcs.arc.reserve(m);
    for (std::size_t arc = 0; arc < m; ++arc) {
        if (network.tail[arc] == network.head[arc] || !is_usable(arc)) continue;
        arcs.tail.push_back(network.tail[arc]);
        arcs.head.push_back(arcs.head_role[network.head[arc]]);
        arcs.cost.push_back(cost_of(arc));
        arcs.arc.push_back(static_cast<ArcIndex>(arc));
    }
    return arcs;
}

// Potentials of integers, by role (see find_potentials; network_potentials handles any cost type). Every node of a
// negative cycle is passable, so its role is its index.
template <class Value>
Potentials<Value> potentials_of(const UsableArcs<Value>& arcs, const WorkMeter& meter = {}) {
    return find_potentials<Value>(arcs.role_count, [&](auto&& visit) {
        meter.check();
        for (std::size_t i = 0; i < arcs.size(); ++i) visit(arcs.tail[i], arcs.head[i], arcs.cost[i]);
    });
}

}  // namespace allways::cost
