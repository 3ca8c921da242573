// SPDX-License-Identifier: Apache-2.0
// The position of each cell of the prepared problem: padded square tiles, each contiguous and row-major, tiles in
// row-major order. Pure arithmetic, shared by schedules, executors and prepare/restore.
//
//      pivots              border
//   0 ……… pivot_count | padding | …… | padding      positions; border starts on a tile boundary
//
// Positions: 0 … pivot_count-1 are passable nodes; from border_begin() on come nodes where paths only start and end.
// The rest is padding, unreachable from and to everything.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace allways::engine {

struct TileLayout {
    std::size_t pivot_count = 0;
    std::size_t border_count = 0;
    std::size_t tile = 1;  // side of a tile, in nodes

    std::size_t pivot_tiles() const { return (pivot_count + tile - 1) / tile; }
    std::size_t border_tiles() const { return (border_count + tile - 1) / tile; }
    std::size_t tiles() const { return pivot_tiles() + border_tiles(); }  // along one side
    std::size_t side() const { return tiles() * tile; }                   // padded, in nodes
    std::size_t border_begin() const { return pivot_tiles() * tile; }
    std::size_t tile_cells() const { return tile * tile; }
    std::size_t row_cells() const { return tiles() * tile_cells(); }  // cells of one row of tiles
    std::size_t cells() const { return tiles() * row_cells(); }

    std::size_t node_count() const { return pivot_count + border_count; }
    // Nodes in the rows of tiles before `tile_row`.
    std::size_t nodes_before(std::size_t tile_row) const {
        if (tile_row <= pivot_tiles()) return std::min(tile_row * tile, pivot_count);
        return pivot_count + std::min((tile_row - pivot_tiles()) * tile, border_count);
    }
    // Position of the i-th node, pivots first, then the border.
    std::size_t position(std::size_t i) const { return i < pivot_count ? i : border_begin() + (i - pivot_count); }
    // The node at a position, or nothing for padding.
    std::optional<std::size_t> node_at(std::size_t at) const {
        if (at < pivot_count) return at;
        if (at < border_begin() || at - border_begin() >= border_count) return std::nullopt;
        return pivot_count + (at - border_begin());
    }
    // Offset of cell (row, column) inside its row of tiles; row_in_tile = row % tile.
    std::size_t offset_in_row(std::size_t row_in_tile, std::size_t column) const {
        return column / tile * tile_cells() + row_in_tile * tile + column % tile;
    }
};

}  // namespace allways::engine
