// panel_row:    C ← C ⊕ A⊗C     C = (pivot, column), A the closed pivot tile
// panel_column: C ← C ⊕ C⊗A     C = (row, pivot)
//
// Source: phase 2 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003). Because A is closed, one
// product does what TILE dependent steps would.
//
// Launch: one work-group a tile of C; local size LOCAL_SIDE² × 1.
//   c       band of tile rows that holds C; pivot: band that holds A
//   tiles   tiles along one side of the matrix
//   span    columns, or rows counted from the band's first tile row
//   c_at    tile row of C in its band (panel_row), tile column of C (panel_column)
//   a_row, a_column  where A is in `pivot`
// In place: results stay in registers until the whole group has read its tile, hence the barrier before the stores.
// Local memory: as product.gpu.cl.
#define TRACK_WINNERS (HOPS == 2)
#include "product.gpu.cl"

static inline void finish(block* own, global cell* c,
#if HOPS_CARRIED
                   global uint* c_hops, global const uint* left_hops,
#endif
                   uint x, uint y) {
#if HOPS_CARRIED
    gather_hops(own, c_hops, left_hops, x, y);
#endif
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    store_block(own, c, x, y);
#if HOPS_CARRIED
    store_hops(own, c_hops, x, y);
#endif
}

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void panel_row(global cell* c, global const cell* pivot,
#if HOPS_CARRIED
               global uint* c_hops, global const uint* pivot_hops,
#endif
               uint tiles, tile_span span, uint c_at, uint a_row, uint a_column) {
    local cell stage[STAGE_CELLS] __attribute__((aligned(32)));
    const uint x = get_local_id(0) % LOCAL_SIDE;
    const uint y = get_local_id(0) / LOCAL_SIDE;
    const size_t at_c = ((size_t)c_at * tiles + span_tile(span, get_group_id(0))) * TILE_CELLS;
    const size_t at_a = ((size_t)a_row * tiles + a_column) * TILE_CELLS;

    block own;
    load_block(&own, c + at_c, x, y);
    multiply(&own, pivot + at_a, c + at_c, 0, 1, stage, x, y);
    finish(&own, c + at_c,
#if HOPS_CARRIED
           c_hops + at_c, pivot_hops + at_a,
#endif
           x, y);
}

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void panel_column(global cell* c, global const cell* pivot,
#if HOPS_CARRIED
                  global uint* c_hops, global const uint* pivot_hops,
#endif
                  uint tiles, tile_span span, uint c_at, uint a_row, uint a_column) {
    local cell stage[STAGE_CELLS] __attribute__((aligned(32)));
    const uint x = get_local_id(0) % LOCAL_SIDE;
    const uint y = get_local_id(0) / LOCAL_SIDE;
    const size_t at_c = ((size_t)span_tile(span, get_group_id(0)) * tiles + c_at) * TILE_CELLS;
    const size_t at_a = ((size_t)a_row * tiles + a_column) * TILE_CELLS;

    block own;
    load_block(&own, c + at_c, x, y);
    multiply(&own, c + at_c, pivot + at_a, 0, 1, stage, x, y);
    finish(&own, c + at_c,
#if HOPS_CARRIED
           c_hops + at_c, c_hops + at_c,
#endif
           x, y);
}
