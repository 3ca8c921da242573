// min_plus: C ← C ⊕ A⊗B over a block of tiles; nearly all the time of a solve is here.
//
// Source: phase 3 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003); tiling in product.gpu.cl.
//
// Launch: one work-group a tile of C, group (i, j) for row i and column j of the spans; local size LOCAL_SIDE² × 1.
//   c, a      bands of tile rows that hold C and A, cut at the same rows; b: band that holds B
//   tiles     tiles along one side of the matrix
//   rows      of C and A, counted from their band's first tile row; columns: of C and B
//   A = (row, a_column + t) in a, B = (b_row + t, column) in b, for t = 0 … inner-1
// Neither A nor B is written, so hops are found afterwards, and only for cells that fell: the first step that gives the
// cell. After the first rounds those are few, where noting the step at every pair costs twice the time.
// Local memory: as product.gpu.cl.
#include "product.gpu.cl"

#if HOPS_CARRIED
static inline void find_hops(ulong fell, global const cell* c, global uint* c_hops, global const cell* a,
                             global const uint* a_hops, global const cell* b, size_t b_stride, uint x, uint y) {
    while (fell != 0) {
        const uint bit = (uint)popcount((fell & -fell) - 1);
        fell &= fell - 1;
        const uint row = OFFSET(bit / ITEM, y);
        const uint column = OFFSET(bit % ITEM, x);
        const cell wanted = c[row * TILE + column];
        global const cell* left = a + row * TILE;
        global const cell* right = b + column;
        uint k = 0;
        while (left[k] + right[k * TILE] != wanted) {
            if (++k == TILE) {
                k = 0;
                left += TILE_CELLS;
                right += b_stride;
            }
        }
        c_hops[row * TILE + column] = a_hops[left - a + k];
    }
}
#endif

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void min_plus(global cell* c, global const cell* a, global const cell* b,
#if HOPS_CARRIED
              global uint* c_hops, global const uint* a_hops,
#endif
              uint tiles, tile_span rows, tile_span columns, uint a_column, uint b_row, uint inner) {
    local cell stage[STAGE_CELLS] __attribute__((aligned(32)));
    const uint x = get_local_id(0) % LOCAL_SIDE;
    const uint y = get_local_id(0) / LOCAL_SIDE;
    const uint row = span_tile(rows, get_group_id(1));
    const uint column = span_tile(columns, get_group_id(0));
    const size_t at_c = ((size_t)row * tiles + column) * TILE_CELLS;
    const size_t at_a = ((size_t)row * tiles + a_column) * TILE_CELLS;
    const size_t at_b = ((size_t)b_row * tiles + column) * TILE_CELLS;
    const size_t b_stride = tiles * TILE_CELLS;

    block own;
    load_block(&own, c + at_c, x, y);
    multiply(&own, a + at_a, b + at_b, b_stride, inner, stage, x, y);
#if HOPS_CARRIED
    const ulong fell = fallen_cells(&own, c + at_c, x, y);
    store_block(&own, c + at_c, x, y);
    find_hops(fell, c + at_c, c_hops + at_c, a + at_a, a_hops + at_a, b + at_b, b_stride, x, y);
#else
    store_block(&own, c + at_c, x, y);
#endif
}
