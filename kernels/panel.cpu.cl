// SPDX-License-Identifier: Apache-2.0
// panels: C ← C ⊕ A⊗C for C = (pivot, column) and C ← C ⊕ C⊗A for C = (row, pivot), A the closed pivot tile.
//
// Source: phase 2 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003). Because A is closed, one
// product replaces TILE dependent steps.
//
// In place: reading cells that this product already lowered would still give correct distances (A is closed, so A⊗(A⊗C)
// = A⊗C), but floats would round differently on every device, and a hop could be taken from a cell newer than its
// distance. So a work-item copies the column block before it overwrites it, and stores a row block only when all of it
// is computed.
//
// Launch: work-groups of one; first one work-item per column block of a tile of the row (column_count · COLUMN_BLOCKS),
// then one per row block, ROWS rows of a tile of the column (rows · ROW_BLOCKS). If there is no row, item y of the
// second dimension processes the pivot y tiles after the given one, in the same band.
//   pivot     band that holds A and the row; at tile row pivot_row of it, tile column pivot_column of the matrix
//   c         band that holds the rows of the column
//   tiles     tiles along one side of the matrix
//   columns, column_count   of the row's tiles; rows: of the column's tiles, counted from c's first tile row
#include "product.cpu.cl"

// Processes the column block at `c`, whose tile is in the pivot's row.
INLINE void panel_row(global cell* c AND_HOPS(global uint* c_hops),
                      global const cell* a AND_HOPS(global const uint* a_hops)) {
    right_column_block right;
    copy_right(&right, c);
    relax_column_block(c AND_HOPS(c_hops), a AND_HOPS(a_hops), &right);
}

// Processes the ROWS rows at `c`, whose tile is in the pivot's column.
INLINE void panel_column(global cell* c AND_HOPS(global uint* c_hops), global const cell* a) {
    right_column_block right;
    block done[COLUMN_BLOCKS];
    for (int column_block = 0; column_block < COLUMN_BLOCKS; ++column_block) {
        const int at = column_block * WIDTH;
        copy_right(&right, a + at);
        block own;
        load_block(&own, c + at AND_HOPS(c_hops + at));
        multiply(&own, c AND_HOPS(c_hops), &right);
        done[column_block] = own;
    }
    for (int column_block = 0; column_block < COLUMN_BLOCKS; ++column_block) {
        const int at = column_block * WIDTH;
        store_block(&done[column_block], c + at AND_HOPS(c_hops + at));
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void panels(global cell* pivot, global cell* c AND_HOPS(global uint* pivot_hops, global uint* c_hops),
            uint tiles, tile_span columns, uint column_count, tile_span rows, uint pivot_row, uint pivot_column) {
    const uint item = get_global_id(0);
    pivot_row += get_global_id(1);
    pivot_column += get_global_id(1);
    const size_t at_a = ((size_t)pivot_row * tiles + pivot_column) * TILE_CELLS;
    if (item < column_count * COLUMN_BLOCKS) {
        const size_t at_c = ((size_t)pivot_row * tiles + span_tile(columns, item / COLUMN_BLOCKS)) * TILE_CELLS +
                            item % COLUMN_BLOCKS * WIDTH;
        panel_row(pivot + at_c AND_HOPS(pivot_hops + at_c), pivot + at_a AND_HOPS(pivot_hops + at_a));
    } else {
        const uint row_block = item - column_count * COLUMN_BLOCKS;
        const size_t at_c = ((size_t)span_tile(rows, row_block / ROW_BLOCKS) * tiles + pivot_column) * TILE_CELLS +
                            (size_t)(row_block % ROW_BLOCKS) * ROWS * TILE;
        panel_column(c + at_c AND_HOPS(c_hops + at_c), pivot + at_a);
    }
}
