// SPDX-License-Identifier: Apache-2.0
// Graphs for tests of orders and factors, and the plain truth about eliminating their nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "allways/base/cost_type.h"
#include "ordering/elimination.h"
#include "support/network_shapes.h"

namespace allways::testing {

// Out-arcs of a network as a graph, without its self-loops, with the cost of each arc and its number, the position
// among the tail's arcs.
struct ArcRows {
    std::vector<std::size_t> first_out{0};
    std::vector<std::uint32_t> head;
    std::vector<std::int32_t> cost;
    std::vector<std::uint32_t> first_arc;

    std::size_t node_count() const { return first_out.size() - 1; }
    ordering::Graph graph() const { return {first_out, head}; }
};

// Costs become their size, at least 1 but for some arcs to nodes of higher index: no cycle of cost zero.
inline ArcRows arc_rows(const RoadNetwork& network) {
    std::vector<std::vector<std::size_t>> out(network.node_count());
    for (std::size_t a = 0; a < network.arc_count(); ++a) {
        if (network.tail[a] != network.head[a]) out[network.tail[a]].push_back(a);
    }
    ArcRows rows;
    for (const auto& arcs : out) {
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            const std::int64_t value = network.columns.front().values[arcs[i]].rounded_fixed_point(3).value();
            rows.head.push_back(network.head[arcs[i]]);
            const bool may_be_zero = rows.first_out.size() <= network.head[arcs[i]];
            const auto size = static_cast<std::int32_t>(std::abs(value) / 1000 % 100'000);
            rows.cost.push_back(may_be_zero && size % 5 == 0 ? 0 : 1 + size);
            rows.first_arc.push_back(static_cast<std::uint32_t>(i));
        }
        rows.first_out.push_back(rows.head.size());
    }
    return rows;
}

inline std::vector<std::uint32_t> random_order(std::size_t n, std::uint64_t seed) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    Random random(seed);
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

// Later neighbours of each node as the nodes of `order` are taken out one by one and their neighbours joined.
inline std::vector<std::set<std::uint32_t>> brute_force_fill(const ArcRows& rows,
                                                             const std::vector<std::uint32_t>& order) {
    std::vector<std::set<std::uint32_t>> joined(rows.node_count());
    for (std::uint32_t v = 0; v < rows.node_count(); ++v) {
        for (std::size_t a = rows.first_out[v]; a < rows.first_out[v + 1]; ++a) {
            joined[v].insert(rows.head[a]);
            joined[rows.head[a]].insert(v);
        }
    }
    for (const std::uint32_t v : order) {
        for (const std::uint32_t a : joined[v]) {
            joined[a].erase(v);
            for (const std::uint32_t b : joined[v]) {
                if (a != b) joined[a].insert(b);
            }
        }
    }
    return joined;
}

template <class T>
T cost_of_cell(T cell, int first_arc_bits) {
    if constexpr (std::is_integral_v<T>) {
        return cell & ~((T{1} << first_arc_bits) - 1);
    } else {
        return cell;
    }
}

// The arcs' cells as a matrix [from][to] over ranks, unreachable elsewhere.
template <class T>
std::vector<T> matrix_by_rank(const ordering::Elimination& e, const ArcRows& rows, const std::vector<T>& cells,
                              T unreachable) {
    const std::size_t n = e.node_count();
    std::vector<T> matrix(n * n, unreachable);
    for (std::uint32_t v = 0; v < n; ++v) {
        for (std::size_t a = rows.first_out[v]; a < rows.first_out[v + 1]; ++a) {
            T& cell = matrix[e.rank_of[v] * n + e.rank_of[rows.head[a]]];
            cell = std::min(cell, cells[a]);
        }
    }
    return matrix;
}

// One step of Floyd–Warshall by rank k over cells.
template <class T>
void relax_by(std::vector<T>& matrix, std::size_t n, std::size_t k, int first_arc_bits) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j || i == k || j == k) continue;
            matrix[i * n + j] =
                std::min<T>(matrix[i * n + j], matrix[i * n + k] + cost_of_cell(matrix[k * n + j], first_arc_bits));
        }
    }
}

}  // namespace allways::testing
