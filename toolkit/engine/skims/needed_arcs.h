// SPDX-License-Identifier: Apache-2.0
// The arcs up from a rank that shortest paths may take.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/sweep/sweep_target.h"
#include "ordering/factor.h"

namespace allways::engine {

// Returns the arcs up from v, except those that are costlier than a path over another of v's upper neighbours, all of
// which are joined. O(pairs of upper neighbours).
template <class T>
std::vector<std::size_t> needed_arcs(const ordering::Factor<T>& factor, std::uint32_t v) {
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = factor.first_arc_bits > 0 ? (std::int32_t{1} << factor.first_arc_bits) - 1 : 0;
    const std::size_t begin = tree.first_up[v];
    const std::size_t count = tree.first_up[v + 1] - begin;
    std::vector<T> cost(count);
    for (std::size_t i = 0; i < count; ++i) cost[i] = cost_part(factor.up[begin + i], mask);
    std::vector<T> least = cost;  // over another upper neighbour
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t w = tree.up[begin + i];
        const std::size_t row = tree.first_up[w];
        T over = least[i];
        const auto relax = [&](std::size_t j, std::size_t a) {
            least[j] = std::min(least[j], cost[i] + cost_part(factor.up[a], mask));
            over = std::min(over, cost[j] + cost_part(factor.down[a], mask));
        };
        if (tree.first_up[w + 1] - row == count - i - 1) {  // the same nodes
            for (std::size_t j = i + 1; j < count; ++j) relax(j, row + (j - i - 1));
        } else {
            std::size_t a = row;
            for (std::size_t j = i + 1; j < count; ++j, ++a) {
                while (tree.up[a] != tree.up[begin + j]) ++a;
                relax(j, a);
            }
        }
        least[i] = over;
    }
    std::vector<std::size_t> needed;
    for (std::size_t i = 0; i < count; ++i) {
        if (factor.up[begin + i] < factor.unreachable && !(least[i] < cost[i])) needed.push_back(begin + i);
    }
    return needed;
}

}  // namespace allways::engine
