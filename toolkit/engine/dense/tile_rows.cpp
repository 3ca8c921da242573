// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/tile_rows.h"

#include <algorithm>
#include <vector>

namespace allways::engine {
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

}  // namespace allways::engine
