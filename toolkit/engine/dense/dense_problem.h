// SPDX-License-Identifier: Apache-2.0
// Rows of cells, the input of an executor: from a prepared problem, in cells of fewer values, and as rows of tiles. And
// the plain loop that solves them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/dense/executor.h"
#include "engine/dense/schedule.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

template <class T>
TileLayout layout_of(const Prepared<T>& prepared, std::size_t tile);

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

// ---- All-pairs shortest paths by the plain triple loop: the reference for every executor

// cells: n×n, row-major, [from][to], unreachable_cost<T> if there is no arc, 0 (or all first-arc bits set) on the
// diagonal (16-bit cells: bits16_unreachable_key); replaced by distances in place. Only nodes 0 … pivots-1 are passed.
// O(pivots · n²). Floyd 1962, "Algorithm 97: Shortest path".
template <class T>
void floyd_warshall(std::span<T> cells, std::size_t n, std::size_t pivots);

// The same over keys cost·2^first_arc_bits + first arc (HopMode::first_arc).
template <class T>
void floyd_warshall_first_arcs(std::span<T> keys, std::size_t n, std::size_t pivots, int first_arc_bits);

// The same with a hop array beside the distances (HopMode::array): hops[from][to] is the first step of the path found.
template <class T>
void floyd_warshall_hops(std::span<T> cells, std::span<std::uint32_t> hops, std::size_t n, std::size_t pivots);

}  // namespace allways::engine
