// Tiles to and from plain matrices in host memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "engine/executor.h"

namespace allways::engine {

// Calls copy(cells of the matrix, cells of the tiles, count) for each run of cells that neighbour in both: `row_major`
// is n×n, `tiles` one row of tiles of a layout without border.
template <class T, class Copy>
void for_each_run(const TileLayout& layout, std::size_t tile_row, std::span<T> row_major, T* tiles, const Copy& copy) {
    const std::size_t n = layout.pivot_count;
    for (std::size_t i = 0; i < layout.tile && tile_row * layout.tile + i < n; ++i) {
        T* row = row_major.data() + (tile_row * layout.tile + i) * n;
        for (std::size_t begin = 0; begin < n; begin += layout.tile) {
            copy(row + begin, tiles + layout.offset_in_row(i, begin), std::min(layout.tile, n - begin));
        }
    }
}

// Reads cells from one n×n array and writes them to another, both row-major and of the format's type, for layouts
// without border and formats without carried hops. `unreachable` fills the padding.
template <class T>
TileStream row_major_stream(const TileLayout& layout, std::span<T> from, std::span<T> to, T unreachable) {
    TileStream stream;
    stream.fill = [=](std::size_t tile_row, void* cells, std::uint32_t*) {
        T* tiles = static_cast<T*>(cells);
        if (layout.side() != layout.pivot_count) std::fill_n(tiles, layout.row_cells(), unreachable);
        for_each_run(layout, tile_row, from, tiles,
                     [](const T* row, T* tile, std::size_t count) { std::memcpy(tile, row, count * sizeof(T)); });
    };
    stream.take = [=](std::size_t tile_row, const void* cells, const std::uint32_t*) {
        for_each_run(layout, tile_row, to, const_cast<T*>(static_cast<const T*>(cells)),
                     [](T* row, const T* tile, std::size_t count) { std::memcpy(row, tile, count * sizeof(T)); });
    };
    return stream;
}

}  // namespace allways::engine
