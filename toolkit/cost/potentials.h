// SPDX-License-Identifier: Apache-2.0
// Negative costs: node potentials that make every cost non-negative (Johnson 1977), or the negative cycle that rules
// them out. Bellman–Ford from a virtual source with a zero arc to every node.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/base/ids.h"

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

}  // namespace allways::cost
