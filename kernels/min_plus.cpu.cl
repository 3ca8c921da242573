// SPDX-License-Identifier: Apache-2.0
// min_plus: C ← C ⊕ A⊗B over a block of tiles; it takes nearly all the time of a solve.
//
// Source: phase 3 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003); tiling in product.cpu.cl.
//
// Launch: one work-item per column block (WIDTH columns) of a tile of C, in work-groups of one: global size (columns ·
// COLUMN_BLOCKS) × rows. With a whole column block per work-item, PoCL starts ROW_BLOCKS times fewer work-items.
//   c, a      bands of tile rows that hold C and A, cut at the same rows; b: band that holds B
//   tiles     tiles along one side of the matrix
//   rows      of C and A, counted from their band's first tile row; columns: of C and B
//   A = (row, a_column + t) in a, B = (b_row + t, column) in b, for t = 0 … inner-1
#include "product.cpu.cl"

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void min_plus(global cell* c, global const cell* a, global const cell* b
              AND_HOPS(global uint* c_hops, global const uint* a_hops),
              uint tiles, tile_span rows, tile_span columns, uint a_column, uint b_row, uint inner) {
    const uint first_column = get_global_id(0) % COLUMN_BLOCKS * WIDTH;
    const uint row = span_tile(rows, get_global_id(1));
    const uint column = span_tile(columns, get_global_id(0) / COLUMN_BLOCKS);
    const size_t at_c = ((size_t)row * tiles + column) * TILE_CELLS + first_column;
    size_t at_a = ((size_t)row * tiles + a_column) * TILE_CELLS;
    size_t at_b = ((size_t)b_row * tiles + column) * TILE_CELLS + first_column;

    right_column_block right;
    for (uint t = 0; t < inner; ++t) {
        copy_right(&right, b + at_b);
        relax_column_block(c + at_c AND_HOPS(c_hops + at_c), a + at_a AND_HOPS(a_hops + at_a), &right);
        at_a += TILE_CELLS;
        at_b += tiles * TILE_CELLS;
    }
}
