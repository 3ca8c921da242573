// SPDX-License-Identifier: Apache-2.0
// Rows of cells ↔ one row of tiles, in memory the host can reach. kernels/rows.cl does the same on a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/dense/executor.h"

namespace allways::engine {

// Asks the stream for the rows of the nodes in a row of tiles and lays them out; padding becomes unreachable. `cells`
// and `hops` (null without a hop array): layout.row_cells() of each.
void fill_tile_row(const RowStream& stream, const TileLayout& layout, const CellFormat& format, std::size_t tile_row,
                   void* cells, std::uint32_t* hops);

// Passes the rows of the nodes in a row of tiles to the stream.
void take_tile_row(const RowStream& stream, const TileLayout& layout, const CellFormat& format, std::size_t tile_row,
                   const void* cells, const std::uint32_t* hops);

}  // namespace allways::engine
