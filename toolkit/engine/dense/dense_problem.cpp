// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/dense_problem.h"

#include <algorithm>
#include <vector>

namespace allways::engine {

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

template void fill_row(const Prepared<std::int32_t>&, const CellFormat&, std::size_t, std::int32_t*, std::uint32_t*);
template void fill_row(const Prepared<float>&, const CellFormat&, std::size_t, float*, std::uint32_t*);
template void fill_row(const Prepared<double>&, const CellFormat&, std::size_t, double*, std::uint32_t*);

// ---- Cells of fewer values

namespace {

// A row buffer of the thread for each type, and one more for rows of plain int32 cells; kept for its next row.
template <class T, bool is_wide = false>
T* kept_row(std::size_t count) {
    thread_local std::vector<T> row;
    row.resize(std::max(row.size(), count));
    return row.data();
}

template <class Cell>
RowStream stream_of(const RowStream& wide, std::size_t count, std::int32_t wide_unreachable, std::int32_t unreachable) {
    RowStream compact;
    compact.fill = [=, &wide](std::size_t node, void* cells, std::uint32_t* hops) {
        auto* row = kept_row<std::int32_t, true>(count);
        wide.fill(node, row, hops);
        std::transform(row, row + count, static_cast<Cell*>(cells),
                       [=](std::int32_t cell) { return static_cast<Cell>(std::min(cell, unreachable)); });
    };
    compact.take = [=, &wide](std::size_t node, const void* cells, const std::uint32_t* hops) {
        auto* row = kept_row<std::int32_t, true>(count);
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
    T* row = kept_row<T>(layout.node_count());
    std::uint32_t* row_hops = hops ? kept_row<std::uint32_t>(layout.node_count()) : nullptr;
    for_each_node(layout, tile_row, [&](std::size_t i, std::size_t node) {
        stream.fill(node, row, row_hops);
        for_each_run(layout, i, [&](std::size_t at, std::size_t offset, std::size_t count) {
            std::copy_n(row + at, count, cells + offset);
            if (hops) std::copy_n(row_hops + at, count, hops + offset);
        });
    });
}

template <class T>
void take(const RowStream& stream, const TileLayout& layout, std::size_t tile_row, const T* cells,
          const std::uint32_t* hops) {
    T* row = kept_row<T>(layout.node_count());
    std::uint32_t* row_hops = hops ? kept_row<std::uint32_t>(layout.node_count()) : nullptr;
    for_each_node(layout, tile_row, [&](std::size_t i, std::size_t node) {
        for_each_run(layout, i, [&](std::size_t at, std::size_t offset, std::size_t count) {
            std::copy_n(cells + offset, count, row + at);
            if (hops) std::copy_n(hops + offset, count, row_hops + at);
        });
        stream.take(node, row, row_hops);
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

}  // namespace allways::engine
