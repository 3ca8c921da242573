// min_plus: C ← C ⊕ A⊗B over a block of tiles; nearly all the time of a solve is here.
//
// Source: phase 3 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003); tiling in product.cpu.cl.
//
// Launch: one work-item a strip of WIDTH columns of a tile of C, in work-groups of one: global size (columns · STRIPS)
// × rows. A whole strip a work-item pays PoCL's cost of starting one some BLOCKS times over.
//   c         band of tile rows that holds C and A; b: band that holds B (the same buffer or another)
//   tiles     tiles along one side of the matrix
//   rows of C: span (row_begin, row_hole) counted from the band's first tile row
//   columns:   span (column_begin, column_hole)
//   A = (row, a_column) in c; B = (b_row, column) in b
#include "product.cpu.cl"

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void min_plus(global cell* c, global const cell* b,
#if HOPS_CARRIED
              global uint* c_hops,
#endif
              uint tiles, uint row_begin, uint row_hole, uint column_begin, uint column_hole, uint a_column,
              uint b_row) {
    const uint strip = get_global_id(0) % STRIPS * WIDTH;
    const uint row = span_tile(row_begin, row_hole, get_global_id(1));
    const uint column = span_tile(column_begin, column_hole, get_global_id(0) / STRIPS);
    const size_t at_c = ((size_t)row * tiles + column) * TILE_CELLS + strip;
    const size_t at_a = ((size_t)row * tiles + a_column) * TILE_CELLS;
    const size_t at_b = ((size_t)b_row * tiles + column) * TILE_CELLS + strip;

    left_rows left;
    right_strip right;
    copy_right(&right, b + at_b);
    for (int i = 0; i < TILE; i += ROWS) {
#if HOPS_CARRIED
        copy_left(&left, c + at_a + i * TILE, c_hops + at_a + i * TILE);
        multiply(c + at_c + i * TILE, c_hops + at_c + i * TILE, &left, &right);
#else
        copy_left(&left, c + at_a + i * TILE);
        multiply(c + at_c + i * TILE, &left, &right);
#endif
    }
}
