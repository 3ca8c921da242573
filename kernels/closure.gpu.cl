// closure: C ← C*, all-pairs shortest paths inside one pivot tile.
//
// Source: Floyd 1962, Warshall 1962; phase 1 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003).
//
// One work-group; the tile lies in registers as in product.gpu.cl. At step k the owners of row k and column k
// publish them through local memory, and everyone relaxes its cells. Two buffers: while a slow work-item still
// reads step k, a fast one may publish step k+1; step k+2 waits behind the barrier of k+1. So one barrier a step.
// Row k and column k do not change at step k, since no cycle is negative.
//
// Launch: local = global = LOCAL_SIDE² × 1.  c: band that holds the tile, at (row in band, column).
// Local memory: 4 * TILE * sizeof(cell), and 2 * TILE * 4 bytes of hops in carried mode.
#define TRACK_WINNERS (HOPS == 2)
#include "product.gpu.cl"

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void closure(global cell* c,
#if HOPS_CARRIED
             global uint* c_hops,
#endif
             uint tiles, uint row, uint column) {
    local cell pivot_row[2][TILE] __attribute__((aligned(32)));
    local cell pivot_column[2][TILE] __attribute__((aligned(32)));
#if HOPS_CARRIED
    local uint pivot_hops[2][TILE];
#endif
    const uint x = get_local_id(0) % LOCAL_SIDE;
    const uint y = get_local_id(0) / LOCAL_SIDE;
    const size_t at = ((size_t)row * tiles + column) * TILE_CELLS;

    block own;
    load_block(&own, c + at, x, y);
#if HOPS_CARRIED
#pragma unroll
    for (int i = 0; i < ITEM; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) own.winner[i][j] = c_hops[at + OFFSET(i, y) * TILE + OFFSET(j, x)];
    }
#endif

    // k = OFFSET(own_k, owner): the loops over own_k unroll, so that registers are indexed by constants.
#pragma unroll
    for (int group = 0; group < ITEM; group += 4) {
        for (uint owner = 0; owner < LOCAL_SIDE; ++owner) {
#pragma unroll
            for (int own_k = group; own_k < group + 4; ++own_k) {
                const int buffer = own_k & 1;
                if (y == owner) {
#pragma unroll
                    for (int j = 0; j < ITEM; ++j) {
                        pivot_row[buffer][OFFSET(j, x)] = RIGHT_OPERAND(own.cells[own_k][j]);
                    }
                }
                if (x == owner) {
#pragma unroll
                    for (int i = 0; i < ITEM; ++i) {
                        pivot_column[buffer][OFFSET(i, y)] = own.cells[i][own_k];
#if HOPS_CARRIED
                        pivot_hops[buffer][OFFSET(i, y)] = own.winner[i][own_k];
#endif
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
                for (int i = 0; i < ITEM; ++i) {
                    const cell left = pivot_column[buffer][OFFSET(i, y)];
#pragma unroll
                    for (int j = 0; j < ITEM; ++j) {
                        const cell sum = left + pivot_row[buffer][OFFSET(j, x)];
#if HOPS_CARRIED
                        if (sum < own.cells[i][j]) {
                            own.cells[i][j] = sum;
                            own.winner[i][j] = pivot_hops[buffer][OFFSET(i, y)];
                        }
#else
                        own.cells[i][j] = CELL_MIN(sum, own.cells[i][j]);
#endif
                    }
                }
            }
        }
    }
    store_block(&own, c + at, x, y);
#if HOPS_CARRIED
    store_hops(&own, c_hops + at, x, y);
#endif
}
