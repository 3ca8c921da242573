// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/dense_problem.h"

#include <algorithm>
#include <vector>

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

// ---- Cells of fewer values

namespace {

// A row buffer per thread, kept for its next row.
std::int32_t* wide_row(std::size_t count) {
    thread_local std::vector<std::int32_t> row;
    row.resize(std::max(row.size(), count));
    return row.data();
}

template <class Cell>
RowStream stream_of(const RowStream& wide, std::size_t count, std::int32_t wide_unreachable, std::int32_t unreachable) {
    RowStream compact;
    compact.fill = [=, &wide](std::size_t node, void* cells, std::uint32_t* hops) {
        std::int32_t* row = wide_row(count);
        wide.fill(node, row, hops);
        std::transform(row, row + count, static_cast<Cell*>(cells),
                       [=](std::int32_t cell) { return static_cast<Cell>(std::min(cell, unreachable)); });
    };
    compact.take = [=, &wide](std::size_t node, const void* cells, const std::uint32_t* hops) {
        std::int32_t* row = wide_row(count);
        const auto* first = static_cast<const Cell*>(cells);
        std::transform(first, first + count, row,
                       [=](Cell cell) { return cell < unreachable ? std::int32_t{cell} : wide_unreachable; });
        wide.take(node, row, hops);
    };
    return compact;
}

}  // namespace

RowStream compact_stream(const RowStream& wide, const TileLayout& layout, const CellFormat& format) {
    const std::int32_t wide_unreachable = unreachable_key(format.first_arc_bits);
    const std::size_t count = layout.node_count();
    switch (format.width) {
        case CellWidth::bits16:
            return stream_of<std::uint16_t>(wide, count, wide_unreachable, unreachable_cell(format));
        case CellWidth::bits23: return stream_of<std::int32_t>(wide, count, wide_unreachable, unreachable_cell(format));
        default: return wide;
    }
}

// ---- Rows of tiles

namespace {

// The cells of one row in node order, and their hops; one buffer per thread, kept for its next row.
template <class T>
struct Row {
    std::vector<T> cells;
    std::vector<std::uint32_t> hops;

    static Row& of_thread(std::size_t count, bool has_hop_array) {
        thread_local Row row;
        row.cells.resize(std::max(row.cells.size(), count));
        if (has_hop_array) row.hops.resize(std::max(row.hops.size(), count));
        return row;
    }
    std::uint32_t* hops_or_null(bool has_hop_array) { return has_hop_array ? hops.data() : nullptr; }
};

// Calls visit(position in `nodes`, offset in the row of tiles, count) for each run of cells contiguous in both.
template <class Visit>
void for_each_run(const TileLayout& layout, std::size_t row_in_tile, const Visit& visit) {
    const auto runs = [&](std::size_t node, std::size_t end) {
        for (; node < end; node += layout.tile) {
            visit(node, layout.offset_in_row(row_in_tile, layout.position(node)), std::min(layout.tile, end - node));
        }
    };
    runs(0, layout.pivot_count);
    runs(layout.pivot_count, layout.node_count());
}

// Calls visit(row in the tile, node) for the nodes of a row of tiles.
template <class Visit>
void for_each_node(const TileLayout& layout, std::size_t tile_row, const Visit& visit) {
    const std::size_t begin = layout.nodes_before(tile_row);
    const std::size_t end = layout.nodes_before(tile_row + 1);
    for (std::size_t node = begin; node < end; ++node) visit(node - begin, node);
}

template <class T>
void fill(const RowStream& stream, const TileLayout& layout, T unreachable, std::size_t tile_row, T* cells,
          std::uint32_t* hops) {
    if (layout.side() != layout.node_count()) {
        std::fill_n(cells, layout.row_cells(), unreachable);
        if (hops) std::fill_n(hops, layout.row_cells(), no_hop);
    }
    Row<T>& row = Row<T>::of_thread(layout.node_count(), hops != nullptr);
    for_each_node(layout, tile_row, [&](std::size_t i, std::size_t node) {
        stream.fill(node, row.cells.data(), row.hops_or_null(hops != nullptr));
        for_each_run(layout, i, [&](std::size_t at, std::size_t offset, std::size_t count) {
            std::copy_n(row.cells.data() + at, count, cells + offset);
            if (hops) std::copy_n(row.hops.data() + at, count, hops + offset);
        });
    });
}

template <class T>
void take(const RowStream& stream, const TileLayout& layout, std::size_t tile_row, const T* cells,
          const std::uint32_t* hops) {
    Row<T>& row = Row<T>::of_thread(layout.node_count(), hops != nullptr);
    for_each_node(layout, tile_row, [&](std::size_t i, std::size_t node) {
        for_each_run(layout, i, [&](std::size_t at, std::size_t offset, std::size_t count) {
            std::copy_n(cells + offset, count, row.cells.data() + at);
            if (hops) std::copy_n(hops + offset, count, row.hops.data() + at);
        });
        stream.take(node, row.cells.data(), row.hops_or_null(hops != nullptr));
    });
}

}  // namespace

