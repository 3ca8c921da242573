// SPDX-License-Identifier: Apache-2.0
// min_plus: C ← C ⊕ A⊗B over a block of tiles; it takes nearly all the time of a solve.
//
// Source: phase 3 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003); tiling in product.gpu.cl.
//
// Launch: one work-group per tile of C, group (i, j) for row i and column j of the spans; local size LOCAL_ITEMS × 1.
//   c, a      bands of tile rows that hold C and A, cut at the same rows; b: band that holds B
//   tiles     tiles along one side of the matrix
//   rows      of C and A, counted from their band's first tile row; columns: of C and B
//   A = (row, a_column + t) in a, B = (b_row + t, column) in b, for t = 0 … inner-1; with a hop array at most
//   MOST_SPANS / SPANS
// Local memory: as product.gpu.cl.
#include "product.gpu.cl"

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void min_plus(global word* c, global const word* a, global const word* b,
#if HOPS_ARRAY
              global uint* c_hops, global const uint* a_hops,
#endif
              uint tiles, tile_span rows, tile_span columns, uint a_column, uint b_row, uint inner) {
    local word stage[STAGE_WORDS] __attribute__((aligned(32)));
#if FIND_HOPS
    local uint lowered;
#endif
    const uint x = get_local_id(0) % LOCAL_X;
    const uint y = get_local_id(0) / LOCAL_X;
    const uint row = span_tile(rows, get_group_id(1));
    const uint column = span_tile(columns, get_group_id(0));
    const size_t at_c = ((size_t)row * tiles + column) * TILE_WORDS;
    const size_t at_a = ((size_t)row * tiles + a_column) * TILE_WORDS;
    const size_t at_b = ((size_t)b_row * tiles + column) * TILE_WORDS;

    block own;
    load_block(&own, c + at_c, x, y);
#if PACK_STEPS
    if (leaves_bits(&own, stage)) {
        multiply_packed(&own, c_hops + at_c, a + at_a, a_hops + at_a, b + at_b, tiles * TILE_WORDS, inner, stage, x, y);
        store_block(&own, c + at_c, x, y);
        return;
    }
#endif
#if !BITS23
    multiply(&own, a + at_a, b + at_b, tiles * TILE_WORDS, inner, stage, false, x, y);
    store_block(&own, c + at_c, x, y);
#if FIND_HOPS
    find_hops(&own, c_hops + at_c, a + at_a, a_hops + at_a, b + at_b, tiles * TILE_WORDS, (local uint*)stage, &lowered, x,
              y);
#endif
#endif
}
