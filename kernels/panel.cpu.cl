// panels: C ← C ⊕ A⊗C for C = (pivot, column) and C ← C ⊕ C⊗A for C = (row, pivot), A the closed pivot tile.
//
// Source: phase 2 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003). Because A is closed, one
// product does what TILE dependent steps would.
//
// In place: reading cells that this product already lowered would still give the right distances (A is closed, so
// A⊗(A⊗C) = A⊗C), but floats would round differently on every device, and a hop could be taken from a cell newer
// than its distance. So each work-item copies what it is about to overwrite: a strip of columns, or a block of rows.
//
// Launch: work-groups of one; first one work-item a strip of a tile of the row (column_count · STRIPS), then one a block
// of ROWS rows of a tile of the column (rows · BLOCKS).
//   pivot     band that holds A and the row; at tile row pivot_row of it, tile column pivot_column of the matrix
//   c         band that holds the rows of the column
//   tiles     tiles along one side of the matrix
//   columns, column_count   of the row's tiles; rows: of the column's tiles, counted from c's first tile row
#include "product.cpu.cl"

// ROWS rows at a time of the strip at `c`, whose tile is in the pivot's row.
static inline void panel_row(global cell* c, global const cell* a
#if HOPS_CARRIED
                             , global uint* c_hops, global const uint* a_hops
#endif
) {
    left_rows left;
    right_strip right;
    copy_right(&right, c);
    for (int i = 0; i < TILE; i += ROWS) {
#if HOPS_CARRIED
        copy_left(&left, a + i * TILE, a_hops + i * TILE);
        multiply(c + i * TILE, c_hops + i * TILE, &left, &right);
#else
        copy_left(&left, a + i * TILE);
        multiply(c + i * TILE, &left, &right);
#endif
    }
}

// The ROWS rows at `c`, whose tile is in the pivot's column.
static inline void panel_column(global cell* c, global const cell* a
#if HOPS_CARRIED
                                , global uint* c_hops
#endif
) {
    left_rows left;
    right_strip right;
#if HOPS_CARRIED
    copy_left(&left, c, c_hops);
#else
    copy_left(&left, c);
#endif
    for (int j = 0; j < TILE; j += WIDTH) {
        copy_right(&right, a + j);
#if HOPS_CARRIED
        multiply(c + j, c_hops + j, &left, &right);
#else
        multiply(c + j, &left, &right);
#endif
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void panels(global cell* pivot, global cell* c,
#if HOPS_CARRIED
            global uint* pivot_hops, global uint* c_hops,
#endif
            uint tiles, tile_span columns, uint column_count, tile_span rows, uint pivot_row, uint pivot_column) {
    const uint item = get_global_id(0);
    const size_t at_a = ((size_t)pivot_row * tiles + pivot_column) * TILE_CELLS;
    if (item < column_count * STRIPS) {
        const size_t at_c = ((size_t)pivot_row * tiles + span_tile(columns, item / STRIPS)) * TILE_CELLS +
                            item % STRIPS * WIDTH;
#if HOPS_CARRIED
        panel_row(pivot + at_c, pivot + at_a, pivot_hops + at_c, pivot_hops + at_a);
#else
        panel_row(pivot + at_c, pivot + at_a);
#endif
    } else {
        const uint block = item - column_count * STRIPS;
        const size_t at_c = ((size_t)span_tile(rows, block / BLOCKS) * tiles + pivot_column) * TILE_CELLS +
                            (size_t)(block % BLOCKS) * ROWS * TILE;
#if HOPS_CARRIED
        panel_column(c + at_c, pivot + at_a, c_hops + at_c);
#else
        panel_column(c + at_c, pivot + at_a);
#endif
    }
}
