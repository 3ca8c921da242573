// SPDX-License-Identifier: Apache-2.0
// relax: C ← C ⊕ C(·, k)⊗C(k, ·), one step k of Floyd–Warshall over a block of tiles: every cell is read and written
// once per pair, which is what blocking avoids.
//
// Source: Floyd 1962, Warshall 1962; one launch per step as in Pandey & Sharma, "OpenCL parallel FW".
//
// Launch: one work-item per four adjacent cells, global size (columns · TILE / 4) × (rows · TILE).
//   c, pivot  bands of tile rows that hold C and the tile row of k
//   tiles     tiles along one side of the matrix
//   rows      counted from c's first tile row; columns
//   pivot_row, pivot_column  the tile of k: its row in `pivot`, its column
//   k         position in that tile
// In place: row k and column k do not change at step k, since no cycle is negative.
#include "cell.cl"

kernel void relax(global cell* c, global const cell* pivot,
#if HOPS_ARRAY
                  global uint* c_hops,
#endif
                  uint tiles, tile_span rows, tile_span columns, uint pivot_row, uint pivot_column, uint k) {
    const uint row = span_tile(rows, get_global_id(1) / TILE);
    const uint column = span_tile(columns, get_global_id(0) / (TILE / 4));
    const uint i = get_global_id(1) % TILE;
    const uint j = get_global_id(0) % (TILE / 4) * 4;
    const size_t at_c = ((size_t)row * tiles + column) * TILE_CELLS + i * TILE + j;
    const size_t at_left = ((size_t)row * tiles + pivot_column) * TILE_CELLS + i * TILE + k;
    const size_t at_right = ((size_t)pivot_row * tiles + column) * TILE_CELLS + k * TILE + j;

    const cell4 own = *(global const cell4*)(c + at_c);
    const cell4 sum = (cell4)(c[at_left]) + RIGHT_OPERAND(*(global const cell4*)(pivot + at_right));
#if HOPS_ARRAY
    const uint hop = c_hops[at_left];
    if (sum.x < own.x) c_hops[at_c] = hop;
    if (sum.y < own.y) c_hops[at_c + 1] = hop;
    if (sum.z < own.z) c_hops[at_c + 2] = hop;
    if (sum.w < own.w) c_hops[at_c + 3] = hop;
#endif
    *(global cell4*)(c + at_c) = VECTOR_MIN(4, sum, own);
}
