// SPDX-License-Identifier: Apache-2.0
// Rows of cells, the input of an executor: from a prepared problem, in cells of fewer values, and as rows of tiles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/dense/executor.h"
#include "engine/dense/schedule.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// Writes the row of one node: prepared.node_count() cells, and as many hops for a hop array (else `hops` is null).
template <class T>
void fill_row(const Prepared<T>& prepared, const CellFormat& format, std::size_t node, T* cells, std::uint32_t* hops);

// ---- int32 costs to and from cells of fewer values: CellWidth::bits16 and bits23

// Returns a stream of the format's cells over one of plain int32 cells, which must outlive it; `wide` itself if the
// format's cells are plain. A cost too large for a cell becomes unreachable: if the format fits the problem, it exceeds
// any shortest path.
RowStream compact_stream(const RowStream& wide, const TileLayout& layout, const CellFormat& format);

// ---- Rows of cells ↔ one row of tiles, in memory the host can reach. kernels/rows.cl does the same on a device.

// Asks the stream for the rows of the nodes in a row of tiles and lays them out; padding becomes unreachable. `cells`
// and `hops` (null without a hop array): layout.row_cells() of each.
void fill_tile_row(const RowStream& stream, const TileLayout& layout, const CellFormat& format, std::size_t tile_row,
                   void* cells, std::uint32_t* hops);

// Passes the rows of the nodes in a row of tiles to the stream.
void take_tile_row(const RowStream& stream, const TileLayout& layout, const CellFormat& format, std::size_t tile_row,
                   const void* cells, const std::uint32_t* hops);

}  // namespace allways::engine
