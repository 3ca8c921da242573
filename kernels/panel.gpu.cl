// SPDX-License-Identifier: Apache-2.0
// panels: C ← C ⊕ A⊗C for C = (pivot, column) and C ← C ⊕ C⊗A for C = (row, pivot), A the closed pivot tile.
//
// Source: phase 2 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003). Because A is closed, one
// product replaces TILE dependent steps.
//
// Launch: one work-group per tile of C, those of the row first; local size LOCAL_ITEMS × 1. If there is no row, group y
// of the second dimension processes the pivot y tiles after the given one, in the same band.
//   pivot     band that holds A and the row; at tile row pivot_row of it, tile column pivot_column of the matrix
//   c         band that holds the rows of the column
//   tiles     tiles along one side of the matrix
//   columns, column_count   of the row's tiles; rows: of the column's tiles, counted from c's first tile row
// In place: results stay in registers until the whole group has read its tile, hence the barrier before the stores.
// Local memory: as product.gpu.cl.
#define TRACK_WINNERS 1
#include "product.gpu.cl"

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void panels(global word* pivot, global word* c,
#if HOPS_ARRAY
            global uint* pivot_hops, global uint* c_hops,
#endif
            uint tiles, tile_span columns, uint column_count, tile_span rows, uint pivot_row, uint pivot_column) {
    local word stage[STAGE_WORDS] __attribute__((aligned(32)));
    const uint x = get_local_id(0) % LOCAL_X;
    const uint y = get_local_id(0) / LOCAL_X;
    const uint group = get_group_id(0);
    pivot_row += get_group_id(1);
    pivot_column += get_group_id(1);
    const bool in_row = group < column_count;
    const size_t at_a = ((size_t)pivot_row * tiles + pivot_column) * TILE_WORDS;
    const size_t at_c = in_row ? ((size_t)pivot_row * tiles + span_tile(columns, group)) * TILE_WORDS
                               : ((size_t)span_tile(rows, group - column_count) * tiles + pivot_column) * TILE_WORDS;
    global word* own_c = (in_row ? pivot : c) + at_c;

    block own;
    load_block(&own, own_c, x, y);
    multiply(&own, in_row ? pivot + at_a : own_c, in_row ? own_c : pivot + at_a, 0, 1, stage, false, x, y);
#if HOPS_ARRAY
    global uint* own_hops = (in_row ? pivot_hops : c_hops) + at_c;
    gather_hops(&own, own_hops, in_row ? pivot_hops + at_a : own_hops, x, y);
#endif
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    store_block(&own, own_c, x, y);
#if HOPS_ARRAY
    store_hops(&own, own_hops, x, y);
#endif
}
