// min_plus: C ← C ⊕ A⊗B over a block of tiles; nearly all the time of a solve is here.
//
// Source: phase 3 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003); tiling in product.gpu.cl.
//
// Launch: one work-group a tile of C, group (i, j) for row i and column j of the spans; local size LOCAL_SIDE² × 1.
//   c         band of tile rows that holds C and A; b: band that holds B (the same buffer or another)
//   tiles     tiles along one side of the matrix
//   rows of C: span (row_begin, row_hole) counted from the band's first tile row
//   columns:   span (column_begin, column_hole)
//   A = (row, a_column) in c; B = (b_row, column) in b
// Local memory: as product.gpu.cl.
#include "product.gpu.cl"

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void min_plus(global cell* c, global const cell* b,
#if HOPS_CARRIED
              global uint* c_hops,
#endif
              uint tiles, uint row_begin, uint row_hole, uint column_begin, uint column_hole, uint a_column,
              uint b_row) {
    local cell stage[STAGE_CELLS] __attribute__((aligned(32)));
    const uint x = get_local_id(0) % LOCAL_SIDE;
    const uint y = get_local_id(0) / LOCAL_SIDE;
    const uint row = span_tile(row_begin, row_hole, get_group_id(1));
    const uint column = span_tile(column_begin, column_hole, get_group_id(0));
    const size_t at_c = ((size_t)row * tiles + column) * TILE_CELLS;
    const size_t at_a = ((size_t)row * tiles + a_column) * TILE_CELLS;
    const size_t at_b = ((size_t)b_row * tiles + column) * TILE_CELLS;

    block own;
    load_block(&own, c + at_c, x, y);
    multiply(&own, c + at_a, b + at_b, stage, x, y);
    store_block(&own, c + at_c, x, y);
#if HOPS_CARRIED
    gather_hops(&own, c_hops + at_c, c_hops + at_a, x, y);
    store_hops(&own, c_hops + at_c, x, y);
#endif
}
