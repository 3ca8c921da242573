// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/dense_problem.h"

#include <algorithm>

namespace allways::engine {

template <class T>
TileLayout layout_of(const Prepared<T>& prepared, std::size_t tile) {
    const std::size_t pivots = prepared.classes.pivot_count();
    return {pivots, prepared.node_count() - pivots, tile};
}

namespace {

template <class T>
void fill_network_row(const Prepared<T>& prepared, const CellFormat& format, std::size_t node, T* cells) {
    T empty = unreachable_cost<T>;
    T diagonal{0};
    if constexpr (std::is_integral_v<T>) {
        if (format.hops == HopMode::first_arc) {
            empty = unreachable_key(format.first_arc_bits);  // compact_stream turns it into the value of bits16 cells
            diagonal = static_cast<T>((T{1} << format.first_arc_bits) - 1);
        }
    }
    std::fill_n(cells, prepared.node_count(), empty);
    const std::size_t begin = prepared.first_out[node];
    for (std::size_t arc = begin; arc < prepared.first_out[node + 1]; ++arc) {
        T value = prepared.cost[arc];
        if constexpr (std::is_integral_v<T>) {
            // Costlier than any shortest path: no path takes it, and its key might not fit.
            if (value > prepared.bound) continue;
            if (format.hops == HopMode::first_arc) {
                value = static_cast<T>((value << format.first_arc_bits) + static_cast<T>(arc - begin));
            }
        }
        T& cell = cells[prepared.head[arc]];
        cell = std::min(cell, value);
    }
    cells[node] = diagonal;
}

template <class T>
void fill_matrix_row(const Prepared<T>& prepared, std::size_t node, T* cells, std::uint32_t* hops) {
    const std::size_t n = prepared.node_count();
    const T* row = prepared.dense.data() + node * n;
    for (std::size_t to = 0; to < n; ++to) {
        cells[to] = is_reachable(row[to]) ? row[to] + T{0} : unreachable_cost<T>;  // + 0: no negative zero
    }
    cells[node] = T{0};
    if (!hops) return;
    for (std::size_t to = 0; to < n; ++to) hops[to] = is_reachable(row[to]) ? static_cast<std::uint32_t>(to) : no_hop;
    hops[node] = no_hop;
}

}  // namespace

template <class T>
void fill_row(const Prepared<T>& prepared, const CellFormat& format, std::size_t node, T* cells, std::uint32_t* hops) {
    if (prepared.is_matrix)
        fill_matrix_row(prepared, node, cells, hops);
    else
        fill_network_row(prepared, format, node, cells);
}

#define ALLWAYS_INSTANTIATE(T)                                      \
    template TileLayout layout_of(const Prepared<T>&, std::size_t); \
    template void fill_row(const Prepared<T>&, const CellFormat&, std::size_t, T*, std::uint32_t*);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
