// SPDX-License-Identifier: Apache-2.0
// compare: changed[0] ← 1 if any cell of a block of tiles differs between two matrices.
//
// Launch: one work-item per four adjacent cells, global size (columns · TILE / 4) × (rows · TILE).
//   a, b      bands of tile rows, cut at the same rows
//   tiles     tiles along one side of the matrix
//   rows      counted from the bands' first tile row; columns
#include "cell.cl"

kernel void compare(global const cell* a, global const cell* b, global int* changed, uint tiles, tile_span rows,
                    tile_span columns) {
    const uint row = span_tile(rows, get_global_id(1) / TILE);
    const uint column = span_tile(columns, get_global_id(0) / (TILE / 4));
    const size_t at = ((size_t)row * tiles + column) * TILE_CELLS + get_global_id(1) % TILE * TILE +
                      get_global_id(0) % (TILE / 4) * 4;
    if (any(*(global const cell4*)(a + at) != *(global const cell4*)(b + at))) *changed = 1;
}
