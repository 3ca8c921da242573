// panel_row:    C ← C ⊕ A⊗C     C = (pivot, column), A the closed pivot tile
// panel_column: C ← C ⊕ C⊗A     C = (row, pivot)
//
// Source: phase 2 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003). Because A is closed, one
// product does what TILE dependent steps would.
//
// In place: reading cells that this product already lowered would still give the right distances (A is closed, so
// A⊗(A⊗C) = A⊗C), but floats would round differently on every device, and a hop could be taken from a cell newer
// than its distance. So each work-item copies what it is about to overwrite: a strip of columns, or a block of rows.
//
// Launch: work-groups of one; panel_row one work-item a strip of a tile (span · STRIPS), panel_column one a block of
// ROWS rows of a tile (span · BLOCKS).
//   c       band of tile rows that holds C; pivot: band that holds A
//   tiles   tiles along one side of the matrix
//   span    columns, or rows counted from the band's first tile row
//   c_at    tile row of C in its band (panel_row), tile column of C (panel_column)
//   a_row, a_column  where A is in `pivot`
#include "product.cpu.cl"

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void panel_row(global cell* c, global const cell* pivot,
#if HOPS_CARRIED
               global uint* c_hops, global const uint* pivot_hops,
#endif
               uint tiles, tile_span span, uint c_at, uint a_row, uint a_column) {
    const uint strip = get_global_id(0) % STRIPS * WIDTH;
    const uint column = span_tile(span, get_global_id(0) / STRIPS);
    const size_t at_c = ((size_t)c_at * tiles + column) * TILE_CELLS + strip;
    const size_t at_a = ((size_t)a_row * tiles + a_column) * TILE_CELLS;

    left_rows left;
    right_strip right;
    copy_right(&right, c + at_c);
    for (int i = 0; i < TILE; i += ROWS) {
#if HOPS_CARRIED
        copy_left(&left, pivot + at_a + i * TILE, pivot_hops + at_a + i * TILE);
        multiply(c + at_c + i * TILE, c_hops + at_c + i * TILE, &left, &right);
#else
        copy_left(&left, pivot + at_a + i * TILE);
        multiply(c + at_c + i * TILE, &left, &right);
#endif
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void panel_column(global cell* c, global const cell* pivot,
#if HOPS_CARRIED
                  global uint* c_hops, global const uint* pivot_hops,
#endif
                  uint tiles, tile_span span, uint c_at, uint a_row, uint a_column) {
    const uint block = get_global_id(0) % BLOCKS * ROWS;
    const uint row = span_tile(span, get_global_id(0) / BLOCKS);
    const size_t at_c = ((size_t)row * tiles + c_at) * TILE_CELLS + (size_t)block * TILE;
    const size_t at_a = ((size_t)a_row * tiles + a_column) * TILE_CELLS;

    left_rows left;
    right_strip right;
#if HOPS_CARRIED
    copy_left(&left, c + at_c, c_hops + at_c);
#else
    copy_left(&left, c + at_c);
#endif
    for (int j = 0; j < TILE; j += WIDTH) {
        copy_right(&right, pivot + at_a + j);
#if HOPS_CARRIED
        multiply(c + at_c + j, c_hops + at_c + j, &left, &right);
#else
        multiply(c + at_c + j, &left, &right);
#endif
    }
}