void fill_tile_row(const RowStream& stream, const TileLayout& layout, const CellFormat& format, std::size_t tile_row,
                   void* cells, std::uint32_t* hops) {
    with_cell_type(format, [&]<class T>() {
        fill<T>(stream, layout, empty_cell<T>(format), tile_row, static_cast<T*>(cells), hops);
    });
}

void take_tile_row(const RowStream& stream, const TileLayout& layout, const CellFormat& format, std::size_t tile_row,
                   const void* cells, const std::uint32_t* hops) {
    with_cell_type(format, [&]<class T>() { take<T>(stream, layout, tile_row, static_cast<const T*>(cells), hops); });
}

// ---- The plain triple loop

template <class T>
void floyd_warshall(std::span<T> cells, std::size_t n, std::size_t pivots) {
    for (std::size_t k = 0; k < pivots; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const T sum = static_cast<T>(cells[i * n + k] + cells[k * n + j]);
                if (sum < cells[i * n + j]) cells[i * n + j] = sum;
            }
        }
    }
}

template <class T>
void floyd_warshall_first_arcs(std::span<T> keys, std::size_t n, std::size_t pivots, int first_arc_bits) {
    const T cost_bits = static_cast<T>(~((1 << first_arc_bits) - 1));
    for (std::size_t k = 0; k < pivots; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const T sum = static_cast<T>(keys[i * n + k] + (keys[k * n + j] & cost_bits));
                if (sum < keys[i * n + j]) keys[i * n + j] = sum;
            }
        }
    }
}

template <class T>
void floyd_warshall_hops(std::span<T> cells, std::span<std::uint32_t> hops, std::size_t n, std::size_t pivots) {
    for (std::size_t k = 0; k < pivots; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const T sum = cells[i * n + k] + cells[k * n + j];
                if (sum < cells[i * n + j]) {
                    cells[i * n + j] = sum;
                    hops[i * n + j] = hops[i * n + k];
                }
            }
        }
    }
}

template void floyd_warshall(std::span<std::int32_t>, std::size_t, std::size_t);
template void floyd_warshall(std::span<std::uint16_t>, std::size_t, std::size_t);
template void floyd_warshall_first_arcs(std::span<std::int32_t>, std::size_t, std::size_t, int);
template void floyd_warshall_first_arcs(std::span<std::uint16_t>, std::size_t, std::size_t, int);
template void floyd_warshall(std::span<float>, std::size_t, std::size_t);
template void floyd_warshall(std::span<double>, std::size_t, std::size_t);
template void floyd_warshall_hops(std::span<std::int32_t>, std::span<std::uint32_t>, std::size_t, std::size_t);
template void floyd_warshall_hops(std::span<float>, std::span<std::uint32_t>, std::size_t, std::size_t);
template void floyd_warshall_hops(std::span<double>, std::span<std::uint32_t>, std::size_t, std::size_t);

}  // namespace allways::engine
