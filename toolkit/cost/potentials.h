// SPDX-License-Identifier: Apache-2.0
// Negative costs: node potentials that make every cost non-negative (Johnson 1977), or the negative cycle that rules
// them out. Bellman–Ford from a virtual source with a zero arc to every node.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "allways/base/ids.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"

namespace allways::cost {

template <class Value>
struct Potentials {
    std::vector<Value> of;             // h: cost + h[tail] - h[head] >= 0 (doubles: up to rounding)
    std::vector<std::uint32_t> cycle;  // nodes of a negative cycle in order; `of` is then meaningless
};

// for_each_arc(visit) calls visit(tail, head, cost) for every arc; called once per round. Value: integers wide enough
// for the sums; for floats see exact_potentials.h. At most n rounds, each O(n + m); a cycle is found when the
// predecessor graph first has one.
template <class Value, class ForEachArc>
Potentials<Value> find_potentials(std::size_t node_count, ForEachArc&& for_each_arc) {
    Potentials<Value> result;
    std::vector<Value>& h = result.of;
    h.assign(node_count, Value{0});
    std::vector<std::uint32_t> predecessor(node_count, no_node);

    // Walks predecessors from every node not seen yet; a walk that meets itself is a cycle.
    const auto find_cycle = [&] {
        std::vector<std::uint32_t> seen_by(node_count, no_node);
        for (std::uint32_t start = 0; start < node_count; ++start) {
            std::uint32_t node = start;
            while (node != no_node && seen_by[node] == no_node) {
                seen_by[node] = start;
                node = predecessor[node];
            }
            if (node == no_node || seen_by[node] != start) continue;
            std::vector<std::uint32_t> backwards = {node};
            for (std::uint32_t at = predecessor[node]; at != node; at = predecessor[at]) backwards.push_back(at);
            result.cycle.assign(backwards.rbegin(), backwards.rend());
            return true;
        }
        return false;
    };

    for (bool changed = true; changed;) {
        changed = false;
        for_each_arc([&](std::uint32_t tail, std::uint32_t head, const Value& cost) {
            const Value candidate = h[tail] + cost;
            if (!(candidate < h[head])) return;
            h[head] = candidate;
            predecessor[head] = tail;
            changed = true;
        });
        if (changed && find_cycle()) return result;
    }
    return result;
}

// Throws NegativeCycleError with the ids of the cycle's nodes in its message.
[[noreturn]] void throw_negative_cycle(const std::vector<std::uint32_t>& cycle, const IdTable& ids);

// ---- the arcs that paths may use, as a graph in which paths cannot pass no-through nodes by construction: each such
// node is a source for its out-arcs and a separate sink for its in-arcs

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

// ---- potentials of a network's costs (network_potentials), and those of float types in exact arithmetic: rounding
// never decides if a cycle is negative, however far apart its costs are. Costs become integers of a common unit, of 128
// bits if sums fit, else as wide as needed

__extension__ using Int128 = __int128;
using LargeInteger = boost::multiprecision::cpp_int;

// Runs find_potentials with the narrowest integers that hold every sum along a path. `cost_bits`: bits of the largest
// cost. whole<W>(cost) converts a cost to a W, natural(sum) converts a sum of them back to a double.
template <class ForEachArc, class Whole, class Natural>
Potentials<double> exact_potentials(std::size_t node_count, int cost_bits, ForEachArc&& for_each_arc, Whole&& whole,
                                    Natural&& natural) {
    const auto find = [&]<class W>() {
        auto found = find_potentials<W>(node_count, [&](auto&& visit) {
            for_each_arc([&](std::uint32_t tail, std::uint32_t head, const auto& cost) {
                visit(tail, head, whole.template operator()<W>(cost));
            });
        });
        Potentials<double> potentials{{}, std::move(found.cycle)};
        for (const W& h : found.of) potentials.of.push_back(natural(static_cast<long double>(h)));
        return potentials;
    };
    const int sum_bits = cost_bits + static_cast<int>(std::bit_width(node_count)) + 2;
    return sum_bits < 128 ? find.template operator()<Int128>() : find.template operator()<LargeInteger>();
}

// Floats stand for unknown decimals. A cycle is negative if its sum is negative even after every cost is raised by this
// many units in its last place; a cycle nearer to zero counts as zero. Costs are raised only if there is such a cycle.
inline constexpr int rounded_units = 2;

// Potentials of float or double costs; for_each_arc(visit) as in find_potentials.
template <class T, class ForEachArc>
Potentials<double> float_potentials(std::size_t node_count, ForEachArc&& for_each_arc) {
    constexpr int mantissa_bits = std::numeric_limits<T>::digits;
    int least = std::numeric_limits<int>::max();
    int largest = std::numeric_limits<int>::min();
    for_each_arc([&](std::uint32_t, std::uint32_t, double cost) {
        if (cost == 0) return;
        int exponent = 0;
        std::frexp(cost, &exponent);
        least = std::min(least, exponent);
        largest = std::max(largest, exponent);
    });
    if (least > largest) least = largest = 0;
    const auto natural = [&](long double sum) { return static_cast<double>(std::ldexp(sum, least - mantissa_bits)); };
    const auto raised_by = [&](int units) {
        const auto whole = [&]<class W>(double cost) {
            if (cost == 0) return W(0);
            int exponent = 0;
            const double mantissa = std::ldexp(std::frexp(cost, &exponent), mantissa_bits);
            W units_of_least(static_cast<std::int64_t>(mantissa) + units);
            units_of_least <<= exponent - least;
            return units_of_least;
        };
        return exact_potentials(node_count, mantissa_bits + 1 + largest - least, for_each_arc, whole, natural);
    };
    auto potentials = raised_by(0);
    return potentials.cycle.empty() ? potentials : raised_by(rounded_units);
}

// Potentials of the costs themselves: int32 exactly, floats by float_potentials.
template <class T, class ForEachArc>
auto matrix_potentials(std::size_t node_count, ForEachArc&& for_each_arc) {
    if constexpr (std::is_integral_v<T>) {
        return find_potentials<std::int64_t>(node_count, for_each_arc);
    } else {
        return float_potentials<T>(node_count, for_each_arc);
    }
}

// Potentials of a network's arcs, by role, whose costs are `values` of the column `name`. They are the exact potentials
// of the column's decimals if these round to the values, except decimals that T rounds to 0; otherwise those of the
// values, int32 exactly and floats by float_potentials.
template <class T, class Value>
Potentials<Value> network_potentials(const RoadNetwork& network, const UsableArcs<Value>& arcs,
                                     const std::vector<T>& values, const std::string& name,
                                     const WorkMeter& meter = {});

}  // namespace allways::cost
