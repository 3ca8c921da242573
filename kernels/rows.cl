// SPDX-License-Identifier: Apache-2.0
// rows_to_tiles, tiles_to_rows: rows of cells in a table's layout ↔ tiles, for devices with their own memory.
//
// Launch: rows_to_tiles one work-item per cell of the tiles, global size (side, rows of tiles · TILE), so that padding
// is written too; tiles_to_rows one work-item per cell of the rows, global size (nodes, rows).
//   rows      from cell `at` on: those of the nodes from `first_node` on, `nodes` cells each
//   tiles     a band of tile rows; the launch starts at `first_row` of the band and `first_tile` of the matrix
//   pivots, border_begin  nodes below `pivots` have their own number as position, the others start at `border_begin`
//   empty     the value of padding
// The same for a hop array, whose padding is ~0.
#include "cell.cl"

INLINE uint node_at(uint position, uint pivots, uint border_begin, uint nodes) {
    if (position < pivots) return position;
    if (position < border_begin) return nodes;
    return min(pivots + (position - border_begin), nodes);
}

INLINE uint position_of(uint node, uint pivots, uint border_begin) {
    return node < pivots ? node : border_begin + (node - pivots);
}

INLINE size_t at_tiles(uint row, uint column, uint tiles_a_side) {
    return ((size_t)(row / TILE) * tiles_a_side + column / TILE) * TILE_CELLS + row % TILE * TILE + column % TILE;
}

#define ROWS_TO_TILES(name, type)                                                                                      \
    kernel void name(global const type* rows, global type* tiles, ulong at, uint nodes, uint pivots,                  \
                     uint border_begin, uint tiles_a_side, uint first_node, uint first_row, uint first_tile,          \
                     type empty) {                                                                                     \
        const uint column = get_global_id(0);                                                                         \
        const uint row = get_global_id(1);                                                                            \
        const uint from = node_at(first_tile * TILE + row, pivots, border_begin, nodes);                              \
        const uint to = node_at(column, pivots, border_begin, nodes);                                                 \
        const bool there = from < nodes && to < nodes;                                                                \
        tiles[at_tiles(first_row * TILE + row, column, tiles_a_side)] =                                               \
            there ? rows[at + (size_t)(from - first_node) * nodes + to] : empty;                                      \
    }

#define TILES_TO_ROWS(name, type)                                                                                      \
    kernel void name(global type* rows, global const type* tiles, ulong at, uint nodes, uint pivots,                  \
                     uint border_begin, uint tiles_a_side, uint first_node, uint first_row, uint first_tile) {        \
        const uint to = get_global_id(0);                                                                             \
        const uint row = get_global_id(1);                                                                            \
        const uint from = position_of(first_node + row, pivots, border_begin) - first_tile * TILE;                    \
        const uint column = position_of(to, pivots, border_begin);                                                    \
        rows[at + (size_t)row * nodes + to] = tiles[at_tiles(first_row * TILE + from, column, tiles_a_side)];         \
    }

ROWS_TO_TILES(rows_to_tiles, cell)
TILES_TO_ROWS(tiles_to_rows, cell)
ROWS_TO_TILES(hop_rows_to_tiles, uint)
TILES_TO_ROWS(hop_tiles_to_rows, uint)
